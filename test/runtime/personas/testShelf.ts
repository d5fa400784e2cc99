import { type Log, silentLog } from '../../../src/core/log.js';
import { openPersonaShelf, type PersonaShelf } from '../../../src/runtime/personas/personaShelf.js';
import { createFakeClock } from '../../setup/fakeClock.js';

/** The built-in personas, and the custom ones of a data directory; nothing of them is looked at again by itself. */
export function openTestShelf(
  options: {
    readonly dataDir?: string;
    readonly hasCoordinator?: boolean;
    readonly builtinFolder?: string;
    readonly log?: Log;
    readonly clock?: ReturnType<typeof createFakeClock>;
  } = {},
): PersonaShelf {
  return openPersonaShelf({
    dataDir: '/nonexistent',
    hasCoordinator: false,
    clock: createFakeClock(0),
    log: silentLog,
    ...options,
  });
}
