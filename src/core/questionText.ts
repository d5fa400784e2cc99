import { escapeMarkdown } from './escapeMarkdown.js';
import type { Question } from './question.js';
import type { Wording } from './wording.js';

/** What could hide or turn around what an approver reads. Line breaks are the layout's own. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A call's arguments for people: every character can be seen. */
export function shownArguments(text: string): string {
  return indented(text).replace(UNSEEN, (char) =>
    char === '\n' ? char : char.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** What became of a question, in a sentence. */
export function endOf({ kind, state, decidedByName, answer }: Question, wording: Wording): string {
  const name = escapeMarkdown(decidedByName ?? '').trim() || '?';
  return wording.text(`${kind}-${state === 'void' ? 'stopped' : state}`, {
    name,
    answer: escapeMarkdown(answer ?? '', 300),
  });
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
