import type { Log } from '../core/log.js';
import type { Minds } from '../core/ports/minds.js';
import type { People } from '../core/ports/people.js';

/**
 * Makes the moves of memory that links and partings of accounts asked for, in order. One that fails stays asked for, and is tried
 * again with the next call: after the next link, or at the next start.
 */
export function createMoveMinds(deps: {
  readonly people: Pick<People, 'pendingMoves' | 'finishMove'>;
  readonly minds: Pick<Minds, 'merge'>;
  /** Moves what else is a person's own: all of it, or what an account made. */
  readonly moveSkills?: (from: string, into: string, author: string | null) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}): () => Promise<void> {
  const { people, minds, moveSkills, now, log } = deps;
  let running = Promise.resolve();

  const moveAll = async () => {
    for (const { no, from, into, author } of await people.pendingMoves()) {
      try {
        await minds.merge({ kind: 'person', person: from }, { kind: 'person', person: into }, now(), author);
        await moveSkills?.(from, into, author);
        await people.finishMove(no);
      } catch (thrown) {
        // A later move may build on this one.
        log.error({ err: thrown, move: no }, 'memory of linked accounts could not be moved; it will be tried again');
        return;
      }
    }
  };

  return () => {
    running = running.then(moveAll);
    return running;
  };
}
