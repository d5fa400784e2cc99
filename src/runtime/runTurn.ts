import type { BackgroundJob } from '../core/backgroundJob.js';
import type { Clock } from '../core/clock.js';
import { toWaggleError, WaggleError } from '../core/errors.js';
import { shownQuestion, type UserFacing } from '../core/events.js';
import type { JournalStep } from '../core/journal.js';
import type { Log } from '../core/log.js';
import { type InboundMessage, textOf } from '../core/message.js';
import type { ToolPolicy } from '../core/ports/toolPolicy.js';
import type { RunTurn, TurnContext, TurnJob, TurnResult } from '../core/ports/turnRunner.js';
import { ROLE_NAMES } from './agents/roles.js';
import { SPAWN_TOOL } from './agents/spawnTool.js';
import { createTurnAgents, type TurnAgents } from './agents/turnAgents.js';
import { createCapabilityRouter } from './capabilities/capabilityRouter.js';
import type { Compactor } from './compaction/compactor.js';
import type { FlushMemory } from './compaction/flushMemory.js';
import { BudgetExceededError } from './cost/budgetExceededError.js';
import { warningSentence } from './cost/budgetSentences.js';
import { spenderOf } from './cost/spenderOf.js';
import { type BudgetDeps, type BudgetedLlm, withBudget } from './cost/withBudget.js';
import { tellEnd } from './hooks/tellEnd.js';
import { openTurnPictures } from './images/turnPictures.js';
import type { Llm } from './llm/completion.js';
import { askedIn, PauseForPerson } from './loop/askPerson.js';
import type { CompletionCheck } from './loop/completionCheck.js';
import { createLoop, type Loop, type LoopOutcome } from './loop/loop.js';
import type { ToolPermission } from './loop/toolPermission.js';
import { createCallCounter } from './loopPolicy/callQuotas.js';
import type { BeginMemory, MemoryOfTurn } from './memoryOfTurn.js';
import { chooseModel } from './model/chooseModel.js';
import { seesPictures, type VisionSetting } from './model/visionModels.js';
import { oneByOne } from './oneByOne.js';
import type { Persona } from './personas/persona.js';
import { assembleToolPool, assembleWorkerPool } from './personas/toolPool.js';
import { chosenFor, promptOf, type TurnPersonas } from './personas/turnPersonas.js';
import { buildOpening } from './prompt/opening.js';
import type { BuildTurnPrompt } from './prompt/turnPrompt.js';
import { userText } from './prompt/userText.js';
import { choicesOf } from './tools/offeredChoices.js';
import { readOnlyTools } from './tools/readOnlyTools.js';
import { sentFileIn } from './tools/sentFiles.js';
import type { ToolDefinition, TurnScope } from './tools/toolDefinition.js';
import { createToolSet, type PluginToolProvider, type ToolSet } from './tools/toolSet.js';
import { withLlmTrace } from './tracing/withLlmTrace.js';
import { type Conducted, conductOf, type TurnConduct } from './turnConduct.js';
import { untilAborted } from './untilAborted.js';
import { laneWorkspace } from './workspace/laneWorkspace.js';

export interface RunTurnDeps {
  readonly llm: Llm;
  readonly model: string;
  readonly dataDir: string;
  readonly vision: VisionSetting;
  /** `WAGGLE_BUDGET_MODEL`, for short, simple messages. */
  readonly budgetModel: string | null;
  readonly tools: readonly ToolDefinition[];
  readonly pluginTools: PluginToolProvider;
  readonly checks: readonly CompletionCheck[];
  readonly conduct: TurnConduct;
  /** Who may make which calls. */
  readonly toolPolicy: ToolPolicy;
  readonly buildPrompt: BuildTurnPrompt;
  readonly compactor: Compactor;
  /** Saves lasting facts of lines before they are summarised. */
  readonly flushMemory: FlushMemory;
  readonly memory: BeginMemory;
  readonly budget: BudgetDeps;
  readonly clock: Clock;
  readonly log: Log;
  /** min(maxTurns, `WAGGLE_MAX_AGENT_ROUNDS`). */
  readonly maxRounds: number;
  /** Who answers, with which model and in how many rounds. */
  readonly personas: TurnPersonas;
  /** Whether a model that somebody chose is still there. Never rejects. */
  readonly mayUse: (model: string) => Promise<boolean>;
}

