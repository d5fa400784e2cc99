import type { GuardrailCode, GuardrailDecision } from './guardrailDecision.js';

/** Sentences of the guardrails for the model. */

const MESSAGES: Readonly<Record<GuardrailCode, (tool: string, count: number) => string>> = {
  allow: () => '',
  repeated_exact_failure_warning: (tool, count) =>
    `${tool} has failed ${count} times with these arguments. Change the arguments or the approach; do not repeat it unchanged.`,
  repeated_exact_failure_block: (tool, count) =>
    `${tool} has failed ${count} times with these arguments and was not run again. Take another way, or say what stands in the way.`,
  same_tool_failure_warning: (tool, count) =>
    `${tool} has failed ${count} times in a row. Read the errors, check what it needs, or use another tool.`,
  same_tool_failure_halt: (tool, count) =>
    `${tool} has failed ${count} times in a row. No more tools run in this turn.`,
  idempotent_no_progress_warning: (tool, count) =>
    `${tool} has given the same result ${count} times. Use that result; asking again will not change it.`,
  idempotent_no_progress_block: (tool, count) =>
    `${tool} has given the same result ${count} times and was not run again. Use that result, or take another way.`,
  call_cycle_warning: (_tool, count) =>
    `The last calls repeat a cycle of ${count} calls with the same results. Break out of it: do something else, or answer with what you have.`,
};

export function guardrailMessage(code: GuardrailCode, tool: string, count: number): string {
  return MESSAGES[code](tool, count);
}

const LABELS = { warn: 'Tool loop warning', halt: 'Tool loop stop' } as const;

/** The bracketed line that goes with a result, or null when there is nothing to say. A blocked call has no result. */
export function guidanceLine(decision: GuardrailDecision): string | null {
  if (decision.action !== 'warn' && decision.action !== 'halt') return null;
  return `[${LABELS[decision.action]}: ${decision.code}, count ${decision.count}. ${decision.message}]`;
}

/** A result with its line of guidance after a blank line. */
export function withGuidance(result: string, line: string | null): string {
  return line === null ? result : `${result}\n\n${line}`;
}

/** What a blocked call is answered with. */
export function blockText(decision: GuardrailDecision): string {
  return `Error: Blocked (${decision.code}): ${decision.message}`;
}

export function quotaText(tool: string, limit: number): string {
  return `Error: ${tool} was not run: ${limit} calls of this kind are the limit of one turn. Go on with what you have found.`;
}

/** For the calls of a round that stand after the one that ended the turn. */
export function notRunText(tool: string): string {
  return `Error: ${tool} was not run: the turn is being ended because it repeats itself.`;
}

/** What a call that the loop guard refuses is answered with (contract: agent runtime 4). */
export function loopText(tool: string): string {
  return `Error: Loop detected: ${tool} was called with identical arguments too often. The result will not change; try another way, or answer with what you have.`;
}
