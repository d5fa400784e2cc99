import { GrammyError, HttpError } from 'grammy';
import { z } from 'zod';
import { WaggleError } from '../../../core/errors.js';
import { TransportError } from './transport.js';

/** How a Bot API call failed. */
export type TelegramFailure =
  /** The server answered with an error: the call had no effect. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly description: string;
      /** Seconds of a 429 as milliseconds; null where none were named. */
      readonly retryAfterMs: number | null;
      /** Id of the supergroup that the chat has become. */
      readonly migrateTo: string | null;
    }
  /** The request surely never reached the server: no connection was made. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** The connection broke, or time ran out, when the request may already have been taken: it may have had its effect. */
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * A failed Bot API call. It stands in for the client library's errors, which carry the bot's token (inside the URL) and the
 * texts that were to be sent: neither may reach a log.
 */
export class TelegramCallError extends WaggleError {
  readonly method: string;
  readonly failure: TelegramFailure;

  constructor(method: string, failure: TelegramFailure) {
    super(
      isTokenRefused(failure) ? 'telegram-token' : 'telegram-call',
      `Telegram ${method}: ${describeFailure(failure)}`,
      {
        sentence: 'Telegram could not be reached. Please try again.',
      },
    );
    this.name = 'TelegramCallError';
    this.method = method;
    this.failure = failure;
  }
}

/** Whether the server says that the token is not, or no longer, good: 401, or 404 for one that it cannot even read. */
export function isTokenRefused(failure: TelegramFailure): boolean {
  return (
    failure.kind === 'answered' &&
    (failure.status === 401 || (failure.status === 404 && /^not found$/i.test(failure.description)))
  );
}

function describeFailure(failure: TelegramFailure): string {
  if (failure.kind === 'answered') return `${failure.status} ${failure.description}`;
  return failure.kind === 'unsent' ? `no connection (${failure.reason})` : `answer lost (${failure.reason})`;
}

const answerSchema = z.object({
  error_code: z.number().int(),
  description: z.string(),
  parameters: z
    .object({ retry_after: z.number().exactOptional(), migrate_to_chat_id: z.number().exactOptional() })
    .exactOptional(),
});

/** Reads what the client library threw. Keeps codes and Telegram's own description, nothing else. */
export function failureOf(thrown: unknown): TelegramFailure {
  if (thrown instanceof GrammyError) {
    const answer = answerSchema.safeParse(thrown);
    if (!answer.success) return { kind: 'lost', reason: 'the answer was not one of the Bot API' };
    const { error_code, description, parameters } = answer.data;
    return {
      kind: 'answered',
      status: error_code,
      description,
      retryAfterMs:
        parameters?.retry_after === undefined ? null : Math.max(0, Math.ceil(parameters.retry_after * 1000)),
      migrateTo: parameters?.migrate_to_chat_id === undefined ? null : String(parameters.migrate_to_chat_id),
    };
  }
  const cause = thrown instanceof HttpError ? thrown.error : thrown;
  if (cause instanceof TransportError) return { kind: cause.maySent ? 'lost' : 'unsent', reason: cause.reason };
  return { kind: 'lost', reason: cause instanceof Error ? cause.name : 'unknown' };
}