/** Between the answer and what is said besides. */
const ASIDE_SEPARATOR = '\n\n';

interface Prepared {
  readonly loop: Loop;
  readonly agents: TurnAgents;
  /** A model that was chosen and is no longer offered, and the one that answers instead. */
  readonly gone: { readonly model: string; readonly other: string } | null;
}

type FinalStep = Extract<JournalStep, { type: 'final' }>;

/** Makes the runner of turns: prompt, loop, journal and the events that a reply is made of. */
export function createRunTurn(deps: RunTurnDeps): RunTurn {
  const { clock } = deps;

  const shorten = async (
    job: TurnJob,
    context: TurnContext,
    conduct: Conducted,
    llm: Llm,
    scope: TurnScope,
    system: string,
    messages: readonly InboundMessage[],
    tools: ToolSet,
    model: string,
  ): Promise<TurnJob['history']> => {
    const { signal } = context;
    const { history, outcome } = await deps.compactor.compact({
      lane: job.lane,
      turn: job.turn,
      model,
      history: job.history,
      rest: [system, ...messages.map(userText), JSON.stringify(tools.schemas)],
      now: clock.now(),
      signal,
      llm,
      flushMemory: (text) => deps.flushMemory(text, { llm, model, scope, conduct, signal }),
    });
    if (outcome === 'failed') context.emit({ type: 'notice', key: 'compaction-failed', args: {} });
    return history;
  };

  const prepare = async (
    job: TurnJob,
    context: TurnContext,
    usualConduct: Conducted,
    llm: Llm,
    persona: Persona | null,
    memory: MemoryOfTurn,
    log: Log,
  ): Promise<Prepared> => {
    const { address, principal, journal, lane, turn } = job;
    await deps.pluginTools.settled?.(context.signal);
    const pick = job.readOnly === true ? readOnlyTools : (all: readonly ToolDefinition[]) => all;
    const [own, plugins] = [pick(deps.tools), pick(deps.pluginTools.activeTools())];
    const tools = createToolSet(assembleToolPool(own, persona), assembleToolPool(plugins, persona), log);
    const workerTools =
      persona === null
        ? tools
        : createToolSet(
            assembleWorkerPool(own, persona, SPAWN_TOOL),
            assembleWorkerPool(plugins, persona, SPAWN_TOOL),
            log,
          );
    const conduct = persona === null ? usualConduct : { ...usualConduct, router: routerFor(tools) };
    const { scheduled } = job.messages[0];
    const scope: TurnScope = {
      turn,
      lane,
      principal,
      address,
      memory: await memory.reach,
      words: memory.words,
      ...(scheduled === undefined ? {} : { scheduled: scheduled.no }),
    };
    const laterOnes = new Set(
      journal.flatMap((step) => (step.type === 'more' ? step.messages : [])).map((m) => m.identity),
    );
    const isOpening = (message: InboundMessage) => !laterOnes.has(message.identity);
    const opening = job.messages.filter(isOpening);
    const voided = journal.find((step) => step.type === 'voided');
    const hasHistory = job.history.length > 0;
    const wanted = job.preferences?.model ?? null;
    const chosen = wanted !== null && (await deps.mayUse(wanted)) ? wanted : null;
    const usualModel = chosen ?? (await deps.personas.modelFor(persona, deps.model));
    const model = chooseModel({
      model: usualModel,
      // Who chose a model wants that one, for short messages too.
      budgetModel: chosen === null ? deps.budgetModel : null,
      messages: opening,
      text: opening.map(textOf).join('\n\n'),
      hasHistory,
    });
    const pictures = openTurnPictures({
      workspace: laneWorkspace(deps.dataDir, lane),
      canSee: seesPictures(model, deps.vision),
      log,
    });
    const messages = (await pictures.take(job.messages)).filter(isOpening);
    const building = deps.buildPrompt({
      scope,
      messages,
      history: job.history,
      ...(job.overheard === undefined ? {} : { overheard: job.overheard }),
      ...(voided === undefined ? {} : { voided }),
      ...(job.preferences === undefined ? {} : { preferences: job.preferences }),
      persona: persona === null ? null : promptOf(persona, tools.names),
      tools,
      model,
      log,
    });
    const prompt = await untilAborted(building, context.signal);
    memory.show(prompt);
    const history = await shorten(job, context, conduct, llm, scope, prompt.system, messages, tools, usualModel);
    const quotas = createCallCounter();
    const decide = decideFor(job, deps.toolPolicy);
    const agents = createTurnAgents({
      llm,
      model,
      models: [...new Set([model, usualModel, deps.model, ...(deps.budgetModel === null ? [] : [deps.budgetModel])])],
      tools: workerTools,
      personas: deps.personas,
      conduct,
      permission: { decide, asked: null },
      checks: deps.checks.filter(({ gate }) => gate !== 'D1'),
      scope,
      journal,
      quotas,
      timeZone: deps.budget.timeZone,
      emit: (event) => context.emit(event),
      record: context.journal,
      signal: context.signal,
      clock,
      log,
    });
    const loop = createLoop({
      llm,
      model,
      stream: true,
      opening: buildOpening({
        system: prompt.system,
        history,
        messages,
        context: prompt.context,
        imagesOf: pictures.of,
      }),
      request: messages.map(userText).join('\n\n'),
      journal,
      interrupted: job.attempt > 1,
      tools,
      ...conduct,
      permission: { decide, asked: askedIn(job.questions ?? []) },
      quotas,
      scope,
      agents: agents.ofTurn,
      observers: {},
      checks: deps.checks,
      maxRounds: deps.personas.roundsFor(persona, deps.maxRounds),
      closingCall: true,
      maxTokenBudget: 0,
      takeMore: async () => {
        const more = await context.takeMore();
        memory.take(more);
        return (await pictures.take(more)).map((message) => ({
          identity: message.identity,
          content: userText(message),
        }));
      },
      imagesOf: pictures.of,
      emit: (event) => context.emit(event),
      record: context.journal,
      signal: context.signal,
      clock,
      log,
    });
    const gone = wanted === null || chosen !== null ? null : { model: wanted, other: model };
    return { loop, agents, gone };
  };

  const finish = (
    final: Omit<FinalStep, 'type'>,
    journal: readonly JournalStep[],
    context: TurnContext,
  ): TurnResult => {
    const { content, toolsUsed, usage, text, background, aside } = final;
    const shown = aside === undefined ? text : `${text}${ASIDE_SEPARATOR}${aside}`;
    const choices = choicesOf(journal);
    const buttons = choices.length === 0 ? {} : { choices };
    context.emit({ type: 'final', response: { content, toolsUsed, usage }, text: shown, ...buttons });
    return {
      end: 'done',
      text,
      ...(aside === undefined ? {} : { shown }),
      ...(background === undefined ? {} : { background }),
    };
  };

  const mayShowTotals = ({ principal }: TurnJob) => principal.role === 'owner' || principal.role === 'admin';

  const openLlm = (job: TurnJob, { wording }: TurnContext, persona: Persona | null, log: Log): BudgetedLlm =>
    withBudget(withLlmTrace(deps.llm, job.turn, clock), deps.budget, {
      spender: spenderOf(job, persona?.id ?? null),
      mayShowTotals: mayShowTotals(job),
      say: wording.text,
      log,
    });

  /** What the person is to be told besides the answer, in one paragraph: of models, budgets, and of what could not be remembered. */
  const asideOf = async (
    job: TurnJob,
    { wording }: TurnContext,
    llm: BudgetedLlm,
    memory: MemoryOfTurn,
    gone: Prepared['gone'],
  ): Promise<string | null> => {
    const [warnings, troubles] = await Promise.all([llm.warnings(), memory.troubles(wording)]);
    const budgets = warnings.map((warning) => warningSentence(warning, mayShowTotals(job), wording.text));
    const missing = gone === null ? [] : [wording.text('model-gone', gone)];
    const sentences = [...missing, ...budgets, ...troubles].map((sentence) => `*${sentence}*`);
    return sentences.length === 0 ? null : sentences.join(' ');
  };

  return async (job, outside) => {
    const tellFile = (step: JournalStep) => {
      const file = sentFileIn(step);
      if (file !== null) outside.emit({ type: 'file', file });
    };
    const steps = [...job.journal];
    // A turn and its sub-agents write at the same time.
    const journal = oneByOne(async (step: JournalStep) => {
      await outside.journal(step);
      steps.push(step);
      memory.note(step);
      tellFile(step);
    });
    const context = { ...outside, journal };
    const log = deps.log.child({ turn: job.turn, lane: job.lane, attempt: job.attempt });
    const memory = deps.memory(job, log);
    const persona = deps.personas.choose(chosenFor(job));
    const llm = openLlm(job, context, persona, log);
    const conduct = conductOf(deps.conduct, job);
    let inSession = false;
    let prepared: Prepared | null = null;
    try {
      context.signal.throwIfAborted();
      context.emit({ type: 'started' });
      job.journal.forEach(tellFile);
      const known = job.journal.find((step) => step.type === 'final');
      if (known !== undefined) return finish(known, steps, context);
      if (job.continues === true) context.emit({ type: 'notice', key: 'resumed', args: {} });
      inSession = true;
      await conduct.hooks?.fire('session:start', conduct.place, context.signal);
      prepared = await prepare(job, context, conduct, llm, persona, memory, log);
      const outcome = await prepared.loop.run();
      memory.answered(outcome.text);
      const remembers = memory.plan({ text: outcome.text, toolsUsed: outcome.response.toolsUsed });
      const final = toFinal(outcome, await asideOf(job, context, llm, memory, prepared.gone), remembers);
      await context.journal(final);
      if (final.aside !== undefined) context.emit({ type: 'text', delta: `${ASIDE_SEPARATOR}${final.aside}` });
      return finish(final, steps, context);
    } catch (error) {
      const ended = context.signal.aborted && !isLoss(error) ? context.signal.reason : error;
      if (ended instanceof WaggleError && ended.code === 'stopped') {
        const text = prepared?.loop.soFar().text ?? '';
        context.emit({ type: 'stopped', text });
        return { end: 'stopped', text };
      }
      if (context.signal.aborted || isLoss(ended)) throw ended;
      if (ended instanceof PauseForPerson) {
        const question = await context.ask({ ...ended.draft, shown: prepared?.loop.soFar().text ?? '' });
        log.info({ question: question.id, kind: question.kind, tool: question.tool }, 'the turn waits for a person');
        context.emit({ type: 'question', question: shownQuestion(question) });
        return { end: 'paused', text: '' };
      }
      const facing = toUserFacing(ended, job.turn);
      if (ended instanceof BudgetExceededError) log.info({ err: ended }, 'a budget has no room for this turn');
      else log.error({ err: ended, code: facing.code }, 'the turn failed');
      context.emit({ type: 'failed', error: facing });
      return { end: 'failed', text: facing.sentence };
    } finally {
      await prepared?.agents.settled();
      await memory.settled();
      if (inSession) await tellEnd(conduct.hooks, 'session:end', conduct.place, { clock, log });
      await llm.settled();
      const summary = llm.summary();
      if (summary !== null) log.info({}, summary);
    }
  };
}

