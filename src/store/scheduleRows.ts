import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { chatAddressSchema, senderSchema } from '../core/message.js';
import { personIdOf } from '../core/person.js';
import type { ScheduleView } from '../core/ports/scheduleStore.js';
import { SCHEDULE_PAUSES, type Schedule, type SchedulePause, scheduleRuleSchema } from '../core/schedule.js';
import { accountsOf } from './peopleOps.js';

/** A schedule before its JSON was looked at. */
export interface ScheduleRow {
  readonly no: number;
  /** Key of the account that made it. */
  readonly sender: string;
  readonly sender_data: string;
  readonly lane: string;
  readonly address: string;
  readonly rule: string;
  readonly zone: string;
  readonly prompt: string;
  readonly next_due: number | null;
  readonly last_due: number | null;
  readonly last_seq: number | null;
  readonly settled_turn: string | null;
  readonly runs: number;
  readonly failures: number;
  readonly paused: string | null;
  readonly ended_at: number | null;
}

export const SCHEDULE_COLUMNS =
  'no, sender, sender_data, lane, address, rule, zone, prompt, next_due, last_due, last_seq, settled_turn, runs, failures, paused, ended_at';

/** What a view sees. Parameters: `viewParams`. */
export const IS_SEEN = `(CASE WHEN @chat IS NULL THEN sender IN (SELECT value FROM json_each(@names))
  ELSE chat = @chat AND (@all = 1 OR sender IN (SELECT value FROM json_each(@names))) END)`;

export interface ViewParams {
  readonly names: string;
  readonly chat: string | null;
  readonly all: 0 | 1;
}

/** The person's own name and those of the accounts, as a JSON list: a schedule is kept under the account that made it. */
export function ownNames(db: Database, person: string): string {
  return JSON.stringify([...new Set([person, ...accountsOf(db, person).map(personIdOf)])]);
}

export function viewParams(db: Database, { person, group, seesAll }: ScheduleView): ViewParams {
  return { names: ownNames(db, person), chat: group, all: seesAll ? 1 : 0 };
}

const storedSchema = z.object({
  sender: senderSchema,
  address: chatAddressSchema,
  rule: scheduleRuleSchema,
  paused: z.enum(SCHEDULE_PAUSES).nullable(),
});

/** The schedule of a row, or null when what is stored is none (damage, or another version's shape). */
export function readSchedule(row: ScheduleRow): Schedule | null {
  const parsed = storedSchema.safeParse({
    sender: parseJson(row.sender_data),
    address: parseJson(row.address),
    rule: parseJson(row.rule),
    paused: row.paused,
  });
  if (!parsed.success) return null;
  const { no, zone, prompt, lane, runs, failures } = row;
  return { no, zone, prompt, lane, runs, failures, nextDue: row.next_due, lastDue: row.last_due, ...parsed.data };
}

/** The pause of a row as it was written by this version's rules. */
export function pauseOf(row: Pick<ScheduleRow, 'paused'>): SchedulePause | null {
  return z.enum(SCHEDULE_PAUSES).nullable().catch('broken').parse(row.paused);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
