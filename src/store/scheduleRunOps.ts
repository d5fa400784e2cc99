import type { Database } from 'better-sqlite3';
import type { LaneRef } from '../core/lane.js';
import type { InboundMessage } from '../core/message.js';
import { chatKeyOfLane } from '../core/ports/egress.js';
import type { Fired, ScheduleStore } from '../core/ports/scheduleStore.js';
import { MAX_SCHEDULE_FAILURES, type Schedule, type SchedulePause, scheduleIdOf } from '../core/schedule.js';
import { accept } from './acceptOps.js';
import { appendAudit } from './auditOps.js';
import { preparedOnce } from './preparedOnce.js';
import { pauseOf, readSchedule, SCHEDULE_COLUMNS, type ScheduleRow } from './scheduleRows.js';

type Args<Method extends keyof ScheduleStore> = Parameters<ScheduleStore[Method]>[0];

const statements = preparedOnce((db) => ({
  due: db.prepare<[number, number], ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM schedule
     WHERE next_due IS NOT NULL AND paused IS NULL AND next_due <= ? ORDER BY next_due LIMIT ?`,
  ),
  dueAt: db.prepare<[number, number], ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM schedule WHERE no = ? AND next_due = ? AND paused IS NULL`,
  ),
  byNo: db.prepare<[number], ScheduleRow>(`SELECT ${SCHEDULE_COLUMNS} FROM schedule WHERE no = ?`),
  isUnfinished: db.prepare<[number], { seq: number }>('SELECT seq FROM inbox WHERE seq = ? AND ended_at IS NULL'),
  moveOn: db.prepare<{ no: number; nextDue: number | null }>('UPDATE schedule SET next_due = @nextDue WHERE no = @no'),
  ran: db.prepare<{ no: number; nextDue: number | null; dueAt: number; seq: number; ended: number | null }>(
    `UPDATE schedule SET next_due = @nextDue, last_due = @dueAt, last_seq = @seq, runs = runs + 1, ended_at = @ended
     WHERE no = @no`,
  ),
  settle: db.prepare<{ no: number; turn: string; failures: number; paused: SchedulePause | null }>(
    'UPDATE schedule SET settled_turn = @turn, failures = @failures, paused = @paused WHERE no = @no',
  ),
  halt: db.prepare<{ no: number; why: SchedulePause }>(
    'UPDATE schedule SET paused = @why WHERE no = @no AND ended_at IS NULL AND paused IS NULL',
  ),
}));

/** `ScheduleStore.due`. A row that cannot be read is paused by the first who finds it, so that it hides no other. */
export function dueSchedules(
  db: Database,
  { now, limit }: Args<'due'>,
): { readonly due: readonly Schedule[]; readonly broken: readonly number[] } {
  const due: Schedule[] = [];
  const broken: number[] = [];
  for (const row of statements(db).due.all(now, limit)) {
    const schedule = readSchedule(row);
    if (schedule === null) broken.push(row.no);
    else due.push(schedule);
  }
  return { due, broken };
}

/** `ScheduleStore.fire`. */
export function fireSchedule(db: Database, { no, dueAt, nextDue, message, turn, now }: Args<'fire'>): Fired {
  const sql = statements(db);
  const row = sql.dueAt.get(no, dueAt);
  if (row === undefined) return { outcome: 'taken' };
  if (nextDue !== null && row.last_seq !== null && sql.isUnfinished.get(row.last_seq) !== undefined) {
    sql.moveOn.run({ no, nextDue });
    return { outcome: 'skipped' };
  }
  const stored = accept(db, { message, kind: 'main', turn, alone: true, now });
  sql.ran.run({ no, nextDue, dueAt, seq: stored.seq, ended: nextDue === null ? now : null });
  return { outcome: 'fired', lane: mainLane(message), turn: stored.turn };
}

/** `ScheduleStore.fireExtra`. */
export function fireExtraRun(db: Database, { no, message, turn, now }: Args<'fireExtra'>): LaneRef | null {
  if (statements(db).byNo.get(no) === undefined) return null;
  const stored = accept(db, { message, kind: 'main', turn, alone: true, now });
  return stored.outcome === 'stored' ? mainLane(message) : null;
}

/** `ScheduleStore.ofRun`. */
export function scheduleOfRun(db: Database, no: number): Schedule | null {
  const row = statements(db).byNo.get(no);
  return row === undefined ? null : readSchedule(row);
}

/** `ScheduleStore.settle`. */
export function settleScheduleRun(db: Database, { no, turn, end, now }: Args<'settle'>): SchedulePause | null {
  const sql = statements(db);
  const row = sql.byNo.get(no);
  if (row === undefined) return null;
  const paused = pauseOf(row);
  if (row.settled_turn === turn) return paused;
  const failures = end === 'done' ? 0 : row.failures + 1;
  const isOpen = row.ended_at === null && paused === null;
  const next = isOpen ? pauseAfter(end, failures) : paused;
  sql.settle.run({ no, turn, failures, paused: next });
  if (isOpen && next !== null) note(db, row, next, now);
  return next;
}

/** `ScheduleStore.halt`. */
export function haltSchedule(db: Database, { no, why, now }: Args<'halt'>): void {
  const sql = statements(db);
  const row = sql.byNo.get(no);
  if (row === undefined || sql.halt.run({ no, why }).changes === 0) return;
  note(db, row, why, now);
}

function pauseAfter(end: Args<'settle'>['end'], failures: number): SchedulePause | null {
  if (end === 'unreachable') return 'unreachable';
  return failures >= MAX_SCHEDULE_FAILURES ? 'failures' : null;
}

/** The operator's record of a schedule that goes on no more. */
function note(db: Database, { no, sender, lane }: ScheduleRow, why: SchedulePause, now: number): void {
  const reason = `${scheduleIdOf(no)} paused: ${why}`;
  const decision = why === 'access' ? 'refuse' : 'change';
  appendAudit(db, { kind: 'schedule', decision, actor: sender, chat: chatKeyOfLane(lane), lane, reason, now });
}

function mainLane(message: InboundMessage): LaneRef {
  return { id: message.lane, kind: 'main' };
}
