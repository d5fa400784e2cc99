import type { Database } from 'better-sqlite3';
import type {
  BudgetScope,
  BudgetWarning,
  PricedBy,
  ReserveRequest,
  ReserveResult,
  SettleUsageRequest,
  SettleUsageResult,
  Spender,
} from '../core/ports/usage.js';
import { type LineState, limitedLines, linesOf } from './budgetOps.js';
import { toNano, toNanoUp, toUsd } from './money.js';
import { preparedOnce } from './preparedOnce.js';

/** From this share of a budget on a person is told. */
const WARN_FROM = 0.8;

/** Expired reservations that one operation clears: more wait for the next one. */
const EXPIRED_AT_ONCE = 100;

interface ReservationRow extends Pick<Spender, 'chat' | 'person' | 'persona'> {
  readonly id: number;
  readonly day: string;
  readonly cost: number;
}

interface WarningRow {
  readonly scope: BudgetScope;
  readonly subject: string;
  readonly percent: 80 | 100;
  readonly daily: number;
  readonly spent: number;
}

const RESERVATION = 'id, day, chat, person, persona, cost FROM reservation';

const statements = preparedOnce((db) => ({
  reserve: db.prepare<ReservationRow & { turn: string; attempt: number; expiresAt: number }>(
    `INSERT INTO reservation (day, turn, attempt, chat, person, persona, cost, expires_at)
     VALUES (@day, @turn, @attempt, @chat, @person, @persona, @cost, @expiresAt)`,
  ),
  byId: db.prepare<[number], ReservationRow>(`SELECT ${RESERVATION} WHERE id = ?`),
  expired: db.prepare<[number, number], ReservationRow>(`SELECT ${RESERVATION} WHERE expires_at <= ? LIMIT ?`),
  ofEarlierAttempts: db.prepare<[string, number], ReservationRow>(
    `SELECT ${RESERVATION} WHERE turn = ? AND attempt < ?`,
  ),
  free: db.prepare<[number]>('DELETE FROM reservation WHERE id = ?'),
  book: db.prepare<{ day: string; scope: BudgetScope; subject: string; spent: number; reserved: number }>(
    `INSERT INTO spending (day, scope, subject, spent, reserved) VALUES (@day, @scope, @subject, @spent, @reserved)
     ON CONFLICT DO UPDATE SET spent = spent + excluded.spent, reserved = reserved + excluded.reserved`,
  ),
  addUsage: db.prepare<
    Omit<Spender, 'attempt'> & {
      day: string;
      model: string;
      input: number;
      output: number;
      cost: number;
      pricedBy: PricedBy;
      now: number;
    }
  >(
    `INSERT INTO usage (day, turn, lane, chat, person, persona, model, input_tokens, output_tokens, cost, priced_by, at)
     VALUES (@day, @turn, @lane, @chat, @person, @persona, @model, @input, @output, @cost, @pricedBy, @now)`,
  ),
  warn: db.prepare<WarningRow & { day: string; person: string; turn: string }>(
    `INSERT OR IGNORE INTO budget_warning (day, scope, subject, person, percent, turn, daily, spent)
     VALUES (@day, @scope, @subject, @person, @percent, @turn, @daily, @spent)`,
  ),
  warnings: db.prepare<[string], WarningRow>(
    `SELECT scope, subject, percent, daily, spent FROM budget_warning AS w WHERE turn = ?
       AND NOT EXISTS (SELECT 1 FROM budget_warning AS higher WHERE higher.turn = w.turn AND higher.day = w.day
         AND higher.scope = w.scope AND higher.subject = w.subject AND higher.percent > w.percent)
     ORDER BY scope, subject`,
  ),
}));

