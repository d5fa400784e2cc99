import { laneIdOf } from '../../../core/lane.js';
import type { InboundMessage, Part } from '../../../core/message.js';
import { readAddressing } from './addressing.js';
import { fileParts, saidBy, wordsOf } from './content.js';
import { type ReadContext, senderOf } from './readContext.js';
import { addressOf, type BotIdentity, identityOf, type Reading, timeOf } from './reading.js';
import { mentionedUsers, readText } from './readText.js';
import type { SlackChange, SlackContent, SlackDeletion, SlackMessage } from './schema.js';

/** Kinds of message that a person writes; everything else is an announcement, or a bot's. */
const SPOKEN: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast', 'me_message']);

/** What a parent leaves behind that was deleted while it has replies. */
const TOMBSTONE = 'tombstone';

/** A new message: `message`, or `app_mention`, which carries the same. */
export async function readNewMessage(message: SlackMessage, context: ReadContext): Promise<Reading> {
  const edited = message.type === 'app_mention' ? (message.edited?.ts ?? null) : null;
  return readSpoken(message, message.channel, isDirect(message), edited, context);
}

/** A changed message: an edit, a deletion that left replies, or only a link's preview. */
export async function readChange(change: SlackChange, context: ReadContext): Promise<Reading> {
  const { message, previous_message: previous, channel } = change;
  if (message.subtype === TOMBSTONE) {
    return readWithdrawal(previous ?? message, message.ts, channel, isDirect(change), context.bot);
  }
  const edited = message.edited?.ts ?? null;
  if (edited === null || edited === previous?.edited?.ts) return ignored('a change that is no edit');
  const isSame = previous !== null && previous !== undefined && saidBy(previous) === saidBy(message);
  if (isSame) return ignored('an edit that changes no text');
  return readSpoken(message, channel, isDirect(change), edited, context);
}

export function readDeletion(deletion: SlackDeletion, bot: BotIdentity): Reading {
  const { previous_message: previous, deleted_ts: ts, channel } = deletion;
  return readWithdrawal(previous ?? null, ts, channel, isDirect(deletion), bot);
}

function ignored(why: string): Reading {
  return { kind: 'ignored', why };
}

function isDirect(place: { channel: string; channel_type?: string | null | undefined }): boolean {
  return place.channel_type === 'im' || place.channel.startsWith('D');
}

/** Ours, another bot's, or an integration's: never a message to answer, nor to mourn. */
function isByBot(content: SlackContent, bot: BotIdentity): boolean {
  return Boolean(content.bot_id) || content.user === bot.user || content.subtype === 'bot_message';
}

/** The first message of the thread that a message stands in; null for one that stands in the conversation itself. */
function threadOf({ ts, thread_ts: thread }: SlackContent): string | null {
  return thread && thread !== ts ? thread : null;
}

function readWithdrawal(
  content: SlackContent | null,
  ts: string,
  channel: string,
  direct: boolean,
  bot: BotIdentity,
): Reading {
  if (content !== null && isByBot(content, bot)) return ignored('a message of a bot went');
  const thread = content === null ? null : (threadOf(content) ?? (direct ? null : ts));
  const address = addressOf(bot, { channel, thread, anchor: ts, isDirect: direct });
  return { kind: 'withdrawn', withdrawal: { address, identity: identityOf(channel, ts) } };
}

async function readSpoken(
  content: SlackContent,
  channel: string,
  direct: boolean,
  edited: string | null,
  context: ReadContext,
): Promise<Reading> {
  const { bot, people, threadStarts, isCommand } = context;
  const { user, ts, subtype } = content;
  if (isByBot(content, bot)) return ignored('a message of a bot');
  if (subtype && !SPOKEN.has(subtype)) return ignored(`an announcement (${subtype})`);
  if (!user) return ignored('a message without a sender');

  const { own, attached } = wordsOf(content);
  const addressing = readAddressing(own, bot.user, isCommand);
  const mentioned = mentionedUsers(addressing.text).filter((id) => id !== bot.user);
  const standsIn = threadOf(content);
  const [begun, sender, ...named] = await Promise.all([
    standsIn !== null && addressing.isMentioned ? threadStarts.textFor(channel, standsIn, ts) : null,
    ...[user, ...mentioned].map((id) => people.find(id)),
  ]);
  const names = new Map(mentioned.map((id, index) => [id, named[index]?.name]));
  const text = readText(addressing.text, (id) => names.get(id) ?? null);
  const passedOn = readText(attached, () => null);
  const parts: Part[] = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...(passedOn === '' ? [] : [{ type: 'text' as const, text: passedOn, forwarded: true as const }]),
    ...fileParts(content.files ?? []),
  ];
  // A bare mention is still a message: the name itself is what was said.
  if (parts.length === 0 && addressing.isMentioned) parts.push({ type: 'text', text: '@' });
  if (parts.length === 0) return ignored('a message that holds nothing');

  const isAddressed = direct || addressing.isMentioned || addressing.isCommand;
  // A mention in a channel opens the lane of its thread; in a direct conversation people write one below the other.
  const thread = standsIn ?? (!direct && isAddressed ? ts : null);
  const address = addressOf(bot, { channel, thread, anchor: ts, isDirect: direct });
  const original = identityOf(channel, ts);
  const followsThread = !isAddressed && standsIn !== null && !addressing.namesOthers;
  const message: InboundMessage = {
    identity: edited === null ? original : `e:${channel}:${ts}:${edited}`,
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: senderOf(user, sender ?? null),
    addressed: isAddressed,
    parts,
    ...(followsThread ? { followsThread: true as const } : {}),
    ...(begun === null ? {} : { replyTo: begun }),
    sentAt: timeOf(edited ?? ts),
    ...(edited === null ? {} : { edits: original }),
  };
  return { kind: 'message', message };
}
