import { describe, expect, it } from 'vitest';
import { BudgetExceededError } from '../../../src/runtime/cost/budgetExceededError.js';
import { CostTracker } from '../../../src/runtime/cost/costTracker.js';
import { FURTHER_PRICES } from '../../../src/runtime/cost/furtherPrices.js';
import { DEFAULT_MODEL_PRICING } from '../../../src/runtime/cost/prices.js';
import { createPricing } from '../../../src/runtime/cost/pricing.js';
import { createFakeClock } from '../../setup/fakeClock.js';

describe('prices', () => {
  const { calculateCost, priceOf } = createPricing();

  it("has the contract's prices as the contract has them", () => {
    const sonnet = { inputPer1k: 0.003, outputPer1k: 0.015 };
    const haiku = { inputPer1k: 0.00025, outputPer1k: 0.00125 };
    expect(DEFAULT_MODEL_PRICING).toEqual({
      'claude-sonnet-4-6': sonnet,
      'claude-sonnet-4-20250514': sonnet,
      'claude-3-5-sonnet-20241022': sonnet,
      'claude-haiku-3-5': haiku,
      'claude-3-5-haiku-20241022': haiku,
      'claude-opus-4-6': { inputPer1k: 0.015, outputPer1k: 0.075 },
    });
    for (const model of Object.keys(DEFAULT_MODEL_PRICING)) expect(FURTHER_PRICES[model], model).toBeUndefined();
  });

  it.each([
    ['anthropic/claude-opus-4-6', 'claude-opus-4-6'],
    ['openrouter/anthropic/claude-haiku-3-5', 'claude-haiku-3-5'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['gpt-4o-2024-11-20', 'gpt-4o'],
    ['openai/gpt-4.1-mini', 'gpt-4.1-mini'],
    ['gemini/gemini-2.5-flash', 'gemini-2.5-flash'],
    ['claude-sonnet-4-5-latest', 'claude-sonnet-4-5'],
  ])('%s costs what %s does', (spelled, plain) => {
    expect(priceOf(spelled)).toEqual(priceOf(plain));
    expect(priceOf(plain)).toBe(DEFAULT_MODEL_PRICING[plain] ?? FURTHER_PRICES[plain]);
  });

  it('takes nothing for models of one own machine, and what Sonnet costs for unknown ones', () => {
    for (const model of ['ollama/llama3.2', 'ollama_chat/qwen3:8b', 'local/anything']) {
      expect(calculateCost(model, 1_000_000, 1_000_000)).toBe(0);
    }
    expect(calculateCost('somebody/brand-new', 1000, 1000)).toBe(0.018);
    expect(calculateCost('toString', 1000, 1000)).toBe(0.018);
    expect(calculateCost('llama-local', 1000, 0)).toBe(0.003);
  });

  it('lets overrides win, over free models too', () => {
    const own = createPricing({ 'ollama/llama3.2': { inputPer1k: 1, outputPer1k: 2 } });
    expect(own.calculateCost('ollama/llama3.2', 1000, 500)).toBe(2);
    expect(own.calculateCost('claude-haiku-3-5', 10_000, 2000)).toBe(0.005);
  });
});

describe('the cost tracker', () => {
  it('sums by model and workspace, and says so in one line', () => {
    const tracker = new CostTracker({}, createFakeClock());
    expect(tracker.formatSummary()).toBe('0 model calls, 0 tokens in, 0 tokens out, $0.0000');
    tracker.addUsage('claude-sonnet-4-6', 1000, 1000, 'w1');
    expect(tracker.formatSummary()).toBe('1 model call, 1000 tokens in, 1000 tokens out, $0.0180');
    tracker.addUsage('claude-sonnet-4-6', 234, 1, 'w2');
    tracker.addUsage('claude-haiku-3-5', 1000, 0, 'w2');
    expect(tracker.getStats()).toEqual({
      totalInputTokens: 2234,
      totalOutputTokens: 1001,
      estimatedCost: 0.018967,
      turns: 3,
      byModel: {
        'claude-sonnet-4-6': { input: 1234, output: 1001, cost: 0.018717 },
        'claude-haiku-3-5': { input: 1000, output: 0, cost: 0.00025 },
      },
    });
    expect([tracker.getWorkspaceCost('w1'), tracker.getWorkspaceCost('w2'), tracker.getWorkspaceCost('w3')]).toEqual([
      0.018, 0.000967, 0,
    ]);
    expect(tracker.formatSummary()).toBe('3 model calls, 2234 tokens in, 1001 tokens out, $0.0190');
  });

  it('takes what the endpoint says a call cost', () => {
    const tracker = new CostTracker();
    tracker.addUsage('claude-opus-4-6', 1000, 1000, undefined, 0.001);
    expect(tracker.getDailyTotal()).toBe(0.001);
  });

  it('throws in hard mode with budget and total, from equality on', () => {
    const tracker = new CostTracker();
    tracker.setBudget(0.018, 'hard');
    expect(tracker.checkBudget()).toBe(true);
    tracker.addUsage('claude-sonnet-4-6', 1000, 999);
    expect(tracker.checkBudget()).toBe(true);
    tracker.addUsage('claude-sonnet-4-6', 0, 1);
    expect(() => tracker.checkBudget()).toThrow(BudgetExceededError);
    expect(() => tracker.checkBudget()).toThrow(
      expect.objectContaining({ code: 'budget', budgetUsd: 0.018, currentUsd: 0.018 }),
    );
    tracker.setBudget(null, 'hard');
    expect(tracker.checkBudget()).toBe(true);
  });
});
