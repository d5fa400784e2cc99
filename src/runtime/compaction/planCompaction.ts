/** Figures of turns-and-commands.md section 10. */
export const COMPACT_AT_SHARE = 0.5;
const KEPT_FIRST_EXCHANGES = 4;
const KEPT_LAST_MESSAGES = 20;
const KEPT_LAST_SHARE = 0.2;
/** Where the first exchanges alone are too much (somebody pasted a book), those stay that fit this share of the threshold. */
const KEPT_FIRST_SHARE = 0.2;

/** One line of the history with its size. */
export interface SizedEntry {
  readonly role: 'user' | 'assistant' | 'summary';
  readonly tokens: number;
}

/** Which lines are summarised: `from` (inclusive) to `to` (exclusive). */
export interface CompactionPlan {
  readonly from: number;
  readonly to: number;
}

/**
 * What to summarise when a prompt is too large, or null when it is not, or when nothing lies between what is kept. The first four
 * exchanges stay (they set the task) unless what is kept would be too large again, and the newest lines: 20 of them, or as many as fit a fifth of the threshold when
 * those are fewer.
 *
 * @param fixedTokens tokens of the system text, the new messages and the tools
 */
export function planCompaction(
  entries: readonly SizedEntry[],
  fixedTokens: number,
  windowTokens: number,
): CompactionPlan | null {
  const threshold = windowTokens * COMPACT_AT_SHARE;
  const total = fixedTokens + tokensOf(entries);
  if (total <= threshold) return null;
  const to = startOfTail(entries, threshold * KEPT_LAST_SHARE);
  const first = endOfFirstExchanges(entries);
  const kept = fixedTokens + tokensOf(entries.slice(0, first)) + tokensOf(entries.slice(to));
  const from = kept > threshold ? endOfThoseThatFit(entries, first, threshold * KEPT_FIRST_SHARE) : first;
  return to - from >= 2 ? { from, to } : null;
}

/** Exchanges that stay as they are where somebody asks for a short conversation to be summarised. */
const KEPT_OF_SHORT = 2;
/** What is smaller than this, in tokens, a summary would hardly make smaller. */
const LEAST_ASKED_TOKENS = 400;

/**
 * What to summarise because somebody asks, however much room is left: what usually lies between the lines that are kept; of a
 * conversation that has next to nothing there, all but its last two exchanges. Null where that is next to nothing too.
 */
export function planAsked(entries: readonly SizedEntry[], windowTokens: number): CompactionPlan | null {
  const to = startOfTail(entries, windowTokens * COMPACT_AT_SHARE * KEPT_LAST_SHARE);
  const questions = entries.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  const plans = [
    { from: endOfFirstExchanges(entries), to },
    { from: 0, to: questions.at(-KEPT_OF_SHORT) ?? 0 },
  ];
  const isWorthIt = (plan: CompactionPlan) =>
    plan.to - plan.from >= 2 && tokensOf(entries.slice(plan.from, plan.to)) >= LEAST_ASKED_TOKENS;
  return plans.find(isWorthIt) ?? null;
}

function tokensOf(entries: readonly SizedEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.tokens, 0);
}

/** The end of the last whole exchange before `end` up to which the lines fit. */
function endOfThoseThatFit(entries: readonly SizedEntry[], end: number, budget: number): number {
  let fits = 0;
  for (let at = 1; at <= end && tokensOf(entries.slice(0, at)) <= budget; at += 1) {
    if (entries[at - 1]?.role === 'assistant' && entries[at]?.role !== 'assistant') fits = at;
  }
  return fits;
}

/** An exchange is a user's messages up to the end of the answer. */
function endOfFirstExchanges(entries: readonly SizedEntry[]): number {
  let exchanges = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.role === 'summary') return index;
    const isEnd = entry.role === 'assistant' && entries[index + 1]?.role !== 'assistant';
    if (isEnd) exchanges += 1;
    if (exchanges === KEPT_FIRST_EXCHANGES) return index + 1;
  }
  return entries.length;
}

function startOfTail(entries: readonly SizedEntry[], budget: number): number {
  let start = entries.length;
  let tokens = 0;
  while (start > 0 && entries.length - start < KEPT_LAST_MESSAGES) {
    tokens += entries[start - 1]?.tokens ?? 0;
    if (tokens > budget && start < entries.length) break;
    start -= 1;
  }
  // The tail begins with a user's line, so that no answer stands without its question, and holds the last exchange at least.
  while (start < entries.length && entries[start]?.role === 'assistant') start += 1;
  const lastQuestion = entries.findLastIndex((entry) => entry.role === 'user');
  return lastQuestion < 0 ? start : Math.min(start, lastQuestion);
}
