import { z } from 'zod';

export const STEP_STATES = ['open', 'doing', 'done', 'failed', 'skipped'] as const;
export type StepState = (typeof STEP_STATES)[number];

export const MAX_STEPS = 40;
export const MAX_STEP_CHARS = 400;
export const MAX_RESULT_CHARS = 600;

const stepSchema = z.object({
  text: z.string(),
  state: z.enum(STEP_STATES),
  /** What it came to. */
  result: z.string().optional(),
});

export const planSchema = z.object({ goal: z.string(), steps: z.array(stepSchema) });

/** What a conversation set out to do, step by step. */
export type Plan = z.infer<typeof planSchema>;

/** Steps that the prompt shows; the rest is counted. */
const SHOWN_STEPS = 8;
const SHOWN_CHARS = 160;

const SIGNS: Readonly<Record<StepState, string>> = { open: ' ', doing: '>', done: 'x', failed: '!', skipped: '-' };

const isOver = ({ state }: Plan['steps'][number]) => state === 'done' || state === 'skipped';

/** The whole plan, as the tools tell it. */
export function describePlan({ goal, steps }: Plan): string {
  const lines = steps.map(({ text, state, result }, place) => {
    return `${place + 1}. [${SIGNS[state]}] ${text}${result === undefined ? '' : `\n   ${state}: ${result}`}`;
  });
  const next = steps.findIndex((step) => !isOver(step));
  const end = next === -1 ? 'All steps are done.' : `Next: step ${next + 1}.`;
  return [`Plan: ${goal}`, ...lines, steps.length === 0 ? 'It has no steps yet.' : end].join('\n');
}

/** The plan in a few lines for the prompt (Workspace Now): what is still to be done. Empty when nothing is. */
export function planInShort({ goal, steps }: Plan): readonly string[] {
  const left = steps.flatMap((step, place) => (isOver(step) ? [] : [{ ...step, place }]));
  if (left.length === 0) return [];
  const shown = left.slice(0, SHOWN_STEPS).map(({ text, state, place }) => {
    return shorten(`${place + 1}. ${text}${state === 'open' ? '' : ` (${state})`}`);
  });
  const more = left.length > shown.length ? [`${left.length - shown.length} more steps (show_plan)`] : [];
  return [shorten(`${goal} (${steps.length - left.length} of ${steps.length} steps done)`), ...shown, ...more];
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return [...line].length <= SHOWN_CHARS ? line : `${[...line].slice(0, SHOWN_CHARS - 1).join('')}…`;
}
