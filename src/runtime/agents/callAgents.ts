import type { InnerCall } from '../../core/journal.js';
import type { WorkflowNews } from '../hooks/hookEvent.js';
import type { AgentRecord, AgentTask } from './agentRecord.js';

/** What a run may still use; what it starts gets no more. */
export interface RunBounds {
  /** Model calls. */
  readonly rounds: number;
  /** Input and output tokens together; null: no limit. */
  readonly tokens: number | null;
}

/** The sub-agents of a turn, as one tool call may use them. Those of other turns cannot be seen. */
export interface CallAgents {
  /**
   * Runs a sub-agent to its end and gives its record, also when it failed. A run that an earlier attempt of the turn
   * began goes on where it was; one that had ended is not run again.
   *
   * @param options.part names the run within the call, where the call starts several
   * @throws ToolFailure when it may not be started (depth, number, policy); the signal's reason; whatever the journal
   * rejects with
   */
  run(task: AgentTask, options: { readonly signal: AbortSignal; readonly part?: string }): Promise<AgentRecord>;
  /** Oldest first. */
  list(): readonly AgentRecord[];
  /** By id, or else the newest of this name. */
  find(idOrName: string): AgentRecord | null;
  /** The calls that the sub-agents of this call have made, once they have ended; the newest 200. */
  made(): readonly InnerCall[];
  /** Tells hooks and the trace of a workflow. */
  announce(event: 'workflow:start' | 'workflow:end', workflow: WorkflowNews, signal: AbortSignal): Promise<void>;
}

/** Gives each tool call of one run its sub-agents. */
export interface RunAgents {
  forCall(call: string, bounds: RunBounds): CallAgents;
}
