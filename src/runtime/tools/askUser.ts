import { z } from 'zod';
import { defineTool, type ToolDefinition } from './toolDefinition.js';

/** Name of the tool, for whoever has no person to ask. */
export const ASK_USER_TOOL = 'ask_user';

const args = z.object({
  question: z.string().trim().min(1).max(1000),
  options: z.array(z.string().trim().min(1).max(40)).min(2).max(6).describe('Answers to choose from').optional(),
});

/** Asks the turn's person and waits, however long that takes; the loop asks in its place. */
export function createAskUser(): ToolDefinition {
  return defineTool({
    name: ASK_USER_TOOL,
    description:
      'Ask the user in the middle of your work and wait for the answer. Only if you cannot go on without it.',
    args,
    idempotent: true,
    mutating: false,
    parallelSafe: false,
    offlineCapable: true,
    source: 'native',
    risk: 'none',
    question: ({ question, options = [] }) => ({ text: question, options: [...new Set(options)] }),
    execute: async () => {
      throw new Error('nobody can be asked here');
    },
  });
}
