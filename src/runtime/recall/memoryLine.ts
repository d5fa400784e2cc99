import type { MemoryFrame } from '../../core/memory/frame.js';
import { type FrameRef, writeRef } from './frameRef.js';

/** Of one memory in a prompt, in characters. */
const MAX_LINE_CHARS = 300;

/** A memory and the mind of the reach that it is in. */
export interface Recalled {
  readonly store: FrameRef['store'];
  readonly frame: MemoryFrame;
}

const SAID_BY: Readonly<Record<MemoryFrame['source'], string>> = {
  user_stated: 'said',
  tool_verified: 'checked',
  agent_inferred: 'inferred',
  import: 'imported',
  system: 'noted',
};

/** One line, so that no memory can look like a part of the prompt. */
export function oneLineOf(content: string, maxChars = MAX_LINE_CHARS): string {
  const line = content.replace(/[<>]/g, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > maxChars ? `${characters.slice(0, maxChars).join('')} ...` : line;
}

export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A memory with what is needed to cite, correct or forget it: reference, date, importance, source, trust, conflicts. */
export function memoryLine({ store, frame }: Recalled, maxChars = MAX_LINE_CHARS): string {
  const { id, createdAt, importance, source, trust, conflicts, fact } = frame;
  const about = [
    writeRef({ store, id }),
    dayOf(createdAt),
    ...(importance === 'normal' ? [] : [importance]),
    `${SAID_BY[source]}, trust ${trust}`,
    ...(fact === undefined ? [] : [`${fact.about} fact`]),
    ...(conflicts.length === 0
      ? []
      : [`conflicts with ${conflicts.map((other) => writeRef({ store, id: other })).join(', ')}`]),
  ];
  return `- [${about.join('; ')}] ${oneLineOf(frame.content, maxChars)}`;
}
