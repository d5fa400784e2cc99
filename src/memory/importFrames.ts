import type { ExportedFrame } from '../core/memory/exported.js';
import { factValue } from '../core/memory/fact.js';
import type { MindId } from '../core/memory/reach.js';
import type { Minds } from '../core/ports/minds.js';

/**
 * Saves exported memories into a mind, with their age. What it knows already is left as it is. An import vouches for nothing that
 * the file says of itself: its trust is that of imports at most.
 *
 * @param author whose they are, where that is one person
 */
export async function importFrames(
  minds: Pick<Minds, 'save' | 'facts'>,
  mind: MindId,
  frames: readonly ExportedFrame[],
  options: { readonly author: string | null },
): Promise<{ readonly saved: number; readonly known: number }> {
  const { author } = options;
  const counts = { saved: 0, known: 0 };
  for (const frame of frames) counts[await importFrame(minds, mind, frame, author)] += 1;
  return counts;
}

async function importFrame(
  minds: Pick<Minds, 'save' | 'facts'>,
  mind: MindId,
  { content, fact, importance, scope, createdAt, trust }: ExportedFrame,
  author: string | null,
): Promise<'saved' | 'known'> {
  const common = {
    importance,
    source: 'import',
    trust: trust === 0 ? 0 : 1,
    author,
    scope,
    gop: 'import',
    now: Date.parse(createdAt),
  } as const;
  if (fact === undefined) return (await minds.save(mind, { ...common, content })).outcome;
  const { key, about } = fact;
  const owners = author === null ? [] : [author];
  const standing = await minds.facts.find({ mind, scopes: [scope] }, { keys: [key], owners });
  if (standing.length > 0) return 'known';
  const kept = await minds.facts.keep(mind, { ...common, key, about, value: factValue(key, content) });
  return kept.outcome === 'saved' ? 'saved' : 'known';
}
