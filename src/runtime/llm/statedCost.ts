import { addUsage, type Completion, NO_USAGE } from './completion.js';

/** LiteLLM's header with the cost of a response, USD. */
const COST_HEADER = 'x-litellm-response-cost';

/** What the tries of one completion have used and, where the endpoint said so for each of them, cost. */
export type Spent = Pick<Completion, 'usage' | 'costUsd'>;

export const NOTHING_SPENT: Spent = { usage: NO_USAGE, costUsd: 0 };

/** The sum of two tries; a cost that is known of one alone is not known of the sum. */
export function addSpent(before: Spent, next: Spent): Spent {
  const usage = addUsage(before.usage, next.usage);
  if (before.costUsd === undefined || next.costUsd === undefined) return { usage };
  return { usage, costUsd: before.costUsd + next.costUsd };
}

/** The completion with what all tries of it have used. */
export function withSpent({ text, toolCalls, finishReason }: Completion, spent: Spent): Completion {
  return { text, toolCalls, finishReason, ...spent };
}

/**
 * The completion with the cost that the header names; it wins over one in the body. The headers of a stream are sent
 * before the model has written anything, so a zero there means "not known yet".
 */
export function withStatedCost(completion: Completion, headers: Headers, isStream: boolean): Completion {
  const value = headers.get(COST_HEADER)?.trim() ?? '';
  const cost = /^\d/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(cost) || (isStream && cost === 0)) return completion;
  return { ...completion, costUsd: cost };
}
