import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { Mind, MindOwner } from '../../core/ports/mind.js';
import { scanForInjection } from '../safety/scanForInjection.js';
import { withoutPoisoned } from '../safety/withoutPoisoned.js';
import { defineTool, type ToolContext, type ToolDefinition } from './toolDefinition.js';

/** Bound on one saved text, in characters (`Mind.save`). */
const MAX_MEMORY_CHARS = 8000;

function ownerOf(context: ToolContext): MindOwner {
  if (context.scope === null) throw new Error('there is no memory outside a conversation');
  return context.scope.memory;
}

/** What a memory may not be: it would give orders in every later conversation. */
function refusal(flags: readonly string[]): string {
  return `Not saved: the text reads like an attempt to change how the assistant behaves (${flags.join(', ')}). Save plain facts only.`;
}

/** The tools `save_memory` and `search_memory` over the mind of the turn's principal. */
export function createMemoryTools(deps: { mind: Mind; clock: Clock; log: Log }): readonly ToolDefinition[] {
  const { mind, clock, log } = deps;
  const save = defineTool({
    name: 'save_memory',
    description:
      'Save one lasting fact, preference, decision or correction to long-term memory, as a full sentence that is understood without this conversation. Never save secrets.',
    args: z.object({ content: z.string().trim().min(1).max(MAX_MEMORY_CHARS).describe('What to remember.') }),
    idempotent: false,
    mutating: true,
    parallelSafe: false,
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    execute: async ({ content }, context) => {
      const { safe, flags } = scanForInjection(content, 'user_input');
      if (!safe) throw new Error(refusal(flags));
      const { saved, id } = await mind.save(ownerOf(context), content, clock.now());
      return saved ? `Saved (memory ${id}).` : `Already known (memory ${id}).`;
    },
  });
  const search = defineTool({
    name: 'search_memory',
    description:
      'Search long-term memory for what was saved in earlier conversations. Use it before you say that you do not know something about the user.',
    args: z.object({
      query: z.string().max(500).describe('Words to look for. Empty gives the newest memories.'),
      limit: z.number().int().min(1).max(20).default(10),
    }),
    idempotent: true,
    mutating: false,
    parallelSafe: true,
    offlineCapable: true,
    source: 'native',
    risk: 'none',
    execute: async ({ query, limit }, context) => {
      const found = withoutPoisoned(await mind.search(ownerOf(context), query, limit), log);
      if (found.length === 0) return 'Nothing found in memory.';
      return found
        .map((memory) => `- [${new Date(memory.savedAt).toISOString().slice(0, 10)}] ${memory.text}`)
        .join('\n');
    },
  });
  return [save, search];
}
