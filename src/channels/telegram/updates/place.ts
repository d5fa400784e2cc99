import type { ChatAddress, Sender } from '../../../core/message.js';
import type { BotIdentity } from './addressing.js';
import type { TelegramMessage, TelegramUser } from './schema.js';

/** Forum topic "General": messages there carry no thread, and answers must not name it (spec/channels.md). */
const GENERAL_TOPIC = 1;

/** Where something happened, as an answer needs it. */
export function addressOf(
  bot: BotIdentity,
  place: Pick<TelegramMessage, 'chat' | 'message_thread_id' | 'is_topic_message' | 'reply_to_message'>,
  anchor?: number,
): ChatAddress {
  const { chat, message_thread_id: thread, is_topic_message: isTopic } = place;
  const name = place.reply_to_message?.forum_topic_created?.name;
  return {
    platform: 'telegram',
    account: bot.id,
    chat: String(chat.id),
    // Outside forums the same field names a chain of replies, which is no place to write to.
    ...(isTopic === true && thread !== undefined && thread !== GENERAL_TOPIC
      ? { thread: String(thread), ...(name === undefined ? {} : { threadName: name }) }
      : {}),
    ...(anchor === undefined ? {} : { anchor: String(anchor) }),
    kind: chat.type === 'private' ? 'dm' : 'group',
  };
}

export function senderOf(user: TelegramUser): Sender {
  return {
    user: String(user.id),
    name: [user.first_name, user.last_name].filter(Boolean).join(' '),
    ...(user.language_code === undefined ? {} : { locale: user.language_code }),
    isBot: user.is_bot,
    verifiedBy: 'platform',
  };
}
