import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { IdentityFields, ImprovementSignal } from '../../core/memory/layers.js';
import { type MemoryReach, stateMindOf } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import { oneLineOf } from '../recall/memoryLine.js';
import { type Recall, recallMemory, viewsOf } from '../recall/recallMemory.js';
import { DEFAULT_IDENTITY } from './identity.js';
import { loadContext } from './loadContext.js';
import { loadIdentity } from './loadIdentity.js';
import type { PreloadedContext } from './preloadedContext.js';
import type { MemoryStats } from './selfAwareness.js';

/** What the memory layers give to the prompt of one turn. */
export interface LoadedMemory {
  readonly identity: IdentityFields;
  /** Null: unknown, because the memory could not be reached. */
  readonly stats: MemoryStats | null;
  readonly context: PreloadedContext | null;
  /** Best first; null when recall failed. */
  readonly recalled: Recall;
  /** To be shown in this turn; `commitSurfacedSignals` marks them once the model has answered. */
  readonly signals: readonly ImprovementSignal[];
}

/** Where the prompt gets what is remembered. */
export interface PromptSource {
  /** Never rejects: a memory that cannot be reached is logged, and the turn goes on without it. */
  load(reach: MemoryReach, query: string, log: Log): Promise<LoadedMemory>;
  /**
   * The model has answered a prompt that showed these signals, so they rest now. After a failed call nobody calls it, and
   * they are shown again.
   */
  commitSurfacedSignals(reach: MemoryReach, signals: readonly ImprovementSignal[]): Promise<void>;
}

/** The source over the minds. */
export function createMindSource(deps: { readonly minds: Minds; readonly clock: Clock }): PromptSource {
  const { minds, clock } = deps;
  // Who the assistant is stands in the system message, which must not change while a mind cannot be reached.
  const identities = new Map<string, IdentityFields>();

  const orElse = async <Value, Other>(what: string, loading: Promise<Value>, other: Other, log: Log) => {
    try {
      return await loading;
    } catch (error) {
      log.warn({ err: error }, `${what} failed`);
      return other;
    }
  };

  const identityFor = async (reach: MemoryReach, log: Log): Promise<IdentityFields> => {
    const key = JSON.stringify(reach.workspace?.mind ?? null);
    const known = identities.get(key) ?? DEFAULT_IDENTITY;
    const identity = await orElse('loading the identity', loadIdentity(reach, minds), known, log);
    identities.set(key, identity);
    return identity;
  };

  return {
    load: async (reach, query, log) => {
      const now = clock.now();
      const [identity, recalled, context, stats, signals] = await Promise.all([
        identityFor(reach, log),
        recallMemory(query, reach, {}, deps, log),
        orElse('loading the recent context', loadContext(reach, deps, log), null, log),
        orElse('counting memories', countMemories(reach, minds), null, log),
        orElse('loading signals', minds.signals.due(stateMindOf(reach), now), [], log),
      ]);
      return { identity, recalled, context: withoutRecalled(context, recalled), stats, signals };
    },
    commitSurfacedSignals: async (reach, signals) => {
      if (signals.length > 0) await minds.signals.commitSurfaced(stateMindOf(reach), signals, clock.now());
    },
  };
}

/**
 * What the reach holds, all minds together; never kept from one turn to the next (contract: agent runtime 6). In a group only
 * the memories that it may see are counted: the other figures are of a mind as a whole.
 */
async function countMemories(reach: MemoryReach, minds: Minds): Promise<MemoryStats> {
  const counts = await Promise.all(viewsOf(reach).map((view) => minds.stats(view)));
  const sum = (field: 'frames' | 'sessions' | 'entities') => counts.reduce((total, count) => total + count[field], 0);
  if (reach.isGroup) return { frameCount: sum('frames') };
  return { frameCount: sum('frames'), sessionCount: sum('sessions'), entityCount: sum('entities') };
}

/** Nothing stands twice in a prompt. */
function withoutRecalled(context: PreloadedContext | null, recalled: Recall): PreloadedContext | null {
  if (context === null || recalled === null) return context;
  const known = new Set(recalled.filter(({ store }) => store === context.scope).map(({ frame }) => frame.id));
  const isFresh = ({ id }: { readonly id: number }) => !known.has(id);
  const texts = new Set(recalled.map(({ frame }) => oneLineOf(frame.content)));
  return {
    ...context,
    stateFrames: context.stateFrames.filter(isFresh),
    recentChanges: context.recentChanges.filter(isFresh),
    personalPreferences: context.personalPreferences.filter((text) => !texts.has(text)),
  };
}
