/** What the commands for workflows ask the model. `{about}` stands for what was written behind the command. */
export interface WorkflowPrompt {
  /** With something behind the command. */
  readonly ask: string;
  /** With nothing behind it; absent: the command needs something. */
  readonly bare?: string;
  /** The turn only reads. */
  readonly readOnly?: true;
}

/** A workflow is run by the model, which can also do without it where sub-agents are not on offer. */
const team = (template: string) =>
  `Call orchestrate_workflow with template "${template}" and the whole task, everything from our conversation that it needs included; where that tool is not on offer, go through the same steps yourself.`;

export const WORKFLOW_PROMPTS = {
  catchup: {
    ask: 'Catch me up on this: {about}\n\nLook at our conversation, my memories and open tasks. Tell, shortest first: what happened, what was decided, what is open and who has it, what comes next. Leave out what is empty; say when you know nothing about it.',
    bare: 'Catch me up. Look at our conversation, my memories, open tasks and schedules. Tell, shortest first: what happened lately, what was decided, what is open and who has it, what comes next. Leave out what is empty.',
  },
  research: {
    ask: `Research this: {about}\n\n${team('research-team')} Give me the answer first, then what supports it with sources and dates, then what stays uncertain.`,
  },
  draft: {
    ask: `Write this: {about}\n\n${team('review-pair')} Give me the finished text as it can be used, then in one line what it rests on or what I should check.`,
  },
  decide: {
    ask: `Help me decide: {about}\n\n${team('decision-analysis')} Give me the recommendation first with how sure it is, then a table of options against criteria, then what would change it and the next step. The decision stays mine.`,
  },
  review: {
    ask: `Review this: {about}\n\n${team('review-pair')} It is the draft: no new one is to be written before the review. Give me the findings by weight, each with its place and what to do about it, then the revised text.`,
    bare: 'Review what was last made in our conversation, or the file that I sent with this. Give me the findings by weight, each with its place and what to do about it, then a revised version. If there is nothing to review, say so in one sentence.',
  },
  plan: {
    ask: 'Make a plan for this: {about}\n\nLook up first what you need to know; in this turn you only read and change nothing. Then give: the goal in your own words, what is known, at most nine steps each with its result, what it needs and how it is checked, the risks, and the questions that I have to answer before. End with the first step. Do not begin: the work starts when I say so.',
    readOnly: true,
  },
  clarify: {
    ask: 'Before we go on, ask me exactly one question about this, the one whose answer changes most: {about}\n\nGive two to four likely answers with the tool offer_choices, where it is on offer. Nothing else: no preamble, no second question.',
    bare: 'Ask me exactly one question: the one whose answer matters most for what we are at. Give two to four likely answers with the tool offer_choices, where it is on offer. Nothing else: no preamble, no second question.',
  },
} as const satisfies Readonly<Record<string, WorkflowPrompt>>;

export type WorkflowName = keyof typeof WORKFLOW_PROMPTS;

/** Other words for the commands (contract: agent runtime, slash commands). */
export const WORKFLOW_ALIASES: Readonly<Record<string, WorkflowName>> = {
  catch_up: 'catchup',
  recap: 'catchup',
  investigate: 'research',
  write: 'draft',
  decision: 'decide',
  weigh: 'decide',
  critique: 'review',
  check: 'review',
  decompose: 'plan',
  break_down: 'plan',
};
