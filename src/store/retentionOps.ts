import type { Database } from 'better-sqlite3';
import { PASSING_KEYS } from '../core/ports/channelMemory.js';
import { OVERHEARD_MS } from '../core/ports/overheard.js';
import { preparedOnce } from './preparedOnce.js';
import type { RetentionPart } from './retentionParts.js';

const DAY_MS = 24 * 3600 * 1000;

/** What is kept how long (DESIGN.md section 4), in milliseconds. A turn's record outlives its journal for the lists. */
const KEEP_MS = {
  dedupe: 7 * DAY_MS,
  journal: 7 * DAY_MS,
  deliveries: 30 * DAY_MS,
  turns: 14 * DAY_MS,
  /** Counted from when the person was last told, so that an expired code does not mean another message. */
  pairings: 7 * DAY_MS,
  gates: DAY_MS,
  calls: DAY_MS,
  traces: 14 * DAY_MS,
  /** A year's bill and a month to look at it. */
  usage: 400 * DAY_MS,
  /** Totals and warnings of days that are over serve nothing; the days are local ones, so not to the hour. */
  budgetDays: 7 * DAY_MS,
  /** Long enough to look into what was noticed late. */
  audit: 90 * DAY_MS,
  /** The longest window is an hour. */
  rates: DAY_MS,
  /** Those that have ended: what ran is in the conversation. */
  schedules: 30 * DAY_MS,
} as const;

export interface RetentionSlice {
  readonly part: RetentionPart;
  /** Rows (for `journal`: turns) to delete at most; for `lanes` and `gates`, which no index orders by age: to look at. */
  readonly limit: number;
  /** Where the slice before ended, 0 in the first one. */
  readonly after: number;
  readonly now: number;
}

/** `deleted` counts rows. `next` is the `after` of the slice that is worth asking for, or null at the end. */
export interface RetentionAnswer {
  readonly deleted: number;
  readonly next: number | null;
}

const statements = preparedOnce((db) => ({
  dedupe: db.prepare<[number, number]>(
    `DELETE FROM dedupe WHERE (account, identity) IN (
       SELECT account, identity FROM dedupe AS d WHERE at < ?
         AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.seq = d.seq AND ended_at IS NULL) LIMIT ?)`,
  ),
  journaledTurns: db.prepare<[number, number], { seq: number }>(
    'SELECT seq FROM turn WHERE ended_at IS NOT NULL AND steps > 0 AND ended_at < ? ORDER BY ended_at LIMIT ?',
  ),
  dropJournal: db.prepare<[number]>('DELETE FROM journal WHERE turn = ?'),
  dropQuestions: db.prepare<[number]>('DELETE FROM question WHERE turn = ?'),
  forgetSteps: db.prepare<[number]>('UPDATE turn SET steps = 0 WHERE seq = ?'),
  deliveries: db.prepare<[number, number]>(
    `DELETE FROM delivery WHERE no IN (
       SELECT no FROM delivery AS d WHERE made_at < ?
         AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.id = d.turn AND turn.ended_at IS NULL) LIMIT ?)`,
  ),
  endedTurns: db.prepare<[number, number], { seq: number }>(
    'SELECT seq FROM turn WHERE ended_at IS NOT NULL AND ended_at < ? ORDER BY ended_at LIMIT ?',
  ),
  // Nobody could say any more whose words they were.
  blankDeliveries: db.prepare<[number]>(
    "UPDATE delivery SET payload = 'null' WHERE turn = (SELECT id FROM turn WHERE seq = ?)",
  ),
  dropTurn: db.prepare<[number]>('DELETE FROM turn WHERE seq = ?'),
  dropMessage: db.prepare<[number]>('DELETE FROM inbox WHERE seq = ?'),
  lanes: db.prepare<[number, number], { no: number }>('SELECT no FROM lane WHERE no > ? ORDER BY no LIMIT ?'),
  dropIdleLane: db.prepare<[number]>(
    `DELETE FROM lane WHERE no = ? AND head_seq IS NULL AND turn IS NULL AND owner IS NULL
       AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.lane = lane.no)
       AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.no)`,
  ),
  pairings: db.prepare<[number, number, number]>(
    `DELETE FROM pairing WHERE rowid IN (SELECT rowid FROM pairing WHERE expires_at <= ? AND told_at < ? LIMIT ?)`,
  ),
  gates: db.prepare<[number, number], { no: number }>('SELECT no FROM gate WHERE no > ? ORDER BY no LIMIT ?'),
  dropIdleGate: db.prepare<{ no: number; before: number; now: number }>(
    `DELETE FROM gate WHERE no = @no AND used_at < @before AND closed_until <= @now AND tat <= @now
       AND reserved_until <= @now`,
  ),
  calls: db.prepare<[number, number]>(
    'DELETE FROM call WHERE id IN (SELECT id FROM call WHERE call_until < ? LIMIT ?)',
  ),
  traces: db.prepare<[number, number]>(
    'DELETE FROM trace WHERE no IN (SELECT no FROM trace WHERE ended_at < ? ORDER BY ended_at LIMIT ?)',
  ),
  usage: db.prepare<[number, number]>(
    'DELETE FROM usage WHERE no IN (SELECT no FROM usage WHERE at < ? ORDER BY at LIMIT ?)',
  ),
  spending: db.prepare<[string, number]>(
    `DELETE FROM spending WHERE (day, scope, subject) IN (
       SELECT day, scope, subject FROM spending WHERE day < ? AND reserved = 0 LIMIT ?)`,
  ),
  warnings: db.prepare<[string, number]>(
    `DELETE FROM budget_warning WHERE (day, scope, subject, person, percent) IN (
       SELECT day, scope, subject, person, percent FROM budget_warning WHERE day < ? LIMIT ?)`,
  ),
  overheard: db.prepare<[number, number]>(
    'DELETE FROM overheard WHERE no IN (SELECT no FROM overheard WHERE at < ? ORDER BY at LIMIT ?)',
  ),
  seen: db.prepare<[string, string, number, number]>(
    `DELETE FROM channel_memory WHERE (account, key) IN (
       SELECT account, key FROM channel_memory WHERE substr(key, 1, length(?)) = ? AND at < ? LIMIT ?)`,
  ),
  rates: db.prepare<[number, number]>(
    `DELETE FROM rate_window WHERE (person, kind) IN (SELECT person, kind FROM rate_window WHERE started_at < ? LIMIT ?)`,
  ),
  audit: db.prepare<[number, number]>(
    'DELETE FROM access_log WHERE no IN (SELECT no FROM access_log WHERE at < ? ORDER BY at LIMIT ?)',
  ),
  schedules: db.prepare<[number, number]>(
    'DELETE FROM schedule WHERE no IN (SELECT no FROM schedule WHERE ended_at < ? ORDER BY ended_at LIMIT ?)',
  ),
}));

