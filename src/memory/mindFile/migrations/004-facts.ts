import type { Migration } from './migration.js';

/**
 * Facts are frames with a key. `fact_owner` is the author where the fact is his alone though others see its place, else empty. One of
 * a key is in force at a time, for each owner and scope.
 */
export const facts: Migration = {
  version: 4,
  sql: `
    ALTER TABLE frame ADD COLUMN fact_key TEXT;
    ALTER TABLE frame ADD COLUMN fact_about TEXT;
    ALTER TABLE frame ADD COLUMN fact_owner TEXT;
    CREATE UNIQUE INDEX frame_fact ON frame (fact_key, scope, fact_owner) WHERE fact_key IS NOT NULL AND valid_to IS NULL;
  `,
};
