import type { PriceTable } from './prices.js';

/** USD per million tokens, as the vendors' pages have it. */
function perMillion(input: number, output: number) {
  return { inputPer1k: input / 1000, outputPer1k: output / 1000 };
}

/**
 * Prices of further models by normalised name without its date, from the vendors' public price pages (Anthropic, OpenAI,
 * Google) as of 2026-11-06: standard tier, short prompts, nothing cached. Where the endpoint says what a call cost, that
 * counts instead.
 */
export const FURTHER_PRICES: PriceTable = {
  'claude-fable-5-1': perMillion(10, 50),
  'claude-fable-5': perMillion(10, 50),
  'claude-opus-5-5': perMillion(4, 20),
  'claude-opus-5': perMillion(5, 25),
  'claude-opus-4-8': perMillion(5, 25),
  'claude-opus-4-7': perMillion(5, 25),
  'claude-opus-4-5': perMillion(5, 25),
  'claude-opus-4-1': perMillion(15, 75),
  'claude-opus-4': perMillion(15, 75),
  'claude-sonnet-5-5': perMillion(2, 10),
  'claude-sonnet-5': perMillion(2, 10),
  'claude-sonnet-4-5': perMillion(3, 15),
  'claude-sonnet-4': perMillion(3, 15),
  'claude-haiku-5-5': perMillion(0.1, 0.5),
  'claude-haiku-4-5': perMillion(1, 5),
  'gpt-6-astra': perMillion(10, 50),
  'gpt-6-sol': perMillion(2, 10),
  'gpt-6-luna': perMillion(0.1, 0.5),
  'gpt-5.6-sol': perMillion(4, 20),
  'gpt-5.6-terra': perMillion(2, 12),
  'gpt-5.6-luna': perMillion(0.2, 1.2),
  'gpt-5.5': perMillion(5, 30),
  'gpt-5.4': perMillion(2.5, 15),
  'gpt-5.4-mini': perMillion(0.75, 4.5),
  'gpt-5': perMillion(1.25, 10),
  'gpt-4.1': perMillion(2, 8),
  'gpt-4.1-mini': perMillion(0.4, 1.6),
  'gpt-4.1-nano': perMillion(0.1, 0.4),
  'gpt-4o': perMillion(2.5, 10),
  'gpt-4o-mini': perMillion(0.15, 0.6),
  'gemini-3.5-flash': perMillion(1.5, 9),
  'gemini-2.5-pro': perMillion(1.25, 10),
  'gemini-2.5-flash': perMillion(0.3, 2.5),
  'gemini-2.5-flash-lite': perMillion(0.1, 0.4),
};
