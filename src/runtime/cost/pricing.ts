import { normalizeModelName } from '../model/modelName.js';
import { FURTHER_PRICES } from './furtherPrices.js';
import {
  DEFAULT_MODEL_PRICING,
  FREE,
  LOCAL_PREFIXES,
  type ModelPrice,
  type PriceTable,
  UNKNOWN_MODEL_PRICE,
} from './prices.js';

/** A date or an alias at the end of a model's name: `-20250514`, `-2025-04-14`, `-latest`. */
const DATED = /-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/;

/** Made once: every turn has a tracker of its own. */
const CONTRACT_PRICES = new Map(Object.entries(DEFAULT_MODEL_PRICING));
const DATED_PRICES = new Map(Object.entries(FURTHER_PRICES));

/** Keeps sums of prices free of binary dust; far below any price. */
const DECIMALS = 1e12;

export function roundUsd(usd: number): number {
  return Math.round(usd * DECIMALS) / DECIMALS;
}

/** What models cost: the contract's prices, the dated table, and what the caller knows better. */
export interface Pricing {
  /** Local models are free; a model that is in no table costs what Sonnet does. */
  priceOf(model: string): ModelPrice;
  /** USD for so many tokens. */
  calculateCost(model: string, inputTokens: number, outputTokens: number): number;
}

/** @param overrides prices by exact model id; they win over every table */
export function createPricing(overrides: PriceTable = {}): Pricing {
  const own = new Map(Object.entries(overrides));
  const exact = (model: string) => own.get(model) ?? CONTRACT_PRICES.get(model);

  const priceOf = (model: string): ModelPrice => {
    const known = exact(model);
    if (known !== undefined) return known;
    if (LOCAL_PREFIXES.some((prefix) => model.startsWith(prefix))) return FREE;
    const name = normalizeModelName(model);
    return exact(name) ?? DATED_PRICES.get(name.replace(DATED, '')) ?? UNKNOWN_MODEL_PRICE;
  };

  return {
    priceOf,
    calculateCost: (model, inputTokens, outputTokens) => {
      const { inputPer1k, outputPer1k } = priceOf(model);
      return roundUsd((inputTokens / 1000) * inputPer1k + (outputTokens / 1000) * outputPer1k);
    },
  };
}
