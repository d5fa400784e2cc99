import type { Log } from '../../../core/log.js';
import { plainWordsOf } from '../events/parts.js';
import type { Places } from '../events/places.js';
import type { BotIdentity } from '../events/readMessage.js';
import { type DiscordInteraction, type DiscordMessage, messageSchema } from '../events/schema.js';
import { wordsOf } from '../events/words.js';
import type { ChannelReads } from '../wire/channelReads.js';

/** Texts of messages that somebody is asking about just now. */
const MAX_ASKED = 200;
const MAX_ASKED_LENGTH = 4_000;

/** The question must be acknowledged within 3 s. */
const READ_TIMEOUT_MS = 1_500;

const NEVER = new AbortController().signal;

/** The messages that people ask about, from the choice in a message's menu to the question in the window. */
export interface AskedMessages {
  /** Notes the message that was chosen; returns its id. */
  note(interaction: DiscordInteraction): string;
  /** What a message says that a window asks about; empty when it cannot be read (any more). */
  textOf(interaction: DiscordInteraction, message: string): Promise<string>;
}

export function createAskedMessages(deps: {
  bot: BotIdentity;
  reads: ChannelReads;
  places: Places;
  log: Log;
}): AskedMessages {
  const { bot, reads, places, log } = deps;
  const asked = new Map<string, string>();

  /** A client can name any message in a window: only those of its own channel are quoted to it. */
  const placeOf = (interaction: DiscordInteraction, message: string) => `${interaction.channel_id}/${message}`;

  const plain = (message: DiscordMessage) =>
    plainWordsOf(message, (text) => wordsOf(text, message.mentions, bot.user, places)).slice(0, MAX_ASKED_LENGTH);

  /** After a restart between window and question the message is read again, where the bot may. */
  const read = async (channel: string, id: string): Promise<string> => {
    try {
      const path = `/channels/${channel}/messages/${id}` as const;
      const bounds = { signal: NEVER, timeoutMs: READ_TIMEOUT_MS, longestWaitMs: READ_TIMEOUT_MS };
      return plain(messageSchema.parse(await reads.read(channel, { name: 'getMessage', path }, bounds)));
    } catch (thrown) {
      log.warn({ err: thrown, chat: channel }, 'the message that is asked about could not be read');
      return '';
    }
  };

  return {
    note: (interaction) => {
      const target = interaction.data?.target_id ?? '';
      const shown = messageSchema.safeParse(interaction.data?.resolved?.messages?.[target]).data;
      if (shown === undefined) return target;
      asked.set(placeOf(interaction, target), plain(shown));
      for (const oldest of asked.keys()) {
        if (asked.size <= MAX_ASKED) break;
        asked.delete(oldest);
      }
      return target;
    },
    textOf: async (interaction, message) =>
      asked.get(placeOf(interaction, message)) ?? (await read(interaction.channel_id ?? '', message)),
  };
}
