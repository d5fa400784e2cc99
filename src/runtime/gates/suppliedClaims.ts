import type { ToolAttempt } from '../loop/completionCheck.js';
import { languages } from './languages.js';
import { plainProse } from './prose/plainProse.js';
import { type Claim, speaksOfSuccess } from './successClaims.js';
import { isWriteTool } from './writeTools.js';

/** A claim is the user's when this share of its words stands in his text. */
const SHARED_WORDS = 0.7;
const MIN_WORD_CHARS = 3;

const wordsOf = (prose: string) => prose.match(/[\p{L}\d]+/gu)?.filter((word) => word.length >= MIN_WORD_CHARS) ?? [];

function sharedPart(claim: string, request: string): number {
  const words = wordsOf(claim);
  const known = new Set(wordsOf(plainProse(request)));
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

/**
 * Whether the user supplied the claim: he asked for a text to be written or reworked (nothing was changed in the run), or he
 * claims the same himself.
 */
export function isSuppliedBy(claim: Claim, request: string, attempts: readonly ToolAttempt[]): boolean {
  if (request.trim() === '') return false;
  const asksForText = languages.some(({ verification }) => verification.limits.textRequests.test(plainProse(request)));
  if (asksForText && !attempts.some(({ name }) => isWriteTool(name))) return true;
  return sharedPart(claim.statement.text, request) >= SHARED_WORDS && speaksOfSuccess(request);
}
