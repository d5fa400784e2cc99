import { accountKey } from '../core/ports/egress.js';
import type { Governor } from './governor.js';

/**
 * Typing is left out while this process has so many calls to an account on their way: a thousand chats that begin at once
 * would otherwise wait for a thousand of them.
 */
const TYPING_BELOW_CALLS = 10;
const RETRY_MS = 1_000;

/** A governor in which typing steps back where there is much to do. */
export function limitTyping(governor: Governor): Governor {
  /** Calls on their way, by account. */
  const onTheWay = new Map<string, number>();

  return {
    attempt: async (call, egress, run) => {
      const account = accountKey(call.address);
      const others = onTheWay.get(account) ?? 0;
      if (call.kind === 'status' && others >= TYPING_BELOW_CALLS) return { kind: 'wait', ms: RETRY_MS };
      onTheWay.set(account, others + 1);
      try {
        return await governor.attempt(call, egress, run);
      } finally {
        onTheWay.set(account, (onTheWay.get(account) ?? 1) - 1);
      }
    },
  };
}
