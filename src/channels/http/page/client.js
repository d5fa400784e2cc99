// The chat endpoint as an asynchronous sequence of events, with reconnecting: the Idempotency-Key makes sending again
// harmless, Last-Event-ID makes the stream go on where it broke off.

const MAX_FAILURES = 8;
const MAX_WAIT_MS = 8_000;
const ENDS = new Set(['final', 'error', 'stopped']);

/** An answer of the gateway that is not a success. */
export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Sends one message and yields `{name, data}` up to the event that ends the turn; `{name: 'waiting'}` while the gateway
 * cannot be reached.
 */
export async function* converse({ message, conversation, key, token }) {
  let lastId = null;
  let failures = 0;
  while (failures <= MAX_FAILURES) {
    if (failures > 0) {
      yield { name: 'waiting', data: {} };
      await sleep(Math.min(250 * 2 ** failures, MAX_WAIT_MS));
    }
    failures += 1;
    const response = await post({ message, conversation }, { key, token, lastId });
    if (response === null || response.status === 503) continue;
    if (response.status === 204) return;
    if (!response.ok) throw await errorOf(response);
    for await (const event of eventsOf(response.body)) {
      failures = 0;
      if (event.id !== '') lastId = event.id;
      yield { name: event.name, data: JSON.parse(event.data) };
      if (ENDS.has(event.name)) return;
    }
    failures += 1;
  }
  throw new ApiError(0, 'unreachable', 'The gateway cannot be reached. Is it running?');
}

/** A fresh Idempotency-Key or conversation id; works on plain HTTP too, where `crypto.randomUUID` is missing. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks the gateway to stop a turn: by its id for holders of the token, else by the command that any chat has. */
export async function stopTurn({ turn, conversation, token }) {
  if (token !== null && turn !== null) {
    const response = await fetch(`/api/turns/${encodeURIComponent(turn)}`, {
      method: 'DELETE',
      headers: bearer(token),
    });
    if (!response.ok && response.status !== 409) throw await errorOf(response);
    return;
  }
  await sayAside({ message: '/stop', conversation, token });
}

/** Sends a message whose own answer nobody waits for: what it does shows in the turn that is followed. */
export async function sayAside({ message, conversation, token }) {
  const response = await post({ message, conversation }, { key: newKey(), token, lastId: null });
  if (response === null) throw new ApiError(0, 'unreachable', 'The gateway cannot be reached.');
  if (!response.ok) throw await errorOf(response);
  await response.body?.cancel();
}

/** Fetches a file of an answer, which only holders of the token get. */
export async function fetchFile({ url, token }) {
  const response = await fetch(url, { headers: bearer(token) });
  if (!response.ok) throw await errorOf(response);
  return response.blob();
}

async function post(body, { key, token, lastId }) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...bearer(token) };
  if (lastId !== null) headers['Last-Event-ID'] = lastId;
  try {
    return await fetch('/api/chat', { method: 'POST', headers, body: JSON.stringify(body) });
  } catch {
    return null;
  }
}

function bearer(token) {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

async function errorOf(response) {
  const body = await response.json().catch(() => null);
  const { code = 'unknown', message = `The gateway answered ${response.status}.` } = body?.error ?? {};
  return new ApiError(response.status, code, message);
}

/** Server-sent events of a body that we write ourselves: LF line ends, one data line. Ends quietly when the body breaks off. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
      if (done) return;
      buffer += value;
      const frames = buffer.split('\n\n');
      buffer = frames.pop() ?? '';
      for (const frame of frames) {
        const event = { id: '', name: '', data: '' };
        for (const line of frame.split('\n')) {
          if (line.startsWith('id: ')) event.id = line.slice(4);
          else if (line.startsWith('event: ')) event.name = line.slice(7);
          else if (line.startsWith('data: ')) event.data = line.slice(6);
        }
        if (event.name !== '') yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
