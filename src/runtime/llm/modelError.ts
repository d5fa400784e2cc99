import { WaggleError } from '../../core/errors.js';

/** A stream that ended without a finish reason or `[DONE]`, or whose connection failed. */
export class BrokenStream extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BrokenStream';
  }
}

/** An error that the endpoint reported inside a stream or body that began well; `status` is what it amounts to. */
export class ReportedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ReportedError';
    this.status = status;
  }
}

/** The model gave no answer: refused for good, or retries used up. `status` is the endpoint's, null without one. */
export class ModelError extends WaggleError {
  readonly status: number | null;

  constructor(code: string, message: string, options: { status: number | null; sentence: string; cause?: unknown }) {
    super(code, message, options);
    this.name = 'ModelError';
    this.status = options.status;
  }
}

const SENTENCES = {
  refused: 'The model service refused the request. The operator has to look at its settings.',
  credentials: 'The model service does not accept our credentials. The operator has to look at its settings.',
  notFound:
    'The model service does not know the configured model or address. The operator has to look at its settings.',
  tooLong: 'This conversation or message is too long for the model. Please send less at once.',
  limited: 'The model service is busy and asks us to wait. Please try again in a minute.',
  unavailable: 'The model service did not answer. Please try again in a moment.',
} as const;

/** How endpoints say that a prompt does not fit into the model's window. */
const TOO_LONG =
  /context[ _-]?(?:length|window)|maximum context|prompt is too long|too many (?:input )?tokens|input is too long/i;

/** The error for a status that is not retried (any more). */
export function errorOfStatus(status: number, detail: string, cause?: unknown): ModelError {
  const make = (code: string, sentence: string) => new ModelError(code, detail, { status, sentence, cause });
  if (status === 429) return make('model-rate-limited', SENTENCES.limited);
  if (status === 401 || status === 403) return make('model-credentials', SENTENCES.credentials);
  if (status === 404) return make('model-not-found', SENTENCES.notFound);
  if ((status === 400 || status === 413) && TOO_LONG.test(detail)) return make('model-too-long', SENTENCES.tooLong);
  if (status >= 500 || status === 408) return make('model-unavailable', SENTENCES.unavailable);
  return make('model-refused', SENTENCES.refused);
}

/** The error for a connection that cannot be made or kept. */
export function errorOfNetwork(detail: string, cause: unknown): ModelError {
  return new ModelError('model-unreachable', detail, { status: null, sentence: SENTENCES.unavailable, cause });
}

/** The error for an answer with status 200 that is none. */
export function errorOfUnreadable(detail: string, cause?: unknown): ModelError {
  return new ModelError('model-unreadable', detail, { status: 200, sentence: SENTENCES.unavailable, cause });
}