/** The policy, asked for the person whose turn it is. */
function decideFor({ principal, address, lane, turn }: TurnJob, policy: ToolPolicy): ToolPermission['decide'] {
  const { role, sender } = principal;
  return (tool, risk, call) =>
    policy.decide({ sender, address, role, tool, risk, arguments: call.arguments, lane, turn });
}

/** What a persona may use instead of a tool that it does not have: nothing that it has not. */
function routerFor({ names, find }: ToolSet): Conducted['router'] {
  const roles = find(SPAWN_TOOL) === undefined ? [] : ROLE_NAMES;
  return createCapabilityRouter({ tools: () => names.flatMap((name) => find(name) ?? []), roles: () => roles });
}

function toFinal(outcome: LoopOutcome, aside: string | null, remembers: BackgroundJob | null): FinalStep {
  const { response, text } = outcome;
  const { content, toolsUsed, usage } = response;
  const background = [...outcome.background, ...(remembers === null ? [] : [remembers])];
  return {
    type: 'final',
    content,
    text,
    toolsUsed: [...toolsUsed],
    usage,
    ...(aside === null ? {} : { aside }),
    ...(background.length === 0 ? {} : { background }),
  };
}

/** Another owner has the lane, or the process ends: somebody else goes on, so nothing more is said here. */
function isLoss(error: unknown): boolean {
  return error instanceof WaggleError && (error.code === 'lane-lost' || error.code === 'shutdown');
}

/** What the chat is told, with a reference to the log; a used-up budget needs none. */
function toUserFacing(error: unknown, turn: string): UserFacing {
  const { code, sentence } = toWaggleError(error).toUserFacing();
  if (error instanceof BudgetExceededError) return { code, sentence };
  return { code, sentence: `${sentence} (ref ${turn.slice(0, 8)})` };
}
