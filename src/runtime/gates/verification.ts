import { isCheckTool } from './checkTools.js';
import { english } from './phrases/verification.en.js';
import type { VerificationPhrases } from './phrases/verificationPhrases.js';
import { readStatements, type Statement } from './statements.js';
import { isWriteTool } from './writeTools.js';

const MIN_CHARS = 12;
const CHECK_WINDOW = 2;

const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => text.search(pattern) >= 0);

function isAsserted(text: string, start: number, end: number, phrases: VerificationPhrases, isGone = false, why?: (x: string) => void): boolean {
  const fail = (name: string) => {
    why?.(name);
    return false;
  };
  const before = text.slice(0, start);
  const part = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf(':')) + 1);
  const clause = /(?:^|[,;:()]| and | but | though | although | yet | then )([^,;:()]*?)$/.exec(before.replace(/.*(?:[,;:()]| and | but | though | although | yet | then )/s, ','))?.[1] ?? before;
  const after = text.slice(end);
  if (phrases.negations.test(clause)) return fail('neg');
  if (phrases.modals.test(clause)) return fail('modal');
  if (phrases.hedges.test(part) || phrases.hedges.test(after.slice(0, 40))) return fail('hedge');
  if (phrases.conditions.test(part) && !phrases.reported.test(part)) return fail('cond');
  if (!isGone && phrases.tails.test(after)) return fail('tail');
  if (phrases.explanations.test(after)) return fail('because');
  if (phrases.generic.test(before)) return fail('generic');
  if (phrases.verifies.test(before)) return fail('verifies');
  return true;
}

function isExcluded(statement: Statement, phrases: VerificationPhrases): string | null {
  const { text } = statement;
  if (statement.isQuestion) return 'q';
  if (statement.isOpen) return 'open';
  if (statement.kind !== 'sentence' && statement.under.some((label) => phrases.suggestions.test(label))) return 'under';
  if (phrases.attributions.test(text)) return 'attr';
  if (phrases.imperatives.test(text)) return 'imper';
  if (/^(?:no|nope|not quite|not yet|not really)[,:;.!]/.test(text)) return 'no';
  return null;
}

export interface FoundClaim { readonly statement: Statement; readonly pattern: string; readonly match: string }

function claimIn(statement: Statement, patterns: readonly RegExp[], phrases: VerificationPhrases): FoundClaim | null {
  for (const pattern of patterns) {
    for (const found of statement.text.matchAll(pattern)) {
      if (isAsserted(statement.text, found.index, found.index + found[0].length, phrases, patterns === phrases.goneClaims)) return { statement, pattern: String(pattern).slice(0, 80), match: found[0] };
    }
  }
  return null;
}

export function findClaims(content: string, toolsUsed: readonly string[]): FoundClaim | null {
  const phrases = english;
  const statements = readStatements(content).map((s) => ({ ...s, text: s.text.replace(phrases.assurances, '') }));
  const disclaimed = statements.some(({ text, isQuestion }) => !isQuestion && phrases.disclaimers.some((p) => p.test(text)));
  if (disclaimed) return null;
  const isWork = toolsUsed.some(isWriteTool) || statements.some(({ text, isQuestion }) => !isQuestion && matches(phrases.workReport, text));
  const own = statements.filter((s) => isExcluded(s, phrases) === null);
  const checking = own.map(({ text }) => matches(phrases.checking, text));
  for (const [i, statement] of own.entries()) {
    const first = phrases.failures.test(statement.text) ? null : claimIn(statement, phrases.ownClaims, phrases);
    if (first !== null) return first;
    if (phrases.past.test(statement.text)) continue;
    const found = claimIn(statement, phrases.claims, phrases);
    if (found !== null) return found;
    const elided = phrases.thirdPerson.test(statement.text) ? null : claimIn(statement, phrases.elidedClaims, phrases);
    if (elided !== null) return elided;
    if (isWork) {
      const w = claimIn(statement, phrases.workClaims, phrases);
      if (w !== null) return w;
    }
    const near = own.some((other, j) => checking[j] === true && Math.abs(i - j) <= CHECK_WINDOW && Math.abs(other.block - statement.block) <= 1);
    if (near || isWork) {
      const g = claimIn(statement, phrases.goneClaims, phrases);
      if (g !== null) return g;
    }
    if (near) {
      const o = claimIn(statement, phrases.outcomes, phrases);
      if (o !== null) return o;
    }
  }
  return null;
}

export function findClaim(content: string): string | null {
  return findClaims(content, [])?.statement.source ?? null;
}

export const explain = (content: string, tools: readonly string[]) => {
  const c = findClaims(content, tools);
  return c === null ? null : [c.match, c.pattern];
};

export function assertsUnverifiedCompletion(content: string, toolsUsed: readonly string[]): boolean {
  if (content.trim().length < MIN_CHARS || toolsUsed.some(isCheckTool)) return false;
  return findClaims(content, toolsUsed) !== null;
}
