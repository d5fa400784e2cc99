import type { JournalStep, ToolCall } from '../../core/journal.js';
import type { AgentMessage } from '../llm/agentMessage.js';
import { addUsage, NO_USAGE, type Usage } from '../llm/completion.js';
import { FRESH_GATES, type GateState, noteDirective, type ToolAttempt } from './completionCheck.js';

/** Narration of at most so many characters directly before a tool call is not part of the answer (DESIGN.md section 5). */
const MAX_NARRATION_CHARS = 200;

/** What stands between two text segments of one answer, here and in the reply. */
const SEGMENT_SEPARATOR = '\n\n';

/** A round whose tool calls are not all answered yet. */
export interface OpenRound {
  readonly calls: readonly ToolCall[];
  readonly answers: ReadonlyMap<string, string>;
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
  /** Text segments that are part of the answer, in order. */
  readonly kept: readonly string[];
  /** Texts of all rounds since the last answer: what an empty answer falls back to. */
  readonly written: readonly string[];
  readonly toolsUsed: readonly string[];
  /** All answered calls in order, refused ones included. Whether they change something is the tool set's to say. */
  readonly attempts: readonly Omit<ToolAttempt, 'mutating'>[];
  readonly gates: GateState;
  /** What users wrote into the running turn. */
  readonly more: readonly string[];
  readonly usage: Usage;
  readonly rounds: number;
  /** Reasons of the directives so far: each check fires once a run. */
  readonly directives: ReadonlySet<string>;
  /** All tool call ids of the run. */
  readonly callIds: ReadonlySet<string>;
}

/** The state before the first model call. `opening` holds system message, history and the user's messages. */
export function startState(opening: readonly AgentMessage[]): LoopState {
  return {
    messages: opening,
    open: null,
    candidate: null,
    kept: [],
    written: [],
    toolsUsed: [],
    attempts: [],
    gates: FRESH_GATES,
    more: [],
    usage: NO_USAGE,
    rounds: 0,
    directives: new Set(),
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

function applyModel(state: LoopState, step: Extract<JournalStep, { type: 'model' }>): LoopState {
  const next = {
    ...state,
    usage: addUsage(state.usage, step.usage),
    rounds: state.rounds + 1,
    written: step.text.trim() === '' ? state.written : [...state.written, step.text],
  };
  if (step.toolCalls.length === 0) return { ...next, candidate: step.text };
  const refused = step.toolCalls.flatMap((call) =>
    call.refusal === undefined ? [] : [[call.id, call.refusal] as const],
  );
  return closeRound({
    ...next,
    messages: [...state.messages, { role: 'assistant', content: step.text, tool_calls: step.toolCalls.map(toWire) }],
    kept: isNarration(step.text) || isAnswered(state) ? state.kept : [...state.kept, step.text],
    open: { calls: step.toolCalls, answers: new Map(refused), started: new Map() },
    callIds: new Set([...state.callIds, ...step.toolCalls.map((call) => call.id)]),
  });
}

/** Once all calls are answered, the answers join the messages in the order of the calls. */
function closeRound(state: LoopState): LoopState {
  const { open } = state;
  if (open === null || open.answers.size < open.calls.length) return state;
  const answers = open.calls.map(
    (call): AgentMessage => ({ role: 'tool', content: open.answers.get(call.id) ?? '', tool_call_id: call.id }),
  );
  return { ...state, open: null, messages: [...state.messages, ...answers] };
}

function applyDirective(state: LoopState, step: Extract<JournalStep, { type: 'directive' }>): LoopState {
  const voided: AgentMessage[] = state.candidate === null ? [] : [{ role: 'assistant', content: state.candidate }];
  return {
    ...state,
    candidate: null,
    gates: noteDirective(state.gates, step.why, state.candidate),
    written: state.candidate === null ? state.written : state.written.slice(0, -1),
    messages: [...state.messages, ...voided, { role: 'user', content: step.text }],
    directives: new Set([...state.directives, step.why]),
  };
}

/** The state after one more step. */
export function applyStep(state: LoopState, step: JournalStep): LoopState {
  const { open } = state;
  switch (step.type) {
    case 'model':
      return applyModel(state, step);
    case 'toolStart':
      if (open === null) return state;
      return { ...state, open: { ...open, started: new Map([...open.started, [step.call, step.mutating]]) } };
    case 'toolEnd': {
      if (open === null) return state;
      const answers = new Map([...open.answers, [step.call, step.result]]);
      const toolsUsed = step.counted ? [...state.toolsUsed, step.name] : state.toolsUsed;
      const args = open.calls.find((call) => call.id === step.call)?.arguments ?? '{}';
      const attempts = [...state.attempts, { name: step.name, arguments: args, failed: step.failed }];
      return closeRound({ ...state, toolsUsed, attempts, open: { ...open, answers } });
    }
    case 'directive':
      return applyDirective(state, step);
    case 'more': {
      const more = step.messages.map((message): AgentMessage => ({ role: 'user', content: message.content }));
      return {
        ...state,
        messages: [...state.messages, ...more],
        more: [...state.more, ...step.messages.map((message) => message.content)],
      };
    }
    case 'final':
      return state;
  }
}
