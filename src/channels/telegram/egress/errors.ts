import type { Sent } from '../../../core/ports/egress.js';
import { ALREADY_REMOVED, CHAT_UNREACHABLE, NOT_EDITABLE, NOT_MODIFIED, says } from '../wire/descriptions.js';
import { isTokenRefused, TelegramCallError } from '../wire/failure.js';
import { tooLargeForUpload } from './upload.js';

/** What is being done. A `send` must not simply be repeated when its answer is lost. An upload is one. */
export type CallShape = 'send' | 'edit' | 'remove' | 'status';

/** Pause before a failed call is tried again, milliseconds. */
const RETRY_MS = 1_000;

/** A 429 without `retry_after` does not occur on Telegram's own server; a proxy's is taken to mean this. */
const UNNAMED_WAIT_MS = 5_000;

/**
 * What a failed call means (spec/channels.md, Telegram). A group's move to a new id is not handled here.
 *
 * @param id the message that was edited or removed; null for the others
 * @param scopeOf429 which gate a 429 is to close
 */
export function sentOf(
  thrown: unknown,
  shape: CallShape,
  id: string | null,
  scopeOf429: () => 'chat' | 'account',
): Sent {
  if (!(thrown instanceof TelegramCallError)) {
    return shape === 'send'
      ? { ok: false, kind: 'unknown', cause: thrown }
      : { ok: false, kind: 'retry', ms: RETRY_MS, cause: thrown };
  }
  const { failure } = thrown;
  if (failure.kind === 'unsent') return { ok: false, kind: 'retry', ms: RETRY_MS, cause: thrown };
  if (failure.kind === 'lost') {
    return shape === 'send'
      ? { ok: false, kind: 'unknown', cause: thrown }
      : { ok: false, kind: 'retry', ms: RETRY_MS, cause: thrown };
  }
  const { status, description } = failure;
  const tooLarge = tooLargeForUpload(thrown);
  if (tooLarge !== null) return { ok: false, kind: 'refused', cause: tooLarge };
  if (status === 429)
    return { ok: false, kind: 'wait', ms: failure.retryAfterMs ?? UNNAMED_WAIT_MS, scope: scopeOf429() };
  if (status >= 500) return { ok: false, kind: 'retry', ms: failure.retryAfterMs ?? RETRY_MS, cause: thrown };
  if (shape === 'edit' && id !== null && says(description, NOT_MODIFIED)) return { ok: true, id };
  if (shape === 'remove' && id !== null && says(description, ALREADY_REMOVED)) return { ok: true, id };
  if (shape === 'edit' && says(description, NOT_EDITABLE)) return { ok: false, kind: 'gone', cause: thrown };
  if (status === 403 || isTokenRefused(failure) || says(description, CHAT_UNREACHABLE)) {
    return { ok: false, kind: 'unreachable', cause: thrown };
  }
  return { ok: false, kind: 'refused', cause: thrown };
}
