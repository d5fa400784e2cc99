import { z } from 'zod';
import type { Choice } from '../core/choice.js';
import type { Json } from '../core/json.js';
import type { Rendered } from '../core/ports/egress.js';
import type { Delivery } from '../core/ports/ledger.js';

/** Buttons below a message. */
export interface Buttons {
  /** The button that stops the turn. */
  readonly stop: boolean;
  readonly choices: readonly Choice[];
}

export const NO_BUTTONS: Buttons = { stop: false, choices: [] };

/** What a reader sees of a message, as text to compare. */
export function faceOf(payload: Json, { stop, choices }: Buttons): string {
  const face = JSON.stringify(payload);
  return stop || choices.length > 0 ? `${face} ${JSON.stringify([stop, choices])}` : face;
}

/** One platform message of a turn: the answer's n-th chunk, a notice, an error. */
export interface Slot {
  /** Ledger key within the turn. */
  readonly chunk: string;
  /**
   * `empty`: nothing was sent. `sent`: a message stands in the chat. `unknown`: a send whose answer was lost. `abandoned`: the
   * reader deleted it twice or the platform refuses it: left alone.
   */
  state: 'empty' | 'sent' | 'unknown' | 'abandoned';
  messageId: string | null;
  /** An earlier message of the chunk, which is gone: what takes its place is another message for the platform. */
  replaces: string | null;
  /** Face that the platform confirmed (`faceOf`); null when not known. */
  shown: string | null;
  /** Content that was last confirmed, or, of an earlier attempt, permitted; null when not known. */
  payload: Json;
  /** Whether a stop button stands below it, as far as is known. */
  mayStop: boolean;
  /** Payload of a send whose outcome is unknown: a second try must be the same. */
  lostPayload: Json;
  lostButtons: Buttons;
  /** When the first send whose answer was lost began, by our clock; 0 when not known. */
  lostAt: number;
  /** Until when a lost call may still arrive. */
  callUntil: number;
  /** Not to be tried again before this time. */
  retryAt: number;
  failures: number;
  /** How often the answer to its upload was lost. */
  losses: number;
  resends: number;
  /** The platform refused the formatted text: plain text from now on. */
  plain: boolean;
  /** Reference of a file that was brought to the platform, to be shown; null: it is none, or is not there. */
  staged: string | null;
}

export function emptySlot(chunk: string): Slot {
  return {
    chunk,
    state: 'empty',
    messageId: null,
    replaces: null,
    shown: null,
    payload: null,
    mayStop: false,
    lostPayload: null,
    lostButtons: NO_BUTTONS,
    lostAt: 0,
    callUntil: 0,
    retryAt: 0,
    failures: 0,
    losses: 0,
    resends: 0,
    plain: false,
    staged: null,
  };
}

/** The slot of a message that an earlier attempt of the turn sent, may have sent, or had and removed. */
export function slotFromDelivery(delivery: Delivery): Slot {
  const slot = emptySlot(delivery.chunk);
  if (delivery.state === 'removed' || delivery.state === 'gone') {
    slot.replaces = delivery.messageId ?? delivery.replaces;
    return slot;
  }
  slot.replaces = delivery.replaces;
  slot.callUntil = delivery.callUntil;
  if (delivery.messageId !== null) {
    slot.state = 'sent';
    slot.messageId = delivery.messageId;
    slot.payload = delivery.payload;
    slot.mayStop = true;
    return slot;
  }
  slot.state = 'unknown';
  slot.lostPayload = delivery.payload;
  slot.mayStop = true;
  slot.staged = stagedIn(delivery.payload);
  return slot;
}

/**
 * What a platform knows a send by. Under a nonce that was used it would give back a message that is gone; and whoever takes the turn over
 * looks for a lost send by it, so that it comes from what the ledger knows and nothing else.
 */
export function nonceOfSlot(turn: string, { chunk, replaces }: Slot): string {
  return [turn, chunk, ...(replaces === null ? [] : [`after-${replaces}`])].join('/');
}

/** What the ledger keeps of an upload. */
export function uploadPayload(file: string, staged: string | null): Json {
  return staged === null ? { file } : { file, staged };
}

const uploadSchema = z.object({ file: z.string(), staged: z.string() });

function stagedIn(payload: Json): string | null {
  return uploadSchema.safeParse(payload).data?.staged ?? null;
}

/** The slot of a message that stands there before the turn says anything: a picker, a placeholder. */
export function slotInPlaceOf(chunk: string, messageId: string): Slot {
  return { ...emptySlot(chunk), state: 'sent', messageId };
}

/** What a slot holds, as a message to write: only its payload counts. */
export function heldBy(slot: Slot): Rendered {
  return { units: 1, parts: 0, payload: slot.state === 'unknown' ? slot.lostPayload : slot.payload, plain: '' };
}

/** Back-off of a call that surely was not delivered: 0.5 s, doubled up to 30 s. */
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/** Counts a failure and says how long to leave the slot alone for it, milliseconds. */
export function backOff(slot: Slot): number {
  const ms = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** slot.failures);
  slot.failures += 1;
  return ms;
}

/** Whether the platform surely shows exactly this. */
export function shows(slot: Slot | undefined, rendered: Rendered, buttons: Buttons = NO_BUTTONS): boolean {
  return slot?.state === 'sent' && slot.shown === faceOf(rendered.payload, buttons);
}
