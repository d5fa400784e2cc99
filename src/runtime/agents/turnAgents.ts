import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { AgentStep, InnerCall, JournalStep } from '../../core/journal.js';
import type { Log } from '../../core/log.js';
import { localDay } from '../cost/localDay.js';
import { tellEnd } from '../hooks/tellEnd.js';
import type { Llm } from '../llm/completion.js';
import type { CompletionCheck } from '../loop/completionCheck.js';
import { createLoop } from '../loop/loop.js';
import type { LoopEvent } from '../loop/loopEvent.js';
import { CALL_QUOTAS, type CallCounter } from '../loopPolicy/callQuotas.js';
import { sanitizeName } from '../prompt/speakerName.js';
import type { TurnScope } from '../tools/toolDefinition.js';
import { ToolFailure } from '../tools/toolFailure.js';
import { createToolSet, type ToolSet } from '../tools/toolSet.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import type { Conducted } from '../turnConduct.js';
import type { AgentRecord, AgentTask } from './agentRecord.js';
import { createAgentResults } from './agentResults.js';
import {
  failureOf,
  noRoundsText,
  notAllowedText,
  tooDeepText,
  tooManyText,
  unknownModelText,
  unknownToolsText,
} from './agentTexts.js';
import type { CallAgents, RunAgents, RunBounds } from './callAgents.js';
import { callsIn, type EarlierRun, endedRecord, readRuns, runningRecord, toAgentStep } from './earlierRuns.js';
import { CUSTOM_ROLE, presetFor } from './roles.js';
import { SPAWN_TOOL } from './spawnTool.js';
import { workerOpening } from './workerPrompt.js';

/** Sub-agents within sub-agents (issue "runtime"): those of the turn are at depth 1. */
const MAX_DEPTH = 3;
/** Model calls of a sub-agent where the task names no number (spec runtime 7.12). */
const DEFAULT_TURNS = 50;

/** Calls that are passed on for one call, and of their arguments: the gates look for commands, not for texts. */
const MAX_INNER_CALLS = 200;
const MAX_INNER_CHARS = 2000;

