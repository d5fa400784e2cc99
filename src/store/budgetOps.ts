import type { Database } from 'better-sqlite3';
import {
  type BudgetLimit,
  type BudgetLine,
  type BudgetMode,
  type BudgetPolicy,
  type BudgetScope,
  type BudgetState,
  EACH_SUBJECT,
  type Spender,
  type UsageStore,
} from '../core/ports/usage.js';
import { toNano, toUsd } from './money.js';
import { preparedOnce } from './preparedOnce.js';

type Subjects = Pick<Spender, 'chat' | 'person' | 'persona'>;

/** A budget line with the limit that holds for it and how it stands, in billionths of a USD. */
export interface LineState extends BudgetLine {
  readonly daily: number;
  readonly mode: BudgetMode;
  readonly spent: number;
  readonly reserved: number;
}

const statements = preparedOnce((db) => ({
  limit: db.prepare<[BudgetScope, string], { daily: number | null; mode: BudgetMode | null }>(
    'SELECT daily, mode FROM budget_limit WHERE scope = ? AND subject = ?',
  ),
  limits: db.prepare<[], { scope: BudgetScope; subject: string; daily: number | null; mode: BudgetMode | null }>(
    'SELECT scope, subject, daily, mode FROM budget_limit ORDER BY scope, subject',
  ),
  setLimit: db.prepare<BudgetLine & { daily: number | null; mode: BudgetMode | null; by: string; now: number }>(
    `INSERT INTO budget_limit (scope, subject, daily, mode, set_by, at)
     VALUES (@scope, @subject, @daily, @mode, @by, @now)
     ON CONFLICT DO UPDATE SET daily = excluded.daily, mode = excluded.mode, set_by = excluded.set_by, at = excluded.at`,
  ),
  spending: db.prepare<[string, BudgetScope, string], { spent: number; reserved: number }>(
    'SELECT spent, reserved FROM spending WHERE day = ? AND scope = ? AND subject = ?',
  ),
}));

/** The lines that a call counts towards, the widest first. */
export function linesOf(spender: Subjects): readonly BudgetLine[] {
  const { chat, person, persona } = spender;
  return [
    { scope: 'all', subject: '' },
    ...(persona === null ? [] : [{ scope: 'persona' as const, subject: persona }]),
    { scope: 'chat', subject: chat },
    { scope: 'person', subject: person },
  ];
}

/** The lines of a spender for which a limit holds: the subject's own, else the one for each subject, else the configured one. */
export function limitedLines(db: Database, spender: Subjects, day: string, policy: BudgetPolicy): readonly LineState[] {
  const sql = statements(db);
  return linesOf(spender).flatMap((line) => {
    const { scope, subject } = line;
    const set = sql.limit.get(scope, subject) ?? sql.limit.get(scope, EACH_SUBJECT);
    const configured = scope === 'all' && policy.dailyUsd !== null ? toNano(policy.dailyUsd) : null;
    const daily = set === undefined ? configured : set.daily;
    if (daily === null) return [];
    const { spent, reserved } = sql.spending.get(day, scope, subject) ?? { spent: 0, reserved: 0 };
    return [{ ...line, daily, mode: set?.mode ?? policy.mode, spent, reserved }];
  });
}

/** `UsageStore.states`. */
export function budgetStates(db: Database, request: Parameters<UsageStore['states']>[0]): readonly BudgetState[] {
  return limitedLines(db, request.spender, request.day, request.policy).map((line) => ({
    scope: line.scope,
    subject: line.subject,
    limitUsd: toUsd(line.daily),
    mode: line.mode,
    spentUsd: toUsd(line.spent),
    reservedUsd: toUsd(line.reserved),
  }));
}

/** `UsageStore.limits`. */
export function budgetLimits(db: Database): readonly BudgetLimit[] {
  return statements(db)
    .limits.all()
    .map(({ daily, ...limit }) => ({ ...limit, dailyUsd: daily === null ? null : toUsd(daily) }));
}

/** `UsageStore.setLimit`: a later one replaces an earlier one. */
export function setBudgetLimit(db: Database, request: Parameters<UsageStore['setLimit']>[0]): void {
  const { scope, subject, dailyUsd, mode, by, now } = request;
  const daily = dailyUsd === null ? null : toNano(dailyUsd);
  statements(db).setLimit.run({ scope, subject, daily, mode, by, now });
}
