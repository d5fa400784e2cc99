import { createHash } from 'node:crypto';
import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import type { CommandSpec } from '../../../core/commandSpec.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import type { ChannelMemory } from '../../../core/ports/channelMemory.js';
import { wordingIn } from '../../../reply/catalogue/catalogue.js';
import { MESSAGE_COMMAND, TYPED_COMMAND } from '../events/schema.js';
import { DiscordCallError } from '../wire/failure.js';
import type { DiscordRest } from '../wire/rest.js';

/** Command limits of the API. */
const MAX_COMMANDS = 100;
const MAX_DESCRIPTION = 100;
const MAX_CHOICES = 25;
const TEXT_OPTION = 3;

/** The one option that each command with arguments has: whatever follows its name when it is typed. */
export const WORDS_OPTION = 'text';

/** Name of the entry in the menu of a message. */
export const ASK_ABOUT = wordingIn('en').text('ask-short', {});

const HASH_KEY = 'menu';

/** In guilds and in DMs with the bot, not in conversations of others (API, "Interaction Context Types"). */
const CONTEXTS = [0, 1];

/** Discord's locales of the catalogue's languages (API reference, "Locales"). English needs none: it is what stands there anyway. */
const LOCALES: Readonly<Record<string, readonly string[]>> = {
  de: ['de'],
  fr: ['fr'],
  es: ['es-ES', 'es-419'],
  pt: ['pt-BR'],
  ru: ['ru'],
  zh: ['zh-CN', 'zh-TW'],
};

function localized(textIn: (language: string) => string | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(LOCALES).flatMap(([language, locales]) => {
    const text = textIn(language);
    return text === undefined ? [] : locales.map((locale) => [locale, text] as const);
  });
  return Object.fromEntries(entries);
}

/** The menu as Discord takes it. The names of typed commands are the same everywhere: `/help` and our texts say them. */
export function menuOf(commands: readonly CommandSpec[]): readonly object[] {
  const typed = commands
    .slice(0, MAX_COMMANDS)
    .map(({ name, description, descriptions = {}, usage, usages = {}, maxChars }) => ({
      type: TYPED_COMMAND,
      contexts: CONTEXTS,
      name,
      description: shorten(description),
      description_localizations: localized((language) => {
        const text = descriptions[language];
        return text === undefined ? undefined : shorten(text);
      }),
      options:
        usage === ''
          ? []
          : [
              {
                type: TEXT_OPTION,
                name: WORDS_OPTION,
                description: shorten(usage),
                description_localizations: localized((language) => {
                  const text = usages[language];
                  return text === undefined ? undefined : shorten(text);
                }),
                required: !usage.startsWith('['),
                autocomplete: true,
                ...(maxChars === undefined ? {} : { max_length: maxChars }),
              },
            ],
    }));
  const ask = {
    type: MESSAGE_COMMAND,
    contexts: CONTEXTS,
    name: ASK_ABOUT,
    name_localizations: localized((language) => wordingIn(language).text('ask-short', {})),
  };
  return [...typed, ask];
}

/** What can follow a command's name: its completions that begin as typed, and what was typed. */
export function completionsOf(command: CommandSpec | undefined, typed: string): { name: string; value: string }[] {
  const words = command?.completions?.() ?? [];
  const begun = typed.trim().toLowerCase();
  const fitting = words.filter((word) => word.startsWith(begun) && word === word.toLowerCase());
  const own = begun === '' || fitting.includes(begun) ? [] : [typed.trim().slice(0, MAX_DESCRIPTION)];
  return [...fitting, ...own].slice(0, MAX_CHOICES).map((word) => ({ name: word, value: word }));
}

/**
 * Publishes the menu when it is another than the one that was published last: Discord allows 200 new commands a day. Ends
 * when that is done, given up for good, or the signal aborts.
 */
export async function publishMenu(
  deps: {
    rest: DiscordRest;
    application: string;
    account: string;
    memory: ChannelMemory;
    commands: readonly CommandSpec[];
    clock: Clock;
    log: Log;
  },
  signal: AbortSignal,
): Promise<void> {
  const { rest, application, account, memory, commands, clock, log } = deps;
  const menu = menuOf(commands);
  const hash = createHash('sha256').update(JSON.stringify(menu)).digest('base64url');
  const backOff = createBackOff({ baseMs: 1_000, capMs: 300_000 });
  while (!signal.aborted) {
    try {
      if ((await memory.get(account, HASH_KEY)) === hash) return;
      const path = `/applications/${application}/commands` as const;
      await rest.call({ name: 'publishMenu', method: 'PUT', path, json: menu }, { signal });
      await memory.put({ account, key: HASH_KEY, value: hash, now: clock.now() });
      log.info({ commands: menu.length }, 'the Discord menu was published');
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      const failure = thrown instanceof DiscordCallError && thrown.failure.kind === 'answered' ? thrown.failure : null;
      if (failure !== null && failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
        log.error({ err: thrown }, 'Discord refuses the menu; commands work as text all the same');
        return;
      }
      const ms = Math.max(backOff.next(), failure?.retryAfterMs ?? 0);
      log.warn({ err: thrown, ms }, 'the Discord menu could not be published; trying again');
      await pause(clock, ms, signal);
    }
  }
}

function shorten(text: string): string {
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION - 1)}…`;
}
