import type { ToolAttempt } from '../loop/completionCheck.js';
import { findClearest, isJudgedSo } from './claimJudge.js';
import { type Claim, findSuccessClaim, isDisclaimed } from './successClaims.js';
import { isSuppliedBy } from './suppliedClaims.js';
import { historyOf, wasChecked } from './toolHistory.js';

/** Shorter texts claim nothing. */
const MIN_CHARS = 12;

/**
 * Gate D3 (contract: agent runtime 5): the claim in an answer that tests pass, a build succeeds or something is verified,
 * although no check ran after the last change; null when there is none. Pure.
 *
 * @param request what the user wrote: claims that stand there already are the user's own
 */
export function findUnverifiedClaim(content: string, attempts: readonly ToolAttempt[], request: string): Claim | null {
  if (content.trim().length < MIN_CHARS || wasChecked(attempts)) return null;
  const claim = judgeClaim(
    content,
    attempts.map(({ name }) => name),
  );
  return claim === null || isSuppliedBy(claim, request, attempts) ? null : claim;
}

function judgeClaim(content: string, toolsUsed: readonly string[]): Claim | null {
  if (isDisclaimed(content)) return null;
  const claim = findSuccessClaim(content, toolsUsed);
  if (!isJudgedSo('verification', { content, isByRule: claim !== null })) return null;
  const statement = claim === null ? findClearest('verification', content) : null;
  return statement === null ? claim : { statement };
}

/** Gate D3 over the names of attempted tools alone, in their order. */
export function assertsUnverifiedCompletion(content: string, toolsUsed: readonly string[]): boolean {
  return findUnverifiedClaim(content, historyOf(toolsUsed), '') !== null;
}
