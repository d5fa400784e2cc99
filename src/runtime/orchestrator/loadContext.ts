import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { MemoryFrame } from '../../core/memory/frame.js';
import { type MemoryReach, stateMindOf } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import type { Frame } from '../assembler/frames.js';
import { oneLineOf, type Recalled } from '../recall/memoryLine.js';
import { scanForInjection } from '../safety/scanForInjection.js';
import { withoutPoisoned } from '../safety/withoutPoisoned.js';
import { EXCHANGE_PREFIXES } from '../writeBack/prefixes.js';
import type { PreloadedContext } from './preloadedContext.js';

/** The typed context has so many frames; the text takes the first five (spec runtime 5.2). */
const FRAMES = 10;
/** Those that nobody vouches for are passed over, so more are asked for. */
const ASKED = 20;
const ENTITIES = 10;
const PREFERENCES = 5;
const LASTING = ['critical', 'important', 'normal'] as const;
const PREFERENCE_PREFIXES = [
  EXCHANGE_PREFIXES.preference,
  EXCHANGE_PREFIXES.correction,
  EXCHANGE_PREFIXES.style,
  'Workspace topic:',
];

/**
 * What is put before the model unasked (spec runtime 5.2): weighty frames of the mind of the place, what is going on, the
 * best connected names, the person's preferences. Nothing of trust 0, nothing temporary.
 */
export async function loadContext(
  reach: MemoryReach,
  { minds, clock }: { readonly minds: Minds; readonly clock: Clock },
  log: Log,
): Promise<PreloadedContext> {
  const { workspace, personal, isGroup, person } = reach;
  const isWorkspace = isGroup && workspace !== null;
  const main = isWorkspace ? workspace : personal;
  const store = isWorkspace ? 'workspace' : 'personal';
  const [frames, activity, entities, preferences] = await Promise.all([
    minds.list(main, { order: 'weightiest', limit: ASKED, importance: LASTING }),
    minds.awareness.list(stateMindOf(reach), clock.now()),
    minds.knowledge.query(main, '*', ENTITIES),
    minds.list(main, {
      order: 'newest',
      limit: ASKED,
      importance: LASTING,
      startsWith: PREFERENCE_PREFIXES,
      ...(isWorkspace ? { author: person } : {}),
    }),
  ]);
  const clean = (list: readonly MemoryFrame[]) =>
    withoutPoisoned(
      list.filter(({ trust }) => trust > 0).map((frame): Recalled => ({ store, frame })),
      log,
    ).map(({ frame }) => frame);
  const isClean = (text: string) => scanForInjection(text, 'tool_output').safe;
  const liked = clean(preferences).slice(0, PREFERENCES);
  const chosen = clean(frames)
    .filter(({ id }) => !liked.some((frame) => frame.id === id))
    .slice(0, FRAMES);
  return {
    scope: store,
    stateFrames: chosen.filter(({ kind }) => kind === 'I').map(toFrame),
    recentChanges: chosen.filter(({ kind }) => kind !== 'I').map(toFrame),
    activeWork: activity.filter(({ content }) => isClean(content)),
    keyEntities: entities.map(({ entity }) => `${entity.type}: ${entity.name}`).filter(isClean),
    personalPreferences: liked.map(({ content }) => oneLineOf(content)),
  };
}

function toFrame({ id, kind, importance, content }: MemoryFrame): Frame {
  return { id, kind, importance, text: content };
}
