import { toWaggleError } from '../../core/errors.js';
import type { AgentStep, InnerCall, JournalStep } from '../../core/journal.js';
import { tellEnd } from '../hooks/tellEnd.js';
import type { Loop } from '../loop/loop.js';
import { sanitizeName } from '../prompt/speakerName.js';
import { ToolFailure } from '../tools/toolFailure.js';
import type { ToolSet } from '../tools/toolSet.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import { refusalOf } from './admitAgent.js';
import { agentKit } from './agentKit.js';
import { openAgentLoop } from './agentLoop.js';
import { announceAgent, askAboutPart, tellBegin, tellEnded } from './agentNews.js';
import type { AgentRecord, AgentTask } from './agentRecord.js';
import { createAgentResults } from './agentResults.js';
import { failureOf } from './agentTexts.js';
import type { CallAgents, RunAgents, RunBounds } from './callAgents.js';
import { callsIn, type EarlierRun, endedRecord, readRuns, runningRecord, toAgentStep } from './earlierRuns.js';
import type { Inherited } from './inherited.js';
import { roleMeant } from './roles.js';
import { SPAWN_TOOL } from './spawnTool.js';

/** Calls that are passed on for one call, and of their arguments: the gates look for commands, not for texts. */
const MAX_INNER_CALLS = 200;
const MAX_INNER_CHARS = 2000;

/** The sub-agents of one turn. */
export interface TurnAgents {
  /** For the calls of the turn itself. */
  readonly ofTurn: RunAgents;
  /** Resolves when no sub-agent runs any more. A stopped turn's end at once: they have its signal. */
  settled(): Promise<void>;
}

/** Whoever starts a sub-agent. */
interface Caller {
  /** Name of the run within the turn. */
  readonly run: string;
  /** It is one of several that a call starts. */
  readonly isPart: boolean;
  readonly depth: number;
  readonly bounds: RunBounds;
  /** What it may hand on. */
  readonly tools: ToolSet;
  /** Told what the sub-agent has called, when it has ended. */
  noteCalls(calls: readonly InnerCall[]): void;
}

type Begin = Extract<AgentStep, { type: 'begin' }>;
type End = Extract<AgentStep, { type: 'end' }>;

/** What the sub-agents of a turn are made from. */
export interface TurnAgentsDeps extends Inherited {
  /** Steps of earlier attempts: what stands there is not done again. */
  readonly journal: readonly JournalStep[];
}

