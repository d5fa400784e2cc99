import type { Database } from 'better-sqlite3';
import type { Checkpoint, Conversation, TakenBack } from '../core/ports/conversation.js';
import { preparedOnce } from './preparedOnce.js';

type Args<Method extends keyof Conversation> = Parameters<Conversation[Method]>[0];

/** How many checkpoints a lane keeps; the oldest goes. */
const MAX_CHECKPOINTS = 20;
/** `transcript.compacted` of a line that was taken back. */
const TAKEN_BACK = 2;

const LIVING = `lane = @lane AND compacted = 0
  AND coalesce(place, no) > coalesce((SELECT after_no FROM transcript_start WHERE lane = @lane), 0)`;

const statements = preparedOnce((db) => ({
  ends: db.prepare<{ lane: string }, { last: number; start: number; lines: number }>(
    `SELECT coalesce((SELECT max(no) FROM transcript WHERE lane = @lane), 0) AS last,
       coalesce((SELECT after_no FROM transcript_start WHERE lane = @lane), 0) AS start,
       (SELECT count(*) FROM transcript WHERE ${LIVING}) AS lines`,
  ),
  set: db.prepare<{ lane: string; name: string; last: number; start: number; by: string; now: number }>(
    `INSERT INTO checkpoint (lane, name, after_no, start_no, made_by, at) VALUES (@lane, @name, @last, @start, @by, @now)
     ON CONFLICT DO UPDATE SET after_no = excluded.after_no, start_no = excluded.start_no, made_by = excluded.made_by, at = excluded.at`,
  ),
  trim: db.prepare<{ lane: string }>(
    `DELETE FROM checkpoint WHERE lane = @lane AND name IN (
       SELECT name FROM checkpoint WHERE lane = @lane ORDER BY at DESC, after_no DESC, name LIMIT -1 OFFSET ${MAX_CHECKPOINTS})`,
  ),
  list: db.prepare<[string], Checkpoint>(
    'SELECT name, at FROM checkpoint WHERE lane = ? ORDER BY at DESC, after_no DESC, name',
  ),
  find: db.prepare<[string, string], { after_no: number; start_no: number }>(
    'SELECT after_no, start_no FROM checkpoint WHERE lane = ? AND name = ?',
  ),
  takeBackAfter: db.prepare<{ lane: string; after: number }>(
    `UPDATE transcript SET compacted = ${TAKEN_BACK}
     WHERE lane = @lane AND compacted < ${TAKEN_BACK} AND (no > @after AND role <> 'summary' OR role = 'summary' AND place > @after)`,
  ),
  bringBack: db.prepare<{ lane: string; after: number }>(
    `UPDATE transcript SET compacted = 0 WHERE lane = @lane AND no <= @after AND compacted = 1 AND NOT EXISTS (
       SELECT 1 FROM transcript s WHERE s.lane = @lane AND s.role = 'summary' AND s.compacted = 0 AND s.place >= transcript.no)`,
  ),
  moveStart: db.prepare<{ lane: string; start: number; now: number }>(
    `INSERT INTO transcript_start (lane, after_no, at) VALUES (@lane, @start, @now)
     ON CONFLICT (lane) DO UPDATE SET after_no = excluded.after_no, at = excluded.at`,
  ),
  lastTurn: db.prepare<{ lane: string }, { turn: string; sender: string | null }>(
    `SELECT turn, sender FROM transcript WHERE ${LIVING} AND role <> 'summary' ORDER BY no DESC LIMIT 1`,
  ),
  asked: db.prepare<{ lane: string; turn: string }, { content: string }>(
    `SELECT content FROM transcript WHERE lane = @lane AND turn = @turn AND role = 'user' AND compacted = 0 ORDER BY no`,
  ),
  takeTurnBack: db.prepare<{ lane: string; turn: string }>(
    `UPDATE transcript SET compacted = ${TAKEN_BACK} WHERE lane = @lane AND turn = @turn AND role <> 'summary' AND compacted = 0`,
  ),
}));

/** `Conversation.setCheckpoint`. */
export function setCheckpoint(db: Database, { lane, name, by, now }: Args<'setCheckpoint'>): number {
  const sql = statements(db);
  const { last = 0, start = 0, lines = 0 } = sql.ends.get({ lane }) ?? {};
  sql.set.run({ lane, name, last, start, by, now });
  sql.trim.run({ lane });
  return lines;
}

/** `Conversation.checkpoints`. */
export function checkpoints(db: Database, lane: string): readonly Checkpoint[] {
  return statements(db).list.all(lane);
}

/** `Conversation.rollBack`: also across `/new` and `/clear`, and across summaries that were made since. */
export function rollBack(db: Database, { lane, name, now }: Args<'rollBack'>): number | null {
  const sql = statements(db);
  const point = sql.find.get(lane, name);
  if (point === undefined) return null;
  const { after_no: after, start_no: start } = point;
  sql.takeBackAfter.run({ lane, after });
  sql.bringBack.run({ lane, after });
  sql.moveStart.run({ lane, start, now });
  return sql.ends.get({ lane })?.lines ?? 0;
}

/** `Conversation.takeBack`. */
export function takeBack(db: Database, { lane, names }: Args<'takeBack'>): TakenBack {
  const sql = statements(db);
  const last = sql.lastTurn.get({ lane });
  if (last === undefined) return { outcome: 'nothing' };
  const { turn, sender } = last;
  if (names !== null && (sender === null || !names.includes(sender))) return { outcome: 'not-yours' };
  const asked = sql.asked.all({ lane, turn }).map(({ content }) => content);
  sql.takeTurnBack.run({ lane, turn });
  return { outcome: 'taken', asked: asked.join('\n\n') };
}
