import { WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { MindId } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import type { Vaults } from './vaults.js';

/** Code of the error that says that the memory has changed and the pages have not. */
export const WIKI_STALE = 'wiki-stale';

/**
 * The minds with their vaults at their heels: what is forgotten, corrected, moved or erased is so in the vaults, too, before the call
 * ends. What is new is written there by the next sync, and with the upkeep.
 *
 * Where the memory has changed but the pages could not be written, a call rejects with `WIKI_STALE`.
 */
export function withVaults(minds: Minds, vaults: Pick<Vaults, 'refresh' | 'erase' | 'move'>, log: Log): Minds {
  const follow = async <Value>(mind: MindId, change: Promise<Value>): Promise<Value> => {
    const value = await change;
    try {
      await vaults.refresh(mind);
    } catch (thrown) {
      throw staleError(thrown);
    }
    return value;
  };

  return {
    ...minds,
    forget: (view, ids, now) => follow(view.mind, minds.forget(view, ids, now)),
    restore: (view, ids, now) => follow(view.mind, minds.restore(view, ids, now)),
    correct: (view, id, next) => follow(view.mind, minds.correct(view, id, next)),
    settle: (view, keep, now) => follow(view.mind, minds.settle(view, keep, now)),
    setScope: (view, ids, scope) => follow(view.mind, minds.setScope(view, ids, scope)),
    facts: {
      ...minds.facts,
      keep: async (mind, fact) => {
        const kept = await minds.facts.keep(mind, fact);
        const replaced = kept.outcome === 'saved' && kept.old !== null;
        return replaced ? follow(mind, Promise.resolve(kept)) : kept;
      },
    },
    knowledge: {
      ...minds.knowledge,
      change: (mind, id, change) => follow(mind, minds.knowledge.change(mind, id, change)),
    },
    merge: async (from, into, now, author = null) => {
      const merged = await minds.merge(from, into, now, author);
      // Rejected, the move is asked for once more: nothing of it is said to anybody yet.
      if (author === null) await vaults.move(from, into);
      else await vaults.refresh(from);
      return merged;
    },
    erase: async (mind, author) => {
      if (author !== null) return follow(mind, minds.erase(mind, author));
      await vaults.erase(mind);
      return minds.erase(mind, author);
    },
    maintain: async (mind, now) => {
      const hasMore = await minds.maintain(mind, now);
      if (!hasMore) {
        await vaults.refresh(mind).catch((thrown: unknown) => {
          log.error({ err: thrown }, 'the wiki could not be synced; it is tried again with the next upkeep');
        });
      }
      return hasMore;
    },
  };
}

function staleError(thrown: unknown): WaggleError {
  return new WaggleError(WIKI_STALE, 'the memory has changed, but the wiki could not be written', {
    cause: thrown,
    sentence: 'My memory has changed, but the pages of the wiki could not be rewritten. `/wiki_sync` tries again.',
  });
}
