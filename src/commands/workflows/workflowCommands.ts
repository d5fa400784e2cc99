import { usageIn } from '../describeCommand.js';
import type { Command, CommandSource } from '../registry.js';
import { COMMAND_SPECS, EVERYONE } from '../specs.js';
import { WORKFLOW_ALIASES, WORKFLOW_PROMPTS, type WorkflowName, type WorkflowPrompt } from './workflowPrompts.js';

function workflowCommand(name: WorkflowName): Command {
  const spec = COMMAND_SPECS[name];
  const { ask, bare, readOnly }: WorkflowPrompt = WORKFLOW_PROMPTS[name];
  const mode = readOnly === undefined ? {} : { readOnly };
  return {
    spec,
    run: async ({ args, wording }) => {
      if (args !== '') return { ask: ask.replace('{about}', () => args), kept: `(${name}) ${args}`, ...mode };
      if (bare !== undefined) return { ask: bare, kept: `(${name})`, ...mode };
      return wording.text('command-needs', { command: name, usage: usageIn(spec.usage, wording.language) });
    },
  };
}

/** `/research`, `/plan` and the others: a turn that goes about its work in a set way. */
export function createWorkflowCommands(): readonly Command[] {
  return [...Object.keys(WORKFLOW_PROMPTS)].flatMap((name) => (isWorkflow(name) ? [workflowCommand(name)] : []));
}

function isWorkflow(name: string): name is WorkflowName {
  return Object.hasOwn(WORKFLOW_PROMPTS, name);
}

/** What a button below a question types: the answer, as if it had been written. */
const ANSWER: Command = {
  spec: { name: 'answer', usage: 'TEXT', description: 'Answer a question', instant: false, roles: EVERYONE },
  run: async ({ args, wording }) =>
    args === ''
      ? wording.text('command-needs', { command: 'answer', usage: usageIn('TEXT', wording.language) })
      : { ask: args },
};

/** Commands that stand in no menu: other words for workflows, and the answers of buttons. */
export function createUnlistedCommands(): CommandSource {
  return {
    commands: () => [],
    knows: (name) => name === ANSWER.spec.name || Object.hasOwn(WORKFLOW_ALIASES, name),
    find: (name) => {
      if (name === ANSWER.spec.name) return ANSWER;
      const workflow = Object.hasOwn(WORKFLOW_ALIASES, name) ? WORKFLOW_ALIASES[name] : undefined;
      return workflow === undefined ? undefined : workflowCommand(workflow);
    },
  };
}
