// What the page remembers: the conversation for as long as the browser keeps it; the token and a message under way only for
// this tab.

const CONVERSATION = 'waggle.conversation';
const TOKEN = 'waggle.token';
const PENDING = 'waggle.pending';

export function readConversation() {
  return read(() => localStorage.getItem(CONVERSATION));
}

export function keepConversation(id) {
  write(() => keep(localStorage, CONVERSATION, id));
}

export function readToken() {
  return read(() => sessionStorage.getItem(TOKEN));
}

export function keepToken(token) {
  write(() => keep(sessionStorage, TOKEN, token));
}

/** The message whose answer has not been seen whole: `{message, conversation, key}`, or null. */
export function readPending() {
  return read(() => JSON.parse(sessionStorage.getItem(PENDING) ?? 'null'));
}

export function keepPending(pending) {
  write(() => keep(sessionStorage, PENDING, pending === null ? null : JSON.stringify(pending)));
}

function keep(storage, key, value) {
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, value);
}

/** Browsers may forbid storage; the page works without, it only forgets. */
function read(get) {
  try {
    return get();
  } catch {
    return null;
  }
}

function write(set) {
  try {
    set();
  } catch (error) {
    console.warn('the browser keeps nothing for this page', error);
  }
}
