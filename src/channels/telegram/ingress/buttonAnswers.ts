import type { Clock } from '../../../core/clock.js';
import { heedGate } from '../../../core/heedGate.js';
import type { Log } from '../../../core/log.js';
import { accountKey, chatKey } from '../../../core/ports/egress.js';
import type { Gates } from '../../../core/ports/gates.js';
import type { MessagePlace } from '../updates/reading.js';
import type { TelegramApi } from '../wire/api.js';
import { QUERY_EXPIRED, says } from '../wire/descriptions.js';
import { TelegramCallError } from '../wire/failure.js';

/** answerCallbackQuery: text of at most 200 characters. */
const MAX_TEXT = 200;

/** The presser's client spins for about 15 s; milliseconds. */
const LONGEST_WAIT_MS = 10_000;

/** A 429 that names no time, milliseconds. */
const UNNAMED_WAIT_MS = 5_000;

const NEVER = new AbortController().signal;

/** Answers button presses, so that the presser's client stops spinning. Not worth waiting for, nor repeating. */
export interface ButtonAnswers {
  answer(query: string, text: string | null): void;
  /** Takes the buttons off a message: nobody is to press them again. */
  retire(place: MessagePlace): void;
  /** Resolves when no answer is in flight any more. */
  settled(): Promise<void>;
}

export function createButtonAnswers(deps: {
  api: TelegramApi;
  /** Id of the bot. */
  account: string;
  gates: Gates;
  clock: Clock;
  log: Log;
}): ButtonAnswers {
  const { api, account, gates, clock, log } = deps;
  const forAll = accountKey({ platform: 'telegram', account });

  /** @param key of the gate that a 429 closes */
  const heeding = <T>(key: string, call: () => Promise<T>): Promise<T> => {
    const limitOf = (thrown: unknown) => {
      const failure = thrown instanceof TelegramCallError ? thrown.failure : null;
      if (failure?.kind !== 'answered' || failure.status !== 429) return null;
      return { key, ms: failure.retryAfterMs ?? UNNAMED_WAIT_MS };
    };
    return heedGate(
      { gates, keys: [forAll, key], limitOf, longestWaitMs: LONGEST_WAIT_MS, clock, log, signal: NEVER },
      call,
    );
  };
  const inFlight = new Set<Promise<void>>();

  const send = async (query: string, text: string | null) => {
    try {
      const request = { callback_query_id: query, ...(text === null ? {} : { text: text.slice(0, MAX_TEXT) }) };
      await heeding(`${forAll}/answerCallbackQuery`, () =>
        api.call('answerCallbackQuery', (raw, s) => raw.answerCallbackQuery(request, s)),
      );
    } catch (thrown) {
      const failure = thrown instanceof TelegramCallError ? thrown.failure : null;
      const isLate = failure?.kind === 'answered' && says(failure.description, QUERY_EXPIRED);
      if (isLate) log.debug({ query }, 'a button press was answered too late');
      else log.warn({ err: thrown }, 'a button press could not be answered');
    }
  };

  const takeOff = async ({ chat, message }: MessagePlace) => {
    try {
      const request = { chat_id: chat, message_id: message };
      await heeding(chatKey({ platform: 'telegram', account, chat: String(chat) }), () =>
        api.call('editMessageReplyMarkup', (raw, s) => raw.editMessageReplyMarkup(request, s)),
      );
    } catch (thrown) {
      log.debug({ err: thrown, chat, message }, 'dead buttons could not be taken off a message');
    }
  };

  const own = (work: Promise<void>) => {
    const owned = work.finally(() => inFlight.delete(owned));
    inFlight.add(owned);
  };

  return {
    answer: (query, text) => own(send(query, text)),
    retire: (place) => own(takeOff(place)),
    settled: async () => {
      await Promise.all(inFlight);
    },
  };
}
