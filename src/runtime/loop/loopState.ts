import type { JournalStep, ToolCall } from '../../core/journal.js';
import type { AgentImage, AgentMessage } from '../llm/agentMessage.js';
import { addUsage, NO_USAGE, type Usage } from '../llm/completion.js';
import { withImages } from '../llm/withImages.js';
import { asContinuationKind, type ContinuationKind } from '../loopPolicy/continuationKind.js';
import { withGuidance } from '../loopPolicy/guardrailTexts.js';
import { FRESH_GATES, type GateState, noteDirective, type ToolAttempt } from './completionCheck.js';

/** Narration of at most so many characters directly before a tool call is not part of the answer (DESIGN.md section 5). */
const MAX_NARRATION_CHARS = 200;

/** What stands between two text segments of one answer, here and in the reply. */
const SEGMENT_SEPARATOR = '\n\n';

/** A round whose tool calls are not all answered yet. */
export interface OpenRound {
  readonly calls: readonly ToolCall[];
  readonly answers: ReadonlyMap<string, string>;
  /** Calls whose tool was really attempted. */
  readonly counted: ReadonlySet<string>;
  /** How many tools had been used before this round. */
  readonly usedBefore: number;
  /** Calls that were started, perhaps by an earlier attempt; the value says whether repeating one could do harm. */
  readonly started: ReadonlyMap<string, boolean>;
}

/**
 * Where a run stands. It is always the fold of its journal: a run that goes on and one that is taken over are in the
 * same state after the same steps.
 */
export interface LoopState {
  /** What the next request sends. */
  readonly messages: readonly AgentMessage[];
  readonly open: OpenRound | null;
  /** An answer without tool calls that is not accepted yet. */
  readonly candidate: string | null;
  /** What the newest round itself said; the candidate also holds what a cut-off answer had said before. */
  readonly said: string;
  /** The beginning of an answer that was cut off by its length and is being continued. */
  readonly prefix: string;
  /** Why the newest round stopped, where that was journaled. */
  readonly finish: string | null;
  /** Text segments that are part of the answer, in order. */
  readonly kept: readonly string[];
  /** Texts of all rounds since the last answer: what an empty answer falls back to. */
  readonly written: readonly string[];
  readonly toolsUsed: readonly string[];
  /** All answered calls in order, refused ones and those of sub-agents included. Whether they change something is the tool set's to say. */
  readonly attempts: readonly Omit<ToolAttempt, 'mutating'>[];
  readonly gates: GateState;
  /** What users wrote into the running turn. */
  readonly more: readonly string[];
  readonly usage: Usage;
  readonly rounds: number;
  /** Reasons of the directives so far: each check fires once a run. */
  readonly directives: ReadonlySet<string>;
  /** The nudges among them, with repeats. */
  readonly continuations: readonly ContinuationKind[];
  /** Where the two messages stand that fill in for an empty answer; they go once the model says something. */
  readonly fillerAt: number | null;
  /** Tools that were found or called so far, in order, with repeats: those of them that requests left out are in them from then on. */
  readonly found: readonly string[];
  /** The words of a tool that ended the run. */
  readonly gaveUp: string | null;
  /** All tool call ids of the run. */
  readonly callIds: ReadonlySet<string>;
}

/** The state before the first model call. `opening` holds system message, history and the user's messages. */
export function startState(opening: readonly AgentMessage[]): LoopState {
  return {
    messages: opening,
    open: null,
    candidate: null,
    said: '',
    prefix: '',
    finish: null,
    kept: [],
    written: [],
    toolsUsed: [],
    attempts: [],
    gates: FRESH_GATES,
    more: [],
    usage: NO_USAGE,
    rounds: 0,
    directives: new Set(),
    continuations: [],
    fillerAt: null,
    found: [],
    gaveUp: null,
    callIds: new Set(),
  };
}

/** The answer stands already; what the model says from now on is not part of it (gate D1). */
export function isAnswered(state: LoopState): boolean {
  return state.gates.preservedAnswerForDistillation !== null;
}

export function isNarration(text: string): boolean {
  return text.trim().length <= MAX_NARRATION_CHARS;
}

/** Joins segments as the reader sees them. */
export function joinSegments(segments: readonly string[]): string {
  return segments.filter((segment) => segment.trim() !== '').join(SEGMENT_SEPARATOR);
}

function toWire(call: ToolCall): NonNullable<AgentMessage['tool_calls']>[number] {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } };
}

/** Stands in for an empty answer, because endpoints refuse empty messages. */
const EMPTY_ANSWER = '(empty)';

/** Without the filler, as soon as a round says or does something. */
function withoutFiller(state: LoopState, step: ModelStep): LoopState {
  const { fillerAt, messages } = state;
  if (fillerAt === null || (step.text.trim() === '' && step.toolCalls.length === 0)) return state;
  return { ...state, fillerAt: null, messages: [...messages.slice(0, fillerAt), ...messages.slice(fillerAt + 2)] };
}

