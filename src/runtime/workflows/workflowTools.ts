import { z } from 'zod';
import { agentsOf } from '../agents/agentTools.js';
import { detectTaskShape } from '../assembler/detectTaskShape.js';
import { defineTool, READS_HERE, type ToolDefinition, type TurnScope } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { adviceOf, composeWorkflow, templateFor } from './composeWorkflow.js';
import { COORDINATOR, runCoordinator } from './coordinator.js';
import type { WorkflowRun } from './runSteps.js';
import { runWorkflow, type WorkflowOutcome } from './runWorkflow.js';
import { isTemplate, planFrom, TEMPLATE_NAMES } from './templates.js';
import { AGGREGATIONS, MAX_STEPS, problemOf } from './workflowPlan.js';

/** Time limit of one workflow, in milliseconds. */
const WORKFLOW_TIMEOUT_MS = 3 * 60 * 60_000;

function resultText({ name, text, results }: WorkflowOutcome): string {
  const done = results.filter(({ failed }) => !failed).length;
  return `## Workflow ${name}: ${done} of ${results.length} steps done\n\n---\n\n${text}`;
}

/** The tools that divide work among sub-agents (spec runtime 7.11). */
export function createWorkflowTools(options: {
  /** `WAGGLE_COORDINATOR_MODE`. */
  readonly hasCoordinator: boolean;
  /** Names of the skills that a turn can use. */
  skills(scope: TurnScope | null): Promise<readonly string[]>;
}): readonly ToolDefinition[] {
  const { hasCoordinator } = options;
  const templates = hasCoordinator ? [...TEMPLATE_NAMES, COORDINATOR] : TEMPLATE_NAMES;

  const compose = defineTool({
    name: 'compose_workflow',
    deferred: true,
    description: 'Ask how to go about a larger task: alone, by a skill, or with a workflow. Changes nothing.',
    args: z.object({ task: z.string().trim().min(1).max(20_000) }),
    ...READS_HERE,
    execute: async ({ task }, { scope }) => {
      return adviceOf(composeWorkflow(task, { skills: await options.skills(scope), hasCoordinator }));
    },
  });

  const orchestrate = defineTool({
    name: 'orchestrate_workflow',
    deferred: true,
    description:
      'Have several sub-agents do a task in steps that build on each other, and get one result. Give a template, or steps of your own; neither: the template that suits the task.',
    args: z.object({
      task: z.string().trim().min(1).max(20_000).describe('With all that they must know'),
      template: z.enum(templates).optional(),
      steps: z
        .array(
          z.object({
            name: z.string().trim().min(1).max(60),
            role: z.string().max(40),
            task: z.string().trim().min(1).max(20_000),
            needs: z.array(z.string().trim()).describe('Names of steps whose results it gets').optional(),
            max_turns: z.int().min(1).max(200).optional(),
          }),
        )
        .min(1)
        .max(MAX_STEPS)
        .optional(),
      aggregation: z.enum(AGGREGATIONS).describe('Of own steps; default last').optional(),
    }),
    idempotent: false,
    mutating: true,
    parallelSafe: false,
    resumes: true,
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    timeoutMs: WORKFLOW_TIMEOUT_MS,
    execute: async ({ task, template, steps, aggregation = 'last' }, context) => {
      const run: WorkflowRun = { agents: agentsOf(context), signal: context.signal };
      if (template !== undefined && steps !== undefined) {
        throw new ToolFailure('Error: give a template or steps, not both.');
      }
      if (steps !== undefined) {
        const own = steps.map(({ max_turns: maxTurns, needs = [], task: part, ...step }) => {
          return { ...step, needs, maxTurns, task: `${part}\n\nThe whole task, of which this is a part:\n${task}` };
        });
        const problem = problemOf(own);
        if (problem !== null) throw new ToolFailure(`Error: nothing was run. ${problem}`);
        return settle(await runWorkflow({ name: 'own steps', steps: own, aggregation }, task, run));
      }
      const name = template ?? templateFor(task, detectTaskShape(task), hasCoordinator);
      return settle(
        isTemplate(name) ? await runWorkflow(planFrom(name, task), task, run) : await runCoordinator(task, run),
      );
    },
  });
  return [compose, orchestrate];
}

/** @throws ToolFailure when the workflow has no result */
function settle(outcome: WorkflowOutcome): string {
  if (outcome.failed) throw new ToolFailure(`## Workflow ${outcome.name} failed\n\nError: ${outcome.text}`);
  return resultText(outcome);
}
