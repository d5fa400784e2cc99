import { z } from 'zod';
import { checkBlocks } from '../../test/platforms/slack/blocks/check.js';
import { textOfBlocks } from '../../test/platforms/slack/blocks/visibleText.js';
import type { CallLine } from './wireLine.js';

export const PLATFORM_NAMES = ['telegram', 'slack', 'discord'] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** What a call does to the messages of a chat. */
export type CallKind = 'send' | 'edit' | 'remove';

/** How one chat platform is measured. People have numbers; the chat is their direct messages with the bot. */
export interface Platform {
  readonly name: PlatformName;
  readonly title: string;
  readonly kinds: Readonly<Record<string, CallKind>>;
  /** Edits a second in one chat, and messages and edits a second of the whole account, as documented; null: not limited as a whole. */
  readonly permitted: { readonly chatEdits: number; readonly accountCalls: number | null };
  /** Environment of a gateway that uses the server, from what its `ready` line says. */
  envFor(ready: object): Readonly<Record<string, string>>;
  say(person: number, text: string): object;
  /** As many people as that write at once, none of them among those of `say`; `{n}` in the text is a number of their own. */
  sayMany(count: number, text: string): object;
  show(person: number): object;
  /** The text that a reader sees of a message or an edit. */
  textOf(call: CallLine): string;
}

const telegramReady = z.object({ url: z.string(), token: z.string() });
const slackReady = z.object({ url: z.string(), botToken: z.string(), appToken: z.string() });
const discordReady = z.object({ api: z.string(), token: z.string() });
const jsonText = z.string().transform((text): unknown => JSON.parse(text));

/** Telegram's people are numbers: a crowd begins here. */
const FIRST_OF_CROWD = 10_000;

const person = (number: number) => `person-${number}`;

/** Rates: test/platforms/telegram/flood.ts, slack/rates.ts and discord/rates.ts, which have them from the documentation. */
export const PLATFORMS: Readonly<Record<PlatformName, Platform>> = {
  telegram: {
    name: 'telegram',
    title: 'Telegram',
    kinds: { sendMessage: 'send', editMessageText: 'edit', deleteMessage: 'remove', deleteMessages: 'remove' },
    permitted: { chatEdits: 1, accountCalls: 30 },
    envFor: (ready) => {
      const { url, token } = telegramReady.parse(ready);
      return { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: url };
    },
    say: (user, text) => ({ say: { user, text } }),
    sayMany: (count, text) => ({ sayMany: { from: FIRST_OF_CROWD, count, text } }),
    show: (user) => ({ show: { user } }),
    textOf: (call) => call.text ?? '',
  },
  slack: {
    name: 'slack',
    title: 'Slack',
    kinds: { 'chat.postMessage': 'send', 'chat.update': 'edit', 'chat.delete': 'remove' },
    permitted: { chatEdits: 50 / 60, accountCalls: null },
    envFor: (ready) => {
      const { url, botToken, appToken } = slackReady.parse(ready);
      return { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: url };
    },
    say: (number, text) => ({ say: { user: person(number), text } }),
    sayMany: (count, text) => ({ sayMany: { from: 1, count, text } }),
    show: (number) => ({ show: { user: person(number) } }),
    textOf: ({ text, blocks }) => {
      if (blocks === undefined) return text ?? '';
      const written = jsonText.safeParse(blocks);
      return textOfBlocks(checkBlocks(written.success ? written.data : blocks));
    },
  },
  discord: {
    name: 'discord',
    title: 'Discord',
    kinds: { createMessage: 'send', editMessage: 'edit', deleteMessage: 'remove' },
    permitted: { chatEdits: 1, accountCalls: 50 },
    envFor: (ready) => {
      const { api, token } = discordReady.parse(ready);
      return { DISCORD_BOT_TOKEN: token, DISCORD_API_URL: api };
    },
    say: (number, text) => ({ say: { user: person(number), text } }),
    sayMany: (count, text) => ({ sayMany: { count, text } }),
    show: (number) => ({ show: { user: person(number) } }),
    // Words, commas and full stops are all that is measured with: nothing is escaped.
    textOf: (call) => call.text ?? '',
  },
};
