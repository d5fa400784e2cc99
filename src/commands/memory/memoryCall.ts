import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { MemoryFrame } from '../../core/memory/frame.js';
import type { MemoryReach, MindView } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import { type FrameRef, readRef, viewOf, writeRef } from '../../runtime/recall/frameRef.js';
import type { CommandCall } from '../registry.js';

export interface MemoryCommandDeps {
  readonly minds: Minds;
  /** What a turn of the caller would see of memory. */
  readonly openReach: (call: CommandCall) => Promise<MemoryReach>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** A memory that the caller may see, as people name it. */
export interface SeenFrame {
  readonly name: string;
  readonly ref: FrameRef;
  readonly view: MindView;
  readonly frame: MemoryFrame;
}

/**
 * The memories that a person looks through here: in a direct chat the own ones, in a group the chat's. What a person shares of the
 * own ones is used in groups, but not listed before everybody.
 */
export function shelfOf(reach: MemoryReach): { readonly store: FrameRef['store']; readonly view: MindView } {
  if (!reach.isGroup || reach.workspace === null) return { store: 'personal', view: reach.personal };
  return { store: 'workspace', view: reach.workspace };
}

/** Memories of a shelf as the caller sees them. */
export function seenOn(
  { store, view }: ReturnType<typeof shelfOf>,
  frames: readonly MemoryFrame[],
): readonly SeenFrame[] {
  return frames.map((frame) => {
    const ref = { store, id: frame.id };
    return { name: writeRef(ref), ref, view, frame };
  });
}

/** The memory that a text names (`p12`), or null: not a name, not there, or not the caller's to see. */
export async function findNamed(text: string, reach: MemoryReach, minds: Minds): Promise<SeenFrame | null> {
  const ref = readRef(text);
  const view = ref === null ? null : viewOf(reach, ref.store);
  if (ref === null || view === null) return null;
  const [frame] = await minds.get(view, [ref.id]);
  return frame === undefined ? null : { name: writeRef(ref), ref, view, frame };
}
