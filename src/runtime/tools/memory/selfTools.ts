import { z } from 'zod';
import { stateMindOf } from '../../../core/memory/reach.js';
import { describeIdentity } from '../../orchestrator/identity.js';
import { loadIdentity } from '../../orchestrator/loadIdentity.js';
import { oneLineOf } from '../../recall/memoryLine.js';
import { scanForInjection } from '../../safety/scanForInjection.js';
import { CHANGES_HERE, defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';
import { type MemoryToolDeps, orNotSaved, scopeOf } from './toolReach.js';

const MAX_TASK_CHARS = 2_000;
const DEFAULT_PRIORITY = 5;
const NONE = 'Nothing is going on here.';

const READS = { args: z.object({}), ...READS_HERE };

export function createGetIdentity({ minds }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    ...READS,
    name: 'get_identity',
    description: 'Who you are here.',
    execute: async (_, context) => describeIdentity(await loadIdentity(scopeOf(context).memory, minds)),
  });
}

const HEADINGS = { task: 'Tasks', action: 'Recent actions', pending: 'Pending', flag: 'Flags' } as const;

export function createGetAwareness({ minds, clock }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    ...READS,
    name: 'get_awareness',
    description: 'What is going on here: tasks, recent actions, what is pending, flags.',
    execute: async (_, context) => {
      const entries = await minds.awareness.list(stateMindOf(scopeOf(context).memory), clock.now());
      const groups = Object.entries(HEADINGS).flatMap(([category, heading]) => {
        const lines = entries
          .filter((entry) => entry.category === category)
          .map(({ id, priority, content }) => `- (${id}; priority ${priority}) ${oneLineOf(content)}`);
        return lines.length === 0 ? [] : [`${heading}:`, ...lines];
      });
      return groups.length === 0 ? NONE : groups.join('\n');
    },
  });
}

export function createAddTask({ minds, clock }: MemoryToolDeps): ToolDefinition {
  return defineTool({
    name: 'add_task',
    description: 'Note a task of this place that is open, or end one that is done.',
    args: z.object({
      content: z.string().trim().min(1).max(MAX_TASK_CHARS).optional(),
      priority: z.number().int().min(0).max(10).default(DEFAULT_PRIORITY),
      done: z.number().int().positive().optional().describe('Number of a task that is done (get_awareness).'),
    }),
    ...CHANGES_HERE,
    execute: async ({ content, priority, done }, context) => {
      const { memory, turn } = scopeOf(context);
      const mind = stateMindOf(memory);
      const now = clock.now();
      const entries = await minds.awareness.list(mind, now);
      if (done !== undefined) {
        const isOpen = entries.some(({ id, category }) => id === done && category === 'task');
        if (!isOpen) throw new ToolFailure(`There is no open task ${done}.`);
        await orNotSaved(minds.awareness.remove(mind, done));
      }
      if (content === undefined) {
        if (done === undefined)
          throw new ToolFailure('Nothing to note: give content, or the number of a task that is done.');
        return `Task ${done} is done.`;
      }
      if (!scanForInjection(content, 'user_input').safe) {
        throw new ToolFailure('Not saved: the text reads like an attempt to change how the assistant behaves.');
      }
      const known = entries.find((entry) => entry.category === 'task' && entry.content === content);
      if (known !== undefined) return `Already noted (task ${known.id}).`;
      const id = await orNotSaved(
        minds.awareness.add(mind, {
          category: 'task',
          content,
          priority,
          metadata: { author: memory.author, turn },
          now,
        }),
      );
      return `Noted (task ${id}).`;
    },
  });
}
