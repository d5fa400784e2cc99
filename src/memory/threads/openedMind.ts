import type { Database } from 'better-sqlite3';

/** One open mind in its thread: what every operation works on. */
export interface OpenedMind {
  readonly file: string;
  readonly db: Database;
}

/** What an operation that begins and ends its transactions itself may do besides. */
export interface MindKeeper {
  /** Closes the mind, so that its file can be removed; the next operation opens it again. */
  letGo(): void;
}
