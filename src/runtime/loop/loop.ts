import type { BackgroundJob } from '../../core/backgroundJob.js';
import type { AgentResponse } from '../../core/events.js';
import type { JournalStep } from '../../core/journal.js';
import type { AgentMessage } from '../llm/agentMessage.js';
import type { Completion, CompletionEvent, Llm } from '../llm/completion.js';
import { ModelError } from '../llm/modelError.js';
import { type Candidate, type CompletionCheck, maybeFireCompletionGate } from './completionCheck.js';
import { createLoopGuard } from './loopGuard.js';
import { applyStep, isAnswered, isNarration, joinSegments, type OpenRound, startState } from './loopState.js';
import { budgetText, CLOSING_DIRECTIVE, ROUND_CAP, roundCapText } from './loopTexts.js';
import { receiveCalls } from './receiveCalls.js';
import { createShownText } from './shownText.js';
import { answerWithout, replayCall, runToolCall } from './toolPipeline.js';
import type { ToolEnvironment } from './toolRun.js';
import { outcomeUnknownText } from './toolTexts.js';

/** A message that arrived while the run was going, as the model is to be given it. */
export interface MoreMessage {
  readonly identity: string;
  readonly content: string;
}

export interface LoopConfig extends Omit<ToolEnvironment, 'guard'> {
  readonly llm: Llm;
  readonly model: string;
  readonly stream: boolean;
  /** System message, history and the messages that the run answers. */
  readonly opening: readonly AgentMessage[];
  /** What the user asked for, without context block: the gates look at it. */
  readonly request: string;
  /** Steps of an earlier attempt to go on from. */
  readonly journal: readonly JournalStep[];
  /** An earlier attempt may have shown text that is not in the journal. */
  readonly interrupted: boolean;
  readonly checks: readonly CompletionCheck[];
  /** Model calls at most. */
  readonly maxRounds: number;
  /** At the cap: one more call without tools, so that the model closes the turn itself. */
  readonly closingCall: boolean;
  /** Input and output tokens together; 0 means no budget. Never costs a finished answer. */
  readonly maxTokenBudget: number;
  /** Asked between rounds. */
  takeMore(): Promise<readonly MoreMessage[]>;
}

export interface LoopOutcome {
  readonly response: AgentResponse;
  /** Everything that is shown: the kept segments and the answer. */
  readonly text: string;
  readonly background: readonly BackgroundJob[];
}

/** What a run has come to; also valid after it was aborted. */
export type LoopProgress = Pick<AgentResponse, 'toolsUsed' | 'usage'> & { readonly text: string };

export interface Loop {
  /**
   * Runs to an answer. Call it once.
   *
   * @throws the signal's reason; `ModelError` when the model cannot be reached; whatever `record` rejects with
   */
  run(): Promise<LoopOutcome>;
  soFar(): LoopProgress;
}

/** Makes a run of the agent: model calls and tool calls in turns, until an answer passes the checks. */
export function createLoop(config: LoopConfig): Loop {
  const { signal, maxRounds, maxTokenBudget } = config;
  let state = startState(config.opening);
  const shown = createShownText({
    emit: config.emit,
    kept: () => state.kept,
    isMuted: () => isAnswered(state),
  });

  const record = async (step: JournalStep): Promise<void> => {
    await config.record(step);
    state = applyStep(state, step);
  };
  const env: ToolEnvironment = { ...config, guard: createLoopGuard(), emit: (event) => config.emit(event), record };

  const resume = () => {
    for (const step of config.journal) {
      if (step.type === 'toolEnd') {
        const call = state.open?.calls.find(({ id }) => id === step.call);
        if (call !== undefined) replayCall(call, step.failed, env);
      }
      state = applyStep(state, step);
    }
    if (config.interrupted) shown.voidSegment('takeover');
  };

  const isOverBudget = () => maxTokenBudget > 0 && state.usage.inputTokens + state.usage.outputTokens > maxTokenBudget;

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

  const capSentence = () => roundCapText(maxRounds, state.toolsUsed.length);

  const examined = (text: string): Candidate => ({
    text,
    toolsUsed: state.toolsUsed,
    attempts: state.attempts.map((attempt) => ({
      ...attempt,
      mutating: config.tools.find(attempt.name)?.mutating ?? false,
    })),
    toolsOffered: config.tools.names,
    request: [config.request, ...state.more].join('\n\n'),
    mayGoOn: state.rounds < maxRounds && !isOverBudget(),
  });

  /** The answer, or null when a gate makes the model go on. */
  const settle = async (candidate: string): Promise<LoopOutcome | null> => {
    let content = candidate.trim() === '' ? joinSegments(state.written) || capSentence() : candidate;
    if (isAnswered(state)) return outcomeOf(content, content);
    let end = candidate;
    const background: BackgroundJob[] = [];
    for (const verdict of await maybeFireCompletionGate(config.checks, state.gates, examined(candidate))) {
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
    const acceptEmpty = isClosing || state.written.length > 0;
    const tools = isClosing ? [] : config.tools.schemas;
    const { model, stream } = config;
    const request = { model, stream, messages: state.messages, tools, acceptEmpty };
    let completion: Completion | null = null;
    for await (const event of config.llm.complete(request, signal)) {
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
    const { text, usage } = completion;
    const toolCalls = isClosing ? [] : receiveCalls(completion, state.callIds);
    await record({ type: 'model', text, toolCalls, usage, model: config.model });
    if (toolCalls.length > 0) shown.endSegment(isNarration(text));
  };

  const answerCalls = async ({ calls, answers, started }: OpenRound) => {
    for (const call of calls) {
      if (answers.has(call.id)) continue;
      signal.throwIfAborted();
      if (started.get(call.id) === true) {
        const text = outcomeUnknownText(call.name);
        await answerWithout(call, { text, failed: true, counted: true }, env);
      } else {
        await runToolCall(call, env);
      }
    }
  };

  /** At the round cap. Null: the model gave a closing answer, which is then settled as any other. */
  const close = async (): Promise<LoopOutcome | null> => {
    if (!config.closingCall) {
      const content = joinSegments(state.written) || capSentence();
      return outcomeOf(content, joinSegments(state.kept) || content);
    }
    if (!state.directives.has(ROUND_CAP)) {
      await record({ type: 'directive', why: ROUND_CAP, text: CLOSING_DIRECTIVE });
    }
    try {
      await askModel(true);
      return null;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      config.log.warn({ err: error }, 'no closing answer at the round cap');
      return endWith(capSentence());
    }
  };

  /** One move of the run: null while it goes on. */
  const move = async (): Promise<LoopOutcome | null> => {
    signal.throwIfAborted();
    if (state.candidate !== null) return settle(state.candidate);
    if (isOverBudget()) {
      return endWith(budgetText(state.usage.inputTokens + state.usage.outputTokens, maxTokenBudget));
    }
    if (state.open !== null) {
      await answerCalls(state.open);
      return null;
    }
    if (state.rounds >= maxRounds) return close();
    await askModel(false);
    return null;
  };

  return {
    run: async () => {
      resume();
      try {
        for (;;) {
          const outcome = await move();
          if (outcome !== null) return outcome;
        }
      } catch (error) {
        if (!isAnswered(state) || !(error instanceof ModelError)) throw error;
        config.log.warn({ err: error }, 'the model failed after the answer; the answer stands');
        return outcomeOf('', '');
      }
    },
    soFar: () => {
      const { toolsUsed, usage, kept, gates } = state;
      const preserved = gates.preservedAnswerForDistillation;
      return { toolsUsed, usage, text: preserved === null ? shown.text() : joinSegments([...kept, preserved]) };
    },
  };
}
