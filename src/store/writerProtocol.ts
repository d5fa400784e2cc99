import type { StoreRequest } from './storeOps.js';

/** A `WaggleError` on its way out of the writer thread. */
export interface ErrorText {
  readonly code: string;
  readonly message: string;
  readonly sentence: string;
  /** Text of what caused it, or null. */
  readonly cause: string | null;
}

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorText };

export type ToWriter =
  | { readonly kind: 'requests'; readonly requests: readonly StoreRequest[] }
  /** Answers what came before, closes the database and ends the thread. */
  | { readonly kind: 'close' };

export type FromWriter =
  | { readonly kind: 'ready'; readonly dataDirectoryId: string }
  /** The database could not be opened; the thread has ended. */
  | { readonly kind: 'failed'; readonly error: ErrorText }
  /** One batch: committed, or failed as a whole. `lockWaits`: milliseconds (about) spent waiting for other processes. */
  | { readonly kind: 'answers'; readonly answers: readonly Answer[]; readonly lockWaits: number };

/** What the writer thread is started with. */
export interface WriterData {
  /** Path of `gateway.db`. */
  readonly file: string;
}
