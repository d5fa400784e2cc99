import { type Clock, systemClock } from '../../core/clock.js';
import type { BudgetMode } from '../../core/ports/usage.js';
import { BudgetExceededError } from './budgetExceededError.js';
import type { PriceTable } from './prices.js';
import { createPricing, type Pricing, roundUsd } from './pricing.js';

/** One model call (contract: agent runtime 11). */
export interface UsageEntry {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  /** USD: what the endpoint said, else by the price table. */
  readonly cost: number;
  /** Milliseconds UTC. */
  readonly timestamp: number;
  readonly workspaceId: string | null;
}

/** Sums over the entries of a tracker (contract: agent runtime 11). Costs are USD. */
export interface UsageStats {
  readonly totalInputTokens: number;
  readonly totalOutputTokens: number;
  readonly estimatedCost: number;
  /** Model calls. */
  readonly turns: number;
  readonly byModel: Readonly<
    Record<string, { readonly input: number; readonly output: number; readonly cost: number }>
  >;
}

/**
 * The contract's tracker: adds up calls in memory, for as long as it lives. The gateway's budgets by day, person, chat
 * and persona are kept in the store (`UsageStore`); this one sums what one turn has used.
 */
export class CostTracker {
  readonly #pricing: Pricing;
  readonly #clock: Clock;
  readonly #entries: UsageEntry[] = [];
  #budgetUsd: number | null = null;
  #mode: BudgetMode = 'soft';

  /** @param prices by model id, merged over the tables */
  constructor(prices: PriceTable = {}, clock: Clock = systemClock) {
    this.#pricing = createPricing(prices);
    this.#clock = clock;
  }

  /** USD for so many tokens of a model; unknown models at Sonnet's price, local ones free. */
  calculateCost(model: string, inputTokens: number, outputTokens: number): number {
    return this.#pricing.calculateCost(model, inputTokens, outputTokens);
  }

  /** @param costUsd what the endpoint said the call cost; without it the price table says */
  addUsage(model: string, inputTokens: number, outputTokens: number, workspaceId?: string, costUsd?: number): void {
    this.#entries.push({
      model,
      input: inputTokens,
      output: outputTokens,
      cost: costUsd ?? this.calculateCost(model, inputTokens, outputTokens),
      timestamp: this.#clock.now(),
      workspaceId: workspaceId ?? null,
    });
  }

  getStats(): UsageStats {
    const byModel: Record<string, { input: number; output: number; cost: number }> = {};
    for (const { model, input, output, cost } of this.#entries) {
      const sum = byModel[model] ?? { input: 0, output: 0, cost: 0 };
      byModel[model] = { input: sum.input + input, output: sum.output + output, cost: roundUsd(sum.cost + cost) };
    }
    return {
      totalInputTokens: this.#entries.reduce((sum, entry) => sum + entry.input, 0),
      totalOutputTokens: this.#entries.reduce((sum, entry) => sum + entry.output, 0),
      estimatedCost: this.getDailyTotal(),
      turns: this.#entries.length,
      byModel,
    };
  }

  /** @param dailyUsd null for none */
  setBudget(dailyUsd: number | null, mode: BudgetMode): void {
    this.#budgetUsd = dailyUsd;
    this.#mode = mode;
  }

  /**
   * Whether there is room left; a total that equals the budget has none.
   *
   * @throws BudgetExceededError in hard mode when there is none
   */
  checkBudget(): boolean {
    const total = this.getDailyTotal();
    if (this.#budgetUsd === null || total < this.#budgetUsd) return true;
    if (this.#mode === 'hard') throw new BudgetExceededError(this.#budgetUsd, total);
    return false;
  }

  /** USD over the life of this tracker. */
  getDailyTotal(): number {
    return roundUsd(this.#entries.reduce((sum, entry) => sum + entry.cost, 0));
  }

  getWorkspaceCost(workspaceId: string): number {
    const own = this.#entries.filter((entry) => entry.workspaceId === workspaceId);
    return roundUsd(own.reduce((sum, entry) => sum + entry.cost, 0));
  }

  /** One line, costs with four decimals. */
  formatSummary(): string {
    const { turns, totalInputTokens, totalOutputTokens, estimatedCost } = this.getStats();
    const calls = turns === 1 ? '1 model call' : `${turns} model calls`;
    return `${calls}, ${totalInputTokens} tokens in, ${totalOutputTokens} tokens out, $${estimatedCost.toFixed(4)}`;
  }
}
