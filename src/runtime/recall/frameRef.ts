import type { MemoryReach, MindView } from '../../core/memory/reach.js';

/** How a model names a memory: `p12` in the person's mind, `w12` in the workspace's. Ids count within one mind. */
export interface FrameRef {
  readonly store: 'personal' | 'workspace';
  readonly id: number;
}

const REF = /^\s*[[#(]*([pw])[- ]?(\d{1,15})[\])]*\s*$/i;

export function writeRef({ store, id }: FrameRef): string {
  return `${store === 'personal' ? 'p' : 'w'}${id}`;
}

/** Null where the text is no reference. */
export function readRef(text: string): FrameRef | null {
  const [, letter, digits] = REF.exec(text) ?? [];
  if (letter === undefined || digits === undefined) return null;
  return { store: letter.toLowerCase() === 'p' ? 'personal' : 'workspace', id: Number(digits) };
}

/** The view in which a reference is looked up: none beyond the reach. */
export function viewOf(reach: MemoryReach, store: FrameRef['store']): MindView | null {
  return store === 'personal' ? reach.personal : reach.workspace;
}
