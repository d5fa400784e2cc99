import type { Memory } from '../../core/ports/mind.js';

const MAX_LINE_CHARS = 300;

function memoryLine({ text, savedAt }: Memory): string {
  const line = text.replace(/[<>]/g, ' ').replace(/\s+/g, ' ').trim();
  const cut = line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)} ...` : line;
  return `- [${new Date(savedAt).toISOString().slice(0, 10)}] ${cut}`;
}

/**
 * What was recalled for a message. How to use it stands in the system message. A failure is said: a model that is shown
 * nothing makes something up.
 */
export function describeRecall(memories: readonly Memory[] | null): string {
  if (memories === null) return '[Memory recall is unavailable at the moment. Go on without it.]';
  if (memories.length === 0) return '';
  return ['Found in memory for this message:', ...memories.map(memoryLine)].join('\n');
}