export function createTurnAgents(inherited: TurnAgentsDeps): TurnAgents {
  const { clock, log, conduct, record, journal } = inherited;
  const results = createAgentResults(clock);
  const runs = new Map(readRuns(journal));
  const running = new Set<Promise<unknown>>();
  let begun = runs.size;
  let tokensUsed = 0;

  const note = (agent: AgentRecord) => {
    results.put(agent);
    tokensUsed += agent.usage.inputTokens + agent.usage.outputTokens;
  };
  for (const { begin, end } of runs.values()) if (end !== null) note(endedRecord(begin, end));

  /** @throws ToolFailure when the sub-agent may not be started */
  const admit = async (caller: Caller, task: AgentTask, signal: AbortSignal): Promise<string> => {
    const refusal = refusalOf(task, { ...caller, begun }, inherited);
    if (refusal !== null) throw new ToolFailure(refusal);
    begun += 1;
    const id = `a${begun}`;
    const objection = caller.isPart ? await askAboutPart({ ...task }, SPAWN_TOOL, inherited, signal) : null;
    if (objection !== null) throw new ToolFailure(objection);
    return id;
  };

  const begin = async (caller: Caller, task: AgentTask, signal: AbortSignal): Promise<Begin> => {
    const id = await admit(caller, task, signal);
    const name = sanitizeName(task.name);
    const { role } = roleMeant(task.role, [], inherited.personas.find);
    const step: Begin = { type: 'begin', id, name, role, task: task.task, at: clock.now() };
    await record({ type: 'agent', run: caller.run, step });
    return step;
  };

  /** Takes the end of a run in, and tells of it. */
  const finish = async (caller: Caller, started: Begin, end: End, calls: readonly InnerCall[]) => {
    const agent = endedRecord(started, end);
    runs.set(caller.run, { begin: started, steps: [], end });
    caller.noteCalls(calls);
    note(agent);
    announceAgent(agent, inherited);
    await tellEnded(agent, inherited);
    return agent;
  };

  const endOf = (loop: Loop, failed: boolean, text: string): End => {
    const { toolsUsed, usage } = loop.soFar();
    return { type: 'end', failed, text, toolsUsed: [...toolsUsed], usage, at: clock.now() };
  };

  const proceed = async (
    caller: Caller,
    task: AgentTask,
    started: Begin,
    earlier: EarlierRun | undefined,
    signal: AbortSignal,
  ): Promise<AgentRecord> => {
    const { run, depth, bounds } = caller;
    const kit = agentKit(task, caller.tools, inherited);
    const agent = runningRecord(started);
    let isLost = false;
    const write = async (step: JournalStep) => {
      try {
        await record(step);
      } catch (thrown) {
        isLost = true;
        throw thrown;
      }
    };
    const tokens = bounds.tokens === null ? null : bounds.tokens - tokensUsed;
    const loop = openAgentLoop(
      {
        agent,
        task,
        bounds: { ...bounds, tokens },
        earlier: earlier?.steps ?? [],
        kit,
        agents: agentsOf(run, depth, kit.toHandOn),
        signal,
        record: (step) => write(toAgentStep(run, step)),
      },
      inherited,
    );
    results.put(agent);
    announceAgent(agent, inherited);
    let end: End;
    try {
      await tellBegin(agent, inherited, signal);
      const { text } = await loop.run();
      end = endOf(loop, false, text);
    } catch (thrown) {
      const { sentence } = toWaggleError(signal.aborted ? signal.reason : thrown);
      end = endOf(loop, true, failureOf(sentence, loop.soFar().text));
      if (signal.aborted || isLost) {
        await finish(caller, started, end, loop.soFar().attempts);
        throw signal.aborted ? signal.reason : thrown;
      }
      log.info({ err: thrown, agent: agent.id }, 'a sub-agent failed');
    }
    await record({ type: 'agent', run, step: end });
    return finish(caller, started, end, loop.soFar().attempts);
  };

  const work = async (caller: Caller, task: AgentTask, signal: AbortSignal): Promise<AgentRecord> => {
    signal.throwIfAborted();
    const earlier = runs.get(caller.run);
    if (earlier?.end) {
      caller.noteCalls(callsIn(earlier.steps));
      return endedRecord(earlier.begin, earlier.end);
    }
    const started = earlier?.begin ?? (await begin(caller, task, signal));
    return proceed(caller, task, started, earlier, signal);
  };

  /** Whoever waits for it may stop waiting; it stays the turn's until it has ended. */
  const own = <T>(promise: Promise<T>): Promise<T> => {
    const ended: Promise<unknown> = promise.catch(() => {}).finally(() => running.delete(ended));
    running.add(ended);
    return promise;
  };

  /** The sub-agents of the calls of a run that is at `depth` and may hand on `tools`. */
  function agentsOf(prefix: string, depth: number, tools: ToolSet): RunAgents {
    return {
      forCall: (call, bounds) => {
        let made: readonly InnerCall[] = [];
        const noteCalls = (calls: readonly InnerCall[]) => {
          made = [...made, ...calls.map(shortened)].slice(-MAX_INNER_CALLS);
        };
        return {
          run: (task, { signal, part }) => {
            const run = [prefix, call, part ?? ''].filter((name) => name !== '').join('/');
            const isPart = part !== undefined;
            return own(work({ run, isPart, depth: depth + 1, bounds, tools, noteCalls }, task, signal));
          },
          made: () => made,
          list: results.list,
          find: results.find,
          announce: announceWorkflow,
        };
      },
    };
  }

  const announceWorkflow: CallAgents['announce'] = async (event, workflow, signal) => {
    const { hooks, place } = conduct;
    const { name, steps, failed = [] } = workflow;
    logTurnEvent(place.turnId, { stage: event.replace(':', '.'), name, steps, failed });
    if (event === 'workflow:end') await tellEnd(hooks, event, { ...place, workflow }, inherited);
    else await hooks?.fire(event, { ...place, workflow }, signal);
  };

  return {
    ofTurn: agentsOf('', 0, inherited.tools),
    settled: async () => {
      await Promise.all(running);
    },
  };
}

function shortened(call: InnerCall): InnerCall {
  return { ...call, arguments: call.arguments.length > MAX_INNER_CHARS ? '{}' : call.arguments };
}
