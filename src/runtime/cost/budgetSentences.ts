import type { BudgetLine, BudgetWarning } from '../../core/ports/usage.js';

/** A text of the message catalogue by its key. */
export type Say = (key: string, args: Readonly<Record<string, string>>) => string;

interface Standing {
  readonly line: BudgetLine;
  readonly limitUsd: number;
  readonly spentUsd: number;
}

/** Cents where there are some, else as many places as it takes to show that something was spent. */
export function formatUsd(usd: number): string {
  return usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toFixed(4);
}

/** How much is spent, for those who may know: what everybody together has spent is not everybody's business. */
function figures({ line, limitUsd, spentUsd }: Standing, mayShowTotals: boolean, say: Say): string {
  if (!mayShowTotals && line.scope !== 'person') return '';
  return ` ${say('budget-figures', { spent: formatUsd(spentUsd), limit: formatUsd(limitUsd) })}`;
}

function wordsFor(standing: Standing, mayShowTotals: boolean, say: Say) {
  return {
    whose: say(`budget-of-${standing.line.scope}`, {}),
    figures: figures(standing, mayShowTotals, say),
  };
}

/** What a person is told whose call a hard budget refuses. */
export function refusalSentence(refused: Standing, timeZone: string, mayShowTotals: boolean, say: Say): string {
  return say('budget-refused', { ...wordsFor(refused, mayShowTotals, say), zone: timeZone });
}

/** What a person is told when a budget is nearly or wholly used up. */
export function warningSentence(warning: BudgetWarning, mayShowTotals: boolean, say: Say): string {
  const key = warning.percent === 100 ? 'budget-used-up' : 'budget-nearly-used';
  return say(key, { ...wordsFor(warning, mayShowTotals, say), percent: String(warning.percent) });
}
