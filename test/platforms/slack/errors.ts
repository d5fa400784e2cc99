/** Whether a refused call is wrong in itself (`client`) or met a state of the world: a deleted message, a lost membership. */
export type Blame = 'client' | 'world';

/** Additions to an error answer. */
export interface ErrorExtras {
  /** HTTP status; Slack answers nearly everything with 200. */
  status?: number;
  /** Seconds of the `Retry-After` header. */
  retryAfter?: number;
  /** What exactly is wrong, with a pointer into the blocks. */
  details?: readonly string[];
  /** Further fields of the answer. */
  fields?: Readonly<Record<string, unknown>>;
}

/** An error answer of the Web API: `{ ok: false, error }`. */
export class ApiError extends Error {
  readonly blame: Blame;
  readonly extras: ErrorExtras;

  constructor(error: string, blame: Blame, extras: ErrorExtras = {}) {
    super(error);
    this.name = 'ApiError';
    this.blame = blame;
    this.extras = extras;
  }
}

/** A call that no state of the world would make right. */
export function wrong(error: string, details: readonly string[] = []): ApiError {
  return new ApiError(error, 'client', details.length === 0 ? {} : { details });
}

/** A call that met an unlucky state of the world. */
export function unlucky(error: string): ApiError {
  return new ApiError(error, 'world');
}

/** 429 with the seconds to wait. */
export function rateLimited(seconds: number): ApiError {
  return new ApiError('ratelimited', 'world', { status: 429, retryAfter: seconds });
}

/** The answer's body. */
export function errorBody(error: ApiError): Record<string, unknown> {
  const { details, fields } = error.extras;
  if (details === undefined) return { ok: false, error: error.message, ...fields };
  const messages = details.map((detail) => `[ERROR] ${detail}`);
  return { ok: false, error: error.message, errors: details, response_metadata: { messages } };
}
