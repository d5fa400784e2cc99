import type { SentFile } from '../core/events.js';
import type { Rendered } from '../core/ports/egress.js';
import type { CallRank } from '../core/ports/ledger.js';
import { type Buttons, heldBy, NO_BUTTONS, type Slot, shows } from './slot.js';

/** What a reply wants to do next on its platform. */
export type Step =
  | {
      readonly do: 'send';
      readonly slot: Slot;
      readonly rendered: Rendered;
      readonly buttons: Buttons;
      readonly rank: CallRank;
      readonly silent: boolean;
    }
  /** A send whose answer was lost is repeated unchanged. */
  | { readonly do: 'resend'; readonly slot: Slot; readonly rank: CallRank; readonly silent: boolean }
  /** A send whose answer was lost is looked for in the chat. */
  | { readonly do: 'find'; readonly slot: Slot; readonly rank: CallRank }
  | {
      readonly do: 'edit';
      readonly slot: Slot;
      readonly rendered: Rendered;
      readonly buttons: Buttons;
      readonly rank: CallRank;
    }
  | { readonly do: 'remove'; readonly slot: Slot; readonly rank: CallRank }
  | UploadStep
  /** `text`: a notice, where notices are shown so; empty: the status goes. */
  | { readonly do: 'status'; readonly text?: string }
  /** Nothing to do before `until` (null: before something happens). */
  | { readonly do: 'rest'; readonly until: number | null }
  /** Everything that should be visible is. */
  | { readonly do: 'done' };

/** Gives a file to the chat, or gives it once more when it surely, or perhaps, did not arrive. */
export interface UploadStep {
  readonly do: 'upload';
  readonly slot: Slot;
  readonly file: SentFile;
  readonly rank: CallRank;
}

/** A file of the turn and its message. */
export interface QueuedFile {
  readonly slot: Slot;
  readonly file: SentFile;
}

/** Everything that decides the next step. */
export interface ReplyView {
  readonly now: number;
  /** What the chat should show, chunk by chunk, and the messages that there are. */
  readonly chunks: readonly Rendered[];
  readonly slots: readonly Slot[];
  /** Buttons of the last chunk. */
  readonly buttons: Buttons;
  /** How this platform settles a send whose answer was lost: by reading the chat, by an idempotent repeat, by waiting. */
  readonly lostSends: 'find' | 'repeat' | 'wait';
  /** Whether what stands in the chat stays as it is: nothing can be edited or removed (`Egress.oneWay`). */
  readonly isOneWay?: boolean;
  /**
   * Whether the messages go when the turn has no text for them: one that was there before the turn, or all of a turn whose
   * question was deleted.
   */
  readonly mayVanish: boolean;
  /**
   * Whether stop buttons stand below the answer. At the end those of an earlier attempt go, where this one has no text to write
   * there: it was stopped, or given up.
   */
  readonly stopsInAnswer?: boolean;
  /** Whether the text may start to go out. */
  readonly mayStart: boolean;
  /** When `mayStart` turns true by time alone, or null. */
  readonly startsAt: number | null;
  /** Whether the turn has ended and the text is the last word. */
  readonly ended: boolean;
  /** A sentence that ends the turn as a message of its own. */
  readonly closing: { readonly slot: Slot; readonly rendered: Rendered } | null;
  /** The question that the turn waits for: its last word for now. */
  readonly asking?: { readonly slot: Slot; readonly rendered: Rendered; readonly buttons: Buttons } | null;
  /** Questions that take no answer any more: their buttons go. */
  readonly closed?: readonly { readonly slot: Slot; readonly rendered: Rendered }[];
  /** Files of the turn, in their order. */
  readonly files: readonly QueuedFile[];
  readonly notice: { readonly slot: Slot; readonly rendered: Rendered | null; readonly nextChangeAt: number | null };
  /** Notices of an earlier attempt that still stand in the chat. */
  readonly stale: readonly Slot[];
  /** When typing is to be shown next, or null when it is not. */
  readonly statusAt: number | null;
  /** Text of the status; absent where notices are messages. */
  readonly statusText?: string;
  /** A status with a text is shown and has to go at the end. */
  readonly isStatusLeft?: boolean;
}

