import type { AgentMessage, ToolSchema } from './agentMessage.js';

/** Tokens as the endpoint counted them; 0 where it did not say. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens };
}

/** A tool call as it came over the wire: anything may be missing or malformed. */
export interface ReceivedToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One whole answer of the model. */
export interface Completion {
  readonly text: string;
  readonly toolCalls: readonly ReceivedToolCall[];
  /** `stop`, `tool_calls`, `length`, ...; null where the endpoint did not say. */
  readonly finishReason: string | null;
  readonly usage: Usage;
  /** What the endpoint says that it cost, USD, with all tries; absent where it does not say. */
  readonly costUsd?: number;
}

/** Why the model is asked again. */
export type RetryCause = 'rateLimit' | 'server' | 'network';

/** What happens while one completion is made, retries included. */
export type CompletionEvent =
  | { readonly type: 'text'; readonly delta: string }
  /** The text of this completion so far is void: it is asked for again. */
  | { readonly type: 'void' }
  /** A wait before the model is asked again; `retry` counts from 1. */
  | { readonly type: 'retry'; readonly cause: RetryCause; readonly waitMs: number; readonly retry: number }
  | { readonly type: 'done'; readonly completion: Completion };

export interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly ToolSchema[];
  readonly stream: boolean;
  /** Whether an answer with neither text nor tool calls is taken; else it counts as a server error and is asked for again. */
  readonly acceptEmpty: boolean;
  /** The turn that asks, for the log. */
  readonly turnId?: string;
}

/** The model behind an endpoint. */
export interface Llm {
  /**
   * Makes one completion; `done` is the last event.
   *
   * @throws the signal's reason when it aborts; `ModelError` when the endpoint does not answer within the retry policy
   */
  complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent, void>;
  /** Whether its budgets leave room for another call, so that a gate does not void an answer in vain. Absent: no budgets. */
  mayAskAgain?(): boolean;
}
