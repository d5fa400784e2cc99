import type { Log } from '../../core/log.js';
import type { Memory, Mind, MindOwner } from '../../core/ports/mind.js';
import { NO_CONTEXT } from '../assembler/contextFrames.js';
import { withoutPoisoned } from '../safety/withoutPoisoned.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import type { PreloadedContext } from './preloadedContext.js';
import type { MemoryStats } from './selfAwareness.js';

/** Memories that are put before the model unasked: those that fit the message, and the newest. */
const RECALL_LIMIT = 5;
const PRELOAD_LIMIT = 5;

/** What the memory layers give to the prompt of one turn. */
export interface LoadedMemory {
  /** Null: unknown, because the memory could not be reached. */
  readonly stats: MemoryStats | null;
  readonly context: PreloadedContext | null;
  /** Best first; null when recall failed. */
  readonly recalled: readonly Memory[] | null;
}

/** Where the prompt gets what is remembered. */
export interface PromptSource {
  /** Never rejects: a memory that cannot be reached is logged, and the turn goes on without it. */
  load(scope: TurnScope, query: string, log: Log): Promise<LoadedMemory>;
}

/** The source over a mind that knows texts and their age. */
export function createMindSource({ mind }: { readonly mind: Mind }): PromptSource {
  const orNull = async <Value>(what: string, loading: Promise<Value>, log: Log): Promise<Value | null> => {
    try {
      return await loading;
    } catch (error) {
      log.warn({ err: error }, `${what} failed`);
      return null;
    }
  };

  const searchClean = async (owner: MindOwner, query: string, limit: number, log: Log) =>
    withoutPoisoned(await mind.search(owner, query, limit), log);

  return {
    load: async ({ memory }, query, log) => {
      const [found, newest, count] = await Promise.all([
        orNull('memory recall', searchClean(memory, query, RECALL_LIMIT, log), log),
        orNull('loading the newest memories', searchClean(memory, '', PRELOAD_LIMIT, log), log),
        orNull('counting memories', mind.count(memory), log),
      ]);
      const known = new Set(found?.map(({ id }) => id));
      const fresh = newest?.filter(({ id }) => !known.has(id)) ?? [];
      const context = {
        ...NO_CONTEXT,
        scope: 'personal' as const,
        stateFrames: fresh.map(({ id, text }) => ({ id, text, kind: 'I' as const, importance: 'normal' as const })),
      };
      return {
        stats: count === null ? null : { frameCount: count },
        context: newest === null ? null : context,
        recalled: found,
      };
    },
  };
}
