import { firstMigration } from './001-first.js';

/** One step of the schema. A released migration is never changed; the next change gets the next number. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Every migration of `gateway.db`, numbered from 1 without gaps. */
export const migrations: readonly Migration[] = [firstMigration];
