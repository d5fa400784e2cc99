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
}

/** A hook's word before something happens: nothing, or that it must not. */
export interface HookAnswer {
  readonly cancel: boolean;
  /** For the model and the person; "No reason given" without one. */
  readonly reason?: string;
}

export type HookHandler = (
  context: HookContext,
  signal: AbortSignal,
) => HookAnswer | undefined | Promise<HookAnswer | undefined>;

/** Whether a hook of this event can forbid what is about to happen. */
export function isBefore(event: HookEvent): boolean {
  return event.startsWith('pre:');
}
