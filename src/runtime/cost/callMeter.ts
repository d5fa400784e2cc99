import type { UsageEntry } from '../../core/ports/usage.js';
import type { Completion, CompletionEvent } from '../llm/completion.js';
import { estimateTextTokens } from './estimateTokens.js';
import type { Pricing } from './pricing.js';

/** Watches one model call and says what it cost, however it ended. */
export interface CallMeter {
  observe(event: CompletionEvent): void;
  /**
   * The call ended without an answer. The endpoint bills the prompt that it has read and what it wrote so far; `wasRead`
   * says whether it surely read the prompt, also when it wrote nothing.
   */
  breakOff(wasRead: boolean): void;
  /** What was paid for so far. */
  entries(): readonly UsageEntry[];
}

/**
 * @param promptTokens about how many the prompt has, for calls whose usage nobody tells
 */
export function createCallMeter(model: string, promptTokens: number, pricing: Pricing): CallMeter {
  const entries: UsageEntry[] = [];
  let written = '';

  const addEstimate = () => {
    const outputTokens = estimateTextTokens(written);
    const usd = pricing.calculateCost(model, promptTokens, outputTokens);
    entries.push({ model, inputTokens: promptTokens, outputTokens, usd, pricedBy: 'estimate' });
    written = '';
  };

  const addCompletion = ({ text, toolCalls, usage, costUsd }: Completion) => {
    const isCounted = usage.inputTokens > 0 || usage.outputTokens > 0;
    if (!isCounted) written = text + toolCalls.map((call) => call.name + call.arguments).join('');
    const { inputTokens, outputTokens } = isCounted
      ? usage
      : { inputTokens: promptTokens, outputTokens: estimateTextTokens(written) };
    if (costUsd !== undefined) {
      entries.push({ model, inputTokens, outputTokens, usd: costUsd, pricedBy: 'endpoint' });
      return;
    }
    const usd = pricing.calculateCost(model, inputTokens, outputTokens);
    entries.push({ model, inputTokens, outputTokens, usd, pricedBy: isCounted ? 'table' : 'estimate' });
  };

  return {
    observe: (event) => {
      if (event.type === 'text') written += event.delta;
      else if (event.type === 'void') addEstimate();
      else if (event.type === 'done') {
        addCompletion(event.completion);
        written = '';
      }
    },
    breakOff: (wasRead) => {
      if (wasRead || written !== '') addEstimate();
    },
    entries: () => entries,
  };
}
