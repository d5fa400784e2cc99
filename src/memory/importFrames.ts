import type { ExportedFrame } from '../core/memory/exported.js';
import type { MindId } from '../core/memory/reach.js';
import type { Minds } from '../core/ports/minds.js';

/**
 * Saves exported memories into a mind, with their age. What it knows already is left as it is. An import vouches for nothing that
 * the file says of itself: its trust is that of imports at most.
 *
 * @param author whose they are, where that is one person
 */
export async function importFrames(
  minds: Pick<Minds, 'save'>,
  mind: MindId,
  frames: readonly ExportedFrame[],
  options: { readonly author: string | null },
): Promise<{ readonly saved: number; readonly known: number }> {
  const { author } = options;
  const counts = { saved: 0, known: 0 };
  for (const { content, importance, scope, createdAt, trust } of frames) {
    const { outcome } = await minds.save(mind, {
      content,
      importance,
      source: 'import',
      trust: trust === 0 ? 0 : 1,
      author,
      scope,
      gop: 'import',
      now: Date.parse(createdAt),
    });
    counts[outcome] += 1;
  }
  return counts;
}
