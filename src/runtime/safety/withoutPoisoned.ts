import type { Log } from '../../core/log.js';
import { writeRef } from '../recall/frameRef.js';
import type { Recalled } from '../recall/memoryLine.js';
import { withoutPrefix } from '../writeBack/prefixes.js';
import { scanForInjection } from './scanForInjection.js';

/**
 * Memories without those that try to instruct the model. Each is looked at alone, so a poisoned one does not take the
 * others with it; it stays in the mind, where its owner can look at it, and the log names it.
 */
export function withoutPoisoned(memories: readonly Recalled[], log: Log): readonly Recalled[] {
  return memories.filter(({ store, frame }) => {
    const { safe, score, flags } = scanForInjection(withoutPrefix(frame.content), 'tool_output');
    if (!safe) {
      log.warn(
        { memory: writeRef({ store, id: frame.id }), score, flags },
        'a memory looks like an injection and is left out',
      );
    }
    return safe;
  });
}
