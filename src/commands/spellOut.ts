import type { CommandAnswer } from './registry.js';

/** An answer for a reader without buttons: each choice as the command to type. */
export function spellOut({ text, choices }: CommandAnswer): string {
  if (choices.length === 0) return text;
  return `${text}\n\n${choices.map(({ label, command }) => `- \`${command}\` ${label}`).join('\n')}`;
}
