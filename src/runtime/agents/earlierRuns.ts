import type { AgentStep, InnerCall, JournalStep } from '../../core/journal.js';
import { applyStep, startState } from '../loop/loopState.js';
import type { AgentRecord } from './agentRecord.js';

type Begin = Extract<AgentStep, { type: 'begin' }>;
type End = Extract<AgentStep, { type: 'end' }>;

/** What earlier attempts of the turn left of one sub-agent's run. */
export interface EarlierRun {
  readonly begin: Begin;
  /** Between beginning and end, as its loop takes them. */
  readonly steps: readonly JournalStep[];
  readonly end: End | null;
}

/** The runs in a turn's journal by their names, oldest first. */
export function readRuns(journal: readonly JournalStep[]): ReadonlyMap<string, EarlierRun> {
  const runs = new Map<string, EarlierRun>();
  for (const entry of journal) {
    if (entry.type !== 'agent') continue;
    const { run, step } = entry;
    if (step.type === 'begin') {
      runs.set(run, { begin: step, steps: [], end: null });
      continue;
    }
    const known = runs.get(run);
    if (known === undefined) continue;
    runs.set(run, step.type === 'end' ? { ...known, end: step } : { ...known, steps: [...known.steps, step] });
  }
  return runs;
}

/** A step of a sub-agent's loop as its turn journals it. */
export function toAgentStep(run: string, step: JournalStep): JournalStep {
  if (
    step.type === 'voided' ||
    step.type === 'noted' ||
    step.type === 'more' ||
    step.type === 'agent' ||
    step.type === 'final'
  ) {
    throw new Error(`a sub-agent's loop records no step of type ${step.type}`);
  }
  return { type: 'agent', run, step };
}

export function runningRecord({ id, name, role, task, at }: Begin): AgentRecord {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { id, name, role, task, status: 'running', toolsUsed: [], usage, text: '', startedAt: at, completedAt: null };
}

export function endedRecord(begin: Begin, { failed, text, toolsUsed, usage, at }: End): AgentRecord {
  const status = failed ? 'error' : 'done';
  return { ...runningRecord(begin), status, text, toolsUsed, usage, completedAt: at };
}

/** The calls that a run has answered by its steps. */
export function callsIn(steps: readonly JournalStep[]): readonly InnerCall[] {
  return steps.reduce((state, step) => applyStep(state, step), startState([])).attempts;
}
