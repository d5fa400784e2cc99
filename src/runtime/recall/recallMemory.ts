import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { MemoryFrame } from '../../core/memory/frame.js';
import type { MemoryReach, MindView } from '../../core/memory/reach.js';
import type { FoundFrame, Minds, SearchProfile } from '../../core/ports/minds.js';
import { withoutPoisoned } from '../safety/withoutPoisoned.js';
import { isCatchUpIntent } from './catchUp.js';
import { writeRef } from './frameRef.js';
import { inTime } from './inTime.js';
import type { Recalled } from './memoryLine.js';

export interface RecallOptions {
  /** Default 10. */
  readonly limit?: number;
  readonly profile?: SearchProfile;
  /** Hits below it are left out. Scores are comparable within one mind only. */
  readonly scoreFloor?: number;
}

/** What was found for a message: null where memory could not be reached, which is to be said. */
export type Recall = readonly Recalled[] | null;

export interface RecallDeps {
  readonly minds: Minds;
  readonly clock: Clock;
}

const DEFAULT_LIMIT = 10;
/** Of a catch-up: the newest frames besides the weighty ones, and hits of the other mind. */
const NEWEST = 3;
const OTHER_MIND = 2;
const LASTING = ['critical', 'important', 'normal'] as const;

/** Words with which what was decided is kept (`extractNotes`). */
const DECISION_PREFIXES = ['Decision'];

/**
 * Looks for what the minds hold for a message (contract: agent runtime 6.2), within the reach alone. A question about where
 * things stand gets what matters most instead of what is worded alike. Each memory is looked at for itself, so that a
 * poisoned one takes no other with it. Never rejects.
 */
export async function recallMemory(
  query: string,
  reach: MemoryReach,
  options: RecallOptions,
  deps: RecallDeps,
  log: Log,
): Promise<Recall> {
  const { limit = DEFAULT_LIMIT } = options;
  try {
    const found = isCatchUpIntent(query)
      ? catchUp(query, reach, limit, deps)
      : search(query, viewsOf(reach), { ...options, limit }, deps);
    return withoutPoisoned(await inTime(found, deps.clock), log);
  } catch (thrown) {
    log.warn({ err: thrown }, 'memory recall failed');
    return null;
  }
}

/** The views of a reach, the workspace's first. */
export function viewsOf({ workspace, personal }: MemoryReach): readonly MindView[] {
  return workspace === null ? [personal] : [workspace, personal];
}

/** In which mind of the reach a found frame is. */
export function storeOf({ mind }: Pick<FoundFrame, 'mind'>): Recalled['store'] {
  return mind.kind === 'person' ? 'personal' : 'workspace';
}

async function search(
  query: string,
  views: readonly MindView[],
  { limit, profile, scoreFloor = 0 }: RecallOptions & { readonly limit: number },
  { minds, clock }: RecallDeps,
): Promise<readonly Recalled[]> {
  const found = await minds.search(views, {
    text: query,
    limit,
    ...(profile === undefined ? {} : { profile }),
    now: clock.now(),
  });
  return found.filter(({ score }) => score >= scoreFloor).map((frame) => ({ store: storeOf(frame), frame }));
}

async function catchUp(
  query: string,
  reach: MemoryReach,
  limit: number,
  deps: RecallDeps,
): Promise<readonly Recalled[]> {
  const { workspace, personal, isGroup } = reach;
  const main = isGroup && workspace !== null ? workspace : personal;
  const other = main === personal ? workspace : personal;
  const { minds } = deps;
  const [weighty, decided, newest, others] = await Promise.all([
    minds.list(main, { order: 'weightiest', limit, importance: ['critical', 'important'] }),
    minds.list(main, { order: 'newest', limit, importance: LASTING, startsWith: DECISION_PREFIXES }),
    minds.list(main, { order: 'newest', limit: NEWEST * 2, importance: LASTING }),
    other === null ? [] : search(query, [other], { limit: OTHER_MIND }, deps),
  ]);
  const store = main === personal ? 'personal' : 'workspace';
  const isBelieved = ({ trust }: MemoryFrame) => trust > 0;
  const mainFrames = [
    ...[...weighty, ...decided].filter(isBelieved).sort(byWeight),
    ...newest.filter(isBelieved).slice(0, NEWEST),
  ].map((frame): Recalled => ({ store, frame }));
  const distinct = new Map(
    [...mainFrames, ...others].map((entry) => [writeRef({ store: entry.store, id: entry.frame.id }), entry]),
  );
  return [...distinct.values()].slice(0, limit);
}

const RANK: Readonly<Record<MemoryFrame['importance'], number>> = {
  critical: 0,
  important: 1,
  normal: 2,
  temporary: 3,
  deprecated: 4,
};

function byWeight(a: MemoryFrame, b: MemoryFrame): number {
  return RANK[a.importance] - RANK[b.importance] || b.id - a.id;
}
