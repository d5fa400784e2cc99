import { z } from 'zod';
import type { Upload } from './body.js';
import { actionRowSchema, checkComponents, MAX_ROWS } from './components.js';
import { checkEmbedTexts, embedSchema, MAX_EMBEDS } from './embeds.js';
import { emptyMessage, type FieldError, tooLarge } from './errors.js';
import { allowedMentionsSchema, checkAllowedMentions } from './mentions.js';
import { text } from './text.js';
import { check, refuseIfAny, snowflake } from './validate.js';
import type { StoredAttachment, StoredMessage } from './world.js';

/** Message flags by their bits. */
export const messageFlags = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  silent: 1 << 12,
  voice: 1 << 13,
} as const;

const MAX_ATTACHMENTS = 10;

const attachment = z.looseObject({
  id: z.union([z.string(), z.int()]).transform(String),
  filename: text(1024).exactOptional(),
  description: text(1024).nullish(),
});

const messageBodySchema = z.looseObject({
  content: text(2000).nullish(),
  embeds: z.array(embedSchema).max(MAX_EMBEDS).nullish(),
  components: z.array(actionRowSchema).max(MAX_ROWS).nullish(),
  attachments: z.array(attachment).max(MAX_ATTACHMENTS).nullish(),
  allowed_mentions: allowedMentionsSchema.nullish(),
  flags: z.int().min(0).nullish(),
  tts: z.boolean().nullish(),
  nonce: z.union([text(25), z.int()]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  message_reference: z
    .looseObject({
      type: z.int().exactOptional(),
      message_id: snowflake,
      channel_id: snowflake.exactOptional(),
      guild_id: snowflake.exactOptional(),
      fail_if_not_exists: z.boolean().exactOptional(),
    })
    .nullish(),
});
export type MessageBody = z.output<typeof messageBodySchema>;

/** Checks a message that a bot sends or the fields that it edits. Throws 50035 or 413. */
export function readMessageBody(json: unknown, uploads: readonly Upload[], maxUploadBytes: number): MessageBody {
  const body = check(messageBodySchema, json);
  const errors: FieldError[] = [
    ...checkEmbedTexts(body.embeds ?? []),
    ...checkComponents(body.components ?? []),
    ...checkAllowedMentions(body.allowed_mentions ?? undefined),
  ];
  if (uploads.length > MAX_ATTACHMENTS) {
    const message = `Must be ${MAX_ATTACHMENTS} or fewer in length.`;
    errors.push({ path: ['attachments'], code: 'BASE_TYPE_BAD_LENGTH', message });
  }
  if (body.enforce_nonce === true && (body.nonce ?? '') === '') {
    errors.push({ path: ['nonce'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
  }
  refuseIfAny(errors);
  if (uploads.some((upload) => upload.bytes.length > maxUploadBytes)) throw tooLarge();
  return body;
}

/** The uploaded files as a message keeps them. */
export function storeUploads(body: MessageBody, uploads: readonly Upload[], nextId: () => string): StoredAttachment[] {
  return uploads.map((upload) => {
    const about = body.attachments?.find((entry) => entry.id === String(upload.index));
    const description = about?.description ?? undefined;
    return {
      id: nextId(),
      name: cleanName(about?.filename ?? upload.name),
      mime: upload.mime,
      bytes: upload.bytes,
      size: upload.bytes.length,
      ...(description === undefined ? {} : { description }),
    };
  });
}

/** Discord keeps letters, digits and `.-_` of a file's name. */
function cleanName(name: string): string {
  const clean = name.replace(/\s+/g, '_').replace(/[^\p{L}\p{N}._-]/gu, '');
  return clean === '' ? 'unknown' : clean;
}

/** A message must show something. Throws 50006. */
export function refuseIfEmpty(message: Pick<StoredMessage, 'content' | 'embeds' | 'components' | 'attachments'>): void {
  const { content, embeds, components, attachments } = message;
  if (content.trim() !== '') return;
  if (embeds.length === 0 && components.length === 0 && attachments.length === 0) throw emptyMessage();
}
