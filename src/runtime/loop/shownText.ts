import type { ResetReason } from '../../core/events.js';
import type { LoopEvent } from './loopEvent.js';
import { joinSegments } from './loopState.js';

/** The text that readers have in front of them, and the events that bring it there. */
export interface ShownText {
  write(delta: string): void;
  /** Ends the segment that is being written, if there is one. */
  endSegment(drop: boolean): void;
  /** Voids the segment that is being written. A retry of a call that had shown nothing needs no word. */
  voidSegment(why: ResetReason): void;
  /** All that is shown and stands. */
  text(): string;
}

/**
 * A reset voids everything that a reader has of the answer, so segments that stand are written again, together with the
 * first text that follows: until then the old text stays in sight.
 */
export function createShownText(run: {
  emit(event: LoopEvent): void;
  /** The segments that are part of the answer so far. */
  kept(): readonly string[];
  /** The beginning of the segment that is being written, where an earlier round wrote it. */
  prefix(): string;
  /** The answer stands: nothing more is shown. */
  isMuted(): boolean;
}): ShownText {
  const { emit, kept, prefix, isMuted } = run;
  let segment = '';
  let isVoid = false;

  return {
    write: (delta) => {
      if (delta === '' || isMuted()) return;
      if (isVoid) {
        isVoid = false;
        for (const text of kept()) {
          emit({ type: 'text', delta: text });
          emit({ type: 'segmentEnd', drop: false });
        }
        segment = prefix();
        if (segment !== '') emit({ type: 'text', delta: segment });
      }
      segment += delta;
      emit({ type: 'text', delta });
    },
    endSegment: (drop) => {
      if (isMuted()) return;
      if (segment !== '') emit({ type: 'segmentEnd', drop });
      segment = '';
    },
    voidSegment: (why) => {
      if (isMuted() || (segment === '' && why === 'retry')) return;
      segment = '';
      isVoid = true;
      emit({ type: 'reset', why });
    },
    text: () => joinSegments([...kept(), segment === '' ? prefix() : segment]),
  };
}
