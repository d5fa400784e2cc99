import { z } from 'zod';
import { pickLanguage, wordingIn } from '../../../reply/catalogue/catalogue.js';
import type { People } from '../updates/people.js';
import type { SlackApi } from '../wire/api.js';
import type { Errands } from './errands.js';

/** What a new thread of the assistant view suggests, by keys of the catalogue; at most 4. */
const PROMPTS = ['prompt-abilities', 'prompt-summary', 'prompt-draft'] as const;

/** Threads whose title waits for their first message; those opened lately, so few. */
const MAX_KEPT = 1_000;

const MAX_TITLE = 60;

/** Threads of the assistant view: suggestions when one opens, and a title from its first message. */
export interface AssistantThreads {
  /** @param user whose view it is, in whose language the suggestions are; null where Slack does not say */
  opened(channel: string, thread: string, user: string | null): void;
  /** A person wrote in a thread. */
  said(channel: string, thread: string, text: string): void;
}

export function createAssistantThreads(
  api: Pick<SlackApi, 'call'>,
  people: Pick<People, 'find'>,
  errands: Errands,
): AssistantThreads {
  const suggest = async (channel: string, thread: string, user: string | null) => {
    const person = user === null ? null : await people.find(user);
    const { text } = wordingIn(pickLanguage([person?.locale]));
    const prompts = PROMPTS.map((key) => ({ title: text(key, {}), message: text(`${key}-text`, {}) }));
    const args = { channel_id: channel, thread_ts: thread, prompts };
    return api.call('assistant.threads.setSuggestedPrompts', args, z.unknown());
  };

  const untitled = new Set<string>();
  return {
    opened: (channel, thread, user) => {
      untitled.add(`${channel}/${thread}`);
      for (const oldest of untitled) {
        if (untitled.size <= MAX_KEPT) break;
        untitled.delete(oldest);
      }
      errands.run('suggesting prompts', () => suggest(channel, thread, user));
    },
    said: (channel, thread, text) => {
      const [line = ''] = text.trim().split('\n', 1);
      if (line === '' || !untitled.delete(`${channel}/${thread}`)) return;
      const title = line.slice(0, MAX_TITLE).replace(/[\ud800-\udbff]$/, '');
      const args = { channel_id: channel, thread_ts: thread, title };
      errands.run('giving a thread its title', () => api.call('assistant.threads.setTitle', args, z.unknown()));
    },
  };
}
