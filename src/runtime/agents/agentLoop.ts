import type { JournalStep } from '../../core/journal.js';
import { localDay } from '../cost/localDay.js';
import { createLoop, type Loop } from '../loop/loop.js';
import { sanitizeName } from '../prompt/speakerName.js';
import type { AgentKit } from './agentKit.js';
import type { AgentRecord, AgentTask } from './agentRecord.js';
import type { RunAgents, RunBounds } from './callAgents.js';
import type { Inherited } from './inherited.js';
import { workerOpening } from './workerPrompt.js';

/** What one run of a sub-agent has of its own. */
export interface AgentRun {
  readonly agent: AgentRecord;
  readonly task: AgentTask;
  readonly kit: AgentKit;
  readonly bounds: RunBounds;
  /** Its steps in earlier attempts of the turn. */
  readonly earlier: readonly JournalStep[];
  /** For its own calls. */
  readonly agents: RunAgents;
  readonly signal: AbortSignal;
  record(step: JournalStep): Promise<void>;
}

/** The loop of a sub-agent: the turn's own, with less of everything, shown to nobody. */
export function openAgentLoop(run: AgentRun, inherited: Inherited): Loop {
  const { agent, task, kit, bounds } = run;
  const { conduct, scope, clock } = inherited;
  const log = inherited.log.child({ agent: agent.id });
  const person = scope.principal.sender.name.trim();
  const opening = workerOpening({ ...task, name: agent.name }, kit, {
    personName: person === '' ? null : sanitizeName(person),
    day: localDay(agent.startedAt, inherited.timeZone),
  });
  return createLoop({
    ...conduct,
    llm: inherited.llm,
    model: task.model ?? inherited.model,
    stream: true,
    opening,
    request: task.task,
    journal: run.earlier,
    interrupted: false,
    tools: kit.tools,
    place: { ...conduct.place, agentId: agent.id },
    quotas: inherited.quotas,
    scope,
    agents: run.agents,
    permission: inherited.permission,
    observers: {},
    checks: inherited.checks,
    maxRounds: Math.max(1, Math.min(kit.rounds, bounds.rounds)),
    closingCall: true,
    maxTokenBudget: bounds.tokens === null ? 0 : Math.max(1, bounds.tokens),
    takeMore: async () => [],
    emit: (event) => {
      if (event.type === 'notice') inherited.emit(event);
    },
    record: run.record,
    signal: run.signal,
    clock,
    log,
  });
}
