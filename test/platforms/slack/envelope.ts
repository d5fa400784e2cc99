/** How an envelope went out once. */
export interface Attempt {
  readonly at: number;
  readonly over: 'socket' | 'http' | 'nothing';
  readonly envelopeId: string;
  /** A double of another attempt, with the same event id. */
  readonly copy: boolean;
  /** Why it did not count: `timeout`, `http_error`, `connection_failed`, `no_socket`, `ack_lost`. */
  failure?: string;
}

/** An event, command or interaction on its way to an app. Live. */
export interface Envelope {
  readonly app: string;
  readonly kind: 'events_api' | 'slash_commands' | 'interactive';
  /** The event's type (with subtype: `message/message_changed`), the command, or the interaction's type. */
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: Attempt[];
  /** `failed`: no further attempt will be made; people see an error for commands and interactions. */
  state: 'waiting' | 'acked' | 'failed';
  ackedAt?: number;
  /** What the app answered with its acknowledgement. */
  answer?: unknown;
}

/** What a transport says of one attempt. */
export type AttemptResult = { ok: true; answer: unknown } | { ok: false; failure: string; noRetry?: boolean };

/** A way to an app. */
export interface Transport {
  readonly over: 'socket' | 'http';
  /** Sends once and settles when it was acknowledged or is known to have failed; `gone` fires when nobody waits any more. */
  send(
    envelope: Envelope,
    attempt: Attempt,
    retry: { number: number; reason: string } | undefined,
    gone: AbortSignal,
  ): Promise<AttemptResult>;
}
