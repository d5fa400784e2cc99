import type { Log } from '../../../core/log.js';
import type { TelegramApi } from '../wire/api.js';
import { QUERY_EXPIRED, says } from '../wire/descriptions.js';
import { TelegramCallError } from '../wire/failure.js';

/** answerCallbackQuery: text of at most 200 characters. */
const MAX_TEXT = 200;

/** Answers button presses, so that the presser's client stops spinning. Not worth waiting for, nor repeating. */
export interface ButtonAnswers {
  answer(query: string, text: string | null): void;
  /** Resolves when no answer is in flight any more. */
  settled(): Promise<void>;
}

export function createButtonAnswers(deps: { api: TelegramApi; log: Log }): ButtonAnswers {
  const { api, log } = deps;
  const inFlight = new Set<Promise<void>>();

  const send = async (query: string, text: string | null) => {
    try {
      const request = { callback_query_id: query, ...(text === null ? {} : { text: text.slice(0, MAX_TEXT) }) };
      await api.call('answerCallbackQuery', (raw, s) => raw.answerCallbackQuery(request, s));
    } catch (thrown) {
      const failure = thrown instanceof TelegramCallError ? thrown.failure : null;
      const isLate = failure?.kind === 'answered' && says(failure.description, QUERY_EXPIRED);
      if (isLate) log.debug({ query }, 'a button press was answered too late');
      else log.warn({ err: thrown }, 'a button press could not be answered');
    }
  };

  return {
    answer: (query, text) => {
      const answer = send(query, text).finally(() => inFlight.delete(answer));
      inFlight.add(answer);
    },
    settled: async () => {
      await Promise.all(inFlight);
    },
  };
}
