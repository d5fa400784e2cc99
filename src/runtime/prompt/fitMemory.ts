import type { Memory } from '../../core/ports/mind.js';
import type { Frame } from '../assembler/frames.js';
import type { PreloadedContext } from '../orchestrator/preloadedContext.js';
import type { Trim } from './trim.js';

/**
 * What is put before the model unasked is paid for again in each turn, so it has a share of what stays the same: with the
 * rest of the context block that keeps nine tenths of a request cached. The model can search for more.
 */
const SHARE = 0.055;
const MIN_CHARS = 500;
const MAX_CHARS = 3000;
/** Around each line: mark, date or importance. */
const LINE_CHARS = 16;
const MAX_LINE_CHARS = 300;

/** Room for memories in the context block, in characters. */
export function roomForMemory(stableChars: number): number {
  return Math.min(MAX_CHARS, Math.max(MIN_CHARS, Math.floor(stableChars * SHARE)));
}

export interface FittedMemory {
  readonly recalled: readonly Memory[] | null;
  readonly context: PreloadedContext | null;
  readonly trims: readonly Trim[];
}

const sizeOf = (text: string) => Math.min(text.length, MAX_LINE_CHARS) + LINE_CHARS;

/** Keeps what must stay and, in order, what fits. */
function takeFitting<Item extends { readonly text: string }>(
  items: readonly Item[],
  room: number,
  mustStay: (item: Item, i: number) => boolean,
): { readonly kept: readonly Item[]; readonly left: number; readonly dropped: number } {
  let left = room;
  let dropped = 0;
  const kept = items.filter((item, i) => {
    const size = sizeOf(item.text);
    if (size > left && !mustStay(item, i)) {
      dropped += item.text.length;
      return false;
    }
    left -= size;
    return true;
  });
  return { kept, left, dropped };
}

/** Chooses what of a turn's memories fits: first what was found for the message, then what was loaded unasked. */
export function fitMemory(
  memory: { readonly recalled: readonly Memory[] | null; readonly context: PreloadedContext | null },
  room: number,
): FittedMemory {
  const found = takeFitting(memory.recalled ?? [], room, (_, i) => i === 0);
  const isCritical = ({ importance }: Frame) => importance === 'critical';
  const states = takeFitting(memory.context?.stateFrames ?? [], found.left, isCritical);
  const changes = takeFitting(memory.context?.recentChanges ?? [], states.left, isCritical);
  const dropped = [
    { part: 'recalled memories', chars: found.dropped },
    { part: 'preloaded memories', chars: states.dropped + changes.dropped },
  ];
  return {
    recalled: memory.recalled === null ? null : found.kept,
    context:
      memory.context === null ? null : { ...memory.context, stateFrames: states.kept, recentChanges: changes.kept },
    trims: dropped.filter(({ chars }) => chars > 0),
  };
}
