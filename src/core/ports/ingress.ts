import type { InboundMessage } from '../message.js';

/** What became of a message. Only then may the platform be told that it arrived. */
export type Acceptance =
  | { readonly outcome: 'stored' | 'duplicate'; readonly turn: string }
  /** Access rules said no. `isStranger`: nobody who may write; was told how to be let in, or is told nothing at all. */
  | { readonly outcome: 'refused'; readonly turn: null; readonly isStranger?: true };

/** Stores a message durably (or throws: then nothing was stored and the platform must not be told that it was). */
export type Accept = (message: InboundMessage) => Promise<Acceptance>;

/** The receiving half of a channel. */
export interface Ingress {
  /** Receives until the signal aborts. Rejects only on faults that no retry heals (a revoked token). */
  run(accept: Accept, signal: AbortSignal): Promise<void>;
}
