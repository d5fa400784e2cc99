/** Kinds of calls that cost money or start further work, so that their number in one turn is bounded. */
export type CallQuota = 'webSearch' | 'subAgent';

/** Calls of one turn at most (spec: turns and commands 4). */
export const CALL_QUOTAS: Readonly<Record<CallQuota, number>> = { webSearch: 50, subAgent: 50 };
