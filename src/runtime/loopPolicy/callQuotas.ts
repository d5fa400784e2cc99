/** Kinds of calls that cost money or start further work, so that their number in one turn is bounded. */
export type CallQuota = 'webSearch' | 'subAgent';

/** Calls of one turn at most (spec: turns and commands 4). */
export const CALL_QUOTAS: Readonly<Record<CallQuota, number>> = { webSearch: 50, subAgent: 50 };

/** How many calls of each kind a turn has made. */
export interface CallCounter {
  isUsedUp(quota: CallQuota): boolean;
  count(quota: CallQuota): void;
}

export function createCallCounter(): CallCounter {
  const used = new Map<CallQuota, number>();
  return {
    isUsedUp: (quota) => (used.get(quota) ?? 0) >= CALL_QUOTAS[quota],
    count: (quota) => {
      used.set(quota, (used.get(quota) ?? 0) + 1);
    },
  };
}
