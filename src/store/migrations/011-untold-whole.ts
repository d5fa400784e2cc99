import type { Migration } from './migration.js';

/** `untold.whole`: what is told as it stands, such as what a background job left; else it is why something was not remembered. */
export const untoldWhole: Migration = {
  version: 11,
  sql: 'ALTER TABLE untold ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;',
};