/**
 * The next step of a reply, by the order of DESIGN.md section 5: old notices go, and the buttons of closed questions; a notice is removed before further text;
 * chunks are written in order, each only when the one before is right; at the end surplus messages go, the closing
 * sentence comes, the notice goes and the files follow; otherwise the notice, then typing.
 */
export function planStep(view: ReplyView): Step {
  return planStale(view) ?? planClosed(view) ?? planText(view) ?? (view.ended ? planEnd(view) : planWaiting(view));
}

function rest(until: number | null): Step {
  return { do: 'rest', until };
}

function planStale(view: ReplyView): Step | null {
  const slot = view.stale.find((stale) => stale.state === 'sent');
  if (slot === undefined || view.isOneWay === true) return null;
  return slot.retryAt > view.now ? null : { do: 'remove', slot, rank: 'notice' };
}

function planClosed(view: ReplyView): Step | null {
  for (const { slot, rendered } of openStill(view)) {
    if (slot.state === 'unknown') return writeStep(view, slot, rendered, NO_BUTTONS, 'approval', true);
    if (slot.retryAt <= view.now) return { do: 'edit', slot, rendered, buttons: NO_BUTTONS, rank: 'approval' };
  }
  return null;
}

/** Closed questions whose messages do not say so yet. */
function openStill({ closed = [] }: ReplyView) {
  return closed.filter(
    ({ slot, rendered }) => (slot.state === 'sent' || slot.state === 'unknown') && !shows(slot, rendered),
  );
}

/** What becomes of a send whose answer was lost: nothing new is sent before it is settled. */
function settleStep(view: ReplyView, slot: Slot, rank: CallRank, again: Step): Step {
  if (view.lostSends === 'wait') return view.now < slot.callUntil ? rest(slot.callUntil) : again;
  if (slot.retryAt > view.now) return rest(slot.retryAt);
  return view.lostSends === 'find' ? { do: 'find', slot, rank } : again;
}

function writeStep(
  view: ReplyView,
  slot: Slot,
  rendered: Rendered,
  buttons: Buttons,
  rank: CallRank,
  silent: boolean,
): Step {
  if (slot.state === 'unknown') return settleStep(view, slot, rank, { do: 'resend', slot, rank, silent });
  if (slot.retryAt > view.now) return rest(slot.retryAt);
  return slot.state === 'sent'
    ? { do: 'edit', slot, rendered, buttons, rank }
    : { do: 'send', slot, rendered, buttons, rank, silent };
}

function planText(view: ReplyView): Step | null {
  if (!view.ended && !view.mayStart) return null;
  const index = view.chunks.findIndex((chunk, i) => {
    const slot = view.slots[i];
    return slot?.state !== 'abandoned' && !isSaid(view, slot) && !shows(slot, chunk, buttonsOf(view, i));
  });
  const rendered = view.chunks[index];
  const slot = view.slots[index];
  if (rendered === undefined || slot === undefined) return null;
  const rank: CallRank = view.ended ? 'final' : index === 0 && slot.state === 'empty' ? 'first' : 'edit';
  if (view.notice.slot.state === 'sent' && view.notice.slot.retryAt <= view.now) {
    return { do: 'remove', slot: view.notice.slot, rank };
  }
  return writeStep(view, slot, rendered, buttonsOf(view, index), rank, index > 0);
}

/** Whether a message is out that cannot be made another one. */
function isSaid(view: ReplyView, slot: Slot | undefined): boolean {
  return view.isOneWay === true && slot?.state === 'sent';
}

function buttonsOf(view: ReplyView, index: number): Buttons {
  return index === view.chunks.length - 1 ? view.buttons : NO_BUTTONS;
}

