import { isJudgedSo } from './claimJudge.js';
import { languages } from './languages.js';
import type { SelfIncapacityPhrases } from './phrases/selfIncapacityPhrases.js';
import { readStatements, type Statement } from './prose/statements.js';

/** Without drafts for somebody else, which open with a label and a colon. */
function withoutDrafts(statements: readonly Statement[], phrases: SelfIncapacityPhrases): readonly Statement[] {
  let draftFrom: number | null = null;
  return statements.filter(({ text, block }) => {
    const colon = text.indexOf(':');
    const opensDraft = colon >= 0 && phrases.drafts.test(text.slice(0, colon));
    if (opensDraft && /:\W*$/.test(text)) draftFrom ??= block;
    return !opensDraft && (draftFrom === null || block <= draftFrom);
  });
}

function isIncapacity({ text, isQuestion, isOpen, kind }: Statement, phrases: SelfIncapacityPhrases): boolean {
  if (isOpen) return false;
  const said = isQuestion ? text.replace(phrases.requests, '') : text;
  if (said.includes('?') || phrases.attributions.test(said) || phrases.overcome.test(said)) return false;
  const patterns = kind === 'sentence' ? [...phrases.incapacity, ...phrases.fragments] : phrases.incapacity;
  return patterns.some((pattern) =>
    [...said.matchAll(pattern)].some(
      ({ index, 0: match }) =>
        !phrases.idioms.test(said.slice(index + match.length)) && !phrases.hypothetical.test(said.slice(0, index)),
    ),
  );
}

/**
 * The sign gate (spec runtime 4.4): whether the assistant says of itself that it could not, may not or will not do what was
 * asked. Bound to the first person; quotations, questions and hypotheses do not count. Pure.
 */
export function isSelfIncapacityAssertion(content: string): boolean {
  return isJudgedSo('selfIncapacity', { content, isByRule: isIncapacityByRule(content) });
}

/** What the hand-written rules say. */
export function isIncapacityByRule(content: string): boolean {
  const statements = readStatements(content);
  return languages.some(({ selfIncapacity }) =>
    withoutDrafts(statements, selfIncapacity).some((statement) => isIncapacity(statement, selfIncapacity)),
  );
}
