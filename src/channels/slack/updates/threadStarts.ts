import { z } from 'zod';
import type { Log } from '../../../core/log.js';
import type { SlackApi } from '../wire/api.js';
import { saidBy } from './content.js';
import { readText } from './readText.js';
import { contentSchema, type SlackContent } from './schema.js';

/** What a thread is about, for a bot that is called into it. */
export interface ThreadStarts {
  /**
   * The text of a thread's first message, for the first message that calls the bot there; null for later ones, for threads that the
   * bot began, and when Slack does not say in time.
   *
   * @param ts the calling message: asked again for it (it arrives as two events), the answer is the same
   */
  textFor(channel: string, thread: string, ts: string): Promise<string | null>;
}

const MAX_KEPT = 2_000;
/** A message is not held up longer than this for it, milliseconds. */
const TIMEOUT_MS = 1_000;

const answerSchema = z.looseObject({ messages: z.array(contentSchema).min(1) });

/** @param isOurs whether the bot wrote a message */
export function createThreadStarts(deps: {
  api: Pick<SlackApi, 'call'>;
  isOurs: (content: SlackContent) => boolean;
  log: Log;
}): ThreadStarts {
  const { api, isOurs, log } = deps;
  const asked = new Map<string, { readonly ts: string; readonly text: Promise<string | null> }>();

  const ask = async (channel: string, thread: string): Promise<string | null> => {
    try {
      const args = { channel, ts: thread, limit: 1 };
      const answer = await api.call('conversations.replies', args, answerSchema, { timeoutMs: TIMEOUT_MS });
      const [first] = answer.messages;
      if (first === undefined || first.ts !== thread || isOurs(first)) return null;
      return readText(saidBy(first), () => null) || null;
    } catch (thrown) {
      log.debug({ err: thrown, channel }, 'Slack does not say how a thread began');
      return null;
    }
  };

  return {
    textFor: async (channel, thread, ts) => {
      const key = `${channel}/${thread}`;
      const known = asked.get(key);
      if (known !== undefined) return known.ts === ts ? known.text : null;
      const text = ask(channel, thread);
      asked.set(key, { ts, text });
      for (const oldest of asked.keys()) {
        if (asked.size <= MAX_KEPT) break;
        asked.delete(oldest);
      }
      return text;
    },
  };
}
