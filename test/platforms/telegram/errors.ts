/** Parameters of an error answer, as the Bot API names them. */
export interface ErrorParameters {
  retry_after?: number;
  migrate_to_chat_id?: number;
}

/**
 * An error answer of the Bot API. `blame` tells a request that is wrong in itself (`client`) from one that met a state of
 * the world: a deleted message, a blocked bot, a flood limit.
 */
export class ApiError extends Error {
  readonly code: number;
  readonly blame: 'client' | 'world';
  readonly parameters: ErrorParameters | undefined;

  constructor(code: number, description: string, blame: 'client' | 'world', parameters?: ErrorParameters) {
    super(description);
    this.name = 'ApiError';
    this.code = code;
    this.blame = blame;
    this.parameters = parameters;
  }
}

/** 400 for a request that no state of the world would make right. */
export function badRequest(what: string): ApiError {
  return new ApiError(400, `Bad Request: ${what}`, 'client');
}

/** 400 for a request that met an unlucky state of the world. */
export function worldRefuses(what: string): ApiError {
  return new ApiError(400, `Bad Request: ${what}`, 'world');
}

/** 403: the bot may not speak there (any more). */
export function forbidden(what: string): ApiError {
  return new ApiError(403, `Forbidden: ${what}`, 'world');
}

/** 409 of getUpdates and webhooks. */
export function conflict(what: string): ApiError {
  return new ApiError(409, `Conflict: ${what}`, 'world');
}

/** 429 with the seconds to wait. */
export function tooManyRequests(seconds: number): ApiError {
  return new ApiError(429, `Too Many Requests: retry after ${seconds}`, 'world', { retry_after: seconds });
}
