import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { defineSearchFunctions } from '../../src/memory/search/searchSchema.js';
import { indexTerms } from '../../src/memory/search/terms.js';

const framesSchema = z.array(
  z.object({ id: z.number(), content: z.string(), valid_to: z.number().nullable(), scope: z.string() }),
);
const idsSchema = z.array(z.number());

/** Everything that must be true of a mind's file at any time; returns what is not. */
export function faultsOf(file: string): string[] {
  const db = new BetterSqlite3(file);
  defineSearchFunctions(db);
  const faults: string[] = [];
  const ids = (sql: string) => idsSchema.parse(db.prepare(sql).pluck().all());
  const claim = (isTrue: boolean, fault: string) => {
    if (!isTrue) faults.push(fault);
  };
  claim(db.pragma('integrity_check', { simple: true }) === 'ok', 'the file is damaged');
  db.exec("INSERT INTO frame_fts (frame_fts) VALUES ('integrity-check')");
  const frames = framesSchema.parse(db.prepare('SELECT id, content, valid_to, scope FROM frame').all());
  const find = db.prepare('SELECT rowid FROM frame_fts WHERE frame_fts MATCH ?').pluck();
  for (const { id, content } of frames) {
    const term = indexTerms(content).find((word) => word.includes('word')) ?? indexTerms(content)[0];
    const found = term === undefined ? [id] : idsSchema.parse(find.all(`"${term}"`));
    claim(found.includes(id), `frame ${id} is not in the index`);
  }
  claim(
    ids('SELECT rowid FROM frame_fts WHERE rowid NOT IN (SELECT id FROM frame)').length === 0,
    'index entries without a row',
  );
  claim(
    ids(`SELECT id FROM frame WHERE valid_to IS NULL AND id NOT IN (SELECT frame_id FROM embed_outbox)
      AND id NOT IN (SELECT frame_id FROM frame_vector)`).length === 0,
    'frames that wait for no vector and have none',
  );
  claim(
    ids('SELECT frame_id FROM frame_vector WHERE frame_id NOT IN (SELECT frame_id FROM frame_bits)').length === 0,
    'vectors without signs',
  );
  for (const table of ['frame_vector', 'frame_bits', 'embed_outbox', 'frame_ref', 'entity_frame', 'relation_frame'])
    claim(
      ids(`SELECT frame_id FROM ${table} WHERE frame_id NOT IN (SELECT id FROM frame)`).length === 0,
      `${table} without a frame`,
    );
  claim(
    ids(`SELECT a.frame_id FROM frame_ref a WHERE kind = 'conflict' AND NOT EXISTS
      (SELECT 1 FROM frame_ref b WHERE b.kind = 'conflict' AND b.frame_id = a.ref_id AND b.ref_id = a.frame_id)`)
      .length === 0,
    'a conflict that one side does not know of',
  );
  for (const scope of new Set(frames.map((frame) => frame.scope))) {
    const counted = db.prepare("SELECT value FROM mind_stat WHERE name = 'frames' AND scope = ?").pluck().get(scope);
    const living = frames.filter((frame) => frame.scope === scope && frame.valid_to === null).length;
    claim(counted === living, `${counted} frames counted in ${scope}, there are ${living}`);
  }
  claim(
    ids("SELECT count(*) FROM session WHERE status = 'active' GROUP BY lane HAVING count(*) > 1").length === 0,
    'twin sessions',
  );
  db.close();
  return faults;
}
