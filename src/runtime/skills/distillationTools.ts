import { z } from 'zod';
import {
  defineTool,
  READS_HERE,
  type ToolContext,
  type ToolDefinition,
  type TurnScope,
} from '../tools/toolDefinition.js';
import { CREATE_SKILL_TOOL } from './savedSkill.js';
import type { SkillActions } from './skillActions.js';

/**
 * The tools of a background job that makes a skill out of a finished task: finding, reading and saving, by the names that the gate's
 * directive tells (spec runtime 4.3), and nothing that removes or installs.
 */
export function createDistillationTools(actions: SkillActions): readonly ToolDefinition[] {
  return [
    defineTool({
      ...READS_HERE,
      name: 'search_skills',
      description: 'Find skills by words.',
      args: z.object({ query: z.string().max(200) }),
      execute: async ({ query }, context) => actions.list(scopeOf(context), query, undefined, null),
    }),
    defineTool({
      ...READS_HERE,
      name: 'read_skill',
      description: 'Read a skill.',
      args: z.object({ name: z.string().max(100), part: z.int().min(1).max(20).default(1) }),
      execute: async ({ name, part }, context) => actions.view(scopeOf(context), name, undefined, part),
    }),
    defineTool({
      ...READS_HERE,
      // The same call again in the same turn changes nothing and says the same (`SkillWriter.save`): a takeover may repeat it.
      parallelSafe: false,
      name: CREATE_SKILL_TOOL,
      description:
        'Save a skill, or a better version of one under its name. Sections of the content: When to Use, Steps, Pitfalls.',
      risk: 'low',
      args: z.object({
        name: z.string().min(1).max(100).describe('Lower-case words with hyphens: weekly-report'),
        description: z.string().min(1).max(500).describe('"Use when the user ..."').optional(),
        content: z.string().max(20_000).describe('What to do, in Markdown').optional(),
        steps: z.array(z.string().max(2000)).max(40).describe('In place of content').optional(),
        tools: z.array(z.string().max(64)).max(20).describe('Tools that the steps use').optional(),
        triggers: z.array(z.string().max(80)).max(12).describe('What the user says then').optional(),
        category: z.string().max(60).optional(),
      }),
      execute: async (parts, context) => actions.create(scopeOf(context), parts, 'distilled'),
    }),
  ];
}

function scopeOf({ scope }: ToolContext): TurnScope {
  if (scope === null) throw new Error('there are no skills outside a conversation');
  return scope;
}
