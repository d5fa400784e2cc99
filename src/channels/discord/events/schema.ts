import { z } from 'zod';

/*
 * The fields of Discord's objects that Waggle uses. Everything else passes unread.
 */

const idSchema = z.string().regex(/^\d{1,20}$/);
const optionalText = z.string().nullish();

export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  global_name: optionalText,
  bot: z.boolean().exactOptional(),
});
export type DiscordUser = z.infer<typeof userSchema>;

const memberSchema = z.object({ nick: optionalText, user: userSchema.exactOptional() });

const attachmentSchema = z.object({
  id: idSchema,
  filename: z.string(),
  size: z.number().int().nonnegative(),
  content_type: optionalText,
  url: z.string(),
  /** Voice messages carry it. */
  waveform: optionalText,
  duration_secs: z.number().nonnegative().nullish(),
});
export type DiscordAttachment = z.infer<typeof attachmentSchema>;

const embedSchema = z.object({
  title: optionalText,
  description: optionalText,
  url: optionalText,
  author: z.object({ name: optionalText }).nullish(),
  footer: z.object({ text: optionalText }).nullish(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
});
export type DiscordEmbed = z.infer<typeof embedSchema>;

const pollSchema = z.object({
  question: z.object({ text: optionalText }),
  answers: z.array(z.object({ poll_media: z.object({ text: optionalText }) })).nullish(),
});

/** What a message holds; also of one that is forwarded or replied to. */
const contentShape = {
  content: z.string(),
  attachments: z.array(attachmentSchema).nullish(),
  embeds: z.array(embedSchema).nullish(),
  sticker_items: z.array(z.object({ name: z.string() })).nullish(),
  poll: pollSchema.nullish(),
};
const contentSchema = z.object(contentShape);
export type DiscordContent = z.infer<typeof contentSchema>;

export const messageSchema = z.object({
  ...contentShape,
  id: idSchema,
  channel_id: idSchema,
  guild_id: idSchema.exactOptional(),
  type: z.number().int(),
  author: userSchema,
  member: memberSchema.nullish(),
  webhook_id: optionalText,
  nonce: z.union([z.string(), z.number()]).nullish(),
  edited_timestamp: optionalText,
  mentions: z.array(userSchema).nullish(),
  mention_roles: z.array(z.string()).nullish(),
  mention_everyone: z.boolean().nullish(),
  message_reference: z.object({ type: z.number().int().nullish(), message_id: optionalText }).nullish(),
  referenced_message: z.object({ ...contentShape, id: idSchema, author: userSchema }).nullish(),
  message_snapshots: z
    .array(z.object({ message: z.object({ ...contentShape, content: z.string().default('') }) }))
    .nullish(),
});
export type DiscordMessage = z.infer<typeof messageSchema>;

/** An update leaves out what did not change; without an author or an edit it is none of ours. */
export const updateSchema = z.object({ author: userSchema, edited_timestamp: z.string() });

export const deletionSchema = z.object({
  id: idSchema.exactOptional(),
  ids: z.array(idSchema).exactOptional(),
  channel_id: idSchema,
  guild_id: idSchema.exactOptional(),
});

export const channelSchema = z.object({
  id: idSchema,
  type: z.number().int(),
  guild_id: optionalText,
  name: optionalText,
  parent_id: optionalText,
  last_message_id: optionalText,
});
export type DiscordChannel = z.infer<typeof channelSchema>;

export const roleSchema = z.object({
  id: idSchema,
  name: z.string(),
  tags: z.object({ bot_id: optionalText }).nullish(),
});
export type DiscordRole = z.infer<typeof roleSchema>;

/** A new session: its guilds are named, and told one by one afterwards. */
export const readySchema = z.object({ guilds: z.array(z.object({ id: idSchema })) });

export const guildSchema = z.object({
  id: idSchema,
  name: z.string().exactOptional(),
  unavailable: z.boolean().nullish(),
  roles: z.array(roleSchema).default([]),
  channels: z.array(channelSchema).default([]),
  threads: z.array(channelSchema).default([]),
});

export const goneGuildSchema = z.object({ id: idSchema, unavailable: z.boolean().nullish() });
export const threadListSchema = z.object({ guild_id: idSchema, threads: z.array(channelSchema) });
export const roleChangeSchema = z.object({ guild_id: idSchema, role: roleSchema });
export const roleGoneSchema = z.object({ guild_id: idSchema, role_id: idSchema });

const optionSchema = z.object({
  name: z.string(),
  type: z.number().int(),
  value: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
  focused: z.boolean().exactOptional(),
});

/** Command types of the API: typed, and from the menu of a message. */
export const TYPED_COMMAND = 1;
export const MESSAGE_COMMAND = 3;

export const interactionSchema = z.object({
  id: idSchema,
  token: z.string().min(1),
  /** 2 command, 3 component, 4 autocomplete, 5 modal. */
  type: z.number().int(),
  channel_id: idSchema.nullish(),
  guild_id: idSchema.nullish(),
  /** 0 guild, 1 DM with the bot, 2 a conversation of others, where somebody brought the bot's commands along. */
  context: z.number().int().nullish(),
  locale: optionalText,
  user: userSchema.nullish(),
  member: memberSchema.nullish(),
  message: z.object({ id: idSchema }).nullish(),
  data: z
    .object({
      name: z.string().exactOptional(),
      type: z.number().int().exactOptional(),
      target_id: z.string().exactOptional(),
      options: z.array(optionSchema).exactOptional(),
      custom_id: z.string().exactOptional(),
      values: z.array(z.string()).exactOptional(),
      resolved: z
        .object({
          messages: z
            .record(z.string(), z.looseObject({ id: idSchema, content: z.string().default('') }))
            .exactOptional(),
        })
        .exactOptional(),
      components: z
        .array(z.object({ components: z.array(z.object({ value: z.string().exactOptional() })).exactOptional() }))
        .exactOptional(),
    })
    .exactOptional(),
});
export type DiscordInteraction = z.infer<typeof interactionSchema>;
