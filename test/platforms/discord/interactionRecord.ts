import type { Modal } from './components.js';
import type { ChannelRecord, StoredMessage, UserRecord } from './world.js';

/** How long an interaction waits for its first answer, and for how long its token works. */
export const ACKNOWLEDGE_MS = 3000;
export const TOKEN_MS = 15 * 60_000;

/** How long the token of an interaction works from when the bot is told of it, milliseconds. */
export interface TokenLife {
  readonly ms: number;
  /** Whether its id is so old that it says so, as after minutes of work; else the token ends before its time. */
  readonly isTold: boolean;
}

export const WHOLE_LIFE: TokenLife = { ms: TOKEN_MS, isTold: true };

/** Kinds of interactions, as the wire numbers them. */
export const interactionKinds = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;
export type InteractionKind = keyof typeof interactionKinds;

/** What a person did and what the bot made of it. Live. */
export interface InteractionRecord {
  readonly id: string;
  readonly token: string;
  readonly kind: InteractionKind;
  readonly user: UserRecord;
  readonly channel: ChannelRecord;
  readonly at: number;
  /** Until when its token works. */
  readonly tokenUntil: number;
  /** Name of the command, or `custom_id`. */
  readonly name: string;
  /** Components, and modals opened by them: the message that they are on. */
  readonly message?: StoredMessage;
  /** The body of the event. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The bot's first answer: its type (4, 5, 6, 7, 8, 9) and when. */
  response?: { type: number; at: number; answerLost: boolean };
  /** The message of a type 4 or 5 answer; of type 6 and 7 the message with the component. */
  original?: StoredMessage;
  readonly followUps: StoredMessage[];
  /** What an autocomplete offers. */
  choices?: readonly { name: string; value: string | number }[];
  /** The window that opened. */
  modal?: Modal;
}

/** What a phone shows of an interaction. */
export type InteractionLook =
  /** A spinner: not answered yet. */
  | 'waiting'
  /** "This interaction failed": not acknowledged in time. */
  | 'failed'
  /** "Thinking ...": deferred, and no answer came. */
  | 'thinking'
  | 'done';

/** What the phone shows at a time. */
export function lookOf(interaction: InteractionRecord, now: number): InteractionLook {
  if (interaction.response === undefined) return now - interaction.at > ACKNOWLEDGE_MS ? 'failed' : 'waiting';
  const { original } = interaction;
  return original?.thinking === true && original.deletedAt === undefined ? 'thinking' : 'done';
}
