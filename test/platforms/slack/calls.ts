/** What became of a call. */
export type CallOutcome =
  | { ok: true; result: unknown }
  | { ok: false; status: number; error: string; details?: readonly string[]; blame: 'client' | 'world' | 'injected' };

/**
 * One request to the server: a method of the Web API by its name, or `upload`, `download`, `response_url`. Frames that a
 * client may not send over a socket appear as `socket`.
 */
export interface SlackCall {
  /** Counts all calls from 1. */
  readonly n: number;
  /** When its body was complete, in the clock's milliseconds. */
  readonly at: number;
  readonly method: string;
  /** Id of the app; empty for a wrong token. */
  readonly app: string;
  /** The conversation it names. */
  readonly channel: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** It came while a 429 was in force that covers it. */
  intoClosed?: true;
  /** Kind of the fault that struck it. */
  fault?: string;
  /** Set when the call was decided, whether or not the answer reached the client. */
  outcome?: CallOutcome;
  endedAt?: number;
}
