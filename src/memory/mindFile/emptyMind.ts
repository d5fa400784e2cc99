import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { MindKeeper, OpenedMind } from '../threads/openedMind.js';
import { removeMind } from './removeMind.js';

/** Everything that a mind holds, in the order in which it can go. */
const TABLES = [
  'frame',
  'frame_ref',
  'entity',
  'relation',
  'entity_frame',
  'relation_frame',
  'identity',
  'awareness',
  'session',
  'signal',
  'mind_stat',
  'search_change',
  'meta',
];

const countSchema = z.number();

/** Deletes everything, in the transaction that is open; the file belongs to nobody afterwards. Returns how many frames there were. */
export function emptyTables(db: Database): number {
  const frames = countSchema.parse(db.prepare('SELECT count(*) FROM frame').pluck().get());
  for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
  dropDeletedTerms(db);
  return frames;
}

/** Rewrites the full-text index without what was deleted from it: until then it holds the words of deleted frames. */
export function dropDeletedTerms(db: Database): void {
  db.exec("INSERT INTO frame_fts (frame_fts) VALUES ('optimize')");
}

/** Another connection still reads what is in the log. */
export class LogInUse extends Error {}

/**
 * Writes the log back into the file and cuts it to nothing: what was deleted is in neither afterwards.
 *
 * @throws LogInUse while another connection reads an older state
 */
export function clearLog({ db }: OpenedMind): void {
  const result = z.array(z.object({ busy: z.number() })).parse(db.pragma('wal_checkpoint(TRUNCATE)'));
  if (result[0]?.busy !== 0) throw new LogInUse('the log of the mind is in use');
}

/** Deletes everything in a mind for good. Returns how many frames there were. */
export function emptyMind({ db }: OpenedMind): number {
  return db.transaction(() => emptyTables(db)).immediate();
}

/** Removes the file of an emptied mind, when nobody else has it open. */
export function dropEmptied(mind: OpenedMind, _: object, keeper: MindKeeper): boolean {
  keeper.letGo();
  return removeMind(mind.file);
}
