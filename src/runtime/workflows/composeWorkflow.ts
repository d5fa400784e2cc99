import { detectTaskShape } from '../assembler/detectTaskShape.js';
import type { SingleShape, TaskShape } from '../assembler/taskShape.js';
import { COORDINATOR } from './coordinator.js';
import { HARNESS_PATTERNS, TICKET_PATTERN } from './harnessPatterns.js';
import type { TemplateName } from './templates.js';

/** How a task is best gone about, the lightest way first (spec runtime 7.11). */
export type WorkflowMode = 'direct' | 'structured_single_agent' | 'skill_guided' | 'harnessed' | 'subagent_workflow';

export interface Composition {
  readonly mode: WorkflowMode;
  readonly shape: TaskShape;
  /** For `orchestrate_workflow`, in the last two modes. */
  readonly template?: TemplateName | typeof COORDINATOR;
  readonly skill?: string;
}

/** Below this confidence nothing is known about the task that would justify more than doing it. */
const MIN_CONFIDENCE = 0.3;
/** Phases that one agent keeps in mind; more are divided. */
const PHASES_OF_ONE = 2;
const MIN_SKILL_WORD_CHARS = 3;

const BY_SHAPE: Readonly<Record<SingleShape, TemplateName>> = {
  research: 'research-team',
  compare: 'research-team',
  decide: 'research-team',
  draft: 'review-pair',
  review: 'review-pair',
  'plan-execute': 'plan-execute',
};

/** The template that suits a task when it is to be divided. */
export function templateFor(
  task: string,
  shape: TaskShape,
  hasCoordinator: boolean,
): TemplateName | typeof COORDINATOR {
  if (TICKET_PATTERN.test(task)) return 'ticket-resolve';
  if (shape.type !== 'mixed') return BY_SHAPE[shape.type];
  if (hasCoordinator) return COORDINATOR;
  const shapes = new Set(shape.phases.map((phase) => phase.shape));
  if (shapes.has('draft')) return 'content-pipeline';
  return shapes.has('plan-execute') ? 'plan-execute' : 'research-team';
}

function harnessFor(task: string): TemplateName | undefined {
  return HARNESS_PATTERNS.find(([, patterns]) => patterns.every((pattern) => pattern.test(task)))?.[0];
}

/** A skill whose name's words all stand in the task. */
function skillFor(task: string, skills: readonly string[]): string | undefined {
  const words = new Set(task.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return skills.find((skill) => {
    const wanted = skill.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return wanted.some((word) => word.length >= MIN_SKILL_WORD_CHARS) && wanted.every((word) => words.has(word));
  });
}

/** Chooses how to go about a task. */
export function composeWorkflow(
  task: string,
  options: { readonly skills: readonly string[]; readonly hasCoordinator: boolean },
): Composition {
  const shape = detectTaskShape(task);
  const harness = harnessFor(task);
  if (harness !== undefined) return { mode: 'harnessed', shape, template: harness };
  const skill = skillFor(task, options.skills);
  if (skill !== undefined) return { mode: 'skill_guided', shape, skill };
  if (shape.complexity === 'simple' || shape.confidence < MIN_CONFIDENCE) return { mode: 'direct', shape };
  if (shape.complexity === 'moderate' && shape.phases.length <= PHASES_OF_ONE) {
    return { mode: 'structured_single_agent', shape };
  }
  return { mode: 'subagent_workflow', shape, template: templateFor(task, shape, options.hasCoordinator) };
}

/** What the model is told to do. */
export function adviceOf({ mode, shape, template, skill }: Composition): string {
  const why = `(${shape.type}, ${shape.complexity}, confidence ${shape.confidence})`;
  const phases = shape.phases.map((phase, i) => `${i + 1}. ${phase.shape}: ${phase.trigger}`);
  switch (mode) {
    case 'direct':
      return `Mode: direct ${why}. Do it yourself, without plan or sub-agents.`;
    case 'structured_single_agent':
      return [
        `Mode: structured_single_agent ${why}. Do it yourself, in these steps:`,
        ...(phases.length > 0 ? phases : ['1. gather', '2. work', '3. check']),
      ].join('\n');
    case 'skill_guided':
      return `Mode: skill_guided ${why}. Read the skill "${skill}" and follow it.`;
    case 'harnessed':
    case 'subagent_workflow':
      return [
        `Mode: ${mode} ${why}. Call orchestrate_workflow with template "${template}", or with steps of your own; where it is not on offer, go through the phases yourself.`,
        ...phases,
      ].join('\n');
  }
}
