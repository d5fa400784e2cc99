import type { Usage } from '../llm/completion.js';

/** What a sub-agent is to do (spec runtime 7.12). */
export interface AgentTask {
  /** As the person sees it in notices. */
  readonly name: string;
  /** One of the roles, or a persona; an unknown one counts as analyst. */
  readonly role: string;
  readonly task: string;
  /** What it has to know besides. */
  readonly context?: string | undefined;
  /** Names of its tools, in the role `custom` only. */
  readonly tools?: readonly string[] | undefined;
  /** Default: the model of the turn. */
  readonly model?: string | undefined;
  /** Model calls at most, default 50; never more than the caller has left. */
  readonly maxTurns?: number | undefined;
}

/** A sub-agent of a turn and what has become of it. */
export interface AgentRecord {
  /** Unique in the turn: `a1`, `a2` ... */
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly task: string;
  readonly status: 'running' | 'done' | 'error';
  readonly toolsUsed: readonly string[];
  readonly usage: Usage;
  /** The result, or what went wrong; empty while it runs. */
  readonly text: string;
  /** Milliseconds UTC. */
  readonly startedAt: number;
  readonly completedAt: number | null;
}
