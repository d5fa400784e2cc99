// A question of the turn's: what is asked, the exact call, and buttons or a field to answer it with.

/** Characters that would hide or turn around what stands beside them. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The question as an element; `answer` gets the message that answers it, and may reject.
 *
 * @param data of the event `question`
 */
export function questionElement(data, answer) {
  const box = document.createElement('div');
  box.className = 'question';
  const text = document.createElement('p');
  text.textContent = data.text.replaceAll('**', '').replaceAll('`', '');
  box.append(text);
  if (data.kind === 'approval') {
    const call = document.createElement('pre');
    call.textContent = indented(data.arguments).replace(UNSEEN, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);
    box.append(call);
  }
  const trouble = document.createElement('p');
  trouble.setAttribute('role', 'alert');
  const controls = document.createElement('div');
  const say = async (message) => {
    setDisabled(controls, true);
    trouble.textContent = '';
    try {
      await answer(message);
    } catch (error) {
      trouble.textContent = error instanceof Error ? error.message : String(error);
      setDisabled(controls, false);
    }
  };
  for (const { label, message } of choicesOf(data)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => void say(message));
    controls.append(button);
  }
  if (data.kind === 'question') controls.append(answerForm(say));
  box.append(controls, trouble);
  return box;
}

function choicesOf({ id, kind, options }) {
  if (kind === 'question') return options.map((label, i) => ({ label, message: `/choose ${id} ${i + 1}` }));
  return [
    { label: 'Approve', message: `/approve ${id}` },
    { label: 'Deny', message: `/deny ${id}` },
  ];
}

function answerForm(say) {
  const form = document.createElement('form');
  const field = document.createElement('input');
  field.setAttribute('aria-label', 'Your answer');
  const button = document.createElement('button');
  button.textContent = 'Answer';
  form.append(field, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value.trim() !== '') void say(field.value.trim());
  });
  return form;
}

function setDisabled(controls, isDisabled) {
  for (const control of controls.querySelectorAll('button, input')) control.disabled = isDisabled;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
