import { z } from 'zod';
import type { BackgroundJob } from '../../core/backgroundJob.js';
import type { Log } from '../../core/log.js';
import type { Candidate, CompletionCheck, ToolAttempt } from '../loop/completionCheck.js';
import { isSelfIncapacityAssertion } from './selfIncapacity.js';

/** So many tool calls make a task worth a skill (contract: agent runtime 5). */
const MIN_CALLS = 5;
const MAX_KEY_CHARS = 120;
/** Bounds on what a background job carries, in characters. */
const MAX_TEXT_CHARS = 4000;
const MAX_ARGUMENTS_CHARS = 500;
const MAX_CALLS = 60;

/** Tools that write a skill, whatever their arguments. */
const SKILL_WRITERS: ReadonlySet<string> = new Set(['create_skill', 'auto_extract_skills', 'promote_skill']);
/** With one of these on offer a skill can be written. */
const SKILL_TOOLS: readonly string[] = ['create_skill', 'skill'];
const manageSchema = z.object({ action: z.literal('manage') });

export interface SkillDistillationPlan {
  /** Unique tool names in first-seen order, joined with ">". */
  readonly patternKey: string;
  readonly directive: string;
}

/** What the observer of D1 is told. */
export interface SkillDistillationInfo extends SkillDistillationPlan {
  readonly toolsUsed: readonly string[];
}

/**
 * `inline`: the model saves the skill in the same run, after the answer (the contract's behaviour). `background`: the turn
 * ends at once and the lane's background lane does it.
 */
export type DistillationMode = 'inline' | 'background';

/**
 * Gate D1 (contract: agent runtime 5): whether a task should become a skill. Not after a refusal, and not when the run
 * wrote a skill itself.
 *
 * @param toolsUsed names of attempted tools, with repeats
 */
export function planSkillDistillation(toolsUsed: readonly string[], content: string): SkillDistillationPlan | null {
  if (toolsUsed.length < MIN_CALLS || isSelfIncapacityAssertion(content)) return null;
  if (toolsUsed.some((name) => SKILL_WRITERS.has(name))) return null;
  const patternKey = [...new Set(toolsUsed)].join('>').slice(0, MAX_KEY_CHARS) || 'mixed';
  return { patternKey, directive: directiveFor(toolsUsed.length) };
}

function directiveFor(calls: number): string {
  return [
    `You have finished a task that took ${calls} tool calls, and the user has the answer.`,
    'Now keep what you learned: look with search_skills for a skill that covers this kind of task.',
    'If one comes near, improve it; otherwise write a new one with create_skill.',
    'Describe the general method: when to use it, the steps, the tools, the pitfalls.',
    'Leave out secrets, names of people, paths and one-off values.',
    'If nothing here is worth keeping, say so in one short sentence and write nothing.',
  ].join(' ');
}

function wroteSkill({ name, arguments: text }: ToolAttempt): boolean {
  if (SKILL_WRITERS.has(name)) return true;
  if (name !== 'skill') return false;
  try {
    return manageSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function toJob(plan: SkillDistillationPlan, candidate: Candidate): BackgroundJob {
  return {
    type: 'distillation',
    ...plan,
    request: candidate.request.slice(0, MAX_TEXT_CHARS),
    answer: candidate.text.slice(0, MAX_TEXT_CHARS),
    calls: candidate.attempts.slice(0, MAX_CALLS).map(({ name, arguments: text, failed }) => ({
      name,
      arguments: text.slice(0, MAX_ARGUMENTS_CHARS),
      failed,
    })),
  };
}

/** D1 as a check of the loop. */
export function createDistillationCheck(options: {
  readonly mode: DistillationMode;
  readonly onFire?: ((info: SkillDistillationInfo) => void | Promise<void>) | undefined;
  readonly log: Log;
}): CompletionCheck {
  const { mode, onFire, log } = options;
  return {
    gate: 'D1',
    examine: async (candidate) => {
      if (mode === 'inline' && !candidate.mayGoOn) return null;
      if (!SKILL_TOOLS.some((name) => candidate.toolsOffered.includes(name))) return null;
      if (candidate.attempts.some(wroteSkill)) return null;
      const plan = planSkillDistillation(candidate.toolsUsed, candidate.text);
      if (plan === null) return null;
      try {
        await onFire?.({ ...plan, toolsUsed: [...candidate.toolsUsed] });
      } catch (error) {
        log.warn({ err: error }, 'onSkillDistillationFire threw');
      }
      const why = `${candidate.toolsUsed.length} tool calls: ${plan.patternKey}`;
      return mode === 'inline'
        ? { kind: 'goOn', why, directive: plan.directive, keepsAnswer: true }
        : { kind: 'handOver', why, job: toJob(plan, candidate) };
    },
  };
}
