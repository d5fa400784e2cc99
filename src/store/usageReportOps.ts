import type { Database } from 'better-sqlite3';
import type { ModelUsage, PricedBy, UsageEntry, UsageStore } from '../core/ports/usage.js';
import { toUsd } from './money.js';
import { preparedOnce } from './preparedOnce.js';

interface ModelRow {
  readonly model: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cost: number;
}

const SUMS = `SELECT model, count(*) AS calls, sum(input_tokens) AS input, sum(output_tokens) AS output, sum(cost) AS cost
  FROM usage`;

const statements = preparedOnce((db) => ({
  ofAll: db.prepare<[string], ModelRow>(`${SUMS} WHERE day = ? GROUP BY model ORDER BY cost DESC, model`),
  ofPerson: db.prepare<[string, string], ModelRow>(
    `${SUMS} WHERE day = ? AND person = ? GROUP BY model ORDER BY cost DESC, model`,
  ),
  byPerson: db.prepare<[string, number], { person: string; cost: number }>(
    'SELECT person, sum(cost) AS cost FROM usage WHERE day = ? GROUP BY person ORDER BY cost DESC, person LIMIT ?',
  ),
  ofTurn: db.prepare<[string], Omit<ModelRow, 'calls'> & { priced_by: PricedBy; at: number }>(
    `SELECT model, input_tokens AS input, output_tokens AS output, cost, priced_by, at FROM usage WHERE turn = ?
     ORDER BY no`,
  ),
}));

/** `UsageStore.byModel`. */
export function usageByModel(db: Database, request: Parameters<UsageStore['byModel']>[0]): readonly ModelUsage[] {
  const { day, person } = request;
  const sql = statements(db);
  const rows = person === undefined ? sql.ofAll.all(day) : sql.ofPerson.all(day, person);
  return rows.map(({ model, calls, input, output, cost }) => ({
    model,
    calls,
    inputTokens: input,
    outputTokens: output,
    usd: toUsd(cost),
  }));
}

/** `UsageStore.byPerson`. */
export function usageByPerson(
  db: Database,
  request: Parameters<UsageStore['byPerson']>[0],
): readonly { readonly person: string; readonly usd: number }[] {
  return statements(db)
    .byPerson.all(request.day, request.limit)
    .map(({ person, cost }) => ({ person, usd: toUsd(cost) }));
}

/** `UsageStore.ofTurn`. */
export function usageOfTurn(db: Database, turn: string): readonly (UsageEntry & { readonly at: number })[] {
  return statements(db)
    .ofTurn.all(turn)
    .map(({ model, input, output, cost, priced_by, at }) => ({
      model,
      inputTokens: input,
      outputTokens: output,
      usd: toUsd(cost),
      pricedBy: priced_by,
      at,
    }));
}
