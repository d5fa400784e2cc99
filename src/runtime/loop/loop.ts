import type { BackgroundJob } from '../../core/backgroundJob.js';
import type { AgentResponse } from '../../core/events.js';
import type { JournalStep } from '../../core/journal.js';
import { condenseToolResults } from '../compaction/condense.js';
import { windowOf } from '../compaction/window.js';
import { BudgetExceededError } from '../cost/budgetExceededError.js';
import type { Completion, CompletionEvent } from '../llm/completion.js';
import { ModelError } from '../llm/modelError.js';
import { asksForMissingWork, type Continuation, findContinuation, mayContinue } from '../loopPolicy/continuation.js';
import { pressureLine } from '../loopPolicy/iterationPressure.js';
import { createToolPolicy } from '../loopPolicy/toolPolicy.js';
import { namedIn } from '../tools/deferred/namedIn.js';
import { flagsOf } from '../tools/toolDefinition.js';
import { GATE_STAGES } from '../tracing/gateStages.js';
import { traceStage } from '../tracing/traceStage.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import { readInput } from './admitCall.js';
import { answerRound } from './answerRound.js';
import { type Candidate, maybeFireCompletionGate } from './completionCheck.js';
import type { LoopConfig } from './loopConfig.js';
import { applyStep, isAnswered, isNarration, joinSegments, type LoopState, startState } from './loopState.js';
import {
  budgetText,
  CLOSING_DIRECTIVES,
  type ClosingReason,
  noAnswerText,
  roundCapText,
  toolLoopText,
} from './loopTexts.js';
import { receiveCalls } from './receiveCalls.js';
import { releaseAnswer } from './releaseAnswer.js';
import { createShownText } from './shownText.js';
import { replayStep } from './toolPipeline.js';
import type { ToolEnvironment } from './toolRun.js';

export interface LoopOutcome {
  readonly response: AgentResponse;
  /** Everything that is shown: the kept segments and the answer. */
  readonly text: string;
  readonly background: readonly BackgroundJob[];
}

/** What a run has come to; also valid after it was aborted. */
export type LoopProgress = Pick<AgentResponse, 'toolsUsed' | 'usage'> & {
  readonly text: string;
  readonly attempts: LoopState['attempts'];
};

export interface Loop {
  /**
   * Runs to an answer. Call it once.
   *
   * @throws the signal's reason; `ModelError` when the model cannot be reached; `BudgetExceededError`; whatever `record`
   * rejects with
   */
  run(): Promise<LoopOutcome>;
  soFar(): LoopProgress;
}

/** The model cannot or may not be asked again; what stands can still be the answer. */
function isModelFailure(error: unknown): boolean {
  return error instanceof ModelError || error instanceof BudgetExceededError;
}

/** From this many characters per token of the model's window on, old tool results are condensed: about half of the window. */
const CONDENSE_FROM_CHARS_PER_TOKEN = 1.5;

