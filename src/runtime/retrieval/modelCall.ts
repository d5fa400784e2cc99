import type { Clock } from '../../core/clock.js';
import type { AgentMessage } from '../llm/agentMessage.js';
import type { Llm, Usage } from '../llm/completion.js';

/** One answer of the model with what it took. */
export interface CallRecord {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly latencyMs: number;
}

/** Asks a model once. @throws what the model client throws */
export type ModelCall = (messages: readonly AgentMessage[], signal: AbortSignal) => Promise<CallRecord>;

/** Sums over the calls of a run. */
export interface RunTotals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  readonly latencyMs: number;
}

export const NO_TOTALS: RunTotals = { inputTokens: 0, outputTokens: 0, costUsd: 0, latencyMs: 0 };

export function addCall(totals: RunTotals, call: CallRecord): RunTotals {
  return {
    inputTokens: totals.inputTokens + call.inputTokens,
    outputTokens: totals.outputTokens + call.outputTokens,
    costUsd: totals.costUsd + call.costUsd,
    latencyMs: totals.latencyMs + call.latencyMs,
  };
}

/**
 * @param deps.costOf price of one call in USD
 */
export function createModelCall(deps: {
  llm: Llm;
  model: string;
  costOf: (model: string, usage: Usage) => number;
  clock: Clock;
}): ModelCall {
  const { llm, model, costOf, clock } = deps;
  return async (messages, signal) => {
    const startedAt = clock.now();
    const request = { model, messages, tools: [], stream: false, acceptEmpty: true };
    let text = '';
    let usage: Usage = { inputTokens: 0, outputTokens: 0 };
    for await (const event of llm.complete(request, signal)) {
      if (event.type !== 'done') continue;
      text = event.completion.text;
      usage = event.completion.usage;
    }
    const { inputTokens, outputTokens } = usage;
    return { text, inputTokens, outputTokens, costUsd: costOf(model, usage), latencyMs: clock.now() - startedAt };
  };
}
