import type { Sent } from '../../../core/ports/egress.js';
import { NO_ACCESS, NOT_EDITABLE, OLD_EDITS, TOO_LARGE, UNKNOWN_MESSAGE, UNREACHABLE } from '../wire/codes.js';
import { DiscordCallError, isTokenRefused } from '../wire/failure.js';

/** What is being done. The outcome of a lost `create` is unknown; all others may simply be repeated. */
export type CallShape = 'create' | 'edit' | 'remove' | 'status';

/** Pause before a failed call is tried again, milliseconds. */
const RETRY_MS = 1_000;
/** A 429 that names no time, and a 403 of Discord's proxy, which has no code: an address that is banned for a while. */
const UNNAMED_WAIT_MS = 10_000;

const REQUEST_TIMEOUT = 408;

/** Discord's code of a failed call; null where there is none. */
export function codeOf(thrown: unknown): number | null {
  return thrown instanceof DiscordCallError && thrown.failure.kind === 'answered' ? thrown.failure.code : null;
}

/** Whether a file was larger than the place takes; a proxy says so without a code. */
export function isTooLarge(thrown: unknown): boolean {
  if (!(thrown instanceof DiscordCallError) || thrown.failure.kind === 'lost') return false;
  return thrown.failure.status === 413 || thrown.failure.code === TOO_LARGE;
}

/**
 * What a failed call means (spec/channels.md, Discord). Locks, archives and interactions' tokens are handled before.
 *
 * @param id the message that was edited or removed; null for the others
 */
export function sentOf(thrown: unknown, shape: CallShape, id: string | null): Sent {
  const again: Sent =
    shape === 'create'
      ? { ok: false, kind: 'unknown', cause: thrown }
      : { ok: false, kind: 'retry', ms: RETRY_MS, cause: thrown };
  if (!(thrown instanceof DiscordCallError) || thrown.failure.kind === 'lost') return again;
  const { status, code, retryAfterMs, scope } = thrown.failure;
  if (status === 429) {
    const ms = retryAfterMs ?? UNNAMED_WAIT_MS;
    // Up to an hour, for old messages only: the chat as a whole stays open.
    if (code === OLD_EDITS) return { ok: false, kind: 'retry', ms, cause: thrown };
    return { ok: false, kind: 'wait', ms, scope: scope === 'global' ? 'account' : 'chat' };
  }
  // A proxy's 5xx says nothing about what the server behind it did.
  if (status >= 500) return again;
  if (isTokenRefused(thrown.failure)) return { ok: false, kind: 'unreachable', cause: thrown };
  if (code === null) {
    // A proxy waited too long for what it was sent.
    if (status === REQUEST_TIMEOUT) return again;
    return status === 403
      ? { ok: false, kind: 'retry', ms: UNNAMED_WAIT_MS, cause: thrown }
      : { ok: false, kind: 'refused', cause: thrown };
  }
  if (code === UNKNOWN_MESSAGE && shape === 'remove' && id !== null) return { ok: true, id };
  if (shape === 'edit' && (code === UNKNOWN_MESSAGE || NOT_EDITABLE.has(code))) {
    return { ok: false, kind: 'gone', cause: thrown };
  }
  if (NO_ACCESS.has(code) || UNREACHABLE.has(code) || status === 403) {
    return { ok: false, kind: 'unreachable', cause: thrown };
  }
  return { ok: false, kind: 'refused', cause: thrown };
}
