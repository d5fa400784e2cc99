import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import type { ChannelMemory } from '../../../core/ports/channelMemory.js';
import type { DiscordInteraction } from '../events/schema.js';

const LOCALE = 'locale:';

/** People whose language is kept in memory. */
const MAX_KEPT = 20_000;

/**
 * The languages of people's clients. Discord tells them with commands and presses only, so a message is in the one that was
 * told last, across restarts.
 */
export interface Locales {
  note(interaction: DiscordInteraction): void;
  /** Null: never told. */
  of(user: string): string | null;
  /** Resolves when everything that was noted is written down. */
  settled(): Promise<void>;
}

export async function openLocales(deps: {
  memory: ChannelMemory;
  account: string;
  clock: Clock;
  log: Log;
}): Promise<Locales> {
  const { memory, account, clock, log } = deps;
  const rows = await memory.list(account, LOCALE);
  const known = new Map(rows.map(({ key, value }) => [key.slice(LOCALE.length), value]));
  let writing: Promise<void> = Promise.resolve();

  const write = async (user: string, value: string) => {
    try {
      await memory.put({ account, key: `${LOCALE}${user}`, value, now: clock.now() });
    } catch (thrown) {
      log.warn({ err: thrown }, "a person's language could not be written down");
    }
  };

  return {
    note: ({ user, member, locale }) => {
      const id = (user ?? member?.user)?.id;
      if (id === undefined || locale === null || locale === undefined || known.get(id) === locale) return;
      known.delete(id);
      known.set(id, locale);
      for (const oldest of known.keys()) {
        if (known.size <= MAX_KEPT) break;
        known.delete(oldest);
      }
      writing = writing.then(() => write(id, locale));
    },
    of: (user) => known.get(user) ?? null,
    settled: () => writing,
  };
}
