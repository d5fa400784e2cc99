import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FrameScope } from '../../core/memory/frame.js';
import { factEnd, nameFact } from '../facts/absorbFact.js';
import { absorbKnowledge } from '../knowledge/absorbKnowledge.js';
import { absorbLayers, absorbSessions, absorbSignals } from '../layers/absorbLayers.js';
import { emptyTables } from '../mindFile/emptyMind.js';
import { inodeOf, openMind } from '../mindFile/openMind.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { eraseAuthor } from './eraseAuthor.js';

export interface AbsorbRequest {
  /** Path of the mind that is taken in. */
  readonly from: string;
  /** Only what this author left there; null: everything. */
  readonly author: string | null;
  /** The scope that its frames get; null: each keeps its own. */
  readonly scope: FrameScope | null;
  /** What the file of the receiving mind names as its owner. */
  readonly owner: string;
}

export interface Absorbed {
  readonly moved: number;
  readonly known: number;
}

const rowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)])));
const idSchema = z.object({ id: z.number() });
const refsSchema = z.array(z.object({ frame_id: z.number(), ref_id: z.number(), kind: z.string() }));

/**
 * Takes everything of another mind, or what one author left there, into this one and deletes it there. The other is locked
 * all the while, so that nothing that is saved there meanwhile is lost. A text that lives here in the same scope counts as known, whoever said it. Broken off
 * in between, it can be begun again: what has arrived is known by its hash.
 *
 * @throws an SQLite error SQLITE_BUSY while either of them is locked
 */
export function absorbMind(mind: OpenedMind, request: AbsorbRequest): Absorbed {
  if (inodeOf(request.from) === null) return { moved: 0, known: 0 };
  const from = openMind(request.from);
  try {
    return from
      .transaction(() => {
        const absorbed = mind.db.transaction(() => absorbAll(mind, from, request)).immediate();
        if (request.author === null) emptyTables(from);
        else eraseAuthor({ file: request.from, db: from }, { author: request.author });
        return absorbed;
      })
      .immediate();
  } finally {
    from.close();
  }
}

function absorbAll(mind: OpenedMind, from: Database, { scope, owner, author }: AbsorbRequest): Absorbed {
  const { db } = mind;
  db.prepare("INSERT INTO meta (key, value) VALUES ('owner', ?) ON CONFLICT DO NOTHING").run(owner);
  const ids = new Map<number, number>();
  const living = db.prepare(
    'SELECT id FROM frame WHERE norm_hash = @norm_hash AND scope = @scope AND valid_to IS NULL ORDER BY id LIMIT 1',
  );
  const ended = db.prepare(
    'SELECT id FROM frame WHERE norm_hash = @norm_hash AND created_at = @created_at AND valid_to = @valid_to LIMIT 1',
  );
  const meet = db.prepare(
    `UPDATE frame SET uses = uses + @uses, importance = max(importance, @importance), trust = max(trust, @trust),
       created_at = min(created_at, @created_at) WHERE id = @id`,
  );
  const insert = db.prepare(
    `INSERT INTO frame (kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, author, chat, message, turn,
       scope, valid_from, valid_to, expires_at, uses, last_use, created_at, fact_key, fact_about, fact_owner)
     VALUES (@kind, @gop_id, @t, @content, @norm_hash, @importance, @source, @confidence, @trust, @author, @chat, @message,
       @turn, @scope, @valid_from, @valid_to, @expires_at, @uses, @last_use, @created_at, @fact_key, @fact_about, @fact_owner)
     RETURNING id`,
  );
  let known = 0;
  const chosen = from.prepare('SELECT * FROM frame WHERE @author IS NULL OR author = @author ORDER BY id');
  const rows = rowsSchema.parse(chosen.all({ author }));
  for (const { base_id: _base, superseded_by: _by, id: oldId, ...row } of rows) {
    const frame = { ...row, scope: scope ?? row.scope };
    const { norm_hash, created_at, valid_to, uses, importance, trust } = row;
    const met =
      valid_to === null
        ? living.get({ norm_hash, scope: frame.scope })
        : ended.get({ norm_hash, created_at, valid_to });
    if (met === undefined) {
      const end = valid_to ?? factEnd(db, frame);
      const past = end === null ? undefined : ended.get({ norm_hash, created_at, valid_to: end });
      ids.set(Number(oldId), idSchema.parse(past ?? insert.get({ ...frame, valid_to: end })).id);
      continue;
    }
    const { id } = idSchema.parse(met);
    ids.set(Number(oldId), id);
    if (valid_to === null) {
      meet.run({ id, uses, importance, trust, created_at });
      nameFact(db, id, frame);
      known += 1;
    }
  }
  linkFrames(db, from, rows, ids);
  absorbKnowledge(db, from, ids);
  absorbSessions(db, from, author);
  absorbSignals(db, from, author);
  // What a mind is busy with and who its assistant is belong to no author.
  if (author === null) absorbLayers(db, from);
  return { moved: rows.filter((row) => row.valid_to === null).length - known, known };
}

/** What pointed from frame to frame does so again, by the new numbers. */
function linkFrames(
  db: Database,
  from: Database,
  rows: readonly Readonly<Record<string, unknown>>[],
  ids: ReadonlyMap<number, number>,
): void {
  const point = db.prepare(
    'UPDATE frame SET base_id = ifnull(@base, base_id), superseded_by = ifnull(@by, superseded_by) WHERE id = @id',
  );
  for (const row of rows) {
    const [base = null, by = null] = [ids.get(Number(row.base_id)), ids.get(Number(row.superseded_by))];
    if (base !== null || by !== null) point.run({ id: ids.get(Number(row.id)), base, by });
  }
  const refer = db.prepare('INSERT INTO frame_ref (frame_id, ref_id, kind) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  for (const { frame_id, ref_id, kind } of refsSchema.parse(from.prepare('SELECT * FROM frame_ref').all())) {
    const [frame, ref] = [ids.get(frame_id), ids.get(ref_id)];
    if (frame !== undefined && ref !== undefined && frame !== ref) refer.run(frame, ref, kind);
  }
}
