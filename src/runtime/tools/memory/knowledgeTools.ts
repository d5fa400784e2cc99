import { z } from 'zod';
import type { Entity, Relation } from '../../../core/memory/layers.js';
import type { MemoryReach, MindView } from '../../../core/memory/reach.js';
import { oneLineOf } from '../../recall/memoryLine.js';
import { viewsOf } from '../../recall/recallMemory.js';
import { scanForInjection } from '../../safety/scanForInjection.js';
import { originOf } from '../../walls/turnWords.js';
import { CHANGES_HERE, defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { type MemoryToolDeps, orNotSaved, scopeOf } from './toolReach.js';

const ALL_LIMIT = 50;
const LIMIT = 10;
const MAX_EDGES = 8;
const MAX_PROPERTIES = 10;

/**
 * Whether the place sees the whole of a mind: the person in their direct chat, a group that is a workspace by itself. What is
 * known of a thing as such has no scope, so elsewhere it is neither shown nor changed.
 */
function seesAll({ mind }: MindView, { isGroup, place }: MemoryReach): boolean {
  return mind.kind === 'person' ? !isGroup : isGroup && mind.workspace === place;
}

function describe({ entity, relations }: { entity: Entity; relations: readonly Relation[] }, isWhole: boolean): string {
  const properties = Object.entries(isWhole ? entity.properties : {}).map(([name, value]) => `${name}: ${value}`);
  const edges = relations.slice(0, MAX_EDGES).map(({ from, type, to }) => `${from} ${type} ${to}`);
  const more = [...properties, ...edges].join('; ');
  return oneLineOf(`${entity.type} ${entity.name}${more === '' ? '' : ` — ${more}`}`, 600);
}

export function createQueryKnowledge({ minds }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    name: 'query_knowledge',
    description: 'People, organizations, projects and things that memory knows, with how they hang together.',
    args: z.object({ query: z.string().min(1).max(200).describe('A name; * lists the best connected.') }),
    ...READS_HERE,
    execute: async ({ query }, context) => {
      const { memory } = scopeOf(context);
      const limit = query.trim() === '*' ? ALL_LIMIT : LIMIT;
      const lists = await Promise.all(
        viewsOf(memory).map(async (view) => {
          const found = await minds.knowledge.query(view, query, limit);
          return found.map((entry) => describe(entry, seesAll(view, memory)));
        }),
      );
      const lines = [...new Set(lists.flat())]
        .filter((line) => scanForInjection(line, 'tool_output').safe)
        .slice(0, limit)
        .map((line) => `- ${line}`);
      return lines.length === 0 ? 'Nothing is known of that name.' : lines.join('\n');
    },
  });
}

export function createCorrectKnowledge({ minds, clock }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    name: 'correct_knowledge',
    deferred: true,
    description: 'Correct what is known of a named thing, or end it, as the user said.',
    args: z.object({
      name: z.string().trim().min(1).max(200),
      properties: z.record(z.string().max(60), z.string().max(300)).optional(),
      ended: z.string().max(300).optional().describe('Why it is no longer so.'),
    }),
    ...CHANGES_HERE,
    execute: async ({ name, properties = {}, ended }, context) => {
      const { memory, words } = scopeOf(context);
      const view = viewsOf(memory).find((candidate) => seesAll(candidate, memory));
      if (view === undefined) {
        throw new ToolFailure('Not saved: in this chat only memories can be corrected. Use save_memory.');
      }
      const text = [name, ...Object.entries(properties).flat(), ended ?? ''].join(' ');
      const isOwn = originOf(text, 'user_stated', words).trust > 0;
      if (!isOwn || !scanForInjection(text, 'user_input').safe) {
        throw new ToolFailure('Not saved: only what the user says themselves corrects knowledge.');
      }
      if (Object.keys(properties).length > MAX_PROPERTIES)
        throw new ToolFailure(`Not saved: at most ${MAX_PROPERTIES} properties.`);
      const found = await minds.knowledge.query(view, name, LIMIT);
      const entry = found.find(({ entity }) => entity.name.toLowerCase() === name.toLowerCase());
      if (entry === undefined) throw new ToolFailure(`Not saved: nothing is known of ${name}. Use save_memory.`);
      const now = clock.now();
      const change = ended === undefined ? { properties, now } : { ended: { reason: ended }, now };
      await orNotSaved(minds.knowledge.change(view.mind, entry.entity.id, change));
      return ended === undefined ? `Corrected: ${entry.entity.name}.` : `No longer in force: ${entry.entity.name}.`;
    },
  });
}
