import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types';
import type { Choice } from '../../core/choice.js';
import { WaggleError } from '../../core/errors.js';

/** callback_data is 1 to 64 bytes (Bot API, InlineKeyboardButton). */
const MAX_DATA_BYTES = 64;

const STOP_PREFIX = 'stop:';

/** Short labels share a row as long as they can be read on a phone: so many buttons, so many characters in all. */
const ROW_BUTTONS = 3;
const ROW_CHARS = 30;

/** Buttons below a message, as a reply asks for them. */
export interface Buttons {
  /** Key of the turn that the stop button stops, or null. */
  readonly stopButton: string | null;
  readonly choices: readonly Choice[];
}

/**
 * The inline keyboard with these buttons; null when there are none. A choice carries its command as it is typed, so it
 * outlives every restart. An error (`telegram-button`) when something is too long for a button.
 */
export function keyboardOf({ stopButton, choices }: Buttons): InlineKeyboardMarkup | WaggleError | null {
  const rows = choiceRows(choices);
  if (stopButton !== null) rows.push([{ text: '⏹', callback_data: `${STOP_PREFIX}${stopButton}` }]);
  const tooLong = rows.flat().find(({ callback_data: data }) => Buffer.byteLength(data) > MAX_DATA_BYTES);
  if (tooLong !== undefined) {
    const bytes = Buffer.byteLength(tooLong.callback_data);
    return new WaggleError('telegram-button', `${bytes} bytes of data do not fit a button`);
  }
  return rows.length === 0 ? null : { inline_keyboard: rows };
}

/** The turn that a pressed button is to stop; null for any other button. */
export function stopTurnOf(data: string | undefined): string | null {
  return data?.startsWith(STOP_PREFIX) === true && data.length > STOP_PREFIX.length
    ? data.slice(STOP_PREFIX.length)
    : null;
}

/** The command that a pressed button types; null for any other button. */
export function commandOf(data: string | undefined): string | null {
  return data?.startsWith('/') === true ? data : null;
}

type DataButton = InlineKeyboardButton.CallbackButton;

function choiceRows(choices: readonly Choice[]): DataButton[][] {
  const rows: DataButton[][] = [];
  let chars = 0;
  for (const { label, command } of choices) {
    const row = rows.at(-1);
    const button = { text: label, callback_data: command };
    chars += [...label].length;
    if (row === undefined || row.length === ROW_BUTTONS || chars > ROW_CHARS) {
      rows.push([button]);
      chars = [...label].length;
    } else row.push(button);
  }
  return rows;
}
