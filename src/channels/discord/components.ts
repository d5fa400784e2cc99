import type { SendOptions } from '../../core/ports/egress.js';

/** Component types and button styles of the API. */
const ROW = 1;
const BUTTON = 2;
const SELECT = 3;
const SECONDARY = 2;

/** A row holds five buttons; more choices become one menu, which holds 25. */
const BUTTONS_IN_ROW = 5;

const STOP_PREFIX = 'stop:';
const CHOICE_PREFIX = 'c:';
/** Of the menu; which of its options was taken comes with the press. */
const MENU = 'menu';
/** Of a window in which a question about a message is asked: the message's channel and id follow. */
const ASK_PREFIX = 'ask:';

/** The most that a `custom_id` holds (API, "Custom ID"). */
const MAX_CUSTOM_ID = 100;

/** One row of controls, as the API takes it. */
export interface ComponentRow {
  readonly type: typeof ROW;
  readonly components: readonly object[];
}

/** The controls below a message: choices as buttons or a menu, and the stop button. None: the empty list takes them away. */
export function componentsOf({ stopButton, choices }: Pick<SendOptions, 'stopButton' | 'choices'>): ComponentRow[] {
  const rows: ComponentRow[] = [];
  const unique = [...new Map(choices.map((choice) => [choice.command, choice])).values()];
  if (unique.length > BUTTONS_IN_ROW) {
    const options = unique.map(({ label, command }) => ({ label, value: command }));
    rows.push({ type: ROW, components: [{ type: SELECT, custom_id: MENU, options }] });
  } else if (unique.length > 0) {
    const buttons = unique.map(({ label, command }) => ({
      type: BUTTON,
      style: SECONDARY,
      label,
      custom_id: `${CHOICE_PREFIX}${command}`,
    }));
    rows.push({ type: ROW, components: buttons });
  }
  const stopId = `${STOP_PREFIX}${stopButton}`;
  if (stopButton !== null && stopId.length <= MAX_CUSTOM_ID) {
    rows.push({ type: ROW, components: [{ type: BUTTON, style: SECONDARY, label: '⏹', custom_id: stopId }] });
  }
  return rows;
}

/** What a pressed control means. */
export type Press =
  | { readonly kind: 'stop'; readonly turn: string }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'dead' };

/** Reads a press. A client can send any id: only what types a command, or names a turn, counts. */
export function pressOf(customId: string, values: readonly string[]): Press {
  if (customId.startsWith(STOP_PREFIX) && customId.length > STOP_PREFIX.length) {
    return { kind: 'stop', turn: customId.slice(STOP_PREFIX.length) };
  }
  const command = customId === MENU ? values[0] : customId.startsWith(CHOICE_PREFIX) ? customId.slice(2) : undefined;
  return command !== undefined && /^\/[a-z0-9_]/.test(command) ? { kind: 'command', command } : { kind: 'dead' };
}

/** `custom_id` of the window that asks about a message. */
export function askId(message: string): string {
  return `${ASK_PREFIX}${message}`;
}

/** The message that a window asked about; null for any other window. */
export function askedMessage(customId: string): string | null {
  return customId.startsWith(ASK_PREFIX) ? customId.slice(ASK_PREFIX.length) : null;
}
