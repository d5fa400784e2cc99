import type { Clock } from '../core/clock.js';
import { toWaggleError, WaggleError } from '../core/errors.js';
import type { UserFacing } from '../core/events.js';
import type { JournalStep } from '../core/journal.js';
import type { Log } from '../core/log.js';
import { type InboundMessage, textOf } from '../core/message.js';
import type { RunTurn, TurnContext, TurnJob, TurnResult } from '../core/ports/turnRunner.js';
import type { Compactor } from './compaction/compactor.js';
import type { Llm } from './llm/completion.js';
import type { CompletionCheck } from './loop/completionCheck.js';
import { createLoop, type Loop, type LoopOutcome } from './loop/loop.js';
import { memoryOwnerOf } from './memoryScope.js';
import { chooseModel } from './model/chooseModel.js';
import { buildOpening } from './prompt/opening.js';
import type { BuildTurnPrompt } from './prompt/turnPrompt.js';
import { userText } from './prompt/userText.js';
import type { ToolDefinition, TurnScope } from './tools/toolDefinition.js';
import { createToolSet } from './tools/toolSet.js';
import { conductOf, type TurnConduct } from './turnConduct.js';
import { untilAborted } from './untilAborted.js';

export interface RunTurnDeps {
  readonly llm: Llm;
  readonly model: string;
  /** `WAGGLE_BUDGET_MODEL`, for short, simple messages. */
  readonly budgetModel: string | null;
  readonly tools: readonly ToolDefinition[];
  readonly checks: readonly CompletionCheck[];
  readonly conduct: TurnConduct;
  readonly buildPrompt: BuildTurnPrompt;
  readonly compactor: Compactor;
  /** Saves lasting facts of lines before they are summarised. */
  readonly flushMemory: (text: string, scope: TurnScope, signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** min(maxTurns, `WAGGLE_MAX_AGENT_ROUNDS`). */
  readonly maxRounds: number;
}

type FinalStep = Extract<JournalStep, { type: 'final' }>;

/** Makes the runner of turns: prompt, loop, journal and the events that a reply is made of. */
export function createRunTurn(deps: RunTurnDeps): RunTurn {
  const { clock } = deps;
  const tools = createToolSet(deps.tools, [], deps.log);

  const shorten = async (
    job: TurnJob,
    context: TurnContext,
    scope: TurnScope,
    system: string,
    messages: readonly InboundMessage[],
  ): Promise<TurnJob['history']> => {
    const { signal } = context;
    const { history, outcome } = await deps.compactor.compact({
      lane: job.lane,
      turn: job.turn,
      model: deps.model,
      history: job.history,
      rest: [system, ...messages.map(userText), JSON.stringify(tools.schemas)],
      now: clock.now(),
      signal,
      flushMemory: (text) => deps.flushMemory(text, scope, signal),
    });
    if (outcome === 'failed') context.emit({ type: 'notice', key: 'compaction-failed', args: {} });
    return history;
  };

  const prepare = async (job: TurnJob, context: TurnContext, log: Log): Promise<Loop> => {
    const { address, principal, journal } = job;
    const scope: TurnScope = { turn: job.turn, principal, address, memory: memoryOwnerOf(principal, address) };
    const laterOnes = new Set(
      journal.flatMap((step) => (step.type === 'more' ? step.messages : [])).map((m) => m.identity),
    );
    const messages = job.messages.filter((message) => !laterOnes.has(message.identity));
    const hasHistory = job.history.length > 0;
    const model = chooseModel({
      model: deps.model,
      budgetModel: deps.budgetModel,
      messages,
      text: messages.map(textOf).join('\n\n'),
      hasHistory,
    });
    const building = deps.buildPrompt({ scope, messages, isFirst: !hasHistory, tools: tools.names, model, log });
    const prompt = await untilAborted(building, context.signal);
    const history = await shorten(job, context, scope, prompt.system, messages);
    return createLoop({
      llm: deps.llm,
      model,
      stream: true,
      opening: buildOpening({ system: prompt.system, history, messages, context: prompt.context }),
      request: messages.map(userText).join('\n\n'),
      journal,
      interrupted: job.attempt > 1,
      tools,
      ...conductOf(deps.conduct, job),
      scope,
      observers: {},
      checks: deps.checks,
      maxRounds: deps.maxRounds,
      closingCall: true,
      maxTokenBudget: 0,
      takeMore: async () => {
        const more = await context.takeMore();
        return more.map((message) => ({ identity: message.identity, content: userText(message) }));
      },
      emit: (event) => context.emit(event),
      record: (step) => context.journal(step),
      signal: context.signal,
      clock,
      log,
    });
  };

  const finish = (final: Omit<FinalStep, 'type'>, context: TurnContext): TurnResult => {
    const { content, toolsUsed, usage, text, background } = final;
    context.emit({ type: 'final', response: { content, toolsUsed, usage }, text });
    return background === undefined ? { end: 'done', text } : { end: 'done', text, background };
  };

  return async (job, context) => {
    const log = deps.log.child({ turn: job.turn, lane: job.lane, attempt: job.attempt });
    let loop: Loop | null = null;
    try {
      context.signal.throwIfAborted();
      context.emit({ type: 'started' });
      const known = job.journal.find((step) => step.type === 'final');
      if (known !== undefined) return finish(known, context);
      loop = await prepare(job, context, log);
      const final = toFinal(await loop.run());
      await context.journal(final);
      return finish(final, context);
    } catch (error) {
      const ended = context.signal.aborted && !isLoss(error) ? context.signal.reason : error;
      if (ended instanceof WaggleError && ended.code === 'stopped') {
        const text = loop?.soFar().text ?? '';
        context.emit({ type: 'stopped', text });
        return { end: 'stopped', text };
      }
      if (context.signal.aborted || isLoss(ended)) throw ended;
      const facing = toUserFacing(ended, job.turn);
      log.error({ err: ended, code: facing.code }, 'the turn failed');
      context.emit({ type: 'failed', error: facing });
      return { end: 'failed', text: facing.sentence };
    }
  };
}

function toFinal({ response, text, background }: LoopOutcome): FinalStep {
  const { content, toolsUsed, usage } = response;
  const final: FinalStep = { type: 'final', content, text, toolsUsed: [...toolsUsed], usage };
  return background.length === 0 ? final : { ...final, background: [...background] };
}

/** Another owner has the lane, or the process ends: somebody else goes on, so nothing more is said here. */
function isLoss(error: unknown): boolean {
  return error instanceof WaggleError && (error.code === 'lane-lost' || error.code === 'shutdown');
}

/** What the chat is told, with a reference to the log. */
function toUserFacing(error: unknown, turn: string): UserFacing {
  const { code, sentence } = toWaggleError(error).toUserFacing();
  return { code, sentence: `${sentence} (ref ${turn.slice(0, 8)})` };
}
