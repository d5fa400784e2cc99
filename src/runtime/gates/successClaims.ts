import { languages } from './languages.js';
import type { ProseLimits } from './phrases/proseLimits.js';
import type { VerificationPhrases } from './phrases/verificationPhrases.js';
import { type AssertedOptions, clauseBefore, isAsserted, ownStatements } from './prose/asserted.js';
import { readStatements, type Statement } from './prose/statements.js';
import { isLookup, isWriteTool } from './writeTools.js';

/** What was tried speaks for so many statements before and after it. */
const NEAR = 2;
/** An answer that reports nothing is a status when it is this short. */
const SHORT_ANSWER = 1;

/** A claim of success, and the wording that made it one. */
export interface Claim {
  readonly statement: Statement;
  readonly rule: string;
  readonly match: string;
}

type List = 'own' | 'plain' | 'status' | 'reported' | 'toolReported' | 'success' | 'gone' | 'agreement' | 'outcomes';

/** A claim that stands alone names its subject at the beginning of its clause. */
const LEAD = /^ ?(?:[\w'-]+[ ,:;.!]+){0,3}[\w-]*$/;

const occurs = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => text.search(pattern) >= 0);

/** What the answer as a whole says about its statements. */
interface Report {
  readonly hasWritten: boolean;
  readonly hasLookedUp: boolean;
  /** By statement: the author tried something out, or looked something over, here or near it. */
  readonly isNearTrial: readonly boolean[];
  readonly isNearInspection: readonly boolean[];
  readonly isReport: boolean;
  /** The answer admits that something does not work: then it reports, and does not praise. */
  readonly admitsFailure: boolean;
  readonly isInspected: boolean;
  /** The answer weighs things against each other: it is no bare status. */
  readonly argues: boolean;
  /** Nothing in the answer asks, advises, doubts, quotes or tells of others: it only says how things are. */
  readonly isBareStatus: boolean;
  /** Blocks in which the reader is spoken to. */
  readonly addressed: ReadonlySet<number>;
}

function isBare({ text }: Statement, limits: ProseLimits): boolean {
  const others = [limits.address, limits.contrasts, limits.thirdPerson, limits.past, limits.modals, limits.hedges];
  return ![...others, limits.conditions, limits.explanations].some((limit) => limit.test(text));
}

function nearby(own: readonly Statement[], patterns: readonly RegExp[]): readonly boolean[] {
  const flags = own.map(({ text }) => occurs(patterns, text));
  return own.map(({ block }, i) =>
    flags.some((flag, j) => flag && Math.abs(i - j) <= NEAR && Math.abs(block - (own[j]?.block ?? 0)) <= 1),
  );
}

function readReport(
  all: readonly Statement[],
  own: readonly Statement[],
  toolsUsed: readonly string[],
  phrases: VerificationPhrases,
): Report {
  const isNearTrial = nearby(own, phrases.trials);
  const isNearInspection = nearby(own, phrases.inspections);
  const hasWritten = toolsUsed.some(isWriteTool);
  return {
    hasWritten,
    hasLookedUp: toolsUsed.some(isLookup),
    isNearTrial,
    isNearInspection,
    isReport:
      hasWritten ||
      isNearTrial.includes(true) ||
      own.some(({ kind, text }) => kind !== 'cell' && occurs(phrases.workReport, text)),
    isInspected: isNearInspection.includes(true),
    admitsFailure: all.some(
      ({ text, isQuestion }) =>
        !isQuestion && phrases.admissions.some((one) => one.test(text.replace(phrases.unfailing, ' '))),
    ),
    argues: all.some(({ text }) => phrases.limits.contrasts.test(text)),
    isBareStatus: own.length === all.length && all.every((statement) => isBare(statement, phrases.limits)),
    addressed: new Set(own.filter(({ text }) => phrases.limits.address.test(text)).map(({ block }) => block)),
  };
}

/** The lists that may be searched in a statement, in order, each with how strictly. */
function listsFor(
  statement: Statement,
  position: number,
  length: number,
  report: Report,
  phrases: VerificationPhrases,
): readonly (readonly [List, AssertedOptions & { readonly mustLead?: boolean }])[] {
  const { text, block } = statement;
  const { limits } = phrases;
  const isNearTrial = report.isNearTrial[position] === true;
  const isNearInspection = report.isNearInspection[position] === true;
  const lists: (readonly [List, AssertedOptions & { readonly mustLead?: boolean }])[] = [];
  if (!phrases.failures.test(text)) lists.push(['own', {}]);
  const isNow = !limits.past.test(text);
  const isOthers = limits.thirdPerson.test(text);
  if (report.admitsFailure) return lists;
  const standsAlone = !report.isReport && !report.isInspected;
  const isStatus =
    !(report.hasLookedUp && length > 1) &&
    !report.argues &&
    length <= SHORT_ANSWER &&
    !report.addressed.has(block) &&
    !limits.scenes.test(text) &&
    !isOthers;
  if (standsAlone && report.isBareStatus && !report.hasLookedUp && length <= 6) {
    if (!limits.scenes.test(text)) lists.push(['plain', { mustLead: true }], ['status', {}]);
  } else if (isNow && (!standsAlone || isStatus)) lists.push(['plain', { mustLead: standsAlone }]);
  if (report.isReport && isNow) {
    if (!isOthers && (report.hasWritten || isNearTrial)) {
      if (report.hasWritten) lists.push(['reported', {}]);
      lists.push(['toolReported', {}]);
      if (occurs(phrases.support, text)) lists.push(['success', {}]);
    }
    lists.push(['gone', { mayHaveTail: true }]);
  }
  if (isNearTrial || isNearInspection) lists.push(['agreement', {}]);
  if (isNearInspection) lists.push(['gone', { mayHaveTail: true }]);
  if (isNearTrial) lists.push(['outcomes', {}]);
  return lists;
}

function claimIn(statement: Statement, lists: ReturnType<typeof listsFor>, phrases: VerificationPhrases): Claim | null {
  const { text } = statement;
  for (const [list, { mustLead = false, ...options }] of lists) {
    for (const [number, pattern] of phrases[list].entries()) {
      // Most patterns do not occur: `matchAll` makes a copy of a pattern first, `search` does not.
      if (text.search(pattern) < 0) continue;
      for (const { index, 0: match } of text.matchAll(pattern)) {
        if (mustLead && !LEAD.test(clauseBefore(text, index))) continue;
        if (isAsserted(text, index, index + match.length, phrases.limits, options)) {
          return { statement, rule: `${list}.${number}`, match };
        }
      }
    }
  }
  return null;
}

function claimOf(content: string, toolsUsed: readonly string[], phrases: VerificationPhrases): Claim | null {
  const { limits, disclaimers } = phrases;
  const statements = readStatements(content).map((statement) => ({
    ...statement,
    text: statement.text.replace(limits.assurances, ''),
  }));
  if (statements.some(({ text, isQuestion }) => !isQuestion && disclaimers.some((one) => one.test(text)))) return null;
  const own = ownStatements(statements, limits, true);
  const report = readReport(statements, own, toolsUsed, phrases);
  for (const [position, statement] of own.entries()) {
    const claim = claimIn(statement, listsFor(statement, position, own.length, report, phrases), phrases);
    if (claim !== null) return claim;
  }
  return null;
}

/** The first claim of success in a text, whether or not it was checked. Pure. */
export function findSuccessClaim(content: string, toolsUsed: readonly string[]): Claim | null {
  for (const { verification } of languages) {
    const claim = claimOf(content, toolsUsed, verification);
    if (claim !== null) return claim;
  }
  return null;
}
