import { z } from 'zod';
import type { FieldError } from './errors.js';
import { text } from './text.js';

const url = text(2048).regex(/^(https?|attachment):\/\/\S+$/);

/** An embed with the limits of its parts; all texts of a message's embeds together have `MAX_EMBED_TEXT`. */
export const embedSchema = z.looseObject({
  title: text(256).exactOptional(),
  description: text(4096).exactOptional(),
  url: url.nullable().exactOptional(),
  color: z.int().min(0).max(0xffffff).nullable().exactOptional(),
  timestamp: z.string().nullable().exactOptional(),
  footer: z
    .looseObject({ text: text(2048) })
    .nullable()
    .exactOptional(),
  author: z
    .looseObject({ name: text(256, 1) })
    .nullable()
    .exactOptional(),
  image: z.looseObject({ url }).nullable().exactOptional(),
  thumbnail: z.looseObject({ url }).nullable().exactOptional(),
  fields: z
    .array(z.looseObject({ name: text(256, 1), value: text(1024, 1) }))
    .max(25)
    .exactOptional(),
});
export type Embed = z.output<typeof embedSchema>;

export const MAX_EMBEDS = 10;
const MAX_EMBED_TEXT = 6000;

/** The rule over all embeds of a message. */
export function checkEmbedTexts(embeds: readonly Embed[]): FieldError[] {
  let length = 0;
  for (const embed of embeds) {
    const fields = embed.fields ?? [];
    const texts = [embed.title, embed.description, embed.footer?.text, embed.author?.name];
    for (const field of fields) texts.push(field.name, field.value);
    for (const text of texts) length += text?.length ?? 0;
  }
  if (length <= MAX_EMBED_TEXT) return [];
  const message = 'Embed size exceeds maximum size of 6000';
  return [{ path: ['embeds'], code: 'MAX_EMBED_SIZE_EXCEEDED', message }];
}
