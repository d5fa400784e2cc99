import { z } from 'zod';
import { MAX_FACT_KEY_CHARS } from '../../../core/memory/fact.js';
import type { MemoryFrame } from '../../../core/memory/frame.js';
import { type FrameRef, readRef, viewOf } from '../../recall/frameRef.js';
import { memoryLine, type Recalled } from '../../recall/memoryLine.js';
import { withoutPoisoned } from '../../safety/withoutPoisoned.js';
import { CHANGES_HERE, defineTool, READS_HERE, type ToolDefinition, type TurnScope } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { type MemoryToolDeps, orNotSaved, scopeOf } from './toolReach.js';

const MAX_NAMES = 20;
/** Of one memory that is asked for by its name, in characters. */
const WHOLE_CHARS = 8_000;
const named = z.object({
  refs: z
    .array(z.string().max(20))
    .max(MAX_NAMES)
    .default([])
    .describe('References as the memory lines have them: p12, w7.'),
  keys: z.array(z.string().max(MAX_FACT_KEY_CHARS)).max(MAX_NAMES).default([]).describe('Exact keys of facts.'),
});

const STORES = ['personal', 'workspace'] as const;

/** The frames that references and keys name, within the reach; of facts in a group the speaker's own and the group's. */
async function find(
  { refs, keys }: z.output<typeof named>,
  { memory }: TurnScope,
  { minds }: MemoryToolDeps,
): Promise<readonly Recalled[]> {
  if (refs.length + keys.length === 0) throw new ToolFailure('Name memories by refs, or facts by keys.');
  const wanted = refs.map(readRef).filter((ref): ref is FrameRef => ref !== null);
  const owners = [...new Set([memory.author, memory.person])];
  const lists = await Promise.all(
    STORES.map(async (store) => {
      const ids = wanted.filter((ref) => ref.store === store).map(({ id }) => id);
      const view = viewOf(memory, store);
      if (view === null) return [];
      const [byRef, byKey] = await Promise.all([
        ids.length === 0 ? [] : minds.get(view, ids),
        keys.length === 0 ? [] : minds.facts.find(view, { keys, owners }),
      ]);
      const frames = new Map([...byRef, ...byKey].map((frame) => [frame.id, frame]));
      return [...frames.values()].map((frame): Recalled => ({ store, frame }));
    }),
  );
  return lists.flat();
}

const isOver = ({ validTo }: MemoryFrame) => validTo !== null;

export function createMemoryRecall(deps: MemoryToolDeps): ToolDefinition {
  return defineTool({
    name: 'memory_recall',
    description: 'Read memories whole by their references, or facts by their exact keys.',
    args: named,
    ...READS_HERE,
    execute: async (names, context) => {
      const scope = scopeOf(context);
      const found = withoutPoisoned(await find(names, scope, deps), deps.log);
      if (found.length === 0) return 'No such memory is seen here.';
      for (const { frame } of found) scope.words.note('memory', frame.content);
      return found
        .map((entry) => `${memoryLine(entry, WHOLE_CHARS)}${isOver(entry.frame) ? ' (no longer in force)' : ''}`)
        .join('\n');
    },
  });
}

/** Forgetting is for the author, and in a group for those who look after the gateway. */
function mayForget({ memory, principal }: TurnScope, { store, frame }: Recalled): boolean {
  if (store === 'personal') return true;
  return (
    frame.author === memory.author ||
    frame.author === memory.person ||
    principal.role === 'owner' ||
    principal.role === 'admin'
  );
}

export function createMemoryForget(deps: MemoryToolDeps): ToolDefinition {
  const { minds, clock } = deps;
  return defineTool({
    name: 'memory_forget',
    description:
      'Forget memories by their references, or facts by their exact keys, when the user asks for it. Returns what was forgotten.',
    args: named,
    ...CHANGES_HERE,
    execute: async (names, context) => {
      const scope = scopeOf(context);
      const found = (await find(names, scope, deps)).filter(({ frame }) => !isOver(frame));
      if (found.length === 0) throw new ToolFailure('Nothing forgotten: no such memory is seen here.');
      const own = found.filter((entry) => mayForget(scope, entry));
      if (own.length === 0) throw new ToolFailure('Nothing forgotten: it is for whoever said it to have it forgotten.');
      for (const store of STORES) {
        const ids = own.filter((entry) => entry.store === store).map(({ frame }) => frame.id);
        const view = viewOf(scope.memory, store);
        if (view !== null && ids.length > 0) await orNotSaved(minds.forget(view, ids, clock.now()));
      }
      return ['Forgotten:', ...own.map((entry) => memoryLine(entry))].join('\n');
    },
  });
}
