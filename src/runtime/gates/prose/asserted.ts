import type { ProseLimits } from '../phrases/proseLimits.js';
import { FILE } from './plainProse.js';
import type { Statement } from './statements.js';

const CLAUSE_START = /.*(?:[,;:()]| and | but | though | although | yet | then )/s;

/** The clause that the position stands in, up to there. */
export function clauseBefore(text: string, position: number): string {
  return text.slice(0, position).replace(CLAUSE_START, '');
}

export interface AssertedOptions {
  /** A condition may follow: it says when, not whether. */
  readonly mayHaveTail?: boolean;
  /** The author speaks of what he did, so doubts that follow are about something else. */
  readonly isOwn?: boolean;
}

/** Whether what stands from `start` to `end` is said outright: not denied, hoped for, required or explained. */
export function isAsserted(
  text: string,
  start: number,
  end: number,
  limits: ProseLimits,
  { mayHaveTail = false, isOwn = false }: AssertedOptions = {},
): boolean {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const part = before.slice(before.lastIndexOf(':') + 1);
  const clause = clauseBefore(text, start);
  if (limits.negations.test(clause) || limits.modals.test(clause)) return false;
  if (limits.hedges.test(part) || (!isOwn && limits.hedges.test(after.slice(0, 40)))) return false;
  if (limits.conditions.test(part) && !limits.pastClauses.test(part + text.slice(start, end))) return false;
  if (!mayHaveTail && limits.tails.test(after)) return false;
  if ((!isOwn && limits.mentions.test(after)) || limits.denials.test(after) || limits.explanations.test(after))
    return false;
  return !limits.generic.test(before) && !limits.aims.test(before);
}

/** Whether what stands under the label is planned, or somebody else's report. */
const isOthers = (label: string, limits: ProseLimits) => limits.plans.test(label) || limits.attributions.test(label);

/**
 * Statements that the author makes for himself: no questions, plans, instructions, drafts for somebody else, or reports of
 * what others say.
 *
 * @param allDrafts also leave out statements that open a draft in their middle ("In the mail: ...")
 */
export function ownStatements(
  statements: readonly Statement[],
  limits: ProseLimits,
  allDrafts: boolean,
): readonly Statement[] {
  let draftFrom: number | null = null;
  return statements.filter((statement) => {
    const { text } = statement;
    const opensDraft = limits.drafts.test(text);
    const isAllDraft = opensDraft && /:\W*$/.test(text) && !text.includes(FILE) && !limits.reports.test(text);
    const isInDraft = draftFrom !== null && statement.block > draftFrom;
    if (isAllDraft) draftFrom ??= statement.block;
    if (isInDraft || isAllDraft || (allDrafts && opensDraft)) return false;
    if (statement.isQuestion || statement.isOpen) return false;
    if (statement.kind !== 'sentence' && statement.under.some((label) => isOthers(label, limits))) return false;
    return (
      !limits.attributions.test(text.replace(limits.wishes, '')) &&
      !limits.imperatives.test(text) &&
      !limits.answersNo.test(text)
    );
  });
}
