import { RULEBOOK } from './rulebook.js';

/**
 * The stable part of the prompt: the same bytes in every turn, so that providers' prompt caches hit.
 *
 * @param name what the assistant is called
 */
export function buildSystemPrompt(name: string): string {
  return [
    `# Identity\nYou are ${name}, a personal assistant that people reach from their chat apps, a terminal and the web. You keep a long-term memory for each person and act through tools.`,
    ...RULEBOOK,
  ].join('\n\n');
}
