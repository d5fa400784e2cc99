// The page: composer, log of the conversation, stop button, question for the token.

import { ApiError, converse, fetchFile, newKey, sayAside, stopTurn } from './client.js';
import { keepConversation, keepPending, keepToken, readConversation, readPending, readToken } from './memory.js';
import { questionElement } from './question.js';
import { renderMarkdown } from './render.js';
import { ShownText } from './shown.js';

const byId = (id) => document.getElementById(id);
const log = byId('log');
const form = byId('composer');
const input = byId('message');
const sendButton = byId('send');
const stopButton = byId('stop');
const status = byId('status');
const tokenDialog = byId('token-dialog');
const tokenInput = byId('token');

let token = readToken();
let conversation = readConversation() ?? newKey();
/** The turn whose answer is under way: its id once known. */
let running = null;

keepConversation(conversation);

function addMessage(who, label) {
  const article = document.createElement('article');
  article.className = who;
  article.setAttribute('aria-label', label);
  const body = document.createElement('div');
  body.className = 'body';
  body.dir = 'auto';
  article.append(body);
  log.append(article);
  return { article, body };
}

/** Keeps the newest text in view, unless the reader has scrolled up. */
function followEnd(change) {
  const root = document.scrollingElement;
  const isAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 80;
  change();
  if (isAtEnd) root.scrollTop = root.scrollHeight;
}

function setRunning(next) {
  running = next;
  sendButton.hidden = next !== null;
  stopButton.hidden = next === null;
  stopButton.disabled = false;
  if (next === null) status.textContent = '';
}

async function send(message, key) {
  byId('welcome')?.remove();
  const own = addMessage('you', 'You');
  own.body.textContent = message;
  const answer = addMessage('assistant', 'Waggle');
  answer.article.setAttribute('aria-busy', 'true');
  document.scrollingElement.scrollTop = document.scrollingElement.scrollHeight;
  keepPending({ message, conversation, key });
  setRunning({ turn: null });
  status.textContent = 'Thinking …';
  try {
    await receive(answer, message, key);
    keepPending(null);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      own.article.remove();
      answer.article.remove();
      setRunning(null);
      askForToken(error, {
        go: () => void send(message, key),
        cancel: () => {
          keepPending(null);
          input.value = message;
          input.focus();
        },
      });
      return;
    }
    if (error instanceof ApiError && error.status !== 0) keepPending(null);
    showFailure(answer, error instanceof Error ? error.message : String(error));
  }
  answer.article.removeAttribute('aria-busy');
  setRunning(null);
}

async function receive(answer, message, key) {
  const shown = new ShownText();
  let frame = 0;
  let isWhole = false;
  let question = null;
  const draw = (isGrowing) => {
    cancelAnimationFrame(frame);
    frame = 0;
    followEnd(() => renderMarkdown(answer.body, shown.source(), isGrowing));
  };
  for await (const event of converse({ message, conversation, key, token })) {
    shown.apply(event);
    status.textContent = statusAfter(event);
    if (event.name === 'turn') running.turn = event.data.turn;
    if (event.name === 'delta' || event.name === 'segment') frame ||= requestAnimationFrame(() => draw(true));
    if (event.name === 'error') showFailure(answer, event.data.message);
    if (event.name === 'question') {
      draw(false);
      question = questionElement(event.data, (text) => sayAside({ message: text, conversation, token }));
      followEnd(() => answer.article.append(question));
    } else if (event.name !== 'waiting' && question !== null) {
      question.remove();
      question = null;
    }
    if (event.name === 'file') addFile(answer, event.data);
    if (event.name === 'stopped') addNote(answer, 'Stopped.');
    isWhole = event.name === 'final';
  }
  draw(!isWhole);
}

/** The one line below the log that says what is going on. */
function statusAfter({ name, data }) {
  switch (name) {
    case 'turn':
    case 'segment':
      return 'Thinking …';
    case 'delta':
      return 'Writing …';
    case 'tool':
      return data.phase === 'start' ? `${toolLabel(data.name)} …` : 'Thinking …';
    case 'notice':
      return data.text ?? data.key;
    case 'question':
      return 'Waiting for your answer …';
    case 'decided':
      return 'Thinking …';
    case 'reset':
      return 'Starting the answer over …';
    case 'waiting':
      return 'Connection lost; trying again …';
    default:
      return '';
  }
}

function toolLabel(name) {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function addNote(answer, text) {
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = text;
  answer.article.append(note);
  return note;
}

function showFailure(answer, message) {
  followEnd(() => addNote(answer, message).setAttribute('role', 'alert'));
}

/** A link that saves the file: fetched with the token, which a plain link could not carry. */
function addFile(answer, { name, bytes, url }) {
  const note = addNote(answer, url === undefined ? `File: ${name} (${bytes} bytes)` : `(${bytes} bytes)`);
  if (url === undefined) return;
  const link = document.createElement('a');
  link.textContent = name;
  link.href = url;
  link.download = name;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void saveFile(answer, { name, url });
  });
  note.prepend(link, ' ');
}

async function saveFile(answer, { name, url }) {
  try {
    const content = URL.createObjectURL(await fetchFile({ url, token }));
    const link = document.createElement('a');
    link.href = content;
    link.download = name;
    link.click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(content), 60_000);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      askForToken(error, { go: () => void saveFile(answer, { name, url }), cancel: () => {} });
      return;
    }
    showFailure(answer, error instanceof Error ? error.message : String(error));
  }
}

/** `go` when a token was given, else `cancel`. */
function askForToken(error, { go, cancel }) {
  byId('token-hint').textContent = error.message;
  tokenInput.value = '';
  tokenDialog.returnValue = '';
  tokenDialog.showModal();
  tokenDialog.onclose = () => {
    if (tokenDialog.returnValue !== 'ok' || tokenInput.value.trim() === '') {
      cancel();
      return;
    }
    token = tokenInput.value.trim();
    keepToken(token);
    go();
  };
}

function submit() {
  const message = input.value.trim();
  if (message === '' || running !== null) return;
  input.value = '';
  void send(message, newKey());
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  submit();
});

input.addEventListener('keydown', (event) => {
  const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
  if (!isPlainEnter || matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  submit();
});

stopButton.addEventListener('click', async () => {
  if (running === null) return;
  stopButton.disabled = true;
  status.textContent = 'Stopping …';
  try {
    await stopTurn({ turn: running.turn, conversation, token });
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
    stopButton.disabled = false;
  }
});

byId('new').addEventListener('click', () => {
  if (running !== null) return;
  conversation = newKey();
  keepConversation(conversation);
  log.replaceChildren();
  input.focus();
});

const pending = readPending();
if (pending !== null && pending.conversation === conversation) void send(pending.message, pending.key);
