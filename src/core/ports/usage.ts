/** Soft: warn when a budget is used up. Hard: refuse the call. */
export type BudgetMode = 'soft' | 'hard';

/** Whose spending a budget bounds. Every call counts towards one subject of each scope; `all` is everything together. */
export type BudgetScope = 'all' | 'person' | 'chat' | 'persona';

/** One budget line: the scope and which one of its subjects. The subject of `all` is empty. */
export interface BudgetLine {
  readonly scope: BudgetScope;
  readonly subject: string;
}

/** Subject of a limit that holds for each subject of its scope that has none of its own. */
export const EACH_SUBJECT = '*';

/** What a day may cost, as an owner set it. */
export interface BudgetLimit extends BudgetLine {
  /** USD a day; null lifts the limit that would hold otherwise. */
  readonly dailyUsd: number | null;
  /** Null: as configured. */
  readonly mode: BudgetMode | null;
}

/** What the configuration says; limits that were set by command win over it. */
export interface BudgetPolicy {
  /** USD a day for everything together; null for none. */
  readonly dailyUsd: number | null;
  readonly mode: BudgetMode;
}

/** For whom a model call is made. */
export interface Spender {
  readonly turn: string;
  /** The attempt of the turn: its next one frees what this one had reserved. */
  readonly attempt: number;
  readonly lane: string;
  /** `chatOfLane(lane)`: all threads of a chat share its budget. */
  readonly chat: string;
  readonly person: string;
  readonly persona: string | null;
}

/** Who says what a call cost: the endpoint, our price table, or the table over tokens that we had to estimate. */
export type PricedBy = 'endpoint' | 'table' | 'estimate';

/** One model call that was paid for. */
export interface UsageEntry {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
  readonly pricedBy: PricedBy;
}

export interface ReserveRequest {
  readonly spender: Spender;
  /** The local day that the call counts towards, `2026-03-29`, also when it ends after midnight. */
  readonly day: string;
  /** What the call may cost, USD. 0: free, and granted whatever was spent. */
  readonly usd: number;
  readonly policy: BudgetPolicy;
  readonly now: number;
  /** When the reservation counts no more, should nobody settle it. No call may last longer. */
  readonly expiresAt: number;
}

export type ReserveResult =
  /**
   * `reservation` is null where no limit holds, so that nothing had to be reserved. `leftUsd` is what the tightest hard
   * budget leaves besides this and other calls under way; null where none holds.
   */
  | { readonly kind: 'granted'; readonly reservation: number | null; readonly leftUsd: number | null }
  /** A hard budget has no room. `spentUsd` leaves out what calls under way have reserved. */
  | { readonly kind: 'refused'; readonly line: BudgetLine; readonly limitUsd: number; readonly spentUsd: number };

export interface SettleUsageRequest {
  readonly spender: Spender;
  readonly day: string;
  readonly reservation: number | null;
  /** What was paid for; empty when the call cost nothing. */
  readonly entries: readonly UsageEntry[];
  readonly policy: BudgetPolicy;
  readonly now: number;
}

/** A person is told once a day when a budget that they spend from is 80 % used, and once when it is used up. */
export interface BudgetWarning {
  readonly line: BudgetLine;
  readonly percent: 80 | 100;
  readonly limitUsd: number;
  readonly spentUsd: number;
}

export interface SettleUsageResult {
  /** All warnings that this turn is to give, those of its earlier calls and attempts included. */
  readonly warnings: readonly BudgetWarning[];
  /** What the tightest hard budget leaves besides calls under way, USD; null where none holds. */
  readonly leftUsd: number | null;
}

/** Usage of one model, summed. */
export interface ModelUsage {
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** A budget line with a limit, and how it stands. */
export interface BudgetState extends BudgetLine {
  readonly limitUsd: number;
  readonly mode: BudgetMode;
  readonly spentUsd: number;
  readonly reservedUsd: number;
}

/**
 * What model calls cost, and the budgets that bound it, for all processes of a data directory. A call is reserved before
 * and settled after, each in one transaction: together, calls under way never reserve more than a hard budget has left.
 */
export interface UsageStore {
  reserve(request: ReserveRequest): Promise<ReserveResult>;
  settle(request: SettleUsageRequest): Promise<SettleUsageResult>;
  /** Warnings that a turn is to give. */
  warningsOf(turn: string): Promise<readonly BudgetWarning[]>;
  /** By model, dearest first; of one person, or of all. */
  byModel(request: { day: string; person?: string }): Promise<readonly ModelUsage[]>;
  /** What each person spent, dearest first. */
  byPerson(request: {
    day: string;
    limit: number;
  }): Promise<readonly { readonly person: string; readonly usd: number }[]>;
  /** A turn's calls in order. */
  ofTurn(turn: string): Promise<readonly (UsageEntry & { readonly at: number })[]>;
  /** How the budgets stand that hold for a spender, in the order all, persona, chat, person. */
  states(request: {
    spender: Pick<Spender, 'chat' | 'person' | 'persona'>;
    day: string;
    policy: BudgetPolicy;
  }): Promise<readonly BudgetState[]>;
  /** Limits set by command, by scope and subject. */
  limits(): Promise<readonly BudgetLimit[]>;
  setLimit(request: BudgetLimit & { by: string; now: number }): Promise<void>;
}

/** The chat of a lane, threads taken together: the first three parts of its id (`laneIdOf`). */
export function chatOfLane(lane: string): string {
  return lane.split(':').slice(0, 3).join(':');
}