/** Makes a run of the agent: model calls and tool calls in turns, until an answer passes the checks. */
export function createLoop(config: LoopConfig): Loop {
  const { signal, maxRounds, maxTokenBudget } = config;
  const { turnId } = config.place;
  let state = startState(config.opening);
  const shown = createShownText({
    emit: config.emit,
    kept: () => state.kept,
    prefix: () => state.prefix,
    isMuted: () => isAnswered(state),
  });
  const asksForWork = asksForMissingWork(config.continuation, config.model, config.tools.names.length > 0);

  const askedByName = namedIn(config.request, config.tools.hidden);

  /** Steps are written one after another: calls that run at once end in any order. */
  let writing = Promise.resolve();
  const record = (step: JournalStep): Promise<void> => {
    writing = writing.then(async () => {
      await config.record(step);
      state = applyStep(state, step, config.imagesOf);
    });
    return writing;
  };

  let notedRound = 0;
  const takeRoundNote = (): string | null => {
    if (notedRound === state.rounds) return null;
    notedRound = state.rounds;
    return pressureLine(maxRounds, state.rounds);
  };

  const policy = createToolPolicy(config.guardrails, config.quotas);
  const tokensLeft = () => maxTokenBudget - state.usage.inputTokens - state.usage.outputTokens;
  const left = () => ({ rounds: maxRounds - state.rounds, tokens: maxTokenBudget > 0 ? tokensLeft() : null });
  const env: ToolEnvironment = { ...config, policy, takeRoundNote, left, emit: (event) => config.emit(event), record };

  const resume = () => {
    const ended = new Set(config.journal.flatMap((step) => (step.type === 'toolEnd' ? [step.call] : [])));
    for (const step of config.journal) {
      if (step.type === 'toolStart' || step.type === 'toolEnd') {
        const call = state.open?.calls.find(({ id }) => id === step.call);
        // A call that is simply run again is counted then.
        const isRepeated = step.type === 'toolStart' && !step.mutating && !ended.has(step.call);
        if (call !== undefined && !isRepeated) replayStep(step, call, state.open?.started.has(call.id) ?? false, env);
      }
      state = applyStep(state, step, config.imagesOf);
    }
    if (config.interrupted) shown.voidSegment('takeover');
  };

  const isOverBudget = () => maxTokenBudget > 0 && tokensLeft() < 0;

  const outcomeOf = (content: string, text: string, background: readonly BackgroundJob[] = []): LoopOutcome => {
    const { toolsUsed, usage } = state;
    const preserved = state.gates.preservedAnswerForDistillation;
    if (preserved === null) return { response: { content, toolsUsed, usage }, text, background };
    return {
      response: { content: preserved, toolsUsed, usage },
      text: joinSegments([...state.kept, preserved]),
      background,
    };
  };

  /** Ends the run with a sentence of our own, after what stands. */
  const endWith = (sentence: string): LoopOutcome => outcomeOf(sentence, joinSegments([...state.kept, sentence]));

  const isHalted = () => policy.isHalted || state.directives.has('tool-loop');
  const isAtCap = () => state.rounds >= maxRounds;
  const isClosed = () => state.directives.has('tool-loop') || state.directives.has('round-cap');
  const hasMoney = () => config.llm.mayAskAgain?.() ?? true;
  const mayGoOn = () => !isAtCap() && !isOverBudget() && !isClosed() && hasMoney();

  /** What we say ourselves where the model has said nothing. */
  const ownSentence = () => {
    if (isHalted()) return toolLoopText(state.toolsUsed.length);
    return isAtCap() ? roundCapText(maxRounds, state.toolsUsed.length) : noAnswerText();
  };

  const request = () => [config.request, ...state.more].join('\n\n');

  const isMutating = (attempt: LoopState['attempts'][number]) => {
    const tool = config.tools.find(attempt.name);
    return tool !== undefined && flagsOf(tool, readInput(attempt.arguments) ?? {}).mutating;
  };

  const examined = (text: string): Candidate => ({
    text,
    toolsUsed: state.toolsUsed,
    attempts: state.attempts.map((attempt) => ({ ...attempt, mutating: isMutating(attempt) })),
    toolsOffered: config.tools.names,
    request: request(),
    mayGoOn: mayGoOn(),
  });

  /** How the run goes on after text that is no answer yet, or null. */
  const continuationOf = (text: string): Continuation | null => {
    if (!mayGoOn() || isAnswered(state)) return null;
    return findContinuation({
      text,
      finishReason: state.finish,
      request: request(),
      toolsRan: state.callIds.size > 0,
      toolsOffered: config.tools.names,
      asksForMissingWork: asksForWork,
      before: state.continuations,
    });
  };

  /** The answer, or null when the model goes on: because it stopped half way, or because of a gate. */
  const settle = async (candidate: string): Promise<LoopOutcome | null> => {
    const continuation = continuationOf(candidate);
    if (continuation !== null) {
      config.log.info({ kind: continuation.kind }, 'the model is asked to go on');
      await record({ type: 'directive', why: continuation.kind, text: continuation.nudge });
      if (!continuation.keepsText) shown.voidSegment('gate');
      return null;
    }
    let content = candidate.trim() === '' ? joinSegments(state.written) || ownSentence() : candidate;
    if (isAnswered(state)) return outcomeOf(content, content);
    let end = candidate;
    const background: BackgroundJob[] = [];
    for (const verdict of await maybeFireCompletionGate(config.checks, state.gates, examined(candidate))) {
      logTurnEvent(turnId, { stage: GATE_STAGES[verdict.gate], outcome: verdict.kind });
      if (verdict.kind === 'handOver') background.push(verdict.job);
      else if (verdict.kind === 'append') {
        shown.write(`\n\n${verdict.text}`);
        end = joinSegments([end, verdict.text]);
        content = joinSegments([content, verdict.text]);
      } else {
        config.emit({ type: 'gate', gate: verdict.gate, why: verdict.why });
        await record({ type: 'directive', why: verdict.gate, text: verdict.directive });
        if (!verdict.keepsAnswer) shown.voidSegment('gate');
        return null;
      }
    }
    return outcomeOf(content, joinSegments([...state.kept, end]) || content, background);
  };

  const announceRetry = (event: Extract<CompletionEvent, { type: 'retry' }>) => {
    const key = event.cause === 'rateLimit' ? 'rate-limited' : 'retrying-model';
    const args = { seconds: String(Math.ceil(event.waitMs / 1000)), retry: String(event.retry) };
    config.emit({ type: 'notice', key, args });
  };

  const complete = async (isClosing: boolean): Promise<Completion> => {
    const asksAgain = asksForWork && state.callIds.size > 0 && mayContinue('empty-after-tools', state.continuations);
    const acceptEmpty = isClosing || state.written.length > 0 || asksAgain;
    const tools = isClosing ? [] : config.tools.schemasWith([...askedByName, ...state.found]);
    const { model, stream } = config;
    const messages = condenseToolResults(state.messages, windowOf(model) * CONDENSE_FROM_CHARS_PER_TOKEN);
    const asked = { model, stream, messages, tools, acceptEmpty };
    let completion: Completion | null = null;
    for await (const event of config.llm.complete(asked, signal)) {
      if (event.type === 'text') shown.write(event.delta);
      else if (event.type === 'void') shown.voidSegment('retry');
      else if (event.type === 'retry') announceRetry(event);
      else completion = event.completion;
    }
    if (completion === null) throw new Error('the model client ended without a completion');
    signal.throwIfAborted();
    return completion;
  };

  const askModel = async (isClosing: boolean) => {
    if (state.rounds > 0) {
      const messages = [...(await config.takeMore())];
      if (messages.length > 0) await record({ type: 'more', messages });
    }
    const completion = await complete(isClosing);
    const { text, usage, finishReason } = completion;
    const toolCalls = isClosing ? [] : receiveCalls(completion, state.callIds);
    const isTelling = toolCalls.length === 0 && (finishReason === 'length' || finishReason === 'tool_calls');
    const shownText = state.prefix + text;
    await record({
      type: 'model',
      text,
      toolCalls,
      usage,
      model: config.model,
      ...(isTelling ? { finish: finishReason } : {}),
    });
    if (toolCalls.length > 0) shown.endSegment(isNarration(shownText));
  };

  /** Has the model close the turn itself. Null: it did, and the answer is then settled as any other. */
  const close = async (why: ClosingReason): Promise<LoopOutcome | null> => {
    if (!isClosed()) await record({ type: 'directive', why, text: CLOSING_DIRECTIVES[why] });
    try {
      await askModel(true);
      return null;
    } catch (error) {
      if (!isModelFailure(error)) throw error;
      config.log.warn({ err: error, why }, 'no closing answer');
      return endWith(ownSentence());
    }
  };

  const endAtCap = (): LoopOutcome => {
    const content = joinSegments(state.written) || ownSentence();
    return outcomeOf(content, joinSegments(state.kept) || content);
  };

  /** One move of the run: null while it goes on. */
  const move = async (): Promise<LoopOutcome | null> => {
    signal.throwIfAborted();
    if (state.gaveUp !== null) return endWith(state.gaveUp);
    if (state.candidate !== null) return settle(state.candidate);
    if (isOverBudget()) {
      return endWith(budgetText(state.usage.inputTokens + state.usage.outputTokens, maxTokenBudget));
    }
    if (state.open !== null) {
      await answerRound(state.open, env, () => state.gaveUp !== null);
      return null;
    }
    if (isHalted()) return close('tool-loop');
    if (isAtCap()) return config.closingCall ? close('round-cap') : endAtCap();
    await askModel(false);
    return null;
  };

  const runToAnswer = async (): Promise<LoopOutcome> => {
    resume();
    try {
      for (;;) {
        const outcome = await move();
        if (outcome !== null) return await releaseAnswer(outcome, config, shown);
      }
    } catch (error) {
      if (!isAnswered(state) || !isModelFailure(error)) throw error;
      config.log.warn({ err: error }, 'the model failed after the answer; the answer stands');
      return outcomeOf('', '');
    }
  };

  return {
    run: () =>
      traceStage(
        turnId,
        'agent-loop',
        { model: config.model, messages: config.opening.length, tools: config.tools.names.length, maxRounds },
        runToAnswer,
        ({ response, text }) => ({ rounds: state.rounds, toolsUsed: response.toolsUsed.length, chars: text.length }),
      ),
    soFar: () => {
      const { toolsUsed, usage, kept, gates, attempts } = state;
      const preserved = gates.preservedAnswerForDistillation;
      return {
        toolsUsed,
        usage,
        attempts,
        text: preserved === null ? shown.text() : joinSegments([...kept, preserved]),
      };
    },
  };
}