type ModelStep = Extract<JournalStep, { type: 'model' }>;

function applyModel(before: LoopState, step: ModelStep): LoopState {
  const state = withoutFiller(before, step);
  const text = state.prefix + step.text;
  const next: LoopState = {
    ...state,
    said: step.text,
    prefix: '',
    finish: step.finish ?? null,
    usage: addUsage(state.usage, step.usage),
    rounds: state.rounds + 1,
    written: text.trim() === '' ? state.written : [...state.written, text],
  };
  if (step.toolCalls.length === 0) return { ...next, candidate: text };
  const refused = step.toolCalls.flatMap((call) =>
    call.refusal === undefined ? [] : [[call.id, call.refusal] as const],
  );
  return closeRound({
    ...next,
    messages: [...state.messages, { role: 'assistant', content: step.text, tool_calls: step.toolCalls.map(toWire) }],
    kept: isNarration(text) || isAnswered(state) ? state.kept : [...state.kept, text],
    open: {
      calls: step.toolCalls,
      answers: new Map(refused),
      counted: new Set(),
      usedBefore: state.toolsUsed.length,
      started: new Map(),
    },
    callIds: new Set([...state.callIds, ...step.toolCalls.map((call) => call.id)]),
  });
}

/** Once all calls are answered, the answers join the messages, and the used tools the list, in the order of the calls. */
function closeRound(state: LoopState): LoopState {
  const { open } = state;
  if (open === null || open.answers.size < open.calls.length) return state;
  const answers = open.calls.map(
    (call): AgentMessage => ({ role: 'tool', content: open.answers.get(call.id) ?? '', tool_call_id: call.id }),
  );
  const used = open.calls.filter((call) => open.counted.has(call.id)).map((call) => call.name);
  return {
    ...state,
    open: null,
    messages: [...state.messages, ...answers],
    toolsUsed: [...state.toolsUsed.slice(0, open.usedBefore), ...used],
  };
}

function applyToolEnd(state: LoopState, open: OpenRound, step: Extract<JournalStep, { type: 'toolEnd' }>): LoopState {
  const args = open.calls.find((call) => call.id === step.call)?.arguments ?? '{}';
  return closeRound({
    ...state,
    toolsUsed: step.counted ? [...state.toolsUsed, step.name] : state.toolsUsed,
    attempts: [...state.attempts, ...(step.inner ?? []), { name: step.name, arguments: args, failed: step.failed }],
    found: [...state.found, step.name, ...(step.found ?? [])],
    gaveUp: step.givesUp ? step.result : state.gaveUp,
    open: {
      ...open,
      answers: new Map([...open.answers, [step.call, withGuidance(step.result, step.note ?? null)]]),
      counted: step.counted ? new Set([...open.counted, step.call]) : open.counted,
    },
  });
}

function applyDirective(state: LoopState, step: Extract<JournalStep, { type: 'directive' }>): LoopState {
  const { candidate, said } = state;
  const kind = asContinuationKind(step.why);
  const isFiller = kind === 'empty-after-tools';
  const isCutOff = kind === 'cut-off';
  const answer: AgentMessage[] =
    candidate === null ? [] : [{ role: 'assistant', content: isFiller ? EMPTY_ANSWER : said }];
  return {
    ...state,
    candidate: null,
    prefix: isCutOff ? (candidate ?? '') : '',
    gates: noteDirective(state.gates, step.why, candidate),
    written: candidate === null || candidate.trim() === '' ? state.written : state.written.slice(0, -1),
    messages: [...state.messages, ...answer, { role: 'user', content: step.text }],
    directives: new Set([...state.directives, step.why]),
    continuations: kind === null ? state.continuations : [...state.continuations, kind],
    fillerAt: isFiller ? state.messages.length : state.fillerAt,
  };
}

const NO_IMAGES = (): readonly AgentImage[] => [];

/**
 * The state after one more step.
 *
 * @param imagesOf the pictures of a message that users wrote into the turn: steps hold none
 */
export function applyStep(
  state: LoopState,
  step: JournalStep,
  imagesOf: (identity: string) => readonly AgentImage[] = NO_IMAGES,
): LoopState {
  const { open } = state;
  switch (step.type) {
    case 'model':
      return applyModel(state, step);
    case 'toolStart':
      if (open === null) return state;
      return { ...state, open: { ...open, started: new Map([...open.started, [step.call, step.mutating]]) } };
    case 'toolEnd':
      return open === null ? state : applyToolEnd(state, open, step);
    case 'directive':
      return applyDirective(state, step);
    case 'more': {
      const more = step.messages.map(({ identity, content }) =>
        withImages({ role: 'user', content }, imagesOf(identity)),
      );
      return {
        ...state,
        messages: [...state.messages, ...more],
        more: [...state.more, ...step.messages.map((message) => message.content)],
      };
    }
    case 'voided':
    case 'noted':
    case 'agent':
    case 'final':
      return state;
  }
}
