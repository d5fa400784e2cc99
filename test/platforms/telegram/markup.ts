import { z } from 'zod';
import { badRequest } from './errors.js';

const button = z.looseObject({
  text: z.string(),
  callback_data: z.string().exactOptional(),
  url: z.string().exactOptional(),
});
const inlineKeyboard = z.object({ inline_keyboard: z.array(z.array(button)) });
export type Keyboard = z.infer<typeof inlineKeyboard>;

/** Any `reply_markup`: an inline keyboard, or one of the kinds that live below the input field. */
export const markupSchema = z.union([
  inlineKeyboard,
  z.looseObject({ keyboard: z.array(z.array(z.union([z.string(), z.looseObject({ text: z.string() })]))) }),
  z.looseObject({ remove_keyboard: z.literal(true) }),
  z.looseObject({ force_reply: z.literal(true) }),
]);
export type Markup = z.infer<typeof markupSchema>;

/** Most buttons of an inline keyboard. */
const MAX_BUTTONS = 100;

function checkButton(entry: z.infer<typeof button>): void {
  if (entry.text.trim() === '') throw badRequest("can't parse inline keyboard button: text must be non-empty");
  const kinds = Object.keys(entry).filter((key) => !['text', 'style', 'icon_custom_emoji_id'].includes(key));
  if (kinds.length === 0) {
    throw badRequest("can't parse inline keyboard button: text buttons are unallowed in the inline keyboard");
  }
  if (kinds.length > 1) throw badRequest("can't parse inline keyboard button: exactly one kind must be used");
  if (entry.callback_data !== undefined) {
    const bytes = Buffer.byteLength(entry.callback_data);
    if (bytes < 1 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID');
  }
  if (entry.url !== undefined && !URL.canParse(entry.url)) throw badRequest('BUTTON_URL_INVALID');
}

/** Checks an inline keyboard; an empty one is none. Other kinds of markup give no keyboard under the message. */
export function readKeyboard(markup: Markup | undefined): Keyboard | undefined {
  if (markup === undefined) return undefined;
  const parsed = inlineKeyboard.safeParse(markup);
  if (!parsed.success) return undefined;
  const buttons = parsed.data.inline_keyboard.flat();
  for (const entry of buttons) checkButton(entry);
  if (buttons.length > MAX_BUTTONS) throw badRequest('reply markup is too long');
  return buttons.length === 0 ? undefined : parsed.data;
}
