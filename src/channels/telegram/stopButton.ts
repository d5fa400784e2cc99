import type { InlineKeyboardMarkup } from 'grammy/types';
import { WaggleError } from '../../core/errors.js';

/** callback_data is 1 to 64 bytes (Bot API, InlineKeyboardButton). */
const MAX_DATA_BYTES = 64;

const PREFIX = 'stop:';

/** The keyboard with the one button that stops a turn. An error (`telegram-button`) when the key is too long for one. */
export function stopKeyboard(turn: string): InlineKeyboardMarkup | WaggleError {
  const data = `${PREFIX}${turn}`;
  if (Buffer.byteLength(data) > MAX_DATA_BYTES) {
    return new WaggleError('telegram-button', `a turn's key of ${Buffer.byteLength(turn)} bytes does not fit a button`);
  }
  return { inline_keyboard: [[{ text: '⏹', callback_data: data }]] };
}

/** The turn that a pressed button is to stop; null for any other button. */
export function stopTurnOf(data: string | undefined): string | null {
  return data?.startsWith(PREFIX) === true && data.length > PREFIX.length ? data.slice(PREFIX.length) : null;
}