/** `UsageStore.reserve`. Writes nothing where no limit holds, so that it costs no commit then. */
export function reserve(db: Database, request: ReserveRequest): ReserveResult {
  const { spender, day, policy, now } = request;
  const cost = toNanoUp(request.usd);
  if (cost === 0 || limitedLines(db, spender, day, policy).length === 0) {
    return { kind: 'granted', reservation: null, leftUsd: null };
  }
  const sql = statements(db);
  for (const row of sql.expired.all(now, EXPIRED_AT_ONCE)) release(db, row);
  for (const row of sql.ofEarlierAttempts.all(spender.turn, spender.attempt)) release(db, row);

  const limited = limitedLines(db, spender, day, policy);
  const full = limited.find((line) => line.mode === 'hard' && line.spent + line.reserved + cost > line.daily);
  if (full !== undefined) {
    const { scope, subject, daily, spent } = full;
    return { kind: 'refused', line: { scope, subject }, limitUsd: toUsd(daily), spentUsd: toUsd(spent) };
  }
  const { turn, attempt, chat, person, persona } = spender;
  const row = { id: 0, day, turn, attempt, chat, person, persona, cost, expiresAt: request.expiresAt };
  const id = Number(sql.reserve.run(row).lastInsertRowid);
  for (const line of linesOf(spender)) sql.book.run({ ...line, day, spent: 0, reserved: cost });
  return { kind: 'granted', reservation: id, leftUsd: leftOf(limited, cost) };
}

/** `UsageStore.settle`. What a call turned out to cost counts whatever became of its reservation. */
export function settleUsage(db: Database, request: SettleUsageRequest): SettleUsageResult {
  const { spender, day, entries, now } = request;
  const sql = statements(db);
  const reserved = request.reservation === null ? undefined : sql.byId.get(request.reservation);
  if (reserved !== undefined) release(db, reserved);
  let spent = 0;
  for (const { model, inputTokens, outputTokens, usd, pricedBy } of entries) {
    const cost = toNano(usd);
    spent += cost;
    const { turn, lane, chat, person, persona } = spender;
    const who = { turn, lane, chat, person, persona };
    sql.addUsage.run({ ...who, day, model, input: inputTokens, output: outputTokens, cost, pricedBy, now });
  }
  if (spent > 0) for (const line of linesOf(spender)) sql.book.run({ ...line, day, spent, reserved: 0 });

  const limited = limitedLines(db, spender, day, request.policy);
  for (const line of limited) noteWarning(db, line, spender, day);
  return {
    warnings: limited.length === 0 ? [] : warningsOf(db, spender.turn),
    leftUsd: leftOf(limited, 0),
  };
}

/** `UsageStore.warningsOf`. */
export function warningsOf(db: Database, turn: string): readonly BudgetWarning[] {
  return statements(db)
    .warnings.all(turn)
    .map(({ scope, subject, percent, daily, spent }) => ({
      line: { scope, subject },
      percent,
      limitUsd: toUsd(daily),
      spentUsd: toUsd(spent),
    }));
}

/** What the tightest hard line leaves after `cost` more, USD. */
function leftOf(limited: readonly LineState[], cost: number): number | null {
  const hard = limited.filter((line) => line.mode === 'hard');
  if (hard.length === 0) return null;
  return toUsd(Math.min(...hard.map((line) => line.daily - line.spent - line.reserved)) - cost);
}

function release(db: Database, row: ReservationRow): void {
  const sql = statements(db);
  sql.free.run(row.id);
  for (const line of linesOf(row)) sql.book.run({ ...line, day: row.day, spent: 0, reserved: -row.cost });
}

/** Once for each person, line, day and percentage: the turn that comes first has it. Being told of 100 % includes 80 %. */
function noteWarning(db: Database, line: LineState, spender: Spender, day: string): void {
  const { scope, subject, daily, spent } = line;
  if (spent < daily * WARN_FROM) return;
  const row = { day, scope, subject, person: spender.person, turn: spender.turn, daily, spent };
  statements(db).warn.run({ ...row, percent: 80 });
  if (spent >= daily) statements(db).warn.run({ ...row, percent: 100 });
}
