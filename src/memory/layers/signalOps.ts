import { z } from 'zod';
import { type ImprovementSignal, SIGNAL_CATEGORIES, type SignalCategory } from '../../core/memory/layers.js';
import { preparedOnce } from '../../store/preparedOnce.js';
import type { OpenedMind } from '../threads/openedMind.js';
import { MAX_DUE, SIGNAL_RULES } from './signalRules.js';

const dueSchema = z.array(
  z.object({ category: z.enum(SIGNAL_CATEGORIES), key: z.string(), detail: z.string(), count: z.number() }),
);
const shownSchema = z.object({ surfaced_count: z.number() }).optional();

const statements = preparedOnce((db) => ({
  record: db.prepare(
    `INSERT INTO signal (category, key, detail, count, first_seen, last_seen) VALUES (@category, @key, @detail, 1, @now, @now)
     ON CONFLICT DO UPDATE SET count = count + 1, detail = @detail, last_seen = @now, surfaced_count = 0`,
  ),
  due: db.prepare(
    `SELECT category, key, detail, count FROM signal WHERE category = @category AND count >= @threshold
       AND last_seen > @since AND cooldown_until <= @now ORDER BY count DESC, last_seen DESC LIMIT ${MAX_DUE}`,
  ),
  shown: db.prepare('SELECT surfaced_count FROM signal WHERE category = @category AND key = @key'),
  rest: db.prepare(
    `UPDATE signal SET surfaced_count = surfaced_count + 1, cooldown_until = @until WHERE category = @category AND key = @key`,
  ),
}));

/** Counts something that happened. It still rests if it was just shown, but its next rest is the shortest again. */
export function recordSignal(
  mind: OpenedMind,
  signal: { readonly category: SignalCategory; readonly key: string; readonly detail: string; readonly now: number },
): void {
  statements(mind.db).record.run(signal);
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
