import { isCheckTool } from './checkTools.js';
import { assertedSentences } from './prose.js';
import { ATTRIBUTED, CLAIMS, DISCLAIMED, NEGATION, PLANNING } from './verificationPhrases.js';

/** Shorter texts claim nothing. */
const MIN_CHARS = 12;

/** The sentence that claims an unchecked success, or null. */
export function findClaim(content: string): string | null {
  const sentences = assertedSentences(content);
  if (sentences.some(({ text }) => DISCLAIMED.test(text))) return null;
  const claim = sentences.find(({ text, isQuestion }) => {
    if (isQuestion || !CLAIMS.some((pattern) => pattern.test(text))) return false;
    return !NEGATION.test(text) && !PLANNING.test(text) && !ATTRIBUTED.test(text);
  });
  return claim?.text ?? null;
}

/**
 * Gate D3 (contract: agent runtime 5): whether an answer says that tests pass, a build succeeds or something is verified,
 * although no check ran. Pure; English.
 *
 * @param toolsUsed names of attempted tools, of the whole run
 */
export function assertsUnverifiedCompletion(content: string, toolsUsed: readonly string[]): boolean {
  if (content.trim().length < MIN_CHARS || toolsUsed.some(isCheckTool)) return false;
  return findClaim(content) !== null;
}
