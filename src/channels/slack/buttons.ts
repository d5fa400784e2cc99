import { MAX_CHOICES } from '../../core/choice.js';
import type { Json } from '../../core/json.js';
import type { SendOptions } from '../../core/ports/egress.js';

/** `action_id` of the button that stops a turn; its value is the turn. */
export const STOP_ACTION = 'waggle_stop';

/** `action_id`s of the buttons that type a command begin so; their value is the command. */
export const CHOICE_ACTION = 'waggle_choice_';

/** `callback_id` of the message shortcut "Ask about this", and of the view that it opens. */
export const ASK_CALLBACK = 'waggle_ask';

/** The block ids of the view's question field. */
export const ASK_BLOCK = 'question';

/** Blocks that buttons may add to a message: one row for choices, one for the stop button. */
export const BUTTON_BLOCKS = 2;

/** The buttons below a message, as blocks. */
export function buttonBlocks({ stopButton, choices }: Pick<SendOptions, 'stopButton' | 'choices'>): Json[] {
  const blocks: Json[] = [];
  if (choices.length > 0) {
    const elements = choices.slice(0, MAX_CHOICES).map(({ label, command }, index) => ({
      type: 'button',
      action_id: `${CHOICE_ACTION}${index}`,
      text: { type: 'plain_text', text: label, emoji: true },
      value: command,
    }));
    blocks.push({ type: 'actions', elements });
  }
  if (stopButton !== null) {
    const text = { type: 'plain_text', text: '⏹', emoji: true };
    const button = { type: 'button', action_id: STOP_ACTION, text, value: stopButton, accessibility_label: 'Stop' };
    blocks.push({ type: 'actions', elements: [button] });
  }
  return blocks;
}
