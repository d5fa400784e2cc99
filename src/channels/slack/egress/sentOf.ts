import type { Sent } from '../../../core/ports/egress.js';
import { GONE, HALF_DONE, NOT_NOW, UNREACHABLE } from '../wire/errorCodes.js';
import { SlackCallError } from '../wire/failure.js';

/** What is being done to a message. `send` must not be repeated when its outcome is not known. */
export type CallShape = 'send' | 'edit' | 'remove' | 'other';

/** Pause before a failed call is tried again, milliseconds. */
const RETRY_MS = 1_000;

/** What a call did that Slack says has failed half-way is in the history after this time. */
const SETTLED_MS = 5_000;

/**
 * What a failed call means. Posting is limited by channel, everything else by method for the whole workspace ("Rate limits"
 * in Slack's documentation).
 *
 * @param id the message that was edited or removed; null for the others
 */
export function sentOf(thrown: unknown, shape: CallShape, id: string | null): Sent {
  const retry = { ok: false, kind: 'retry', ms: RETRY_MS, cause: thrown } as const;
  const unsure = shape === 'send' ? ({ ok: false, kind: 'unknown', cause: thrown } as const) : retry;
  if (!(thrown instanceof SlackCallError)) return unsure;
  const { failure } = thrown;
  switch (failure.kind) {
    case 'unsent':
      return retry;
    case 'lost':
      return unsure;
    case 'limited':
      return { ok: false, kind: 'wait', ms: failure.retryAfterMs, scope: shape === 'send' ? 'chat' : 'limit' };
    case 'status':
      // Only 503 says that nobody took the request; behind another page it may have gone through.
      if (failure.status === 503) return retry;
      return failure.status >= 500 ? unsure : { ok: false, kind: 'refused', cause: thrown };
    case 'answered': {
      const { error } = failure;
      if (HALF_DONE.has(error)) return unsure.kind === 'unknown' ? { ...unsure, settledInMs: SETTLED_MS } : retry;
      if (NOT_NOW.has(error)) return retry;
      if (error === 'ratelimited') return { ok: false, kind: 'wait', ms: RETRY_MS, scope: 'chat' };
      if (shape === 'remove' && error === 'message_not_found' && id !== null) return { ok: true, id };
      if (shape !== 'send' && GONE.has(error)) return { ok: false, kind: 'gone', cause: thrown };
      if (UNREACHABLE.has(error)) return { ok: false, kind: 'unreachable', cause: thrown };
      return { ok: false, kind: 'refused', cause: thrown };
    }
  }
}
