import type { WorkflowPlan, WorkflowStep } from './workflowPlan.js';

/** A step as a template has it: `{goal}` in its task stands for what was asked. */
interface TemplateStep extends WorkflowStep {
  readonly maxTurns: number;
}

/** Workflows that are at hand by name (spec runtime 7.11; one of ours for decisions); the last three are its harnesses, which check their own work. */
const TEMPLATES = {
  'research-team': [
    {
      name: 'Researcher',
      role: 'researcher',
      maxTurns: 30,
      needs: [],
      task: 'Research this:\n{goal}\n\nCollect facts from several sources, each with its source and date. Name contradictions and what you could not find.',
    },
    {
      name: 'Synthesizer',
      role: 'synthesizer',
      maxTurns: 20,
      needs: ['Researcher'],
      task: 'Answer this from the research, with the sources, most important first:\n{goal}',
    },
    {
      name: 'Reviewer',
      role: 'reviewer',
      maxTurns: 15,
      needs: ['Researcher', 'Synthesizer'],
      task: 'Check the synthesis against the research. It answers:\n{goal}\n\nGive the text in full with what is wrong or unsupported corrected, then a short list "Review" of what you changed and what stays uncertain.',
    },
  ],
  'review-pair': [
    { name: 'Writer', role: 'writer', maxTurns: 25, needs: [], task: 'Write this:\n{goal}' },
    {
      name: 'Reviewer',
      role: 'reviewer',
      maxTurns: 15,
      needs: ['Writer'],
      task: 'Review the draft. It was to be:\n{goal}\n\nList findings by weight, each with its place and what to do. No rewriting.',
    },
    {
      name: 'Reviser',
      role: 'writer',
      maxTurns: 20,
      needs: ['Writer', 'Reviewer'],
      task: 'Revise the draft by the findings and give the whole text. It is to be:\n{goal}',
    },
  ],
  'plan-execute': [
    {
      name: 'Planner',
      role: 'planner',
      maxTurns: 15,
      needs: [],
      task: 'Plan this in clear steps, each with its result and what it needs:\n{goal}',
    },
    {
      name: 'Executor',
      role: 'analyst',
      maxTurns: 40,
      needs: ['Planner'],
      task: 'Carry out the plan step by step and report for each step what came of it. The goal:\n{goal}',
    },
    {
      name: 'Summarizer',
      role: 'summarizer',
      maxTurns: 15,
      needs: ['Planner', 'Executor'],
      task: 'Say what was planned, what was done, what came of it and what is open. The goal:\n{goal}',
    },
  ],
  'ticket-resolve': [
    {
      name: 'Triage',
      role: 'analyst',
      maxTurns: 10,
      needs: [],
      task: 'Triage this request: what is asked, how urgent, what is known, what has to be found out:\n{goal}',
    },
    {
      name: 'Investigator',
      role: 'researcher',
      maxTurns: 20,
      needs: ['Triage'],
      task: 'Find the cause and a solution, with evidence:\n{goal}',
    },
    {
      name: 'Responder',
      role: 'writer',
      maxTurns: 15,
      needs: ['Triage', 'Investigator'],
      task: 'Write the reply to the person: kind, clear, with the solution or the next step. The request:\n{goal}',
    },
  ],
  'content-pipeline': [
    {
      name: 'Researcher',
      role: 'researcher',
      maxTurns: 20,
      needs: [],
      task: 'Collect the facts and sources that this text needs:\n{goal}',
    },
    {
      name: 'Drafter',
      role: 'writer',
      maxTurns: 25,
      needs: ['Researcher'],
      task: 'Write this from the research, and only from it:\n{goal}',
    },
    {
      name: 'Editor',
      role: 'reviewer',
      maxTurns: 15,
      needs: ['Researcher', 'Drafter'],
      task: 'Edit the draft: facts against the research, structure, language. Give the whole edited text. It is to be:\n{goal}',
    },
  ],
  'decision-analysis': [
    {
      name: 'Framer',
      role: 'analyst',
      maxTurns: 10,
      needs: [],
      task: 'Frame this decision: what is really to be decided and by when, the options (doing nothing is one), the criteria by weight, the facts that are missing:\n{goal}',
    },
    {
      name: 'Researcher',
      role: 'researcher',
      maxTurns: 20,
      needs: ['Framer'],
      task: 'Find what each option needs to be judged, each fact with its source; say what could not be found. The decision:\n{goal}',
    },
    {
      name: 'Judge',
      role: 'analyst',
      maxTurns: 15,
      needs: ['Framer', 'Researcher'],
      task: 'Judge each option by the criteria, with the strongest case for and against. Recommend one, say how sure that is, what would change it, and the next step. The decision:\n{goal}',
    },
  ],
  'research-verify': [
    {
      name: 'Researcher',
      role: 'researcher',
      maxTurns: 30,
      needs: [],
      task: 'Research this, each claim with its source:\n{goal}',
    },
    {
      name: 'Verifier',
      role: 'reviewer',
      maxTurns: 20,
      needs: ['Researcher'],
      task: 'Try to refute each claim of the research. List: claim, confirmed, doubtful or wrong, why. The question:\n{goal}',
    },
    {
      name: 'Finisher',
      role: 'synthesizer',
      maxTurns: 15,
      needs: ['Researcher', 'Verifier'],
      task: 'Answer from the confirmed claims; name the doubtful ones as such and leave out the wrong ones:\n{goal}',
    },
  ],
  'code-review-fix': [
    {
      name: 'Coder',
      role: 'coder',
      maxTurns: 40,
      needs: [],
      task: 'Do this in the code and run the tests:\n{goal}\n\nReport the changed files and the output of the tests.',
    },
    {
      name: 'Reviewer',
      role: 'reviewer',
      maxTurns: 15,
      needs: ['Coder'],
      task: 'Review the change for errors, gaps and style, by the code itself. List findings with file and line. It was to:\n{goal}',
    },
    {
      name: 'Fixer',
      role: 'coder',
      maxTurns: 30,
      needs: ['Coder', 'Reviewer'],
      task: 'Fix what the review found, run the tests again and report their output. The work:\n{goal}',
    },
  ],
  'document-draft': [
    {
      name: 'Outliner',
      role: 'planner',
      maxTurns: 10,
      needs: [],
      task: 'Outline this document: reader, purpose, sections with their points, facts that are missing:\n{goal}',
    },
    {
      name: 'Drafter',
      role: 'writer',
      maxTurns: 25,
      needs: ['Outliner'],
      task: 'Write the document by the outline, in full:\n{goal}',
    },
    {
      name: 'Reviewer',
      role: 'reviewer',
      maxTurns: 15,
      needs: ['Outliner', 'Drafter'],
      task: 'Review the document against its outline and purpose. List findings by weight. It is:\n{goal}',
    },
    {
      name: 'Finisher',
      role: 'writer',
      maxTurns: 20,
      needs: ['Drafter', 'Reviewer'],
      task: 'Work the findings in and give the whole document:\n{goal}',
    },
  ],
} as const satisfies Readonly<Record<string, readonly TemplateStep[]>>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES: readonly string[] = Object.keys(TEMPLATES);

export function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name);
}

/** The template as a plan for this goal. */
export function planFrom(template: TemplateName, goal: string): WorkflowPlan {
  const steps = TEMPLATES[template].map((step) => ({ ...step, task: step.task.replace('{goal}', () => goal) }));
  return { name: template, steps, aggregation: 'last' };
}
