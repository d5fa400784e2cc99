import { z } from 'zod';

/*
 * The fields of the Bot API's objects that Waggle uses. Everything else passes unread; of a message the names of
 * unread fields are kept, because they tell what kind of message it is.
 */

const idSchema = z.number().int();

export const userSchema = z.object({
  id: idSchema,
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().exactOptional(),
  username: z.string().exactOptional(),
  language_code: z.string().exactOptional(),
});
export type TelegramUser = z.infer<typeof userSchema>;

const chatSchema = z.object({
  id: idSchema,
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  title: z.string().exactOptional(),
});

const entitySchema = z.object({
  type: z.string(),
  offset: z.number().int().nonnegative(),
  length: z.number().int().nonnegative(),
  url: z.string().exactOptional(),
  user: userSchema.exactOptional(),
});
export type TelegramEntity = z.infer<typeof entitySchema>;

const fileSchema = z.object({
  file_id: z.string().min(1),
  file_size: z.number().int().nonnegative().exactOptional(),
  mime_type: z.string().exactOptional(),
  file_name: z.string().exactOptional(),
});
export type TelegramFile = z.infer<typeof fileSchema>;

/** A recording: `duration` in seconds. */
const recordingSchema = fileSchema.extend({ duration: z.number().nonnegative().exactOptional() });
export type TelegramRecording = z.infer<typeof recordingSchema>;

const photoSchema = fileSchema.extend({ width: z.number(), height: z.number() });
const audioSchema = recordingSchema.extend({
  title: z.string().exactOptional(),
  performer: z.string().exactOptional(),
});

const repliedSchema = z.looseObject({
  message_id: idSchema,
  from: userSchema.exactOptional(),
  text: z.string().exactOptional(),
  caption: z.string().exactOptional(),
  forum_topic_created: z.object({ name: z.string() }).exactOptional(),
});

export const messageSchema = z.looseObject({
  message_id: idSchema,
  message_thread_id: idSchema.exactOptional(),
  is_topic_message: z.boolean().exactOptional(),
  from: userSchema.exactOptional(),
  sender_chat: chatSchema.exactOptional(),
  is_automatic_forward: z.boolean().exactOptional(),
  forward_origin: z.unknown().optional(),
  chat: chatSchema,
  date: z.number().int(),
  edit_date: z.number().int().exactOptional(),
  media_group_id: z.string().exactOptional(),
  reply_to_message: repliedSchema.exactOptional(),
  quote: z.object({ text: z.string() }).exactOptional(),
  text: z.string().exactOptional(),
  entities: z.array(entitySchema).exactOptional(),
  caption: z.string().exactOptional(),
  caption_entities: z.array(entitySchema).exactOptional(),
  photo: z.array(photoSchema).exactOptional(),
  document: fileSchema.exactOptional(),
  animation: fileSchema.exactOptional(),
  video: fileSchema.exactOptional(),
  video_note: recordingSchema.exactOptional(),
  voice: recordingSchema.exactOptional(),
  audio: audioSchema.exactOptional(),
  sticker: z.object({ emoji: z.string().exactOptional() }).exactOptional(),
  dice: z.object({ emoji: z.string(), value: z.number() }).exactOptional(),
  poll: z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) }).exactOptional(),
  checklist: z.object({ title: z.string(), tasks: z.array(z.object({ text: z.string() })) }).exactOptional(),
  contact: z
    .object({ first_name: z.string(), last_name: z.string().exactOptional(), phone_number: z.string() })
    .exactOptional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).exactOptional(),
  venue: z.object({ title: z.string(), address: z.string() }).exactOptional(),
  migrate_to_chat_id: idSchema.exactOptional(),
  migrate_from_chat_id: idSchema.exactOptional(),
});
export type TelegramMessage = z.infer<typeof messageSchema>;

const callbackQuerySchema = z.object({
  id: z.string().min(1),
  from: userSchema,
  data: z.string().exactOptional(),
  /** Left out for buttons under inline results; `date` is 0 for a message that is too old to be shown. */
  message: z
    .object({
      message_id: idSchema,
      chat: chatSchema,
      message_thread_id: idSchema.exactOptional(),
      is_topic_message: z.boolean().exactOptional(),
      /** The buttons that the message has. */
      reply_markup: z
        .object({ inline_keyboard: z.array(z.array(z.object({ callback_data: z.string().exactOptional() }))) })
        .exactOptional(),
    })
    .exactOptional(),
});
export type TelegramCallbackQuery = z.infer<typeof callbackQuerySchema>;

const memberChangeSchema = z.object({
  chat: chatSchema,
  from: userSchema,
  new_chat_member: z.looseObject({ status: z.string(), is_member: z.boolean().exactOptional() }),
});
export type TelegramMemberChange = z.infer<typeof memberChangeSchema>;

/** What every update has, whatever its kind. */
export const numberedSchema = z.looseObject({ update_id: idSchema });
export type NumberedUpdate = z.infer<typeof numberedSchema>;

export const updateSchema = z.looseObject({
  update_id: idSchema,
  message: messageSchema.exactOptional(),
  edited_message: messageSchema.exactOptional(),
  callback_query: callbackQuerySchema.exactOptional(),
  my_chat_member: memberChangeSchema.exactOptional(),
});

/** The kinds of update that Waggle asks Telegram for. */
export const ALLOWED_UPDATES = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const;
