import type { UserFacing } from './events.js';

/**
 * An error of Waggle's own: a stable `code` for logs and tests, a `message` with the detail for the operator, and a
 * `sentence` that may be shown to any user (no secrets, no addresses, no traces).
 */
export class WaggleError extends Error {
  readonly code: string;
  readonly sentence: string;

  constructor(code: string, message: string, options: { sentence?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'WaggleError';
    this.code = code;
    this.sentence = options.sentence ?? 'Something went wrong on our side. Please try again.';
  }

  /** The part of this error that a chat may show. */
  toUserFacing(): UserFacing {
    return { code: this.code, sentence: this.sentence };
  }
}

/** Wraps whatever was thrown, keeping it as the cause. */
export function toWaggleError(thrown: unknown, code = 'internal'): WaggleError {
  if (thrown instanceof WaggleError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new WaggleError(code, message, { cause: thrown });
}
