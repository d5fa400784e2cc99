import { createBackOff } from '../../../core/backOff.js';
import { pause } from '../../../core/pause.js';
import { isTokenRefused, SlackCallError } from '../wire/failure.js';
import { tokenRefused } from '../wire/fault.js';
import { openSocket, type Socket, type SocketDeps } from './socket.js';

/** While one connection is replaced the other goes on: commands and presses are delivered once, or never. */
const LINES = 2;

/** A connection that held so long was a good one: its successor is opened at once. */
const GOOD_MS = 10_000;

/** After so many failures in a row the trouble is told as an error. */
const TROUBLE_AFTER = 5;

/**
 * Receives over Socket Mode until the signal aborts. Processes with one token share the payloads: each goes to one of their
 * connections.
 *
 * @throws WaggleError `slack-token` when Slack refuses the app token
 */
export async function receiveBySocket(deps: SocketDeps, signal: AbortSignal): Promise<void> {
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const closing = new Set<Promise<void>>();
  const lines = Array.from({ length: LINES }, () => keepLine(deps, closing, ending));
  try {
    await Promise.all(lines);
  } finally {
    failing.abort();
    await Promise.allSettled(lines);
    await Promise.all(closing);
  }
}

async function keepLine(deps: SocketDeps, closing: Set<Promise<void>>, signal: AbortSignal): Promise<void> {
  const { clock, log } = deps;
  const backOff = createBackOff({ baseMs: 200, capMs: 30_000 });
  let failures = 0;
  /** The one that Slack wants replaced: it goes on until its successor is there. */
  let previous: Socket | null = null;
  const retire = () => {
    if (previous !== null) closeBeside(previous, closing);
    previous = null;
  };
  while (!signal.aborted) {
    const startedAt = clock.now();
    const socket = openSocket(deps);
    let waitMs = 0;
    try {
      await untilAborted(socket.connected, signal);
      retire();
      previous = socket;
      if (signal.aborted) break;
      log.info({}, 'connected to Slack');
      failures = 0;
      await untilAborted(socket.over, signal);
    } catch (thrown) {
      closeBeside(socket, closing);
      if (signal.aborted) break;
      const failure = thrown instanceof SlackCallError ? thrown.failure : null;
      if (thrown instanceof SlackCallError && isTokenRefused(thrown.failure)) {
        retire();
        throw tokenRefused('SLACK_APP_TOKEN', thrown);
      }
      failures += 1;
      if (failure?.kind === 'limited') waitMs = failure.retryAfterMs;
      const level = failures % TROUBLE_AFTER === 0 ? 'error' : 'warn';
      log[level]({ err: thrown, failures }, 'Slack cannot be connected; trying again');
    }
    if (clock.now() - startedAt >= GOOD_MS && failures === 0) backOff.reset();
    else await pause(clock, Math.max(waitMs, backOff.next()), signal);
  }
  retire();
}

/** Closing takes time that the next connection need not wait for. */
function closeBeside(socket: Socket, closing: Set<Promise<void>>): void {
  const closed = socket.close().finally(() => closing.delete(closed));
  closing.add(closed);
}

/** Waits for a promise, or returns when the signal aborts. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stop = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = () => resolve();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
