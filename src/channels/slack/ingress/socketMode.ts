import { createBackOff } from '../../../core/backOff.js';
import { pause } from '../../../core/pause.js';
import { isTokenRefused, SlackCallError } from '../wire/failure.js';
import { tokenRefused } from '../wire/fault.js';
import { openSocket, type Socket, type SocketDeps } from './socket.js';

/** While one connection is replaced the other goes on: commands and presses are delivered once, or never. */
const LINES = 2;

/** A connection that held so long was a good one, milliseconds. */
const GOOD_MS = 10_000;

/** Pauses after connections that failed to open, milliseconds. */
const AFTER_FAILURES = { baseMs: 200, capMs: 30_000 } as const;

/** Pauses when connections open and soon end again: short ones, as every gap loses commands and presses. Milliseconds. */
const AFTER_CUTS = { baseMs: 200, capMs: 2_000 } as const;

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
  const afterFailures = createBackOff(AFTER_FAILURES);
  const afterCuts = createBackOff(AFTER_CUTS);
  let failures = 0;
  /** Connections in a row that opened and did not hold. */
  let cuts = 0;
  /** The one that Slack wants replaced: it goes on until its successor is there. */
  let previous: Socket | null = null;
  const retire = () => {
    if (previous !== null) closeBeside(previous, closing);
    previous = null;
  };
  while (!signal.aborted) {
    const socket = openSocket(deps);
    let waitMs = 0;
    try {
      await untilAborted(socket.connected, signal);
      retire();
      previous = socket;
      if (signal.aborted) break;
      log.info({}, 'connected to Slack');
      failures = 0;
      afterFailures.reset();
      const connectedAt = clock.now();
      await untilAborted(socket.over, signal);
      if (clock.now() - connectedAt >= GOOD_MS) {
        cuts = 0;
        afterCuts.reset();
      }
      // Its successor is opened at once, unless that has just been tried.
      if (cuts > 0) waitMs = afterCuts.next();
      cuts += 1;
    } catch (thrown) {
      closeBeside(socket, closing);
      if (signal.aborted) break;
      const failure = thrown instanceof SlackCallError ? thrown.failure : null;
      if (thrown instanceof SlackCallError && isTokenRefused(thrown.failure)) {
        retire();
        throw tokenRefused('SLACK_APP_TOKEN', thrown);
      }
      failures += 1;
      waitMs = Math.max(failure?.kind === 'limited' ? failure.retryAfterMs : 0, afterFailures.next());
      const level = failures % TROUBLE_AFTER === 0 ? 'error' : 'warn';
      log[level]({ err: thrown, failures }, 'Slack cannot be connected; trying again');
    }
    if (waitMs > 0) await pause(clock, waitMs, signal);
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
