import type { WorkflowStep } from './workflowPlan.js';

/** What became of a step. */
export interface StepResult {
  readonly step: WorkflowStep;
  readonly failed: boolean;
  /** The result, or why it failed. */
  readonly text: string;
}

/** What all earlier results may take up together in a sub-agent's prompt, in characters. */
const MAX_CONTEXT_CHARS = 36_000;

/** The first line of a failure: what was written until then follows it. */
export function reasonOf({ text }: StepResult): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}

function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}\n[cut: ${text.length - limit} more characters]`;
}

/** Earlier results as a later step is given them. A failed step is told, so that nobody fills the gap with guesses. */
export function contextOf(results: readonly StepResult[]): string | undefined {
  if (results.length === 0) return undefined;
  const share = Math.floor(MAX_CONTEXT_CHARS / results.length);
  return results
    .map(({ step, failed, text }) =>
      failed
        ? `### ${step.name} (${step.role}): FAILED\nThere is no result of this step. Work without it, say in your result that it is missing, and do not guess what it would have said.\nReason: ${shorten(text, share)}`
        : `### ${step.name} (${step.role})\n${shorten(text, share)}`,
    )
    .join('\n\n');
}

/** All results, each under its heading. */
export function concatenate(results: readonly StepResult[]): string {
  return results
    .map(({ step, failed, text }) => `### ${step.name}${failed ? ' (failed)' : ''}\n\n${text}`)
    .join('\n\n');
}
