import { z } from 'zod';
import { shortString } from './text.js';

const flag = z.boolean().exactOptional();
const style = z
  .strictObject({
    bold: flag,
    italic: flag,
    strike: flag,
    code: flag,
    underline: flag,
    highlight: flag,
    client_highlight: flag,
    unlink: flag,
  })
  .exactOptional();
const someText = z.string().min(1, 'must be more than 0 characters');

const text = z.strictObject({ type: z.literal('text'), text: someText, style });
const link = z.strictObject({
  type: z.literal('link'),
  url: shortString(3000),
  text: someText.exactOptional(),
  unsafe: flag,
  style,
});

const inline = z.discriminatedUnion('type', [
  text,
  link,
  z.strictObject({ type: z.literal('user'), user_id: someText, style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: someText, style }),
  z.strictObject({ type: z.literal('team'), team_id: someText, style }),
  z.strictObject({ type: z.literal('channel'), channel_id: someText, style }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style }),
  z.strictObject({
    type: z.literal('emoji'),
    name: someText,
    unicode: z.string().exactOptional(),
    url: z.string().exactOptional(),
    skin_tone: z.int().exactOptional(),
    style,
  }),
  z.strictObject({ type: z.literal('color'), value: someText, style }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: someText,
    url: z.string().exactOptional(),
    fallback: z.string().exactOptional(),
    style,
  }),
]);

const border = z.union([z.literal(0), z.literal(1)]).exactOptional();
const section = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(inline).min(1, 'missing element'),
});

/** A rich text block. Empty texts and empty element lists are refused, as Slack refuses them ("missing element"). */
export const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: shortString(255).exactOptional(),
  elements: z
    .array(
      z.discriminatedUnion('type', [
        section,
        z.strictObject({
          type: z.literal('rich_text_list'),
          style: z.enum(['bullet', 'ordered']),
          elements: z.array(section).min(1, 'missing element'),
          indent: z.int().min(0).max(8).exactOptional(),
          offset: z.int().min(0).exactOptional(),
          border,
        }),
        z.strictObject({
          type: z.literal('rich_text_quote'),
          elements: z.array(inline).min(1, 'missing element'),
          border,
        }),
        z.strictObject({
          type: z.literal('rich_text_preformatted'),
          elements: z.array(z.discriminatedUnion('type', [text, link])).min(1, 'missing element'),
          border,
          language: z.string().exactOptional(),
        }),
      ]),
    )
    .min(1, 'missing element'),
});

export type RichText = z.output<typeof richText>;
export type RichTextPart = RichText['elements'][number];
export type RichTextInline = z.output<typeof inline>;
