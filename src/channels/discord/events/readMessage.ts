import { laneIdOf } from '../../../core/lane.js';
import type { ChatAddress, InboundMessage, Sender } from '../../../core/message.js';
import { threadAnchor } from '../autoThread.js';
import { partsOf, plainWordsOf } from './parts.js';
import type { Places } from './places.js';
import type { DiscordMessage, DiscordUser } from './schema.js';
import { timeOf } from './snowflake.js';
import { wordsOf } from './words.js';

/** Message types of the API that people write: usual ones and replies. */
const WRITTEN = new Set([0, 19]);
/** The first message of a thread, told again in the thread. */
const THREAD_STARTER = 21;
const FORWARD = 1;

/** Who we are, and how conversations are divided. */
export interface BotIdentity {
  /** Application and user id: the same for all but very old bots. */
  readonly application: string;
  readonly user: string;
  /** Open a thread for each conversation that begins in a channel. */
  readonly autoThread: boolean;
}

export type MessageReading =
  | { readonly kind: 'message'; readonly message: InboundMessage }
  | { readonly kind: 'ignored'; readonly why: string };

/** Turns a new or edited message into what it means. */
export function readMessage(
  message: DiscordMessage,
  bot: BotIdentity,
  places: Places,
  isEdit: boolean,
): MessageReading {
  if (message.type === THREAD_STARTER) return ignored("a thread's first message, told again");
  if (message.author.bot === true || (message.webhook_id ?? null) !== null) return ignored('a message of a bot');
  if (!WRITTEN.has(message.type)) return ignored(`a system message (type ${message.type})`);

  const read = (text: string) => wordsOf(text, message.mentions, bot.user, places);
  const place = { channel: message.channel_id, message: message.id };
  const parts = partsOf(message, place, read);
  for (const { message: forwarded } of message.message_snapshots ?? []) {
    const words = plainWordsOf(forwarded, read);
    if (words !== '') parts.push({ type: 'text', text: words, forwarded: true });
  }
  if (parts.length === 0) return ignored('a message that holds nothing, or that we may not read');

  const where = places.channel(message.channel_id);
  const guild = message.guild_id ?? where?.guild ?? null;
  const isDm = guild === null;
  const isMentioned =
    message.mentions?.some((user) => user.id === bot.user) === true ||
    message.mention_roles?.some((role) => places.isOwnRole(role)) === true;
  const replied = message.message_reference?.type === FORWARD ? null : (message.referenced_message ?? null);
  const addressed = isDm || isMentioned || replied?.author.id === bot.user;
  const namesOthers =
    (message.mentions ?? []).length > 0 ||
    (message.mention_roles ?? []).length > 0 ||
    message.mention_everyone === true ||
    replied !== null;
  const followsThread = !addressed && where?.isThread === true && !namesOthers;

  const address = addressOf(message, bot, { guild, opensThread: addressed && where?.opensThreads === true }, parts);
  const replyTo = replied === null ? '' : plainWordsOf(replied, read);
  const edited = isEdit ? Date.parse(message.edited_timestamp ?? '') : Number.NaN;
  const identity = `m:${message.id}`;
  const inbound: InboundMessage = {
    identity: isEdit ? `e:${message.id}:${edited}` : identity,
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: senderOf(message.author, message.member?.nick),
    addressed,
    parts,
    ...(followsThread ? { followsThread } : {}),
    ...(replyTo === '' ? {} : { replyTo }),
    sentAt: isEdit ? edited : timeOf(message.id),
    ...(isEdit ? { edits: identity } : {}),
  };
  return { kind: 'message', message: inbound };
}

function ignored(why: string): MessageReading {
  return { kind: 'ignored', why };
}

/** A channel, DM or thread is a chat of its own. A conversation that gets a thread has the id that the thread will have. */
function addressOf(
  message: DiscordMessage,
  bot: BotIdentity,
  place: { guild: string | null; opensThread: boolean },
  parts: InboundMessage['parts'],
): ChatAddress {
  const base = {
    platform: 'discord',
    account: bot.application,
    kind: place.guild === null ? 'dm' : 'group',
    ...(place.guild === null ? {} : { community: place.guild }),
  } as const;
  if (!bot.autoThread || !place.opensThread) return { ...base, chat: message.channel_id, anchor: message.id };
  const name = parts.find((part) => part.type === 'text')?.text ?? message.author.username;
  const anchor = threadAnchor({ parent: message.channel_id, message: message.id, name });
  return { ...base, chat: message.id, anchor };
}

/** Who wrote, by the name that the place shows. */
export function senderOf(user: DiscordUser, nick: string | null | undefined, locale?: string | null): Sender {
  return {
    user: user.id,
    name: nick ?? user.global_name ?? user.username,
    ...(locale === undefined || locale === null ? {} : { locale }),
    isBot: user.bot === true,
    verifiedBy: 'platform',
  };
}
