import type { Clock } from '../../core/clock.js';
import type { InnerCall, JournalStep, ToolCall } from '../../core/journal.js';
import type { Log } from '../../core/log.js';
import type { RunAgents, RunBounds } from '../agents/callAgents.js';
import type { CapabilityRouter } from '../capabilities/capabilityRoute.js';
import type { HookPlace } from '../hooks/hookEvent.js';
import type { HookRegistry } from '../hooks/hookRegistry.js';
import type { PolicyCall, ToolPolicy } from '../loopPolicy/toolPolicy.js';
import { flagsOf, type ToolDefinition, type TurnScope } from '../tools/toolDefinition.js';
import type { ToolSet } from '../tools/toolSet.js';
import type { LoopEvent } from './loopEvent.js';
import type { ToolPermission } from './toolPermission.js';

/** Arguments of a call as the model gave them. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Rules of the team over tools (contract: agent runtime 3.1). */
export interface GovernancePolicies {
  /** Names of tools that must not run. */
  readonly blockedTools?: readonly string[];
  /** When not empty, only tools from these sources may run. */
  readonly allowedSources?: readonly string[];
}

/** Cleans the output of a tool before the model or an observer sees it (contract: agent runtime 4, step 8). */
export type ScanToolResult = (
  text: string,
  origin: { readonly tool: string; readonly source: string },
) => string | Promise<string>;

/** Keeps a result that is too long for the prompt; gives the name under which the model can read it. */
export type SpillResult = (text: string) => Promise<string>;

/** How far a call came before it had its answer. */
/** `person`: a person, or the rule about who may do what, answered in its place. */
export type CallEnd = 'arguments' | 'policy' | 'unknown' | 'hook' | 'loop' | 'person' | 'ran';

/** What the model is told about a call. */
export interface ToolAnswer {
  readonly text: string;
  readonly failed: boolean;
  readonly end: CallEnd;
  /** The tool ended the run, and `text` is the answer to the person. */
  readonly givesUp?: true;
  /** A line after the text, for the model alone. */
  readonly note?: string;
  /** Tools that it made callable. */
  readonly found?: readonly string[];
  /** Calls of sub-agents that were at work for it. */
  readonly inner?: readonly InnerCall[];
}

/** Whether the tool was really attempted, or its question answered: only then it counts as used (`countedAsUsed`). */
export function countsAsUsed(answer: ToolAnswer): boolean {
  return answer.end === 'ran' || (answer.end === 'person' && !answer.failed);
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
  readonly onGiveUp?: ((info: { readonly tool: string; readonly text: string }) => void) | undefined;
}

/** What the steps work with; one for all calls of a run. */
export interface ToolEnvironment {
  readonly tools: ToolSet;
  readonly governance: GovernancePolicies;
  /** Absent: all calls may run, as in background jobs, whose tools are chosen for them. */
  readonly permission?: ToolPermission | undefined;
  readonly router: CapabilityRouter | null;
  readonly hooks: HookRegistry | null;
  readonly place: HookPlace;
  readonly policy: ToolPolicy;
  readonly scanToolResult: ScanToolResult;
  readonly spill: SpillResult | null;
  readonly scope: TurnScope | null;
  /** Null: this run has no sub-agents. */
  readonly agents: RunAgents | null;
  readonly observers: ToolObservers;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** The line about rounds left, once in the round in which it is due. */
  takeRoundNote(): string | null;
  /** What this run may still use. */
  left(): RunBounds;
  emit(event: LoopEvent): void;
  record(step: JournalStep): Promise<void>;
}

export function startToolRun(call: ToolCall): ToolRun {
  return { call, args: {}, tool: null, announced: false };
}

/** The call as the loop policy counts it. */
export function policyCallOf({ call, args, tool }: ToolRun): PolicyCall {
  if (tool === null) {
    return { name: call.name, args, idempotent: false, mutating: false, polling: false, quota: null };
  }
  const { idempotent, mutating } = flagsOf(tool, args);
  return { name: call.name, args, idempotent, mutating, polling: tool.polling ?? false, quota: tool.quota ?? null };
}
