/** Money is stored in billionths of a US dollar, as integers (migration 002). */
const PER_USD = 1e9;

export function toNano(usd: number): number {
  return Math.round(usd * PER_USD);
}

/** For estimates: never less than what was meant. */
export function toNanoUp(usd: number): number {
  return Math.ceil(usd * PER_USD);
}

export function toUsd(nano: number): number {
  return nano / PER_USD;
}