/** What the sub-agents of a turn inherit from it. */
export interface TurnAgentsDeps {
  /** With the turn's budgets. */
  readonly llm: Llm;
  /** The model of the turn, and all that a task may ask for. */
  readonly model: string;
  readonly models: readonly string[];
  /** What a sub-agent may be given: what the turn has, so that its limits hold for whoever works for it. */
  readonly tools: ToolSet;
  readonly conduct: Conducted;
  readonly checks: readonly CompletionCheck[];
  readonly scope: TurnScope;
  /** Steps of earlier attempts. */
  readonly journal: readonly JournalStep[];
  readonly quotas: CallCounter;
  readonly timeZone: string;
  emit(event: LoopEvent): void;
  /** Takes steps of several runs at once and writes them one by one. */
  record(step: JournalStep): Promise<void>;
  /** The turn's: once it aborts the chat is told nothing more. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** The sub-agents of one turn. */
export interface TurnAgents {
  /** For the calls of the turn itself. */
  readonly ofTurn: RunAgents;
  /** Resolves when no sub-agent runs any more. A stopped turn's end at once: they have its signal. */
  settled(): Promise<void>;
}

/** A call that starts a sub-agent. */
interface Caller {
  /** Told what the sub-agent has called, when it has ended. */
  noteCalls(calls: readonly InnerCall[]): void;
  /** Name of the run within the turn. */
  readonly run: string;
  readonly depth: number;
  readonly bounds: RunBounds;
}

export function createTurnAgents(deps: TurnAgentsDeps): TurnAgents {
  const { conduct, scope, clock, journal, record, emit } = deps;
  const { hooks, place } = conduct;
  const results = createAgentResults(clock);
  const runs = new Map(readRuns(journal));
  const running = new Set<Promise<unknown>>();
  let begun = runs.size;
  let tokensUsed = 0;

  const noteTokens = ({ usage }: AgentRecord) => {
    tokensUsed += usage.inputTokens + usage.outputTokens;
  };
  for (const { begin, end } of runs.values()) {
    if (end === null) continue;
    const ended = endedRecord(begin, end);
    results.put(ended);
    noteTokens(ended);
  }

  /** @throws ToolFailure when the sub-agent may not be started */
  const admit = ({ depth, bounds }: Caller, task: AgentTask) => {
    const blocked = conduct.governance.blockedTools ?? [];
    if (deps.tools.find(SPAWN_TOOL) === undefined || blocked.includes(SPAWN_TOOL)) {
      throw new ToolFailure(notAllowedText());
    }
    if (depth > MAX_DEPTH) throw new ToolFailure(tooDeepText(MAX_DEPTH));
    if (begun >= CALL_QUOTAS.subAgent) throw new ToolFailure(tooManyText(CALL_QUOTAS.subAgent));
    if (bounds.rounds < 1) throw new ToolFailure(noRoundsText());
    const { model, tools = [], role } = task;
    if (model !== undefined && !deps.models.includes(model)) {
      throw new ToolFailure(unknownModelText(model, deps.models));
    }
    const unknown = tools.filter((name) => deps.tools.find(name) === undefined);
    if (presetFor(role).role === CUSTOM_ROLE && unknown.length > 0) {
      throw new ToolFailure(unknownToolsText(unknown, deps.tools.names));
    }
  };

  /** Tells the chat and the trace how a sub-agent stands; what was asked stays out of the trace. */
  const announce = (agent: AgentRecord) => {
    const { id: agentId, name, role, status, toolsUsed, startedAt, completedAt } = agent;
    if (!deps.signal.aborted) emit({ type: 'notice', key: `agent-${status}`, args: { name, role } });
    const ms = completedAt === null ? null : completedAt - startedAt;
    logTurnEvent(place.turnId, { stage: `sub-agent.${status}`, agentId, name, role, toolsUsed, ms });
  };

  const hookContext = ({ id: agentId, name, role, task, status, toolsUsed, startedAt, completedAt }: AgentRecord) => {
    const agent = { agentId, name, role, task, status, toolsUsed, startedAt, completedAt };
    return { ...place, agentId, agent };
  };

  const begin = async (
    { run }: Caller,
    task: AgentTask,
    earlier: EarlierRun | undefined,
    signal: AbortSignal,
  ): Promise<Extract<AgentStep, { type: 'begin' }>> => {
    const isNew = earlier === undefined;
    if (isNew) begun += 1;
    const role = presetFor(task.role).role;
    const name = sanitizeName(task.name);
    const step = earlier?.begin ?? {
      type: 'begin',
      id: `a${begun}`,
      name,
      role,
      task: task.task,
      at: clock.now(),
    };
    const agent = runningRecord(step);
    results.put(agent);
    announce(agent);
    if (isNew) await record({ type: 'agent', run, step });
    await hooks?.fire('session:start', hookContext(agent), signal);
    return step;
  };

  const work = async (caller: Caller, task: AgentTask, signal: AbortSignal): Promise<AgentRecord> => {
    const { run, depth, bounds } = caller;
    const earlier = runs.get(run);
    if (earlier?.end) {
      caller.noteCalls(callsIn(earlier.steps));
      return endedRecord(earlier.begin, earlier.end);
    }
    if (earlier === undefined) admit(caller, task);
    const started = await begin(caller, task, earlier, signal);
    const preset = presetFor(task.role, task.tools);
    const log = deps.log.child({ agent: started.id });
    let isLost = false;
    const write = async (step: JournalStep) => {
      try {
        await record(step);
      } catch (thrown) {
        isLost = true;
        throw thrown;
      }
    };
    const loop = createLoop({
      ...conduct,
      llm: deps.llm,
      model: task.model ?? deps.model,
      stream: true,
      opening: workerOpening({ ...task, name: started.name }, preset, {
        personName: scope.principal.sender.name.trim() === '' ? null : sanitizeName(scope.principal.sender.name),
        day: localDay(started.at, deps.timeZone),
      }),
      request: task.task,
      journal: earlier?.steps ?? [],
      interrupted: false,
      tools: createToolSet(
        preset.tools.flatMap((name) => deps.tools.find(name) ?? []),
        [],
        log,
      ),
      place: { ...place, agentId: started.id },
      quotas: deps.quotas,
      scope,
      agents: agentsOf(run, depth),
      observers: {},
      checks: deps.checks,
      maxRounds: Math.max(1, Math.min(task.maxTurns ?? DEFAULT_TURNS, bounds.rounds)),
      closingCall: true,
      maxTokenBudget: bounds.tokens === null ? 0 : Math.max(1, bounds.tokens - tokensUsed),
      takeMore: async () => [],
      emit: (event) => {
        if (event.type === 'notice') emit(event);
      },
      record: (step) => write(toAgentStep(run, step)),
      signal,
      clock,
      log,
    });

    const finish = async (end: Extract<AgentStep, { type: 'end' }>, isDurable: boolean) => {
      const agent = endedRecord(started, end);
      if (isDurable) await write({ type: 'agent', run, step: end });
      runs.set(run, { begin: started, steps: [], end });
      noteTokens(agent);
      caller.noteCalls(loop.soFar().attempts);
      results.put(agent);
      announce(agent);
      await tellEnd(hooks, 'session:end', hookContext(agent), { clock, log });
      return agent;
    };
    const endOf = (failed: boolean, text: string): Extract<AgentStep, { type: 'end' }> => {
      const { toolsUsed, usage } = loop.soFar();
      return { type: 'end', failed, text, toolsUsed: [...toolsUsed], usage, at: clock.now() };
    };

    try {
      const { text } = await loop.run();
      return await finish(endOf(false, text), true);
    } catch (thrown) {
      const { sentence } = toWaggleError(signal.aborted ? signal.reason : thrown);
      const end = endOf(true, failureOf(sentence, loop.soFar().text));
      if (signal.aborted || isLost) {
        await finish(end, false);
        throw signal.aborted ? signal.reason : thrown;
      }
      log.info({ err: thrown }, 'a sub-agent failed');
      return finish(end, true);
    }
  };

  /** Whoever waits for it may stop waiting; it stays the turn's until it has ended. */
  const own = <T>(promise: Promise<T>): Promise<T> => {
    const ended: Promise<unknown> = promise.catch(() => {}).finally(() => running.delete(ended));
    running.add(ended);
    return promise;
  };

  /** The sub-agents of the calls of a run that is at `depth`. */
  function agentsOf(prefix: string, depth: number): RunAgents {
    const forCall = (call: string, bounds: RunBounds): CallAgents => {
      let made: readonly InnerCall[] = [];
      const noteCalls = (calls: readonly InnerCall[]) => {
        made = [...made, ...calls.map(shortened)].slice(-MAX_INNER_CALLS);
      };
      return {
        run: (task, { signal, part }) => {
          const run = [prefix, call, part ?? ''].filter((name) => name !== '').join('/');
          return own(work({ run, depth: depth + 1, bounds, noteCalls }, task, signal));
        },
        made: () => made,
        list: results.list,
        find: results.find,
        announce: async (event, workflow, signal) => {
          const { name, steps, failed = [] } = workflow;
          logTurnEvent(place.turnId, { stage: event.replace(':', '.'), name, steps, failed });
          if (event === 'workflow:end') await tellEnd(hooks, event, { ...place, workflow }, deps);
          else await hooks?.fire(event, { ...place, workflow }, signal);
        },
      };
    };
    return { forCall };
  }

  return {
    ofTurn: agentsOf('', 0),
    settled: async () => {
      await Promise.all(running);
    },
  };
}

function shortened(call: InnerCall): InnerCall {
  return { ...call, arguments: call.arguments.length > MAX_INNER_CHARS ? '{}' : call.arguments };
}
