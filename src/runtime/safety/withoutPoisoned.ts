import type { Log } from '../../core/log.js';
import type { Memory } from '../../core/ports/mind.js';
import { scanForInjection } from './scanForInjection.js';

/**
 * Memories without those that try to instruct the model. Each is looked at alone, so a poisoned one does not take the
 * others with it; it stays in the mind, where its owner can look at it, and the log names it.
 */
export function withoutPoisoned(memories: readonly Memory[], log: Log): readonly Memory[] {
  return memories.filter(({ id, text }) => {
    const { safe, score, flags } = scanForInjection(text, 'tool_output');
    if (!safe) log.warn({ memory: id, score, flags }, 'a memory looks like an injection and is left out');
    return safe;
  });
}
