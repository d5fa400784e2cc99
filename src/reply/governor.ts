import type { Clock } from '../core/clock.js';
import type { Json } from '../core/json.js';
import type { LaneRef } from '../core/lane.js';
import type { Log } from '../core/log.js';
import type { ChatAddress } from '../core/message.js';
import { accountKey, chatKey, type Egress, type Sent } from '../core/ports/egress.js';
import {
  CALL_RANK,
  type CallKind,
  type CallRank,
  type Ledger,
  type RateLimit,
  type SettleRequest,
} from '../core/ports/ledger.js';

/** The claim under which a turn speaks. */
export interface Speaker {
  readonly lane: LaneRef;
  readonly token: number;
  readonly turn: string;
}

/** One outbound call that a turn wants to make. */
export interface OutboundCall {
  readonly speaker: Speaker;
  readonly address: ChatAddress;
  readonly chunk: string;
  readonly kind: CallKind;
  readonly rank: CallRank;
  readonly payload: Json;
  /** Where they are others than those of its kind. */
  readonly limits?: readonly RateLimit[];
  /** Time limit in milliseconds, where it depends on more than the kind. */
  readonly timeoutMs?: number;
}

export type Attempt =
  /** Not now: ask again after `ms`, with whatever is newest then. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** The lane has a newer owner. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'done'; readonly sent: Sent; readonly callUntil: number };

/** Lets outbound calls through, one at a time per chat, at the pace that the platform allows. */
export interface Governor {
  /**
   * Asks for a permit once and, when it is granted, makes the call once. Retrying is the caller's: it knows the newest
   * text. `run` must end when its signal aborts.
   */
  attempt(
    call: OutboundCall,
    egress: Pick<Egress, 'limitsFor'>,
    run: (signal: AbortSignal) => Promise<Sent>,
  ): Promise<Attempt>;
}

/**
 * Time limits of a call in milliseconds. A send may have happened when its answer is lost, so it gets the full 30 s of
 * DESIGN.md section 4; edits, removals and status are idempotent, so a shorter limit only means an earlier retry, and
 * a worker that takes over from a crashed one waits less.
 */
const TIMEOUT_MS: Readonly<Record<CallKind, number>> = {
  send: 30_000,
  upload: 300_000,
  edit: 5_000,
  remove: 5_000,
  status: 3_000,
  other: 5_000,
};

/** Another process' call in this chat usually ends within this time; its `callUntil` is only the outer limit. */
const IN_FLIGHT_RECHECK_MS = 50;

function outcomeOf(kind: CallKind, sent: Sent): SettleRequest['outcome'] {
  if (sent.ok) return kind === 'remove' ? 'removed' : kind === 'send' || kind === 'upload' ? 'sent' : 'edited';
  if (sent.kind === 'unknown') return kind === 'send' || kind === 'upload' ? 'unknown' : 'failed';
  return sent.kind === 'gone' ? 'gone' : 'failed';
}

