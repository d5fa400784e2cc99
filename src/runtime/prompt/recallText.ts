import { memoryLine } from '../recall/memoryLine.js';
import type { Recall } from '../recall/recallMemory.js';

/**
 * What was recalled for a message. How to use it stands in the system message. A failure is said: a model that is shown
 * nothing makes something up.
 */
export function describeRecall(memories: Recall): string {
  if (memories === null) return '[Memory recall is unavailable at the moment. Go on without it.]';
  if (memories.length === 0) return '';
  return ['Found in memory for this message:', ...memories.map((memory) => memoryLine(memory))].join('\n');
}
