import type { ActiveWork } from '../assembler/contextFrames.js';
import type { Frame } from '../assembler/frames.js';
import type { PreloadedContext } from '../orchestrator/preloadedContext.js';
import type { Recalled } from '../recall/memoryLine.js';
import type { Recall } from '../recall/recallMemory.js';
import type { Trim } from './trim.js';

/**
 * What is put before the model unasked is paid for again in each turn, so it has a share of what stays the same: with the
 * rest of the context block that keeps nine tenths of a request cached. The model can search for more.
 */
const SHARE = 0.055;
const MIN_CHARS = 460;
const MAX_CHARS = 3000;
/** Around each line: mark and importance; of what was found reference, date, source and trust. */
const LINE_CHARS = 16;
const FOUND_CHARS = 40;
const MAX_LINE_CHARS = 300;

/** Room for memories in the context block, in characters. */
export function roomForMemory(stableChars: number): number {
  return Math.min(MAX_CHARS, Math.max(MIN_CHARS, Math.floor(stableChars * SHARE)));
}

export interface FittedMemory {
  readonly recalled: Recall;
  readonly context: PreloadedContext | null;
  readonly trims: readonly Trim[];
}

const sizeOf = (text: string, around: number) => Math.min(text.length, MAX_LINE_CHARS) + around;

/** Keeps what must stay and, in order, what fits. */
function takeFitting<Item>(
  items: readonly Item[],
  { textOf, around }: { readonly textOf: (item: Item) => string; readonly around: number },
  room: number,
  mustStay: (item: Item, i: number) => boolean,
): { readonly kept: readonly Item[]; readonly left: number; readonly dropped: number } {
  let left = room;
  let dropped = 0;
  const kept = items.filter((item, i) => {
    const size = sizeOf(textOf(item), around);
    if (size > left && !mustStay(item, i)) {
      dropped += textOf(item).length;
      return false;
    }
    left -= size;
    return true;
  });
  return { kept, left, dropped };
}

const FOUND = { textOf: ({ frame }: Recalled) => frame.content, around: FOUND_CHARS };
const LOADED = { textOf: ({ text }: Frame) => text, around: LINE_CHARS };
const WORK = { textOf: ({ content }: ActiveWork) => content, around: LINE_CHARS };
const PLAIN = { textOf: (text: string) => text, around: 2 };

/**
 * Chooses what of a turn's memories fits: first what was found for the message, then what was loaded unasked: preferences,
 * what is going on, frames, names.
 */
export function fitMemory(
  memory: { readonly recalled: Recall; readonly context: PreloadedContext | null },
  room: number,
): FittedMemory {
  const { recalled, context } = memory;
  const isFirst = (_: unknown, i: number) => i === 0;
  const isCritical = ({ importance }: Frame) => importance === 'critical';
  const found = takeFitting(recalled ?? [], FOUND, room, isFirst);
  const preferences = takeFitting(context?.personalPreferences ?? [], PLAIN, found.left, isFirst);
  const work = takeFitting(context?.activeWork ?? [], WORK, preferences.left, isFirst);
  const states = takeFitting(context?.stateFrames ?? [], LOADED, work.left, isCritical);
  const changes = takeFitting(context?.recentChanges ?? [], LOADED, states.left, isCritical);
  const names = takeFitting(context?.keyEntities ?? [], PLAIN, changes.left, () => false);
  const loaded = [preferences, work, states, changes, names].reduce((sum, { dropped }) => sum + dropped, 0);
  const dropped = [
    { part: 'recalled memories', chars: found.dropped },
    { part: 'preloaded memories', chars: loaded },
  ];
  return {
    recalled: recalled === null ? null : found.kept,
    context:
      context === null
        ? null
        : {
            ...context,
            stateFrames: states.kept,
            recentChanges: changes.kept,
            activeWork: work.kept,
            keyEntities: names.kept,
            personalPreferences: preferences.kept,
          },
    trims: dropped.filter(({ chars }) => chars > 0),
  };
}
