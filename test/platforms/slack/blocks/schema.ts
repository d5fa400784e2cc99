import { z } from 'zod';
import { accessory, actionElement, imageElement, inputElement } from './elements.js';
import { richText } from './richText.js';
import { anyText, mrkdwn, plainText, shortString } from './text.js';

const block_id = shortString(255).exactOptional();

const section = z
  .strictObject({
    type: z.literal('section'),
    block_id,
    text: anyText(3000).exactOptional(),
    fields: z.array(anyText(2000)).min(1).max(10, 'no more than 10 items allowed').exactOptional(),
    accessory: accessory.exactOptional(),
    expand: z.boolean().exactOptional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, 'missing required field: text');

const header = z.strictObject({
  type: z.literal('header'),
  block_id,
  text: plainText(150),
  level: z.int().exactOptional(),
});
const divider = z.strictObject({ type: z.literal('divider'), block_id });
const context = z.strictObject({
  type: z.literal('context'),
  block_id,
  elements: z
    .array(z.discriminatedUnion('type', [plainText(3000), mrkdwn(3000), imageElement]))
    .min(1)
    .max(10, 'no more than 10 items allowed'),
});
const actions = z.strictObject({
  type: z.literal('actions'),
  block_id,
  elements: z.array(actionElement).min(1).max(25, 'no more than 25 items allowed'),
});
const image = z.strictObject({
  type: z.literal('image'),
  block_id,
  image_url: shortString(3000).exactOptional(),
  slack_file: z.strictObject({ id: z.string().exactOptional(), url: z.string().exactOptional() }).exactOptional(),
  alt_text: shortString(2000),
  title: plainText(2000).exactOptional(),
});
const markdown = z.strictObject({
  type: z.literal('markdown'),
  block_id,
  text: z
    .string()
    .refine((text) => text.trim().length > 0, 'must be more than 0 characters')
    .max(12_000, 'must be less than 12001 characters'),
});
const cell = z.discriminatedUnion('type', [
  richText,
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1, 'must be more than 0 characters') }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: z.string().exactOptional() }),
]);
const columnSetting = z.strictObject({
  align: z.enum(['left', 'center', 'right']).exactOptional(),
  is_wrapped: z.boolean().exactOptional(),
});
const table = z.strictObject({
  type: z.literal('table'),
  block_id,
  rows: z
    .array(z.array(cell).min(1).max(20, 'no more than 20 items allowed'))
    .min(1)
    .max(100, 'no more than 100 items allowed'),
  column_settings: z.array(columnSetting.nullable()).max(20, 'no more than 20 items allowed').exactOptional(),
});
const input = z.strictObject({
  type: z.literal('input'),
  block_id,
  label: plainText(2000),
  element: inputElement,
  hint: plainText(2000).exactOptional(),
  optional: z.boolean().exactOptional(),
  dispatch_action: z.boolean().exactOptional(),
});

const shared = [section, header, divider, context, actions, image, richText] as const;

/** A block of a message, of the kinds that this server knows. */
export const messageBlock = z.discriminatedUnion('type', [...shared, markdown, table]);
/** A block of a modal view. */
export const viewBlock = z.discriminatedUnion('type', [...shared, input]);

export type Block = z.output<typeof messageBlock>;
export type ViewBlock = z.output<typeof viewBlock>;
export type TableCell = z.output<typeof cell>;
