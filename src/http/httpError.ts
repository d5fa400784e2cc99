import { WaggleError } from '../core/errors.js';

/** An answer to a caller that is not a success. `sentence` says what to do; it is sent as it stands. */
export class HttpError extends WaggleError {
  readonly status: HttpErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: HttpErrorStatus,
    code: string,
    sentence: string,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(code, sentence, { sentence, cause: options.cause });
    this.name = 'HttpError';
    this.status = status;
    this.headers = options.headers ?? {};
  }
}

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 500 | 503;

/** The body of every error answer. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

export function errorBody(code: string, message: string): ErrorBody {
  return { error: { code, message } };
}
