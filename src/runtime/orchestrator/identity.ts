import type { IdentityFields } from '../../core/memory/layers.js';

/** Who it is where nobody said otherwise. */
export const DEFAULT_IDENTITY: IdentityFields = {
  name: 'Waggle',
  role: 'a personal assistant that people reach from their chat apps, a terminal and the web; with a long-term memory for each person, and tools to act with',
};

/** The identity as the prompt has it: one line per known field. */
export function describeIdentity(identity: IdentityFields): string {
  const { name, role, department, personality, capabilities, systemPrompt } = identity;
  const lines = [
    `You are ${name}${role === undefined ? '' : `, ${role}`}.`,
    department === undefined ? '' : `Department: ${department}`,
    personality === undefined ? '' : `Personality: ${personality}`,
    capabilities === undefined ? '' : `Capabilities: ${capabilities}`,
    systemPrompt ?? '',
  ];
  return lines.filter((line) => line.trim() !== '').join('\n');
}
