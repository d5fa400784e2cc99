import { z } from 'zod';
import { choiceSchema } from '../../core/choice.js';
import type { Offer } from './offeredChoices.js';
import { defineTool, type ToolDefinition } from './toolDefinition.js';

/** What the button of an answer types before it. */
const COMMAND = '/answer ';
const MAX_COMMAND_BYTES = 60;

const args = z.object({
  options: z.array(z.string().trim().min(1).max(40)).min(2).max(6).describe('Short answers, most likely first'),
});

/** Puts likely answers below a question as buttons. Whoever presses one has written it; whoever wants writes something else. */
export function createOfferChoices(): ToolDefinition {
  return defineTool({
    name: 'offer_choices',
    description:
      'Put two to six short answers as buttons below the question that ends your reply. Only with a question.',
    args,
    idempotent: true,
    mutating: false,
    parallelSafe: false,
    offlineCapable: true,
    source: 'native',
    risk: 'none',
    execute: async ({ options }): Promise<Offer> => ({
      choices: [...new Set(options)].map((label) => choiceSchema.parse({ label, command: commandFor(label) })),
      note: 'The buttons stand below your reply. Now ask the question, without repeating the answers.',
    }),
  });
}

/** The answer as far as it fits into a button: its beginning says enough. */
function commandFor(option: string): string {
  let text = option.replace(/\s+/g, ' ');
  while (Buffer.byteLength(COMMAND + text) > MAX_COMMAND_BYTES) text = [...text].slice(0, -1).join('');
  return COMMAND + text.trimEnd();
}
