import type { InboundMessage } from '../message.js';

/** What became of a message. Only then may the platform be told that it arrived. */
export type Acceptance =
  | { readonly outcome: 'stored' | 'duplicate'; readonly turn: string }
  /** It decided a question that the turn waited for. `line`: what whoever pressed a button is shown, at most 200 characters. */
  | { readonly outcome: 'answered'; readonly turn: string; readonly line?: string }
  /**
   * Access rules said no. `isStranger`: nobody who may write; was told how to be let in, or is told nothing at all. `line`: as above,
   * where there is more to say than no.
   */
  | { readonly outcome: 'refused'; readonly turn: null; readonly isStranger?: true; readonly line?: string };

/** Stores a message durably (or throws: then nothing was stored and the platform must not be told that it was). */
export type Accept = (message: InboundMessage) => Promise<Acceptance>;

/** The receiving half of a channel. */
export interface Ingress {
  /** Receives until the signal aborts. Rejects only on faults that no retry heals (a revoked token). */
  run(accept: Accept, signal: AbortSignal): Promise<void>;
}
