import type { MemoryFrame } from '../../core/memory/frame.js';
import type { MappedEntity } from '../../core/memory/layers.js';
import type { Wording } from '../../core/wording.js';
import { type FrameRef, writeRef } from '../recall/frameRef.js';
import { dayOf } from '../recall/memoryLine.js';
import { lineId } from './pageParts.js';
import { linkedText, pageLink } from './pageText.js';
import type { VaultPage } from './vaultPage.js';

/** What a vault is built from. */
export interface VaultMemory {
  readonly store: FrameRef['store'];
  /** In force, in any order. */
  readonly frames: readonly MemoryFrame[];
  readonly entities: readonly MappedEntity[];
}

/** What a page of memories holds at most. */
export const MAX_FRAMES = 400;
export const MAX_CHARS = 200_000;

/** Order of memories on pages: imported ones stand where they belong, however late they came. */
export const newestFirst = (a: MemoryFrame, b: MemoryFrame) => b.createdAt - a.createdAt || b.id - a.id;

/** Id of the page of a thing or person. */
export const entityPageId = (id: number) => `e${id}`;

export type PathOf = Parameters<VaultPage['body']>[0];

/** Writes memories as lines of pages. */
export interface Lines {
  /**
   * One memory, with links to what it names.
   *
   * @param self the entity on whose page it stands: no page links to itself
   */
  of(frame: MemoryFrame, pathOf: PathOf, self?: number): string;
}

/** @param monthOf the page of its month on which a memory stands, by the memory's id */
export function createLines(
  { store, entities }: VaultMemory,
  monthOf: ReadonlyMap<number, string>,
  wording: Wording,
): Lines {
  const named = new Map<number, MappedEntity['entity'][]>();
  for (const { entity, frames } of entities) {
    for (const id of frames) {
      const known = named.get(id);
      if (known === undefined) named.set(id, [entity]);
      else known.push(entity);
    }
  }

  const marks = (frame: MemoryFrame, pathOf: PathOf): readonly string[] => {
    const { source, importance, conflicts, scope } = frame;
    const others = conflicts.map((id) => {
      const month = monthOf.get(id);
      const ref = writeRef({ store, id });
      return pageLink(month === undefined ? null : pathOf(month), ref, lineId(ref));
    });
    return [
      ...(source === 'user_stated' ? [] : [wording.text(`memory-source-${source}`, {})]),
      ...(importance === 'normal' ? [] : [wording.text(`memory-importance-${importance}`, {})]),
      ...(store === 'personal' && scope === 'shared' ? [wording.text('memory-scope-shared', {})] : []),
      ...(others.length === 0 ? [] : [`⚠ ${wording.text('memory-conflict', {})}: ${others.join(', ')}`]),
    ];
  };

  return {
    of: (frame, pathOf, self) => {
      const mentions = (named.get(frame.id) ?? [])
        .filter(({ id }) => id !== self)
        .map(({ id, name }) => ({ name, path: pathOf(entityPageId(id)) }));
      const about = marks(frame, pathOf);
      const ref = writeRef({ store, id: frame.id });
      const note = about.length === 0 ? '' : ` (${about.join('; ')})`;
      return `- ${dayOf(frame.createdAt)}: ${linkedText(frame.content, mentions)}${note} ^${lineId(ref)}`;
    },
  };
}

/** As many of the newest as a page takes. */
export function firstOf(frames: readonly MemoryFrame[]): readonly MemoryFrame[] {
  let chars = 0;
  return frames.slice(0, MAX_FRAMES).filter(({ content }) => {
    chars += content.length;
    return chars <= MAX_CHARS;
  });
}

/** What the front matter says of the memories of a page. */
export function aboutFrames(frames: readonly MemoryFrame[], store: FrameRef['store']) {
  const times = frames.map(({ createdAt }) => createdAt);
  return {
    sources: frames.map(({ id }) => writeRef({ store, id })),
    created: times.length === 0 ? null : Math.min(...times),
    updated: times.length === 0 ? null : Math.max(...times),
  };
}

/** That there is more than is shown, where there is. */
export function moreLines(all: readonly unknown[], shown: readonly unknown[], wording: Wording): readonly string[] {
  const left = all.length - shown.length;
  return left === 0 ? [] : ['', wording.text('wiki-more', { n: String(left) })];
}
