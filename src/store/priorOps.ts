import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { personIdOf } from '../core/person.js';
import type { SessionNote } from '../core/ports/sessionNotes.js';
import type { PriorConversation, TranscriptEntry, Transcripts } from '../core/ports/transcripts.js';
import { isOwnLane, isOwnLine } from './ownLanes.js';
import { accountsOf } from './peopleOps.js';
import { preparedOnce } from './preparedOnce.js';

/** Lines of one account that are looked at for one of another lane. After so many in this one, others matter little. */
const LOOKED_AT = 200;
/** Notes of the conversation's lane that are given with it. */
const NOTES = 3;
/** `transcript.compacted` of lines that were taken back. */
const TAKEN_BACK = 2;

interface Last {
  readonly no: number;
  readonly lane: string;
}

const NAMES = '(SELECT value FROM json_each(@names))';
const SPOKEN = `t.role <> 'summary' AND t.compacted < ${TAKEN_BACK}`;

const statements = preparedOnce((db) => ({
  isOthers: db.prepare<{ lane: string; names: string }, { found: number }>(
    `SELECT 1 AS found FROM whereabouts WHERE lane = @lane AND (is_group = 1 OR person NOT IN ${NAMES}) LIMIT 1`,
  ),
  start: db.prepare<[string], { after_no: number }>('SELECT after_no FROM transcript_start WHERE lane = ?'),
  here: db.prepare<{ lane: string; start: number; accounts: string }, Last>(
    `SELECT t.no, t.lane FROM transcript t
     WHERE t.lane = @lane AND t.no <= @start AND ${SPOKEN} AND ${isOwnLine('t.sender')} ORDER BY t.no DESC LIMIT 1`,
  ),
  elsewhere: db.prepare<{ lane: string; account: string; names: string }, Last>(
    `SELECT l.no, l.lane FROM (SELECT max(t.no) AS no, t.lane FROM (SELECT no, lane, role, compacted FROM transcript
         WHERE sender = @account ORDER BY no DESC LIMIT ${LOOKED_AT}) t
       WHERE t.lane <> @lane AND ${SPOKEN} GROUP BY t.lane) l
     WHERE ${isOwnLane('l.lane')} ORDER BY l.no DESC LIMIT 1`,
  ),
  lines: db.prepare<{ lane: string; after: number; last: number; accounts: string; limit: number }, TranscriptEntry>(
    `SELECT t.turn, t.role, t.content, t.shown, t.at FROM transcript t
     WHERE t.lane = @lane AND t.no > @after AND t.no <= @last AND ${SPOKEN} AND ${isOwnLine('t.sender')}
     ORDER BY t.no DESC LIMIT @limit`,
  ),
  notes: db.prepare<{ lane: string; until: number; names: string; limit: number }, SessionNote>(
    `SELECT kind, content, at FROM session_note WHERE lane = @lane AND at <= @until AND person IN ${NAMES}
     ORDER BY no DESC LIMIT @limit`,
  ),
  run: db.prepare<[string], { state: string; tools: string | null }>(
    `SELECT state, (SELECT json_extract(data, '$.toolsUsed') FROM journal j
       WHERE j.turn = turn.seq AND json_extract(data, '$.type') = 'final' ORDER BY j.step DESC LIMIT 1) AS tools
     FROM turn WHERE id = ?`,
  ),
}));

const toolsSchema = z.array(z.string());

/**
 * `Transcripts.prior`. Whose words a line answers is told by its account, so that what an account said before it parted from
 * the person (`/unlink`) is not the person's any more.
 */
export function priorConversation(
  db: Database,
  { person, lane, limit }: Parameters<Transcripts['prior']>[0],
): PriorConversation | null {
  const sql = statements(db);
  const own = accountsOf(db, person).map(personIdOf);
  const [accounts, names] = [JSON.stringify(own), JSON.stringify([...new Set([person, ...own])])];
  if (sql.isOthers.get({ lane, names }) !== undefined) return null;
  const startOf = (id: string) => sql.start.get(id)?.after_no ?? 0;
  const ends = [
    sql.here.get({ lane, start: startOf(lane), accounts }),
    ...own.map((account) => sql.elsewhere.get({ lane, account, names })),
  ];
  const last = ends.reduce(
    (newest, end) => (end !== undefined && end.no > (newest?.no ?? 0) ? end : newest),
    undefined,
  );
  if (last === undefined) return null;
  const start = startOf(last.lane);
  const after = last.no > start ? start : 0;
  const lines = sql.lines.all({ lane: last.lane, after, last: last.no, accounts, limit }).reverse();
  const newest = lines.at(-1);
  if (newest === undefined) return null;
  const run = sql.run.get(newest.turn);
  return {
    lines,
    // Of a lane that was started afresh, what was noted since is of the conversation that goes on.
    notes: sql.notes
      .all({ lane: last.lane, until: last.lane === lane ? newest.at : Number.MAX_SAFE_INTEGER, names, limit: NOTES })
      .reverse(),
    lastRun: run === undefined ? null : { end: run.state, toolsUsed: toolsSchema.parse(JSON.parse(run.tools ?? '[]')) },
  };
}
