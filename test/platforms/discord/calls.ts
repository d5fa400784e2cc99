import type { Blame } from './errors.js';

/** What became of a call. */
export type CallOutcome =
  | { ok: true; status: number; result: unknown }
  | { ok: false; status: number; code: number; description: string; blame: Blame | 'injected' }
  /** Limited: it is the world that says no, of one client or of all that share the resource. */
  | { ok: false; status: 429; code: number; description: string; blame: 'rates'; scope: 'user' | 'global' | 'shared' }
  /** The client went away before an answer. */
  | { ok: false; status: 0; code: 0; description: 'the client went away'; blame: 'world' };

/** One request to the REST API. */
export interface DiscordCall {
  /** Counts all calls from 1. */
  readonly n: number;
  /** When its body was complete, in the clock's milliseconds. */
  readonly at: number;
  /** Name of the route: `createMessage`, `editMessage`, ... (`routes/table.ts`). */
  readonly route: string;
  readonly method: string;
  /** Below `/api/v10`, without the query. */
  readonly path: string;
  /** The channel it is about; of an interaction's calls the interaction's. */
  readonly channel: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  /** Names of uploaded files. */
  readonly files: readonly string[];
  /** The client had been told (429, or nothing remaining) to wait for longer. */
  readonly inClosedGate: boolean;
  /** Number of the call whose answer had said so. */
  readonly closedBy?: number;
  /** Kind of the fault that struck it. */
  fault?: string;
  /** Set when the call was decided, whether or not the answer reached the client. */
  outcome?: CallOutcome;
  endedAt?: number;
}
