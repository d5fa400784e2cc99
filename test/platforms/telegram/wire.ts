import type { ChatRecord, Media, StoredMessage, UserRecord } from './world.js';

/** Objects as they go over the wire; which fields they have is the Bot API's affair. */
export type WireObject = Record<string, unknown>;

const seconds = (ms: number) => Math.floor(ms / 1000);

export function userToWire(user: UserRecord): WireObject {
  return {
    id: user.id,
    is_bot: user.isBot,
    first_name: user.firstName,
    ...(user.lastName === undefined ? {} : { last_name: user.lastName }),
    ...(user.username === undefined ? {} : { username: user.username }),
    ...(user.languageCode === undefined ? {} : { language_code: user.languageCode }),
  };
}

export function chatToWire(chat: ChatRecord): WireObject {
  if (chat.user !== undefined) {
    const { id, firstName, lastName, username } = chat.user;
    return {
      id,
      type: 'private',
      first_name: firstName,
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(username === undefined ? {} : { username }),
    };
  }
  return {
    id: chat.id,
    type: chat.type,
    title: chat.title ?? '',
    ...(chat.username === undefined ? {} : { username: chat.username }),
    ...(chat.forum ? { is_forum: true } : {}),
  };
}

function mediaToWire(media: Media): WireObject {
  const file = { file_id: media.fileId, file_unique_id: `u${media.fileId}`, file_size: media.size };
  switch (media.kind) {
    case 'photo':
      return {
        photo: [
          { ...file, file_id: `${media.fileId}-s`, file_unique_id: `s${media.fileId}`, width: 90, height: 90 },
          { ...file, width: 1280, height: 1280 },
        ],
      };
    case 'document':
      return { document: { ...file, file_name: media.name, mime_type: media.mime } };
    case 'voice':
      return { voice: { ...file, duration: media.duration, mime_type: media.mime } };
    case 'audio':
      return { audio: { ...file, duration: media.duration, file_name: media.name, mime_type: media.mime } };
    case 'video':
      return { video: { ...file, duration: media.duration, width: 640, height: 480, mime_type: media.mime } };
    case 'animation': {
      const animation = { ...file, duration: media.duration, width: 320, height: 240, file_name: media.name };
      return { animation, document: { ...file, file_name: media.name, mime_type: media.mime } };
    }
  }
}

function serviceToWire(message: StoredMessage): WireObject {
  const { service } = message;
  if (service === undefined) return {};
  switch (service.kind) {
    case 'forum_topic_created':
      return { forum_topic_created: { name: service.value, icon_color: 7322096 } };
    case 'forum_topic_closed':
    case 'forum_topic_reopened':
      return { [service.kind]: {} };
    case 'migrate_to':
      return { migrate_to_chat_id: service.value };
    case 'migrate_from':
      return { migrate_from_chat_id: service.value };
    case 'pinned':
      return { pinned_message: { message_id: service.value } };
  }
}

/**
 * A message as the Bot API writes it. In a forum topic a message that replies to nothing carries the topic's opening
 * message as `reply_to_message`, as the real server does.
 */
export function messageToWire(chat: ChatRecord, message: StoredMessage, nested = false): WireObject {
  const caption = message.media !== undefined;
  const repliedId = message.replyTo ?? (message.inTopic && !nested ? message.thread : undefined);
  const replied = repliedId === undefined || nested ? undefined : chat.messages.get(repliedId);
  const entities =
    message.entities.length === 0 ? {} : { [caption ? 'caption_entities' : 'entities']: message.entities };
  return {
    message_id: message.id,
    ...(message.thread === undefined ? {} : { message_thread_id: message.thread }),
    from: userToWire(message.from),
    chat: chatToWire(chat),
    date: seconds(message.at),
    ...(message.editedAt === undefined ? {} : { edit_date: seconds(message.editedAt) }),
    ...(message.inTopic ? { is_topic_message: true } : {}),
    ...(message.forwardedFrom === undefined
      ? {}
      : {
          forward_origin: { type: 'hidden_user', sender_user_name: message.forwardedFrom, date: seconds(message.at) },
        }),
    ...(message.mediaGroup === undefined ? {} : { media_group_id: message.mediaGroup }),
    ...(replied === undefined || replied.deletedAt !== undefined
      ? {}
      : { reply_to_message: messageToWire(chat, replied, true) }),
    ...(message.media === undefined ? {} : mediaToWire(message.media)),
    ...(message.text === '' ? {} : { [caption ? 'caption' : 'text']: message.text }),
    ...entities,
    ...(message.keyboard === undefined ? {} : { reply_markup: message.keyboard }),
    ...serviceToWire(message),
  };
}
