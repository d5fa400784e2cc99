import { createHash } from 'node:crypto';
import type { BotCommandScope } from 'grammy/types';
import type { Clock } from '../../../core/clock.js';
import type { CommandSpec } from '../../../core/commandSpec.js';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { ChannelMemory } from '../../../core/ports/channelMemory.js';
import type { TelegramApi } from '../wire/api.js';
import { MENU_TOO_LARGE, says } from '../wire/descriptions.js';
import { TelegramCallError } from '../wire/failure.js';
import { persist } from '../wire/persist.js';

/** Bot API, setMyCommands: at most 100 commands, descriptions of 1 to 256 characters. */
const MAX_COMMANDS = 100;

/**
 * The whole list has a limit too, which is not published: descriptions get shorter until it fits, and then commands from the end
 * go. Each entry is a try.
 */
const FITTINGS: readonly { readonly chars: number; readonly commands: number }[] = [
  { chars: 256, commands: MAX_COMMANDS },
  { chars: 100, commands: MAX_COMMANDS },
  { chars: 48, commands: MAX_COMMANDS },
  { chars: 24, commands: MAX_COMMANDS },
  { chars: 24, commands: 50 },
];

/** Languages that have a menu of their own, where the commands have texts in them; a client shows its own, else the one of everybody. */
const LANGUAGES = ['de', 'fr', 'es', 'pt', 'ru', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

interface Scope {
  readonly type: 'all_private_chats' | 'all_group_chats' | 'default';
  /** Whether it lists the commands that not everybody may use. */
  readonly all: boolean;
  /** Whether it has lists of its own for other languages. `default` is for what the others leave out, so it needs none. */
  readonly inLanguages: boolean;
}

const SCOPES: readonly Scope[] = [
  { type: 'all_private_chats', all: true, inLanguages: true },
  { type: 'all_group_chats', all: false, inLanguages: true },
  { type: 'default', all: false, inLanguages: false },
];

export interface MenuDeps {
  readonly api: TelegramApi;
  readonly commands: readonly CommandSpec[];
  readonly memory: ChannelMemory;
  /** The account's key. */
  readonly account: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Publishes the list of commands where it differs from what was published last: in private chats all of them, elsewhere those that
 * everybody may use; once for everybody, in English, and once for each further language. Never throws: a bot without a menu is
 * still a bot.
 */
export async function publishMenu(deps: MenuDeps, signal: AbortSignal): Promise<void> {
  const { commands, memory, account, clock, log } = deps;
  if (commands.length === 0) return;
  try {
    const languages = LANGUAGES.filter((language) =>
      commands.some(({ descriptions = {} }) => language in descriptions),
    );
    const lists = SCOPES.flatMap((scope) => [
      { scope, language: null },
      ...(scope.inLanguages ? languages.map((language) => ({ scope, language })) : []),
    ]);
    for (const { scope, language } of lists) {
      const { type, all } = scope;
      const listed = commands.filter(({ roles }) => all || roles.includes('guest') || roles.includes('member'));
      const entries = listed.map((spec) => ({ command: spec.name, description: descriptionIn(spec, language) }));
      const value = createHash('sha256').update(JSON.stringify(entries)).digest('hex');
      const key = language === null ? `menu:${type}` : `menu:${type}:${language}`;
      if ((await memory.get(account, key)) === value) continue;
      if (!(await publish({ type }, language, entries, deps, signal))) return;
      await memory.put({ account, key, value, now: clock.now() });
      log.info({ scope: type, language, commands: entries.length }, 'the menu of commands is published');
    }
  } catch (thrown) {
    log.warn({ err: thrown }, 'the menu of commands could not be published; it is tried again at the next start');
  }
}

function descriptionIn({ description, descriptions = {} }: CommandSpec, language: Language | null): string {
  return (language === null ? undefined : descriptions[language]) ?? description;
}

interface MenuEntry {
  readonly command: string;
  readonly description: string;
}

/** False when the signal aborted. */
async function publish(
  scope: BotCommandScope,
  language: Language | null,
  entries: readonly MenuEntry[],
  deps: MenuDeps,
  signal: AbortSignal,
): Promise<boolean> {
  for (const fitting of FITTINGS) {
    const commands = entries.slice(0, fitting.commands).map(({ command, description }) => ({
      command,
      description: shorten(description, fitting.chars),
    }));
    const request = { commands, scope, ...(language === null ? {} : { language_code: language }) };
    try {
      const done = await persist(deps, signal, 'setMyCommands', () =>
        deps.api.call('setMyCommands', (raw, s) => raw.setMyCommands(request, s), { signal }),
      );
      return done !== undefined;
    } catch (thrown) {
      if (!isTooLarge(thrown)) throw thrown;
    }
  }
  throw new WaggleError('telegram-menu', 'Telegram takes no list of commands, however short');
}

function shorten(text: string, chars: number): string {
  const letters = [...text];
  return letters.length <= chars
    ? text
    : `${letters
        .slice(0, chars - 1)
        .join('')
        .trimEnd()}…`;
}

function isTooLarge(thrown: unknown): boolean {
  const cause = thrown instanceof WaggleError ? thrown.cause : null;
  return (
    cause instanceof TelegramCallError &&
    cause.failure.kind === 'answered' &&
    says(cause.failure.description, MENU_TOO_LARGE)
  );
}
