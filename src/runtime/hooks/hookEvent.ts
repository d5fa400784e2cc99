/** Places where hooks may look in (contract: agent runtime 3.1). Those before something may forbid it. */
export type HookEvent =
  | 'pre:tool'
  | 'post:tool'
  | 'pre:memory-write'
  | 'post:memory-write'
  | 'pre:response'
  | 'post:response'
  | 'session:start'
  | 'session:end'
  | 'workflow:start'
  | 'workflow:end';

/** Where something happens, for hooks that are meant for one place only. Absent fields are unknown. */
export interface HookPlace {
  /** The chat (account and chat, without thread). */
  readonly workspaceId?: string | undefined;
  readonly lane?: string | undefined;
  readonly turnId?: string | undefined;
  /** Where a sub-agent of the turn is at work; absent: the turn itself. */
  readonly agentId?: string | undefined;
}

/** A sub-agent, as `session:start` (running) and `session:end` (done, error) tell of it (spec runtime 7.12). */
export interface AgentNews {
  readonly agentId: string;
  readonly name: string;
  readonly role: string;
  readonly task: string;
  readonly status: 'running' | 'done' | 'error';
  readonly toolsUsed: readonly string[];
  /** Milliseconds UTC. */
  readonly startedAt: number;
  readonly completedAt: number | null;
}

/** A workflow, as `workflow:start` and `workflow:end` tell of it. */
export interface WorkflowNews {
  readonly name: string;
  /** Names of its steps in their order. */
  readonly steps: readonly string[];
  /** Those of them that failed, once it has ended. */
  readonly failed?: readonly string[];
}

/** What a hook is told. Which of the fields are there depends on the event. */
export interface HookContext extends HookPlace {
  readonly toolName?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** After a call: its result as the model gets it. */
  readonly result?: string;
  readonly memoryContent?: string;
  readonly memoryType?: string;
  /** The answer. */
  readonly content?: string;
  /** A session without it is the turn itself. */
  readonly agent?: AgentNews;
  readonly workflow?: WorkflowNews;
}

/** A hook's word before something happens: nothing, or that it must not. */
export interface HookAnswer {
  readonly cancel: boolean;
  /** For the model and the person; "No reason given" without one. */
  readonly reason?: string;
}

/**
 * Looks at what happens, and before it may forbid it. The signal aborts with the turn; before something happens also
 * after ten seconds without an answer, which then counts as a refusal.
 */
export type HookHandler = (
  context: HookContext,
  signal: AbortSignal,
) => HookAnswer | undefined | Promise<HookAnswer | undefined>;

/** Whether a hook of this event can forbid what is about to happen. */
export function isBefore(event: HookEvent): boolean {
  return event.startsWith('pre:');
}
