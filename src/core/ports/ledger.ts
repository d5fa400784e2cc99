import type { Json } from '../json.js';
import type { LaneRef } from '../lane.js';
import type { Gates } from './gates.js';

/** Kinds of outbound call. `status` is typing and its like: not worth a delivery row. */
export type CallKind = 'send' | 'edit' | 'remove' | 'status' | 'upload' | 'other';

/** Who goes first when a chat or an account has room for one call: lower is more urgent. */
export const CALL_RANK = { final: 0, approval: 1, first: 2, notice: 3, edit: 4, typing: 5 } as const;
export type CallRank = keyof typeof CALL_RANK;

/** What is known of a platform message that this turn has, had or may have. */
export interface Delivery {
  readonly turn: string;
  /** Place of the message in the turn: `0`, `1`, ... for the answer's chunks, `notice:<n>` and kin for others. */
  readonly chunk: string;
  /** `open`: a send was permitted and its outcome is not known (yet). */
  readonly state: 'open' | 'sent' | 'removed' | 'gone';
  readonly messageId: string | null;
  /** The message that stood there before and is gone or was removed; null: none. */
  readonly replaces: string | null;
  /** The rendered content of the last permitted send or edit, for reconciling. */
  readonly payload: Json;
  readonly callUntil: number;
}

/** One rate limit by the leaky bucket (GCRA): on average one call per `intervalMs`, `burst` at once. */
export interface RateLimit {
  /** What is limited, for example `telegram:42` or `telegram:42/chat/7/edits`. */
  readonly key: string;
  readonly intervalMs: number;
  readonly burst: number;
}

export interface PermitRequest {
  readonly lane: LaneRef;
  readonly token: number;
  readonly turn: string;
  readonly chunk: string;
  readonly kind: CallKind;
  readonly rank: CallRank;
  /** One call of a chat is in flight at a time: key of the chat, `telegram:42/chat/7`. */
  readonly chat: string;
  /** Key of the account, `telegram:42`. Both keys are gates that a 429 closes. */
  readonly account: string;
  readonly limits: readonly RateLimit[];
  readonly payload: Json;
  /** Time limit of the call in milliseconds; `callUntil` = now + timeoutMs. */
  readonly timeoutMs: number;
  readonly now: number;
}

export type PermitResult =
  | { readonly kind: 'granted'; readonly call: number; readonly callUntil: number }
  /** Ask again after `ms`; `key` is the gate, chat or rate that refused. */
  | {
      readonly kind: 'wait';
      readonly ms: number;
      readonly why: 'inFlight' | 'closed' | 'rate' | 'reserved';
      readonly key: string;
    }
  /** The lane has a newer owner: stop at once. */
  | { readonly kind: 'lost' };

export interface SettleRequest {
  readonly call: number;
  /** A status need not outlive a power cut. */
  readonly kind?: CallKind;
  readonly chat: string;
  readonly turn: string;
  readonly chunk: string;
  /** `unknown`: the answer was lost; the row stays open until it is reconciled. */
  readonly outcome: 'sent' | 'edited' | 'removed' | 'gone' | 'failed' | 'unknown';
  readonly messageId: string | null;
  readonly now: number;
}

/** A message that was sent shortly before or after another one. */
export interface Neighbour {
  /** Key of its chat. */
  readonly chat: string;
  readonly messageId: string;
  readonly isBefore: boolean;
}

/**
 * Every outbound call of a turn is a row here before it happens. `permit` is one transaction that checks the lane's token and
 * lease, the chat's and the account's gate, the rates, and that no other call of the chat is in flight: so a worker
 * that lost its lane cannot speak, and all processes share one pace.
 */
export interface Ledger extends Gates {
  permit(request: PermitRequest): Promise<PermitResult>;
  settle(request: SettleRequest): Promise<void>;
  deliveriesOf(turn: string): Promise<readonly Delivery[]>;
  /**
   * Until when a call of the lane's owners before this claim may still arrive; 0 when none is on its way: an owner that lost
   * its lane, but lives, settles its call long before that call's time is over.
   */
  earlierCallUntil(request: { lane: LaneRef; token: number; now: number }): Promise<number>;
  /** Which of these platform message ids of a chat the ledger knows. */
  knownIds(request: { chat: string; ids: readonly string[] }): Promise<readonly string[]>;
  /** Messages of all chats of the same account that were first sent around the time of this one, up to `limit` on each side, nearest first. */
  sentAround(request: { account: string; turn: string; chunk: string; limit: number }): Promise<readonly Neighbour[]>;
}
