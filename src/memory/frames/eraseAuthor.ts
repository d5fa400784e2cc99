import type { Database } from 'better-sqlite3';
import { preparedOnce } from '../../store/preparedOnce.js';
import { dropDeletedTerms } from '../mindFile/emptyMind.js';
import type { OpenedMind } from '../threads/openedMind.js';

const OF_AUTHOR = '(SELECT id FROM frame WHERE author = @author)';

const statements = preparedOnce((db) => ({
  noteEntities: db.prepare(
    `INSERT OR IGNORE INTO temp.left_entity SELECT entity_key FROM entity_frame WHERE frame_id IN ${OF_AUTHOR}`,
  ),
  noteRelations: db.prepare(
    `INSERT OR IGNORE INTO temp.left_relation SELECT relation_id FROM relation_frame WHERE frame_id IN ${OF_AUTHOR}`,
  ),
  summaries: db.prepare(
    'UPDATE session SET summary = NULL WHERE gop_id IN (SELECT gop_id FROM frame WHERE author = @author)',
  ),
  successors: db.prepare(`UPDATE frame SET superseded_by = NULL WHERE superseded_by IN ${OF_AUTHOR}`),
  bases: db.prepare(`UPDATE frame SET base_id = NULL WHERE base_id IN ${OF_AUTHOR}`),
  frames: db.prepare('DELETE FROM frame WHERE author = @author'),
  awareness: db.prepare("DELETE FROM awareness WHERE json_extract(metadata, '$.author') = @author"),
  // Nobody can say any more who gave those without an author.
  signals: db.prepare("DELETE FROM signal WHERE author IN (@author, '')"),
  relations: db.prepare(
    `DELETE FROM relation WHERE id IN (SELECT id FROM temp.left_relation)
       AND NOT EXISTS (SELECT 1 FROM relation_frame l WHERE l.relation_id = relation.id)`,
  ),
  entities: db.prepare(
    `DELETE FROM entity WHERE key IN (SELECT id FROM temp.left_entity)
       AND NOT EXISTS (SELECT 1 FROM entity_frame l WHERE l.entity_key = entity.key)`,
  ),
}));

/**
 * Deletes for good what an author left: frames with their index entries and vectors, what only these frames told of things
 * and relations, summaries of sessions that they were in, signals of the author, and awareness entries whose metadata name them. After
 * `clearLog`, neither the file nor its log holds a byte of it. Returns how many frames there were.
 */
export function eraseAuthor(mind: OpenedMind, { author }: { readonly author: string }): number {
  const { db } = mind;
  prepareNotes(db);
  return db
    .transaction(() => {
      const sql = statements(db);
      db.exec('DELETE FROM temp.left_entity; DELETE FROM temp.left_relation');
      for (const step of [sql.noteEntities, sql.noteRelations, sql.summaries, sql.successors, sql.bases])
        step.run({ author });
      const { changes } = sql.frames.run({ author });
      sql.awareness.run({ author });
      sql.signals.run({ author });
      sql.relations.run();
      sql.entities.run();
      dropDeletedTerms(db);
      return changes;
    })
    .immediate();
}

function prepareNotes(db: Database): void {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS left_entity (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS left_relation (id INTEGER PRIMARY KEY)`);
}
