import * as kind from '../kinds.js';
import type { Setting } from '../setting.js';

const loopCount = kind.tolerantCount('calls');

/** How turns, tools and prompts behave, and where we are. */
export const behaviourSettings = {
  stillWorkingMs: {
    name: 'WAGGLE_STILL_WORKING_MS',
    group: 'Turns',
    kind: kind.milliseconds(0),
    default: '90000',
    summary: 'How long a turn may be silent before a "Still working" notice, in milliseconds; 0 for none.',
  },
  laneMode: {
    name: 'WAGGLE_LANE_MODE',
    group: 'Turns',
    kind: kind.choice('queue', 'collect', 'steer', 'interrupt'),
    default: 'queue',
    summary:
      'What a message does that arrives while a turn runs: wait its turn, be answered with others that wait, join the running turn, or stop it.',
  },
  staleMinutes: {
    name: 'WAGGLE_STALE_MINUTES',
    group: 'Turns',
    kind: kind.minutes(0),
    default: '60',
    summary: 'Age from which a message counts as stale: its answer says how long it waited. 0 for never.',
  },
  backfillMinutes: {
    name: 'WAGGLE_BACKFILL_MINUTES',
    group: 'Turns',
    kind: kind.minutes(0),
    default: '30',
    summary: 'How far back messages that were missed on Discord are fetched after an outage; 0 for none.',
  },
  approvalTtlMinutes: {
    name: 'WAGGLE_APPROVAL_TTL_MINUTES',
    group: 'Turns',
    kind: kind.minutes(1),
    default: '30',
    summary:
      'How long a question of mine waits for an answer, for example whether a risky call may run; then the answer is no.',
  },
  toolLoopWarnings: {
    name: 'WAGGLE_TOOL_LOOP_GUARDRAILS_WARNINGS',
    group: 'Tools and prompt',
    kind: kind.tolerantFlag(),
    default: 'on',
    summary: 'Warn the model when it repeats itself.',
  },
  toolLoopHardStop: {
    name: 'WAGGLE_TOOL_LOOP_GUARDRAILS_HARD_STOP',
    group: 'Tools and prompt',
    kind: kind.tolerantFlag(),
    unset: 'on in chats, off in the terminal',
    summary: 'Stop a turn that keeps repeating itself.',
  },
  toolLoopExactWarn: {
    name: 'WAGGLE_TOOL_LOOP_EXACT_FAILURE_WARN_AFTER',
    group: 'Tools and prompt',
    kind: loopCount,
    default: '2',
    summary: 'Equal failing calls before a warning.',
  },
  toolLoopExactBlock: {
    name: 'WAGGLE_TOOL_LOOP_EXACT_FAILURE_BLOCK_AFTER',
    group: 'Tools and prompt',
    kind: loopCount,
    default: '5',
    summary: 'Equal failing calls before the call is refused.',
  },
  toolLoopSameWarn: {
    name: 'WAGGLE_TOOL_LOOP_SAME_TOOL_FAILURE_WARN_AFTER',
    group: 'Tools and prompt',
    kind: loopCount,
    default: '3',
    summary: 'Failures of one tool in a row before a warning.',
  },
  toolLoopSameHalt: {
    name: 'WAGGLE_TOOL_LOOP_SAME_TOOL_FAILURE_HALT_AFTER',
    group: 'Tools and prompt',
    kind: loopCount,
    default: '8',
    summary: 'Failures of one tool in a row before the turn is halted.',
  },
  toolLoopProgressWarn: {
    name: 'WAGGLE_TOOL_LOOP_NO_PROGRESS_WARN_AFTER',
    group: 'Tools and prompt',
    kind: loopCount,
    default: '2',
    summary: 'Equal results of one call before a warning.',
  },
  toolLoopProgressBlock: {
    name: 'WAGGLE_TOOL_LOOP_NO_PROGRESS_BLOCK_AFTER',
    group: 'Tools and prompt',
    kind: loopCount,
    default: '5',
    summary: 'Equal results of one call before the call is refused.',
  },
  intentContinuation: {
    name: 'WAGGLE_INTENT_CONTINUATION',
    group: 'Tools and prompt',
    kind: kind.choiceOrModels('auto', 'on', 'off'),
    default: 'auto',
    summary: 'Nudge a model that announces a step and does not take it.',
  },
  textTools: {
    name: 'WAGGLE_TEXT_TOOLS',
    group: 'Tools and prompt',
    kind: kind.choiceOrModels('on', 'off'),
    default: 'off',
    summary: 'Accept tool calls written as text, for models without native ones.',
  },
  promptAssembler: {
    name: 'WAGGLE_PROMPT_ASSEMBLER',
    group: 'Tools and prompt',
    kind: kind.flag(),
    default: 'off',
    summary: 'Assemble the prompt to fit the tier of the model.',
  },
  memoryExtraction: {
    name: 'WAGGLE_MEMORY_EXTRACTION',
    group: 'Tools and prompt',
    kind: kind.choice('rules', 'model'),
    default: 'rules',
    summary:
      'How what is worth remembering is found in a conversation: by rules alone, or also by the model (WAGGLE_BUDGET_MODEL if set), on the background lane.',
  },
  persona: {
    name: 'WAGGLE_PERSONA',
    group: 'Tools and prompt',
    kind: kind.text('the id of a persona, as `waggle personas ls` lists them', /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/),
    unset: 'none',
    summary: 'Persona of chats in which nobody chose one.',
  },
  coordinatorMode: {
    name: 'WAGGLE_COORDINATOR_MODE',
    group: 'Tools and prompt',
    kind: kind.flag(),
    default: 'off',
    summary: 'Offer the coordinator: it plans, has sub-agents work at the same time, joins and checks their results.',
  },
  offline: {
    name: 'WAGGLE_OFFLINE',
    group: 'Tools and prompt',
    kind: kind.flag(),
    default: 'off',
    summary: 'Offer only tools that need no network.',
  },
  dailyBudgetUsd: {
    name: 'WAGGLE_DAILY_BUDGET_USD',
    group: 'Budget',
    kind: kind.positiveNumber('an amount in US dollars'),
    unset: 'no limit',
    summary: 'What all turns of a day may cost; the owner sets further budgets with /budget.',
  },
  budgetMode: {
    name: 'WAGGLE_BUDGET_MODE',
    group: 'Budget',
    kind: kind.choice('soft', 'hard'),
    default: 'soft',
    summary: 'Warn when the budget is used up, or refuse.',
  },
  timeZone: {
    name: 'WAGGLE_TIME_ZONE',
    group: 'Place and language',
    kind: kind.timeZone(),
    default: 'system',
    summary: 'Time zone of dates and times.',
  },
  language: {
    name: 'WAGGLE_LANGUAGE',
    group: 'Place and language',
    kind: kind.language(),
    default: 'en',
    summary: "Language of notices where the platform does not tell the person's own.",
  },
} as const satisfies Readonly<Record<string, Setting>>;
