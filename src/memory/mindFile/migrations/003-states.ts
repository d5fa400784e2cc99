import type { Migration } from './migration.js';

/** The newest state (I frame) of a session is found at once, also in a session of 100,000 imported frames. */
export const states: Migration = {
  version: 3,
  sql: `CREATE INDEX frame_state ON frame (gop_id, id) WHERE kind = 'I' AND valid_to IS NULL;`,
};