function planEnd(view: ReplyView): Step {
  const surplus = view.slots
    .slice(view.chunks.length)
    .findLast((slot) => slot.state === 'sent' || slot.state === 'unknown');
  const mayGo = view.isOneWay !== true && (view.chunks.length > 0 || view.mayVanish);
  if (mayGo && surplus !== undefined) return removeStep(view, surplus);
  const pressable = view.stopsInAnswer === true && view.chunks.length === 0 ? planWithoutStop(view) : null;
  if (pressable !== null) return pressable;
  const { closing, notice } = view;
  if (notice.slot.state === 'sent' && notice.slot.retryAt <= view.now) return removeStep(view, notice.slot);
  const isClosed = closing === null || closing.slot.state === 'abandoned' || isSaid(view, closing.slot);
  if (!isClosed && !shows(closing.slot, closing.rendered)) {
    return writeStep(view, closing.slot, closing.rendered, NO_BUTTONS, 'final', false);
  }
  const { asking } = view;
  if (asking && asking.slot.state !== 'abandoned' && !shows(asking.slot, asking.rendered, asking.buttons)) {
    return writeStep(view, asking.slot, asking.rendered, asking.buttons, 'approval', false);
  }
  const leftover = [notice.slot, ...view.stale].find((slot) => slot.state === 'sent' || slot.state === 'unknown');
  if (leftover !== undefined && view.isOneWay !== true) return removeStep(view, leftover);
  const file = planFile(view);
  if (file !== null) return file;
  const retries = openStill(view).map(({ slot }) => slot.retryAt);
  if (retries.length > 0) return rest(Math.min(...retries));
  return view.isStatusLeft === true ? { do: 'status', text: '' } : { do: 'done' };
}

/** A message that stands as it is, but for a button that stops what is over. */
function planWithoutStop(view: ReplyView): Step | null {
  const slot = view.slots.findLast(({ state }) => state === 'sent' || state === 'unknown');
  if (slot === undefined || !slot.mayStop) return null;
  return writeStep(view, slot, heldBy(slot), NO_BUTTONS, 'notice', true);
}

/** Last of all, so that nothing that is said ever waits for a file. */
function planFile(view: ReplyView): Step | null {
  const next = view.files.find(({ slot }) => slot.state === 'empty' || slot.state === 'unknown');
  if (next === undefined) return null;
  const { slot, file } = next;
  const upload: UploadStep = { do: 'upload', slot, file, rank: 'final' };
  if (slot.state === 'unknown') return settleStep(view, slot, 'final', upload);
  return slot.retryAt > view.now ? rest(slot.retryAt) : upload;
}

function removeStep(view: ReplyView, slot: Slot): Step {
  if (slot.state === 'unknown') {
    return settleStep(view, slot, 'notice', { do: 'resend', slot, rank: 'notice', silent: true });
  }
  return slot.retryAt > view.now ? rest(slot.retryAt) : { do: 'remove', slot, rank: 'notice' };
}

function planWaiting(view: ReplyView): Step {
  const { slot, rendered, nextChangeAt } = view.notice;
  const wakes: number[] = [];
  if (view.startsAt !== null) wakes.push(view.startsAt);
  if (nextChangeAt !== null) wakes.push(nextChangeAt);
  // Two lost messages in one chat could not be told apart, so none is risked while one is out.
  const isAnswerLost = view.slots.some((other) => other.state === 'unknown');
  const isFree = !isAnswerLost && slot.state !== 'unknown' && slot.state !== 'abandoned';
  if (isFree && slot.retryAt > view.now) wakes.push(slot.retryAt);
  else if (isFree && rendered === null && slot.state === 'sent') return { do: 'remove', slot, rank: 'notice' };
  else if (isFree && rendered !== null && !shows(slot, rendered))
    return writeStep(view, slot, rendered, NO_BUTTONS, 'notice', true);
  if (view.statusAt !== null) {
    if (view.statusAt <= view.now) {
      return view.statusText === undefined ? { do: 'status' } : { do: 'status', text: view.statusText };
    }
    wakes.push(view.statusAt);
  }
  const later = wakes.filter((time) => time > view.now);
  return rest(later.length === 0 ? null : Math.min(...later));
}
