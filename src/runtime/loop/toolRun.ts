import type { Clock } from '../../core/clock.js';
import type { JournalStep, ToolCall } from '../../core/journal.js';
import type { Log } from '../../core/log.js';
import type { ToolDefinition, TurnScope } from '../tools/toolDefinition.js';
import type { ToolSet } from '../tools/toolSet.js';
import type { LoopEvent } from './loopEvent.js';
import type { LoopGuard } from './loopGuard.js';

/** Arguments of a call as the model gave them. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Rules of the team over tools (contract: agent runtime 3.1). */
export interface GovernancePolicies {
  /** Names of tools that must not run. */
  readonly blockedTools?: readonly string[];
  /** When not empty, only tools from these sources may run. */
  readonly allowedSources?: readonly string[];
}

/** Another way to what an unknown tool name asks for. */
export interface CapabilityRoute {
  readonly source: string;
  readonly name: string;
  readonly description: string;
  readonly available: boolean;
}

/** Resolves unknown tool names to alternatives. */
export interface CapabilityRouter {
  resolve(name: string): readonly CapabilityRoute[];
}

/** What the model is told about a call. */
export interface ToolAnswer {
  readonly text: string;
  readonly failed: boolean;
  /** Whether the tool was really attempted: only then it counts as used. */
  readonly counted: boolean;
}

/** One call on its way through the pipeline; each step fills in what it finds out. */
export interface ToolRun {
  readonly call: ToolCall;
  args: ToolInput;
  tool: ToolDefinition | null;
  /** Observers were told that the call begins, so they must be told how it ends. */
  announced: boolean;
}

export interface ToolObservers {
  readonly onToolUse?: ((name: string, input: ToolInput) => void) | undefined;
  readonly onToolResult?: ((name: string, input: ToolInput, result: string) => void) | undefined;
}

/** What the steps work with; one for all calls of a run. */
export interface ToolEnvironment {
  readonly tools: ToolSet;
  readonly governance: GovernancePolicies;
  readonly router: CapabilityRouter | null;
  readonly guard: LoopGuard;
  readonly scope: TurnScope | null;
  readonly observers: ToolObservers;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  emit(event: LoopEvent): void;
  record(step: JournalStep): Promise<void>;
}

export function startToolRun(call: ToolCall): ToolRun {
  return { call, args: {}, tool: null, announced: false };
}
