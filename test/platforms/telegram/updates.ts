import type { Clock } from '../../../src/core/clock.js';
import { conflict } from './errors.js';
import type { WireObject } from './wire.js';

/** Kinds that are delivered only when they are asked for by name. */
const onlyOnRequest = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);
/** Longest long poll (LONG_POLL_MAX_TIMEOUT of the Bot API server), seconds. */
const MAX_POLL_S = 50;
/** The server holds a repeated call with a short timeout this long, and spaces out conflict answers by it. */
const REPEAT_MS = 3000;

export interface Update {
  id: number;
  kind: string;
  /** Updates of one group are delivered by a webhook one after the other. */
  group: string;
  body: WireObject;
}

export interface PollRequest {
  offset: number;
  limit: number;
  /** Seconds. */
  timeout: number;
  /** Fires when the client went away. */
  gone: AbortSignal;
}

interface Poll extends PollRequest {
  answer(updates: Update[]): void;
  fail(error: Error): void;
}

/** The updates of one bot that are not confirmed yet. */
export interface UpdateQueue {
  push(kind: string, group: string, body: WireObject): void;
  poll(request: PollRequest): Promise<Update[]>;
  /** Which kinds are delivered from now on; an empty list means the default. */
  allow(kinds: readonly string[] | undefined): void;
  allowed(): readonly string[];
  /** Unconfirmed updates, oldest first. */
  pending(): readonly Update[];
  confirm(id: number): void;
  drop(): void;
  /** Whether a long poll waits now. */
  isPolled(): boolean;
  /** Ends a waiting long poll with 409. */
  abortPoll(why: string): void;
  /** Called after each push. */
  onPush(listener: () => void): void;
  close(): void;
}

/** `pollDelays`: whether the server's own delays (3 s) are kept: a repeated short poll, conflict after conflict. */
export function createUpdateQueue(clock: Clock, pollDelays: boolean, changed: () => void): UpdateQueue {
  let updates: Update[] = [];
  let nextId = 870_000_001;
  let allowed: readonly string[] = [];
  let waiting: Poll | undefined;
  let listener = () => {};
  let previous = { offset: Number.NaN, at: Number.NEGATIVE_INFINITY };
  let nextConflictAt = Number.NEGATIVE_INFINITY;

  const isAllowed = (kind: string) => (allowed.length === 0 ? !onlyOnRequest.has(kind) : allowed.includes(kind));

  const select = (offset: number, limit: number): Update[] => {
    if (offset < 0) updates = updates.slice(offset);
    else if (offset > 0) updates = updates.filter((update) => update.id >= offset);
    return updates.slice(0, limit);
  };

  const failLater = (poll: Poll, error: Error) => {
    const now = clock.now();
    if (!pollDelays || now >= nextConflictAt) {
      nextConflictAt = now + REPEAT_MS;
      poll.fail(error);
    } else clock.after(REPEAT_MS, () => poll.fail(error));
  };

  const abortPoll = (why: string) => {
    const poll = waiting;
    waiting = undefined;
    if (poll !== undefined) failLater(poll, conflict(why));
  };

  const wake = () => {
    const poll = waiting;
    if (poll === undefined) return;
    const found = select(poll.offset, poll.limit);
    if (found.length === 0) return;
    waiting = undefined;
    poll.answer(found);
  };

  const wait = (request: PollRequest): Promise<Update[]> =>
    new Promise((resolve, reject) => {
      let stopTimer = () => {};
      const done = () => {
        stopTimer();
        request.gone.removeEventListener('abort', left);
        if (waiting === poll) waiting = undefined;
        changed();
      };
      const left = () => {
        done();
        resolve([]);
      };
      const poll: Poll = {
        ...request,
        answer: (found) => {
          done();
          resolve(found);
        },
        fail: (error) => {
          done();
          reject(error);
        },
      };
      abortPoll('terminated by other getUpdates request; make sure that only one bot instance is running');
      waiting = poll;
      stopTimer = clock.after(request.timeout * 1000, left);
      request.gone.addEventListener('abort', left, { once: true });
      changed();
    });

  let wakeScheduled = false;
  return {
    push: (kind, group, body) => {
      if (!isAllowed(kind)) return;
      updates.push({ id: nextId, kind, group, body: { update_id: nextId, [kind]: body } });
      nextId += 1;
      listener();
      // Updates of the same instant come in one answer, as with the real server, which waits a millisecond.
      if (wakeScheduled || waiting === undefined) return;
      wakeScheduled = true;
      setImmediate(() => {
        wakeScheduled = false;
        wake();
      });
    },
    poll: async (request) => {
      const now = clock.now();
      let timeout = Math.min(Math.max(request.timeout, 0), MAX_POLL_S);
      const repeated = request.offset === previous.offset && now < previous.at + REPEAT_MS;
      if (pollDelays && repeated && timeout * 1000 < REPEAT_MS) timeout = REPEAT_MS / 1000;
      previous = { offset: request.offset, at: now };
      const found = select(request.offset, request.limit);
      if (found.length > 0 || timeout === 0) return found;
      return wait({ ...request, timeout });
    },
    allow: (kinds) => {
      if (kinds !== undefined) allowed = [...kinds];
    },
    allowed: () => allowed,
    pending: () => updates,
    confirm: (id) => {
      updates = updates.filter((update) => update.id !== id);
    },
    drop: () => {
      updates = [];
    },
    isPolled: () => waiting !== undefined,
    abortPoll,
    onPush: (next) => {
      listener = next;
    },
    close: () => {
      waiting?.answer([]);
    },
  };
}
