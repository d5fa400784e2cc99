/**
 * When and how often the endpoint is asked again. Counts and caps are the contract's (agent runtime 3.3); the statuses
 * beyond 429, 502, 503 and 504 and the Retry-After of a 503 are ours (spec runtime 1.5). Waits are before jitter.
 */

/** Retries so far; both counters start again after a success. */
export interface RetryState {
  readonly rateLimitRetries: number;
  readonly serverErrorRetries: number;
}

export const NO_RETRIES: RetryState = { rateLimitRetries: 0, serverErrorRetries: 0 };

export type RetryDecision =
  | ({ readonly kind: 'retry'; readonly waitMs: number } & RetryState)
  /** `reason` says whether the retries are used up or the status is final. */
  | { readonly kind: 'fatal'; readonly reason: string };

/** What is known of an answer whose status is not 2xx. */
export interface NonOkResponse {
  readonly status: number;
  /** The Retry-After header. */
  readonly retryAfter: string | null;
  readonly body: string;
  /** Milliseconds UTC, for Retry-After dates. */
  readonly now: number;
}

/** The count that is not retried any more: two waits happen before it. */
export const MAX_RETRIES = 3;
const RATE_LIMIT_CAP_MS = 60_000;
const SERVER_CAP_MS = 30_000;
const DEFAULT_RATE_LIMIT_MS = 5000;
const MIN_RATE_LIMIT_MS = 1000;
const BODY_CHARS = 500;

/** More than `randomJitter` adds to all waits of a call together. */
const JITTER_MS = 10_000;

/** No call lasts longer than this, whatever happens: all tries with their time limit, and all waits between them. */
export function longestCallMs(timeoutMs: number): number {
  const retries = MAX_RETRIES - 1;
  return (2 * retries + 1) * timeoutMs + retries * (RATE_LIMIT_CAP_MS + SERVER_CAP_MS) + JITTER_MS;
}

const isServerTrouble = (status: number) =>
  [408, 409, 425, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 529);

/**
 * A Retry-After value in milliseconds from now: seconds (at least one), or an HTTP date (0 when it is past). Null when
 * there is none or it cannot be read.
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d*)?$/.test(text)) return Math.max(MIN_RATE_LIMIT_MS, Math.floor(Number(text)) * 1000);
  // Without a letter it is no HTTP date, though `Date.parse` would read "-8" as one.
  if (!/[a-z]/i.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function backOff(count: number): number {
  return Math.min(1000 * 2 ** count, SERVER_CAP_MS);
}

/** What to do about an answer with an error status. */
export function handleNonOkResponse(response: NonOkResponse, state: RetryState): RetryDecision {
  const { status, retryAfter, now } = response;
  const detail = `LLM error (${status}): ${response.body.slice(0, BODY_CHARS)}`;
  if (status === 429) {
    const count = state.rateLimitRetries + 1;
    if (count >= MAX_RETRIES) return { kind: 'fatal', reason: `Rate limited ${count} times in a row. ${detail}` };
    const waitMs = Math.min(parseRetryAfter(retryAfter, now) ?? DEFAULT_RATE_LIMIT_MS, RATE_LIMIT_CAP_MS);
    return { ...state, kind: 'retry', waitMs, rateLimitRetries: count };
  }
  if (!isServerTrouble(status)) return { kind: 'fatal', reason: detail };
  const count = state.serverErrorRetries + 1;
  const limit = status === 500 ? 2 : MAX_RETRIES;
  if (count >= limit) return { kind: 'fatal', reason: `Server error ${count} times in a row. ${detail}` };
  const named = status === 503 ? parseRetryAfter(retryAfter, now) : null;
  const waitMs = Math.min(named ?? backOff(count), SERVER_CAP_MS);
  return { ...state, kind: 'retry', waitMs, serverErrorRetries: count };
}

/** What to do about a connection that failed, our own timeout, or a stream that broke. */
export function handleNetworkError(detail: string, state: RetryState): RetryDecision {
  const count = state.serverErrorRetries + 1;
  if (count >= MAX_RETRIES) return { kind: 'fatal', reason: `No answer ${count} times in a row. ${detail}` };
  return { ...state, kind: 'retry', waitMs: backOff(count), serverErrorRetries: count };
}