/**
 * Deletes a bounded number of old rows of one kind. Unfinished messages and turns, and everything that belongs to them,
 * stay whatever their age; transcripts and grants are not touched at all.
 */
export function retain(db: Database, { part, limit, after, now }: RetentionSlice): RetentionAnswer {
  const sql = statements(db);
  switch (part) {
    case 'dedupe':
      return counted(sql.dedupe.run(now - KEEP_MS.dedupe, limit).changes, limit);
    case 'journal':
      return dropJournals(db, now - KEEP_MS.journal, limit);
    case 'deliveries':
      return counted(sql.deliveries.run(now - KEEP_MS.deliveries, limit).changes, limit);
    case 'turns':
      return dropTurns(db, now - KEEP_MS.turns, limit);
    case 'calls':
      return counted(sql.calls.run(now - KEEP_MS.calls, limit).changes, limit);
    case 'traces':
      return counted(sql.traces.run(now - KEEP_MS.traces, limit).changes, limit);
    case 'usage':
      return counted(sql.usage.run(now - KEEP_MS.usage, limit).changes, limit);
    case 'spending':
      return counted(sql.spending.run(dayText(now - KEEP_MS.budgetDays), limit).changes, limit);
    case 'warnings':
      return counted(sql.warnings.run(dayText(now - KEEP_MS.budgetDays), limit).changes, limit);
    case 'overheard':
      return counted(sql.overheard.run(now - OVERHEARD_MS, limit).changes, limit);
    case 'seen':
      return counted(sql.seen.run(PASSING_KEYS, PASSING_KEYS, now - KEEP_MS.dedupe, limit).changes, limit);
    case 'audit':
      return counted(sql.audit.run(now - KEEP_MS.audit, limit).changes, limit);
    case 'rates':
      return counted(sql.rates.run(now - KEEP_MS.rates, limit).changes, limit);
    case 'schedules':
      return counted(sql.schedules.run(now - KEEP_MS.schedules, limit).changes, limit);
    case 'lanes':
      return walked(sql.lanes.all(after, limit), limit, (no) => sql.dropIdleLane.run(no).changes);
    case 'pairings':
      return counted(sql.pairings.run(now, now - KEEP_MS.pairings, limit).changes, limit);
    case 'gates': {
      const before = now - KEEP_MS.gates;
      return walked(sql.gates.all(after, limit), limit, (no) => sql.dropIdleGate.run({ no, before, now }).changes);
    }
  }
}

/** `2026-03-29`, of UTC. */
function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function dropJournals(db: Database, before: number, limit: number): RetentionAnswer {
  const sql = statements(db);
  const turns = sql.journaledTurns.all(before, limit);
  let deleted = 0;
  for (const { seq } of turns) {
    deleted += sql.dropJournal.run(seq).changes;
    sql.dropQuestions.run(seq);
    sql.forgetSteps.run(seq);
  }
  return { deleted, next: turns.length === limit ? 0 : null };
}

function dropTurns(db: Database, before: number, limit: number): RetentionAnswer {
  const sql = statements(db);
  const turns = sql.endedTurns.all(before, limit);
  for (const { seq } of turns) {
    sql.blankDeliveries.run(seq);
    sql.dropTurn.run(seq);
    sql.dropMessage.run(seq);
    sql.dropJournal.run(seq);
    sql.dropQuestions.run(seq);
  }
  return counted(turns.length, limit);
}

/** A slice that found as much as it may delete; the next one starts from the oldest again. */
function counted(deleted: number, limit: number): RetentionAnswer {
  return { deleted, next: deleted === limit ? 0 : null };
}

/** A slice that walks a table in key order. */
function walked(rows: readonly { no: number }[], limit: number, drop: (no: number) => number): RetentionAnswer {
  let deleted = 0;
  for (const { no } of rows) deleted += drop(no);
  return { deleted, next: rows.length === limit ? (rows.at(-1)?.no ?? null) : null };
}
