import type { Json } from '../json.js';

/** A platform update that could not be used: kept for the operator, so that it can be confirmed without being lost. */
export interface DeadUpdate {
  /** Account it came to: `telegram:42`. */
  readonly source: string;
  readonly update: Json;
  readonly error: string;
  readonly at: number;
}

export interface DeadUpdates {
  bury(dead: DeadUpdate): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly DeadUpdate[]>;
}
