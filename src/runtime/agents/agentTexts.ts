import type { AgentRecord } from './agentRecord.js';

/** What the model is told of sub-agents. */

export function secondsOf({ startedAt, completedAt }: AgentRecord, now: number): number {
  return Math.round(((completedAt ?? now) - startedAt) / 1000);
}

/** `read ×2, search`, in first-seen order. */
function countedTools(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ') || 'none';
}

/** A finished sub-agent's result: heading, figures, rule, text; of a failed one the error (spec runtime 7.12). */
export function resultOf(record: AgentRecord): string {
  const { id, name, role, toolsUsed, usage, text, status } = record;
  const seconds = secondsOf(record, record.startedAt);
  if (status === 'running') return `"${name}" (${role}, ${id}) is still at work.`;
  if (status === 'error')
    return `## Sub-agent "${name}" (${role}, ${id}) failed\nAfter ${seconds} s.\n\nError: ${text}`;
  const figures = `${seconds} s · tools: ${countedTools(toolsUsed)} · tokens: ${usage.inputTokens} in, ${usage.outputTokens} out`;
  return `## Result of "${name}" (${role}, ${id})\n${figures}\n\n---\n\n${text}`;
}

/** One line of a list. */
export function lineOf(record: AgentRecord, now: number): string {
  const { id, name, role, status } = record;
  return `- ${id} "${name}" (${role}): ${status}, ${secondsOf(record, now)} s`;
}

export function tooDeepText(maxDepth: number): string {
  return `Error: a sub-agent at depth ${maxDepth} cannot start further ones. Do this part yourself, or say in your result what is left.`;
}

export function tooManyText(limit: number): string {
  return `Error: ${limit} sub-agents are the limit of one turn. Go on with the results that you have.`;
}

export function noRoundsText(): string {
  return 'Error: no rounds are left in this turn for a sub-agent. Answer with what you have.';
}

export function notAllowedText(): string {
  return 'Error: sub-agents are not allowed in this turn.';
}

export function unknownModelText(model: string, models: readonly string[]): string {
  return `Error: the model "${model}" is not on offer here. Leave it out, or take one of: ${models.join(', ')}.`;
}

export function unknownToolsText(unknown: readonly string[], names: readonly string[]): string {
  return `Error: not on offer here: ${unknown.join(', ')}. A custom sub-agent can have: ${names.join(', ')}.`;
}

export function unknownPersonaText(name: string): string {
  return `Error: there is no persona "${name}". Take a role, or leave "persona:" out.`;
}

/** Why a sub-agent failed, with what it had come to until then. */
export function failureOf(sentence: string, written: string): string {
  return written.trim() === '' ? sentence : `${sentence}\n\nWritten until then:\n${written}`;
}
