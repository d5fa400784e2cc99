import { z } from 'zod';
import type { SlackApi } from '../wire/api.js';
import type { Errands } from './errands.js';

/** What a new thread of the assistant view suggests; at most 4. */
const PROMPTS = [
  { title: 'What can you do?', message: 'What can you do?' },
  { title: 'Summarise something', message: 'Summarise this text for me: ' },
  { title: 'Draft a message', message: 'Help me to write a message to my team.' },
] as const;

/** Threads whose title waits for their first message; those opened lately, so few. */
const MAX_KEPT = 1_000;

const MAX_TITLE = 60;

/** Threads of the assistant view: suggestions when one opens, and a title from its first message. */
export interface AssistantThreads {
  opened(channel: string, thread: string): void;
  /** A person wrote in a thread. */
  said(channel: string, thread: string, text: string): void;
}

export function createAssistantThreads(api: SlackApi, errands: Errands): AssistantThreads {
  const untitled = new Set<string>();
  return {
    opened: (channel, thread) => {
      untitled.add(`${channel}/${thread}`);
      for (const oldest of untitled) {
        if (untitled.size <= MAX_KEPT) break;
        untitled.delete(oldest);
      }
      const args = { channel_id: channel, thread_ts: thread, prompts: PROMPTS };
      errands.run('suggesting prompts', () => api.call('assistant.threads.setSuggestedPrompts', args, z.unknown()));
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
