import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { roleSchema } from '../core/ports/accessStore.js';
import { type AuditLine, type AuditStore, auditDecisionSchema, auditKindSchema, NOBODY } from '../core/ports/audit.js';
import { preparedOnce } from './preparedOnce.js';

type Args<Method extends keyof AuditStore> = Parameters<AuditStore[Method]>[0];

const HOUR_MS = 3_600_000;
/** Lines that differ, of what people outside can cause at will. At worst some 40 MB in the 90 days that they are kept. */
const MAX_FLOOD_LINES = 100;

const COLUMNS = 'actor, about, role, chat, lane, turn, call, reason, summary';
const VALUES = '@actor, @about, @role, @chat, @lane, @turn, @call, @reason, @summary';

interface Row {
  readonly now: number;
  readonly kind: string;
  readonly decision: string;
  readonly actor: string;
  readonly about: string | null;
  readonly role: string | null;
  readonly chat: string | null;
  readonly lane: string | null;
  readonly turn: string | null;
  readonly call: string | null;
  readonly reason: string;
  readonly summary: string | null;
  readonly hour: number | null;
  readonly bucket: string | null;
}

const statements = preparedOnce((db) => ({
  append: db.prepare<Row>(
    `INSERT INTO access_log (at, last_at, kind, decision, hour, bucket, ${COLUMNS})
     VALUES (@now, @now, @kind, @decision, @hour, @bucket, ${VALUES})`,
  ),
  count: db.prepare<{ hour: number; bucket: string; now: number }>(
    'UPDATE access_log SET count = count + 1, last_at = @now WHERE hour = @hour AND bucket = @bucket',
  ),
  linesOfHour: db.prepare<[number], { lines: number }>('SELECT count(*) AS lines FROM access_log WHERE hour = ?'),
  newest: db.prepare<{ limit: number; actor: string | null }, unknown>(
    `SELECT * FROM (
       SELECT no, at, last_at AS lastAt, count, kind, decision, ${COLUMNS} FROM access_log
       WHERE @actor IS NULL OR actor = @actor OR about = @actor ORDER BY no DESC LIMIT @limit) ORDER BY no`,
  ),
}));

const text = z.string().nullable();
const rowSchema = z.object({
  no: z.number(),
  at: z.number(),
  lastAt: z.number(),
  count: z.number(),
  kind: auditKindSchema,
  decision: auditDecisionSchema,
  actor: z.string(),
  about: text,
  role: roleSchema.nullable(),
  chat: text,
  lane: text,
  turn: text,
  call: text,
  reason: z.string(),
  summary: text,
});

/** `AuditStore.append`. What can be a flood becomes a count, and beyond the bound of an hour one line for all. */
export function appendAudit(db: Database, event: Args<'append'>): void {
  const row = rowOf(event);
  if (event.flood !== true) {
    statements(db).append.run(row);
    return;
  }
  const hour = Math.floor(event.now / HOUR_MS);
  const { kind, decision, actor, about, chat, call, reason } = row;
  const bucket = JSON.stringify([kind, decision, actor, about, chat, call, reason]);
  if (countIn(db, hour, bucket, event.now)) return;
  const lines = statements(db).linesOfHour.get(hour)?.lines ?? 0;
  if (lines < MAX_FLOOD_LINES) {
    statements(db).append.run({ ...row, hour, bucket });
    return;
  }
  const rest = JSON.stringify([kind, decision]);
  if (countIn(db, hour, rest, event.now)) return;
  const nobody = { about: null, role: null, chat: null, lane: null, turn: null, call: null, summary: null };
  const reasonOfRest = 'more of the same than are written one by one in an hour';
  statements(db).append.run({ ...row, ...nobody, actor: NOBODY, reason: reasonOfRest, hour, bucket: rest });
}

/** `AuditStore.newest`. */
export function newestAudit(db: Database, { limit, actor }: Args<'newest'>): readonly AuditLine[] {
  return statements(db)
    .newest.all({ limit, actor: actor ?? null })
    .map((row) => lineOf(rowSchema.parse(row)));
}

const countIn = (db: Database, hour: number, bucket: string, now: number) =>
  statements(db).count.run({ hour, bucket, now }).changes > 0;

function rowOf({ flood: _, ...event }: Args<'append'>): Row {
  const { about, role, chat, lane, turn, call, summary } = event;
  return {
    ...event,
    about: about ?? null,
    role: role ?? null,
    chat: chat ?? null,
    lane: lane ?? null,
    turn: turn ?? null,
    call: call ?? null,
    summary: summary ?? null,
    hour: null,
    bucket: null,
  };
}

function lineOf({ about, role, chat, lane, turn, call, summary, ...line }: z.infer<typeof rowSchema>): AuditLine {
  return {
    ...line,
    ...(about === null ? {} : { about }),
    ...(role === null ? {} : { role }),
    ...(chat === null ? {} : { chat }),
    ...(lane === null ? {} : { lane }),
    ...(turn === null ? {} : { turn }),
    ...(call === null ? {} : { call }),
    ...(summary === null ? {} : { summary }),
  };
}
