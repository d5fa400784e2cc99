import { webApi } from '@slack/bolt';
import { WaggleError } from '../../../core/errors.js';
import { TOKEN_REFUSED } from './errorCodes.js';
import { TransportError } from './transport.js';

/** How a call to Slack failed. */
export type SlackFailure =
  /** `{ ok: false, error }`. */
  | { readonly kind: 'answered'; readonly error: string; readonly details: readonly string[] }
  /** 429. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number }
  /** Another status than 200 and 429: something between us and the Web API answered. */
  | { readonly kind: 'status'; readonly status: number }
  /** The request surely never reached the server: no connection was made. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** The connection broke, time ran out or the answer was no answer, when the request may already have had its effect. */
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * A failed call. It stands in for the client library's errors, which can carry the texts that were to be sent and headers:
 * neither may reach a log.
 */
export class SlackCallError extends WaggleError {
  readonly method: string;
  readonly failure: SlackFailure;

  constructor(method: string, failure: SlackFailure) {
    super(isTokenRefused(failure) ? 'slack-token' : 'slack-call', `Slack ${method}: ${describeFailure(failure)}`, {
      sentence: 'Slack could not be reached. Please try again.',
    });
    this.name = 'SlackCallError';
    this.method = method;
    this.failure = failure;
  }
}

/** Whether Slack says that the token is not, or no longer, good. */
export function isTokenRefused(failure: SlackFailure): boolean {
  return failure.kind === 'answered' && TOKEN_REFUSED.has(failure.error);
}

/** Whether a call failed with one of these errors of the Web API. */
export function saysOneOf(thrown: unknown, errors: ReadonlySet<string>): boolean {
  return thrown instanceof SlackCallError && thrown.failure.kind === 'answered' && errors.has(thrown.failure.error);
}

function describeFailure(failure: SlackFailure): string {
  switch (failure.kind) {
    case 'answered':
      return [failure.error, ...failure.details].join('; ');
    case 'limited':
      return `too many calls, wait ${failure.retryAfterMs} ms`;
    case 'status':
      return `status ${failure.status}`;
    case 'unsent':
      return `no connection (${failure.reason})`;
    case 'lost':
      return `answer lost (${failure.reason})`;
  }
}

/** A page of a proxy in place of JSON ends up in `error` as it is (web-api 8.2, buildResult). */
const ERROR_CODE = /^[a-z][\w:.-]{0,99}$/i;

/** Reads what the client library threw. Keeps codes and what Slack says of the blocks, nothing else. */
export function failureOf(thrown: unknown): SlackFailure {
  if (thrown instanceof webApi.WebAPIPlatformError) {
    const { error, response_metadata: metadata } = thrown.data;
    if (typeof error !== 'string' || !ERROR_CODE.test(error)) return { kind: 'lost', reason: 'the answer is no JSON' };
    const details = (metadata?.messages ?? []).slice(0, 5).map((line) => line.slice(0, 300));
    return { kind: 'answered', error, details };
  }
  if (thrown instanceof webApi.WebAPIRateLimitedError) {
    return { kind: 'limited', retryAfterMs: Math.max(0, thrown.retryAfter * 1000) };
  }
  if (thrown instanceof webApi.WebAPIHTTPError) return { kind: 'status', status: thrown.statusCode };
  const cause = thrown instanceof webApi.WebAPIRequestError ? thrown.original : thrown;
  if (cause instanceof TransportError) return { kind: cause.maySent ? 'lost' : 'unsent', reason: cause.reason };
  return { kind: 'lost', reason: cause instanceof Error ? cause.name : 'unknown' };
}
