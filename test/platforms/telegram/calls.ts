/** What became of a call. */
export type CallOutcome =
  | { ok: true; result: unknown }
  | { ok: false; code: number; description: string; blame: 'client' | 'world' | 'injected' }
  /** The client went away before an answer. */
  | { ok: false; code: 0; description: 'the client went away'; blame: 'world' };

/** One request to the Bot API. */
export interface TelegramCall {
  /** Counts all calls from 1. */
  readonly n: number;
  /** When its body was complete, in the clock's milliseconds. */
  readonly at: number;
  readonly method: string;
  /** Id of the bot; 0 for a wrong token. */
  readonly bot: number;
  /** The chat it names, as a number where it is one. */
  readonly chat: number | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of uploaded files. */
  readonly files: readonly string[];
  /** Kind of the fault that struck it. */
  fault?: string;
  /** Set when the call was decided, whether or not the answer reached the client. */
  outcome?: CallOutcome;
  endedAt?: number;
}
