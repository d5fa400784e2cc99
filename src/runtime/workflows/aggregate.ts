import { concatenate, reasonOf, type StepResult } from './stepResult.js';

/** The role whose step makes a text count as reviewed. */
export const REVIEWER_ROLE = 'reviewer';

const isReview = ({ step }: StepResult) => step.role.trim().toLowerCase() === REVIEWER_ROLE;
const namesOf = (results: readonly StepResult[]) =>
  results.map((result) => `${result.step.name} (${reasonOf(result)})`).join(', ');

/** What has to be said of a text because steps failed; empty when none did. */
export function caveatsOf(results: readonly StepResult[]): string {
  const failed = results.filter((result) => result.failed);
  const reviews = failed.filter(isReview);
  const others = failed.filter((result) => !isReview(result));
  const lines = [
    ...(reviews.length === 0
      ? []
      : [`[NOT REVIEWED: ${namesOf(reviews)} failed, so nobody has checked this. Say so when you pass it on.]`]),
    ...(others.length === 0 ? [] : [`[INCOMPLETE: ${namesOf(others)} failed; this does not rest on that step.]`]),
  ];
  return lines.join('\n');
}

/** A text under what has to be said of it. */
export function withCaveats(text: string, caveats: string): string {
  return caveats === '' ? text : `${caveats}\n\n${text}`;
}

/**
 * The result of the last step. Where that failed: of the last step that made something, with the reviews of it that did
 * come, and never without a word about what is missing.
 *
 * @param results in the order of the steps, at least one of them done
 */
export function lastResult(results: readonly StepResult[]): string {
  const caveats = caveatsOf(results);
  const last = results.at(-1);
  if (last !== undefined && !last.failed) return withCaveats(last.text, caveats);
  const made = results.findLastIndex((result) => !result.failed && !isReview(result));
  const kept = results.slice(Math.max(0, made)).filter((result) => !result.failed);
  const [only] = kept;
  return withCaveats(kept.length === 1 && only !== undefined ? only.text : concatenate(kept), caveats);
}
