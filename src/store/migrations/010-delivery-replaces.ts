import type { Migration } from './migration.js';

/**
 * The message that a chunk had before and that is gone: what takes its place is another message for the platform, also for a process that
 * takes the turn over while the answer to its send is lost.
 */
export const deliveryReplaces: Migration = {
  version: 10,
  sql: 'ALTER TABLE delivery ADD COLUMN replaces TEXT;',
};
