import { z } from 'zod';
import { anyText, plainText, shortString } from './text.js';

const actionId = shortString(255).exactOptional();

const confirm = z
  .strictObject({
    title: plainText(100),
    text: anyText(300),
    confirm: plainText(30),
    deny: plainText(30),
    style: z.enum(['primary', 'danger']).exactOptional(),
  })
  .exactOptional();

const option = z.strictObject({
  text: anyText(75),
  value: shortString(150),
  description: anyText(75).exactOptional(),
  url: shortString(3000).exactOptional(),
});

const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: actionId,
  value: z.string().max(2000, 'must be less than 2001 characters').exactOptional(),
  url: shortString(3000).exactOptional(),
  style: z.enum(['primary', 'danger']).exactOptional(),
  accessibility_label: shortString(75).exactOptional(),
  confirm,
});

const select = z.strictObject({
  type: z.literal('static_select'),
  action_id: actionId,
  placeholder: plainText(150).exactOptional(),
  options: z.array(option).min(1).max(100),
  initial_option: option.exactOptional(),
  confirm,
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(option).min(1).max(5),
  confirm,
});

const textInput = z.strictObject({
  type: z.literal('plain_text_input'),
  action_id: actionId,
  placeholder: plainText(150).exactOptional(),
  initial_value: z.string().max(3000).exactOptional(),
  multiline: z.boolean().exactOptional(),
  min_length: z.int().min(0).max(3000).exactOptional(),
  max_length: z.int().min(1).max(3000).exactOptional(),
  focus_on_load: z.boolean().exactOptional(),
});

/** A picture by its address. */
export const imageElement = z.strictObject({
  type: z.literal('image'),
  image_url: shortString(3000),
  alt_text: shortString(2000),
});

/** What an `actions` block may hold here: buttons, a menu, an overflow menu. Other controls we do not use. */
export const actionElement = z.discriminatedUnion('type', [button, select, overflow]);
/** What stands beside a section. */
export const accessory = z.discriminatedUnion('type', [button, select, overflow, imageElement]);
/** What an `input` block of a view may hold here. */
export const inputElement = z.discriminatedUnion('type', [textInput, select]);

export type ActionElement = z.output<typeof actionElement>;
