import { z } from 'zod';

/*
 * The fields of Slack's payloads that Waggle uses; everything else passes unread. Slack writes some fields as null where
 * others are left out, so both mean "none".
 */

const text = z.string().nullish();

const fileSchema = z.looseObject({
  id: z.string().min(1),
  name: text,
  title: text,
  mimetype: text,
  size: z.number().nonnegative().nullish(),
  /** `tombstone`, `hidden_by_limit`: not to be had; `external`: lies elsewhere. */
  mode: text,
  url_private: text,
  /** `slack_audio`: a clip that was recorded in Slack. */
  subtype: text,
  duration_ms: z.number().nonnegative().nullish(),
});
export type SlackFile = z.infer<typeof fileSchema>;

export const contentSchema = z.looseObject({
  type: text,
  subtype: text,
  user: text,
  bot_id: text,
  text,
  ts: z.string().min(1),
  thread_ts: text,
  edited: z.looseObject({ ts: z.string() }).nullish(),
  files: z.array(fileSchema).nullish(),
  blocks: z.array(z.unknown()).nullish(),
  attachments: z.array(z.looseObject({})).nullish(),
});
/** What a message holds, wherever it stands. */
export type SlackContent = z.infer<typeof contentSchema>;

const messageSchema = contentSchema.extend({ channel: z.string().min(1), channel_type: text });
export type SlackMessage = z.infer<typeof messageSchema>;

const changedSchema = z.looseObject({
  channel: z.string().min(1),
  channel_type: text,
  message: contentSchema,
  previous_message: contentSchema.nullish(),
});
export type SlackChange = z.infer<typeof changedSchema>;

const deletedSchema = z.looseObject({
  channel: z.string().min(1),
  channel_type: text,
  deleted_ts: z.string().min(1),
  previous_message: contentSchema.nullish(),
});
export type SlackDeletion = z.infer<typeof deletedSchema>;

const assistantSchema = z.looseObject({
  assistant_thread: z.looseObject({
    channel_id: z.string().min(1),
    thread_ts: z.string().min(1),
    user_id: z.string().min(1).exactOptional(),
  }),
});

const membershipSchema = z.looseObject({ channel: z.string().min(1), user: text, inviter: text, actor_id: text });

export const eventSchemas = {
  message: messageSchema,
  changed: changedSchema,
  deleted: deletedSchema,
  assistant: assistantSchema,
  membership: membershipSchema,
} as const;

/** What every event has: its kind, and where it happened. */
export const eventBodySchema = z.looseObject({
  type: z.literal('event_callback'),
  event: z.looseObject({
    type: z.string(),
    subtype: text,
    user: z.unknown().optional(),
  }),
});

export const commandSchema = z.looseObject({
  command: z.string().regex(/^\//),
  text: text,
  channel_id: z.string().min(1),
  channel_name: text,
  user_id: z.string().min(1),
  user_name: text,
  response_url: z.string().min(1),
  trigger_id: z.string().min(1),
});
export type SlackCommand = z.infer<typeof commandSchema>;

const personSchema = z.looseObject({ id: z.string().min(1), name: text, username: text });

export const actionsSchema = z.looseObject({
  type: z.literal('block_actions'),
  user: personSchema,
  channel: z.looseObject({ id: z.string().min(1) }).nullish(),
  container: z.looseObject({ message_ts: text, thread_ts: text, is_ephemeral: z.boolean().nullish() }).nullish(),
  response_url: text,
  actions: z.array(z.looseObject({ action_id: z.string(), action_ts: z.string(), value: text })).min(1),
});
export type SlackActions = z.infer<typeof actionsSchema>;

export const shortcutSchema = z.looseObject({
  type: z.literal('message_action'),
  callback_id: z.string(),
  trigger_id: z.string().min(1),
  response_url: text,
  user: personSchema,
  channel: z.looseObject({ id: z.string().min(1) }),
  message: contentSchema,
});
export type SlackShortcut = z.infer<typeof shortcutSchema>;

export const submissionSchema = z.looseObject({
  type: z.literal('view_submission'),
  user: personSchema,
  view: z.looseObject({
    id: z.string().min(1),
    callback_id: z.string(),
    private_metadata: z.string(),
    state: z.looseObject({
      values: z.record(z.string(), z.record(z.string(), z.looseObject({ value: text }))),
    }),
  }),
});
export type SlackSubmission = z.infer<typeof submissionSchema>;
