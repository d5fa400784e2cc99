import type { Database } from 'better-sqlite3';
import { personIdOf } from '../core/person.js';
import { chatKey } from '../core/ports/egress.js';
import type { CreatedSchedule, ScheduleStore } from '../core/ports/scheduleStore.js';
import { MAX_SCHEDULES, type Schedule } from '../core/schedule.js';
import { personOf } from './peopleOps.js';
import { preparedOnce } from './preparedOnce.js';
import {
  IS_SEEN,
  ownNames,
  readSchedule,
  SCHEDULE_COLUMNS,
  type ScheduleRow,
  type ViewParams,
  viewParams,
} from './scheduleRows.js';

type Args<Method extends keyof ScheduleStore> = Parameters<ScheduleStore[Method]>[0];

const OWN = 'sender IN (SELECT value FROM json_each(@names)) AND ended_at IS NULL';

const statements = preparedOnce((db) => ({
  byOrigin: db.prepare<[string], ScheduleRow>(`SELECT ${SCHEDULE_COLUMNS} FROM schedule WHERE origin = ?`),
  count: db.prepare<{ names: string }, { count: number }>(`SELECT count(*) AS count FROM schedule WHERE ${OWN}`),
  add: db.prepare<
    {
      origin: string;
      sender: string;
      senderData: string;
      lane: string;
      chat: string;
      address: string;
      rule: string;
      zone: string;
      prompt: string;
      by: string;
      now: number;
      nextDue: number | null;
    },
    ScheduleRow
  >(
    `INSERT INTO schedule (origin, sender, sender_data, lane, chat, address, rule, zone, prompt, made_by, made_at, next_due)
     VALUES (@origin, @sender, @senderData, @lane, @chat, @address, @rule, @zone, @prompt, @by, @now, @nextDue)
     RETURNING ${SCHEDULE_COLUMNS}`,
  ),
  list: db.prepare<ViewParams, ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM schedule WHERE ${IS_SEEN} AND ended_at IS NULL ORDER BY paused IS NOT NULL, next_due, no`,
  ),
  find: db.prepare<ViewParams & { no: number }, ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM schedule WHERE no = @no AND ${IS_SEEN} AND ended_at IS NULL`,
  ),
  remove: db.prepare<ViewParams & { no: number }>(
    `DELETE FROM schedule WHERE no = @no AND ${IS_SEEN} AND ended_at IS NULL`,
  ),
  pause: db.prepare<ViewParams & { no: number }>(
    `UPDATE schedule SET paused = coalesce(paused, 'person') WHERE no = @no AND ${IS_SEEN} AND ended_at IS NULL`,
  ),
  goOn: db.prepare<ViewParams & { no: number; nextDue: number }>(
    `UPDATE schedule SET paused = NULL, failures = 0, next_due = @nextDue
     WHERE no = @no AND ${IS_SEEN} AND ended_at IS NULL`,
  ),
}));

/** `ScheduleStore.create`. */
export function createSchedule(db: Database, request: Args<'create'>): CreatedSchedule {
  const { origin, sender, lane, address, rule, zone, prompt, by, nextDue, now } = request;
  const sql = statements(db);
  const known = sql.byOrigin.get(origin);
  const before = known === undefined ? null : readSchedule(known);
  if (before !== null) return { outcome: 'known', schedule: before };
  const account = { platform: address.platform, account: address.account, user: sender.user };
  const names = ownNames(db, personOf(db, account));
  if ((sql.count.get({ names })?.count ?? 0) >= MAX_SCHEDULES) return { outcome: 'full' };
  const row = sql.add.get({
    origin,
    sender: personIdOf(account),
    senderData: JSON.stringify(sender),
    lane,
    chat: chatKey(address),
    address: JSON.stringify(address),
    rule: JSON.stringify(rule),
    zone,
    prompt,
    by,
    nextDue,
    now,
  });
  const schedule = row === undefined ? null : readSchedule(row);
  if (schedule === null) throw new Error('a schedule that was just written cannot be read');
  return { outcome: 'created', schedule };
}

/** `ScheduleStore.list`. */
export function listSchedules(db: Database, view: Args<'list'>): readonly Schedule[] {
  return statements(db)
    .list.all(viewParams(db, view))
    .flatMap((row) => readSchedule(row) ?? []);
}

/** `ScheduleStore.find`. */
export function findSchedule(db: Database, { view, no }: Args<'find'>): Schedule | null {
  const row = statements(db).find.get({ ...viewParams(db, view), no });
  return row === undefined ? null : readSchedule(row);
}

/** `ScheduleStore.remove`. */
export function removeSchedule(db: Database, { view, no }: Args<'remove'>): boolean {
  return statements(db).remove.run({ ...viewParams(db, view), no }).changes > 0;
}

/** `ScheduleStore.setPaused`. What has paused for another reason keeps it. */
export function setSchedulePaused(db: Database, { view, no, ...change }: Args<'setPaused'>): boolean {
  const sql = statements(db);
  const seen = { ...viewParams(db, view), no };
  const { changes } = change.paused ? sql.pause.run(seen) : sql.goOn.run({ ...seen, nextDue: change.nextDue });
  return changes > 0;
}

/** `ScheduleStore.count`. */
export function countSchedules(db: Database, person: string): number {
  return statements(db).count.get({ names: ownNames(db, person) })?.count ?? 0;
}
