import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { CapabilityRouter } from '../capabilities/capabilityRoute.js';
import type { SkillDistillationInfo } from '../gates/skillDistillation.js';
import type { HookPlace } from '../hooks/hookEvent.js';
import type { HookRegistry } from '../hooks/hookRegistry.js';
import type { ContinuationSetting } from '../loopPolicy/continuation.js';
import type { GuardrailConfig } from '../loopPolicy/guardrailConfig.js';
import type { ToolDefinition, TurnScope } from '../tools/toolDefinition.js';
import type { PluginToolProvider } from '../tools/toolSet.js';
import type { LoopEvent } from './loopEvent.js';
import type { GovernancePolicies, ScanToolResult, SpillResult, ToolInput } from './toolRun.js';

/** One message of the history that a run starts from. */
export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * Keeps traces of runs. Each of its callbacks is told before the caller's own, so that a trace is whole even where that one
 * throws. A run never starts or ends a trace.
 */
export interface TraceRecorder {
  onToken?(handle: unknown, token: string): void;
  onToolUse?(handle: unknown, name: string, input: ToolInput): void;
  onToolResult?(handle: unknown, name: string, input: ToolInput, result: string): void;
}

/** What a run of the agent is given (contract: agent runtime 3.1). The fields after `onSkillDistillationFire` are ours. */
export interface AgentLoopConfig {
  /** Base URL; requests go to `{litellmUrl}/chat/completions`. */
  readonly litellmUrl: string;
  readonly litellmApiKey: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  /** The conversation, without a system message. */
  readonly messages: readonly HistoryMessage[];
  /** Answer text as it comes; without `stream` the whole answer once. Retry notices go to `onEvent`, never here. */
  readonly onToken?: (token: string) => void;
  readonly onToolUse?: (name: string, input: ToolInput) => void;
  readonly onToolResult?: (name: string, input: ToolInput, result: string) => void;
  /** Model calls at most. Default 10. */
  readonly maxTurns?: number;
  /** Default false. */
  readonly stream?: boolean;
  readonly fetch?: typeof fetch;
  readonly hooks?: HookRegistry;
  readonly capabilityRouter?: CapabilityRouter;
  readonly pluginTools?: PluginToolProvider;
  /** Input and output tokens together; 0 means none. A finished answer is never thrown away for it. */
  readonly maxTokenBudget?: number;
  readonly signal?: AbortSignal;
  readonly governancePolicies?: GovernancePolicies;
  /** A trace that the caller has started. */
  readonly traceRecording?: { readonly recorder: TraceRecorder; readonly handle: unknown };
  /** UUID that correlates log lines. */
  readonly turnId?: string;
  /** D3. Default true. */
  readonly verificationGate?: boolean;
  /** D1. Default true. */
  readonly skillDistillationGate?: boolean;
  /** Told the moment D1 fires, and awaited; what it throws is logged. */
  readonly onSkillDistillationFire?: (info: SkillDistillationInfo) => void | Promise<void>;
  /** Told when a tool ended the run; its text is the answer. */
  readonly onGiveUp?: (info: { readonly tool: string; readonly text: string }) => void;
  /** Typed events, resets and notices included. */
  readonly onEvent?: (event: LoopEvent) => void;
  /** Time limit of one model request, in milliseconds. Default 300,000. */
  readonly llmTimeoutMs?: number;
  /** Added to retry waits, in milliseconds. Default random, up to a second. */
  readonly jitter?: (waitMs: number) => number;
  /** Default: warnings on, hard stop off. */
  readonly guardrails?: Partial<GuardrailConfig>;
  /** Whether announced but missing work is asked for. Default `off`; cut-off answers are continued in any case. */
  readonly continuation?: ContinuationSetting;
  /** Where the run takes place, for hooks that are scoped. */
  readonly place?: HookPlace;
  /** Cleans the output of tools. Default: the injection scanner. */
  readonly scanToolResult?: ScanToolResult;
  /** Keeps results that are too long. Default: they are cut. */
  readonly spill?: SpillResult;
  /** For whom the tools work. */
  readonly scope?: TurnScope;
  readonly clock?: Clock;
  readonly log?: Log;
}
