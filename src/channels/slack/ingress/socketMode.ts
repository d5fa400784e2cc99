import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import { pause } from '../../../core/pause.js';
import { isTokenRefused, SlackCallError } from '../wire/failure.js';
import { tokenRefused } from '../wire/fault.js';
import type { Census } from './census.js';
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

interface LineDeps extends SocketDeps {
  readonly census: Census;
}

/**
 * Receives over Socket Mode until the signal aborts. Processes with one token share the payloads: each goes to one of their
 * connections.
 *
 * @throws WaggleError `slack-token` when Slack refuses the app token
 */
export async function receiveBySocket(deps: LineDeps, signal: AbortSignal): Promise<void> {
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const closing = new Set<Promise<void>>();
  const lines = Array.from({ length: LINES }, (_, line) => keepLine(deps, line === 0, closing, ending));
  try {
    await Promise.all(lines);
  } finally {
    failing.abort();
    await Promise.allSettled(lines);
    await Promise.all(closing);
    await deps.census.close();
  }
}

/** @param looks whether this line is opened anew from time to time, to be told how many connections there are */
async function keepLine(
  deps: LineDeps,
  looks: boolean,
  closing: Set<Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  const { census, clock, log } = deps;
  const closeBeside = (socket: Socket) => {
    const closed = socket.close().finally(() => {
      closing.delete(closed);
      census.closed();
    });
    closing.add(closed);
  };
  const afterFailures = createBackOff(AFTER_FAILURES);
  const afterCuts = createBackOff(AFTER_CUTS);
  let failures = 0;
  /** Connections in a row that opened and did not hold. */
  let cuts = 0;
  /** The one that Slack wants replaced: it goes on until its successor is there. */
  let previous: Socket | null = null;
  const retire = () => {
    if (previous !== null) closeBeside(previous);
    previous = null;
  };
  while (!signal.aborted) {
    // Closing takes time that the next connection need not wait for.
    await census.opening();
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
      const isEnough = await untilLooked(socket, looks ? census.counted(await socket.connected) : null, clock, signal);
      if (isEnough) continue;
      if (clock.now() - connectedAt >= GOOD_MS) {
        cuts = 0;
        afterCuts.reset();
      }
      // Its successor is opened at once, unless that has just been tried.
      if (cuts > 0) waitMs = afterCuts.next();
      cuts += 1;
    } catch (thrown) {
      closeBeside(socket);
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

/** Waits for the end of a connection. True: it goes on, but it is time for another hello. */
async function untilLooked(
  socket: Socket,
  looking: Promise<number> | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  const over = new AbortController();
  const ending = AbortSignal.any([signal, over.signal]);
  const isOver = untilAborted(socket.over, signal).then(() => over.abort());
  if (looking !== null) await pause(clock, await looking, ending);
  if (!ending.aborted && looking !== null) return true;
  await isOver;
  return false;
}

/** Waits for a promise, or returns when the signal aborts. */
async function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
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
