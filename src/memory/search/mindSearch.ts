import type { FrameScope } from '../../core/memory/frame.js';
import type { MemoryQuery } from '../../core/ports/minds.js';

/** A question's vector, of the model that the mind's vectors are of. */
export interface QueryVector {
  readonly model: string;
  readonly values: Float32Array;
}

export interface MindSearchRequest {
  readonly scopes: readonly FrameScope[];
  readonly query: MemoryQuery;
  /** Null while there is none: the search then works by words. */
  readonly vector: QueryVector | null;
}

/** `score` is comparable within one search of one mind. */
export interface RankedFrame {
  readonly id: number;
  readonly score: number;
}

/** A frame that waits for its vector. */
export interface WaitingFrame {
  readonly id: number;
  readonly content: string;
  /** How often it was tried in vain. */
  readonly tries: number;
}

/** Searching one open mind, in its thread. Synchronous, as its database is. */
export interface MindSearch {
  /** Best first. Only frames in force, in one of the scopes. */
  search(request: MindSearchRequest): RankedFrame[];
  /** Frames that wait for a vector of this model and are due, oldest first; with `model` new, all frames become waiting, by and by. */
  waiting(model: string, limit: number, now: number): WaitingFrame[];
  /** Keeps vectors of a model, all of one dimension; frames that are gone or reworded meanwhile are left out. */
  keepVectors(model: string, vectors: readonly { id: number; content: string; values: Float32Array }[]): void;
  /** These could not be embedded; they are due again then. */
  postpone(ids: readonly number[], dueAt: number): void;
  /** How many frames have no vector of the model yet. */
  unembedded(): number;
}