export function createGovernor(deps: { ledger: Ledger; clock: Clock; log: Log }): Governor {
  const { ledger, clock, log } = deps;
  const crowds = createCrowds(clock);

  return {
    attempt: async (call, egress, run) => {
      const { speaker, address } = call;
      const chat = chatKey(address);
      const account = accountKey(address);
      const limits = call.limits ?? egress.limitsFor(address, call.kind, call.rank);
      const timeoutMs = call.timeoutMs ?? TIMEOUT_MS[call.kind];
      const left = crowds.leave(speaker.turn);

      const permit = await ledger.permit({
        lane: speaker.lane,
        token: speaker.token,
        turn: speaker.turn,
        chunk: call.chunk,
        kind: call.kind,
        rank: call.rank,
        chat,
        account,
        limits,
        payload: call.payload,
        timeoutMs,
        now: clock.now(),
      });
      if (permit.kind === 'lost') return { kind: 'lost' };
      if (permit.kind === 'wait') {
        if (permit.why === 'inFlight') return { kind: 'wait', ms: Math.min(permit.ms, IN_FLIGHT_RECHECK_MS) };
        const ms = Math.max(1, permit.ms);
        const isOfChat = permit.key === chat || permit.key.startsWith(`${chat}/`);
        if (isOfChat) return { kind: 'wait', ms };
        const interval = limits.find((limit) => limit.key === permit.key)?.intervalMs ?? 0;
        return {
          kind: 'wait',
          ms: crowds.join(permit.key, { turn: speaker.turn, rank: call.rank, left }, ms, interval),
        };
      }

      const abort = new AbortController();
      const stopTimer = clock.after(timeoutMs, () => abort.abort(new DOMException('call timed out', 'TimeoutError')));
      let sent: Sent;
      try {
        sent = await run(abort.signal);
      } catch (thrown) {
        sent = {
          ok: false,
          kind: call.kind === 'send' || call.kind === 'upload' ? 'unknown' : 'retry',
          ms: 1000,
          cause: thrown,
        };
      } finally {
        stopTimer();
      }
      if (sent.ok && sent.spentMs !== undefined) {
        await ledger.closeGate({ key: limits.at(-1)?.key ?? account, until: clock.now() + sent.spentMs });
      }
      if (!sent.ok && sent.kind === 'wait') {
        const until = clock.now() + sent.ms;
        log.info({ turn: speaker.turn, scope: sent.scope, ms: sent.ms }, 'platform asked to wait');
        // Before the call is settled: as long as it counts as in flight, nobody else speaks into the closing gate.
        const keys = { chat, account, limit: limits.at(-1)?.key ?? account };
        await ledger.closeGate({ key: keys[sent.scope], until });
      }
      await ledger.settle({
        call: permit.call,
        kind: call.kind,
        chat,
        turn: speaker.turn,
        chunk: call.chunk,
        outcome: outcomeOf(call.kind, sent),
        messageId: sent.ok ? sent.id : null,
        now: clock.now(),
      });
      return { kind: 'done', sent, callUntil: permit.callUntil };
    },
  };
}

/**
 * A place in a line is good for this long: whoever leaves a line before it is served leaves its place empty, and at the
 * pace of Slack's edits a place far behind would be minutes away.
 */
const LONGEST_PLACE_MS = 15_000;

/** The place that a turn gave up; it has it again where it comes back for the same. */
interface Left {
  readonly key: string;
  readonly rank: number;
  readonly number: number;
}

interface Place {
  readonly rank: number;
  readonly until: number;
  /** Counts who came: a turn keeps its number in a line however often it is sent away. */
  readonly number: number;
}

/**
 * Spreads this process' turns that wait for a rate which many chats share (the account's, or one of its kinds of calls): each
 * comes back when its place in the line has room, more urgent ones first and then whoever waits longest, instead of all at the
 * same moment (a thousand lanes would ask the store a million times). Whoever comes back in vain, since somebody new was
 * quicker, is not sent to the end: where more is said than may be, it would wait for ever.
 */
function createCrowds(clock: Clock) {
  const crowds = new Map<string, Map<string, Place>>();
  /** The line in which a turn stands. */
  const lines = new Map<string, string>();
  let arrivals = 0;
  return {
    /** @param left what `leave` gave */
    join(
      key: string,
      { turn, rank, left }: { turn: string; rank: CallRank; left: Left | null },
      ms: number,
      intervalMs: number,
    ): number {
      const crowd = crowds.get(key) ?? new Map<string, Place>();
      crowds.set(key, crowd);
      const now = clock.now();
      const mine = CALL_RANK[rank];
      arrivals += 1;
      const number = left?.key === key && left.rank === mine ? left.number : arrivals;
      let ahead = 0;
      for (const [other, entry] of crowd) {
        if (entry.until < now) {
          crowd.delete(other);
          lines.delete(other);
        } else if (entry.rank < mine || (entry.rank === mine && entry.number < number)) ahead += 1;
      }
      const wait = Math.max(ms, Math.min(ms + ahead * intervalMs, LONGEST_PLACE_MS));
      crowd.set(turn, { rank: mine, until: now + wait, number });
      lines.set(turn, key);
      return wait;
    },
    /** Gives up a turn's place; its number, and in which line. Null: it waited nowhere. */
    leave(turn: string): Left | null {
      const key = lines.get(turn);
      if (key === undefined) return null;
      const place = crowds.get(key)?.get(turn);
      crowds.get(key)?.delete(turn);
      lines.delete(turn);
      return place === undefined ? null : { key, rank: place.rank, number: place.number };
    },
  };
}
