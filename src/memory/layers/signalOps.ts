import { z } from 'zod';
import { type ImprovementSignal, SIGNAL_CATEGORIES, type SignalCategory } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { MAX_DUE, SIGNAL_RULES } from './signalRules.js';

const dueSchema = z.array(
  z.object({ category: z.enum(SIGNAL_CATEGORIES), key: z.string(), detail: z.string(), count: z.number() }),
);
const shownSchema = z.object({ surfaced_count: z.number().nullable() }).optional();

const statements = preparedOnce((db) => ({
  record: db.prepare(
    `INSERT INTO signal (category, key, author, detail, count, first_seen, last_seen, cooldown_until)
     VALUES (@category, @key, @author, @detail, 1, @now, @now,
       ifnull((SELECT max(cooldown_until) FROM signal WHERE category = @category AND key = @key), 0))
     ON CONFLICT DO UPDATE SET count = count + 1, detail = @detail, last_seen = @now`,
  ),
  isFresh: db.prepare('UPDATE signal SET surfaced_count = 0 WHERE category = @category AND key = @key'),
  due: db.prepare(
    `SELECT category, key, sum(count) AS count, (SELECT detail FROM signal d WHERE d.category = s.category AND d.key = s.key
         ORDER BY d.last_seen DESC LIMIT 1) AS detail
     FROM signal s WHERE category = @category GROUP BY category, key
     HAVING sum(count) >= @threshold AND max(last_seen) > @since AND max(cooldown_until) <= @now
     ORDER BY sum(count) DESC, max(last_seen) DESC LIMIT ${MAX_DUE}`,
  ),
  shown: db.prepare(
    'SELECT max(surfaced_count) AS surfaced_count FROM signal WHERE category = @category AND key = @key',
  ),
  rest: db.prepare(
    `UPDATE signal SET surfaced_count = surfaced_count + 1, cooldown_until = @until WHERE category = @category AND key = @key`,
  ),
}));

/** Counts something that happened. It still rests if it was just shown, but its next rest is the shortest again. */
export function recordSignal(
  mind: OpenedMind,
  signal: {
    readonly category: SignalCategory;
    readonly key: string;
    readonly detail: string;
    readonly author: string | null;
    readonly now: number;
  },
): void {
  const sql = statements(mind.db);
  const { category, key } = signal;
  sql.record.run({ ...signal, author: signal.author ?? '' });
  sql.isFresh.run({ category, key });
}

/** What was seen often enough and does not rest, the most frequent first. */
export function dueSignals(mind: OpenedMind, { now }: { readonly now: number }): ImprovementSignal[] {
  const { due } = statements(mind.db);
  return SIGNAL_CATEGORIES.flatMap((category) => {
    const { threshold, freshMs } = SIGNAL_RULES[category];
    return dueSchema.parse(due.all({ category, threshold, since: now - freshMs, now }));
  })
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_DUE);
}

/** They were shown: each rests, the longer the more often it was shown since it last happened. */
export function commitSurfaced(
  mind: OpenedMind,
  request: { readonly signals: readonly Pick<ImprovementSignal, 'category' | 'key'>[]; readonly now: number },
): void {
  const sql = statements(mind.db);
  for (const { category, key } of request.signals) {
    const shown = shownSchema.parse(sql.shown.get({ category, key }))?.surfaced_count ?? 0;
    const { restMs, maxRestMs } = SIGNAL_RULES[category];
    sql.rest.run({ category, key, until: request.now + Math.min(maxRestMs, restMs * 2 ** Math.min(shown, 20)) });
  }
}
