import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type {
  BudgetPolicy,
  BudgetWarning,
  SettleUsageRequest,
  Spender,
  UsageEntry,
  UsageStore,
} from '../../core/ports/usage.js';
import type { CompletionEvent, CompletionRequest, Llm } from '../llm/completion.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import { BudgetExceededError } from './budgetExceededError.js';
import { refusalSentence, type Say } from './budgetSentences.js';
import { createCallMeter } from './callMeter.js';
import { CostTracker } from './costTracker.js';
import { estimatePromptTokens } from './estimateTokens.js';
import { localDay } from './localDay.js';
import type { PriceTable } from './prices.js';
import { createPricing } from './pricing.js';

/**
 * What an answer is reserved with, in tokens: most answers and tool rounds are shorter. A longer one goes beyond its
 * reservation by the difference, which is what a hard budget can be exceeded by.
 */
const RESERVED_OUTPUT_TOKENS = 2000;

export interface BudgetDeps {
  readonly usage: Pick<UsageStore, 'reserve' | 'settle' | 'warningsOf'>;
  readonly policy: BudgetPolicy;
  /** Prices by exact model id that win over the tables. */
  readonly prices: PriceTable;
  /** IANA name: whose midnight a day ends at. */
  readonly timeZone: string;
  /** No call lasts longer, retries and waits included, in milliseconds. */
  readonly longestCallMs: number;
  readonly clock: Clock;
}

/** The model for one turn, within its budgets. Sub-agents of the turn use the same one. */
export interface BudgetedLlm extends Llm {
  /** Resolves when everything that was spent so far is stored. */
  settled(): Promise<void>;
  /** What the person is to be told, once everything is stored. */
  warnings(): Promise<readonly BudgetWarning[]>;
  /** What the turn used in this attempt, in one line; null: nothing. */
  summary(): string | null;
}

/**
 * Reserves what each call may cost before it is made and settles what it did cost after, in the store that all processes
 * share. In hard mode a call that no longer fits is refused.
 *
 * @param mayShowTotals whether the person may see what everybody together has spent
 * @throws BudgetExceededError from `complete`, before anything is sent
 */
export function withBudget(
  llm: Llm,
  deps: BudgetDeps,
  turn: { readonly spender: Spender; readonly mayShowTotals: boolean; readonly say: Say; readonly log: Log },
): BudgetedLlm {
  const { usage, policy, timeZone, clock } = deps;
  const { spender, log } = turn;
  const pricing = createPricing(deps.prices);
  const tracker = new CostTracker(deps.prices, clock);
  let warnings: readonly BudgetWarning[] | null = null;
  /** What the hard budgets leave, as far as is known; null: no limit. */
  let leftUsd: number | null = null;
  let lastEstimate = 0;
  const settling = new Set<Promise<void>>();

  /** Not awaited by the call: the journal's write of its result goes into the same transaction. */
  const settle = (day: string, reservation: number | null, estimate: number, entries: readonly UsageEntry[]) => {
    for (const { model, inputTokens, outputTokens, usd, pricedBy } of entries) {
      tracker.addUsage(model, inputTokens, outputTokens, undefined, usd);
      logTurnEvent(spender.turn, { stage: 'usage', model, inputTokens, outputTokens, usd, pricedBy });
    }
    if (reservation === null && entries.length === 0) return;
    if (leftUsd !== null) leftUsd += estimate - entries.reduce((sum, { usd }) => sum + usd, 0);
    const request: SettleUsageRequest = { spender, day, reservation, entries, policy, now: clock.now() };
    const settled: Promise<void> = usage
      .settle(request)
      .then(
        (result) => {
          warnings = result.warnings;
          leftUsd = result.leftUsd;
        },
        (thrown: unknown) => log.error({ err: thrown, entries }, 'what a model call cost could not be stored'),
      )
      .finally(() => settling.delete(settled));
    settling.add(settled);
  };

  const reserve = async (day: string, usd: number): Promise<number | null> => {
    const now = clock.now();
    const expiresAt = now + deps.longestCallMs;
    const answer = await usage.reserve({ spender, day, usd, policy, now, expiresAt });
    if (answer.kind === 'granted') {
      leftUsd = answer.leftUsd;
      return answer.reservation;
    }
    const { line, limitUsd, spentUsd } = answer;
    logTurnEvent(spender.turn, { stage: 'budget.refused', scope: line.scope, limitUsd, spentUsd, estimateUsd: usd });
    throw new BudgetExceededError(limitUsd, spentUsd, refusalSentence(answer, timeZone, turn.mayShowTotals, turn.say));
  };

  async function* complete(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent, void> {
    signal.throwIfAborted();
    const promptTokens = estimatePromptTokens(request);
    const estimate = pricing.calculateCost(request.model, promptTokens, RESERVED_OUTPUT_TOKENS);
    const day = localDay(clock.now(), timeZone);
    const reservation = await reserve(day, estimate);
    lastEstimate = estimate;
    const meter = createCallMeter(request.model, promptTokens, pricing);
    let isSettled = false;
    const settleOnce = () => {
      if (isSettled) return;
      isSettled = true;
      settle(day, reservation, estimate, meter.entries());
    };
    try {
      for await (const event of llm.complete(request, signal)) {
        meter.observe(event);
        if (event.type === 'done') settleOnce();
        yield event;
      }
    } finally {
      if (!isSettled) meter.breakOff(signal.aborted);
      settleOnce();
    }
  }

  const settled = async () => {
    await Promise.all(settling);
  };

  return {
    complete,
    mayAskAgain: () => lastEstimate === 0 || leftUsd === null || leftUsd >= lastEstimate,
    settled,
    warnings: async () => {
      await settled();
      if (warnings !== null || spender.attempt === 1) return warnings ?? [];
      return usage.warningsOf(spender.turn);
    },
    summary: () => (tracker.getStats().turns === 0 ? null : tracker.formatSummary()),
  };
}
