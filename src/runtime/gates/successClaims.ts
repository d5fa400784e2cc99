import { languages } from './languages.js';
import type { VerificationPhrases } from './phrases/verificationPhrases.js';
import { isAsserted, ownStatements } from './prose/asserted.js';
import { readStatements, type Statement } from './prose/statements.js';
import { isLookup, isWriteTool } from './writeTools.js';

/** A verdict and its circumstances together must weigh so much to be a claim. */
const CLAIM_WEIGHT = 8;
/** What was tried speaks for so many statements before and after it. */
const NEAR = 2;
/** An answer of so few statements that only says how things are is a status. */
const STATUS_STATEMENTS = 3;

/**
 * What speaks for a verdict's being the author's own finding, besides its wording. Set by hand, then moved in steps of one to
 * where each development corpus alone also predicts the other.
 */
const WEIGHTS = {
  /** The author says that he verified it. */
  own: 7,
  /** He tried something out or looked it over nearby; he did anything at all nearby. */
  trial: 6,
  deed: 3,
  /** A tool that wrote says so already. */
  deedAfterWrite: 1,
  /** A tool wrote something in the turn. */
  written: 5,
  /** "I can confirm that". */
  assured: 4,
  /** A second and a third wording of success in the statement; any in the ones beside it. */
  second: 2,
  third: 2,
  neighbour: 1,
  /** The answer is short and says only how things are. */
  status: 2,
  /** It weighs things; parts of it are questions, plans or other people's words; it reports what was looked up. */
  argues: -1,
  mixed: -1,
  lookup: -1,
  /** It admits that something does not work. */
  admits: -4,
};

/** A claim of success. */
export interface Claim {
  readonly statement: Statement;
}

interface Verdict {
  readonly weight: number;
}

const sumOf = (signs: readonly (readonly [boolean, number])[]) =>
  signs.reduce((sum, [isThere, weight]) => sum + (isThere ? weight : 0), 0);

const occurs = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => text.search(pattern) >= 0);

/** For each statement whether one of the patterns stands in it or close to it. */
function nearby(own: readonly Statement[], patterns: readonly RegExp[]): readonly boolean[] {
  const flags = own.map(({ text }) => occurs(patterns, text));
  return own.map(({ block }, i) =>
    flags.some((flag, j) => flag && Math.abs(i - j) <= NEAR && Math.abs(block - (own[j]?.block ?? 0)) <= 1),
  );
}

/** What is asserted in the statement, the heaviest first. */
function verdictsIn({ text }: Statement, phrases: VerificationPhrases): readonly Verdict[] {
  const found: Verdict[] = [];
  const search = (weight: number, patterns: readonly RegExp[], mayHaveTail: boolean) => {
    for (const pattern of patterns) {
      // Most patterns do not occur: `matchAll` makes a copy of a pattern first, `search` does not.
      if (text.search(pattern) < 0) continue;
      for (const { index, 0: match } of text.matchAll(pattern)) {
        if (!isAsserted(text, index, index + match.length, phrases.limits, { mayHaveTail })) continue;
        found.push({ weight });
        break;
      }
    }
  };
  if (!phrases.failures.test(text)) search(WEIGHTS.own, phrases.own, false);
  for (const { weight, patterns, mayHaveTail = false } of phrases.verdicts) {
    search(weight, patterns, mayHaveTail);
  }
  return found.toSorted((a, b) => b.weight - a.weight);
}

/** What the answer as a whole, and the tools that ran, add to every verdict. */
function weighAnswer(
  all: readonly Statement[],
  own: readonly Statement[],
  toolsUsed: readonly string[],
  phrases: VerificationPhrases,
): number {
  const { limits } = phrases;
  const hasWritten = toolsUsed.some(isWriteTool);
  const admits = all.some(
    ({ text, isQuestion }) =>
      !isQuestion && phrases.admissions.some((one) => one.test(text.replace(phrases.unfailing, ' '))),
  );
  const argues = all.some(({ text }) => limits.contrasts.test(text));
  const isAddressed = all.some(({ text }) => text.search(phrases.address) >= 0);
  const isMixed = own.length < all.length;
  const isStatus = all.length <= STATUS_STATEMENTS && !isMixed && !isAddressed && !argues;
  const signs: readonly (readonly [boolean, number])[] = [
    [hasWritten, WEIGHTS.written],
    [admits, WEIGHTS.admits],
    [argues, WEIGHTS.argues],
    [isMixed, WEIGHTS.mixed],
    [isStatus, WEIGHTS.status],
    [!hasWritten && toolsUsed.some(isLookup), WEIGHTS.lookup],
  ];
  return sumOf(signs);
}

const disclaims = (statements: readonly Statement[], { disclaimers }: VerificationPhrases) =>
  statements.some(({ text, isQuestion }) => !isQuestion && disclaimers.some((one) => one.test(text)));

/** Whether an answer says of itself that nothing was checked. Pure. */
export function isDisclaimed(content: string): boolean {
  const statements = readStatements(content);
  return languages.some(({ verification }) => disclaims(statements, verification));
}

function claimOf(content: string, toolsUsed: readonly string[], phrases: VerificationPhrases): Claim | null {
  const { limits } = phrases;
  const statements = readStatements(content);
  if (disclaims(statements, phrases)) return null;
  const bare = statements.map((statement) => ({ ...statement, text: statement.text.replace(limits.assurances, '') }));
  const own = ownStatements(bare, limits, true);
  const hasWritten = toolsUsed.some(isWriteTool);
  const answerWeight = weighAnswer(bare, own, toolsUsed, phrases);
  const isNearTrial = nearby(own, phrases.trials);
  const isNearDeed = nearby(own, phrases.deeds);
  const verdicts = own.map((statement) => verdictsIn(statement, phrases));
  for (const [i, statement] of own.entries()) {
    const found = verdicts[i] ?? [];
    const [first] = found;
    if (first === undefined) continue;
    const said = statements[bare.indexOf(statement)]?.text ?? statement.text;
    const signs: readonly (readonly [boolean, number])[] = [
      [isNearTrial[i] === true, WEIGHTS.trial],
      [isNearTrial[i] !== true && isNearDeed[i] === true, hasWritten ? WEIGHTS.deedAfterWrite : WEIGHTS.deed],
      [found.length > 1, WEIGHTS.second],
      [found.length > 2, WEIGHTS.third],
      [(verdicts[i - 1] ?? []).length + (verdicts[i + 1] ?? []).length > 0, WEIGHTS.neighbour],
      [statement.text.length < said.length, WEIGHTS.assured],
      ...phrases.circumstances.map(({ pattern, weight }) => [statement.text.search(pattern) >= 0, weight] as const),
    ];
    if (first.weight + answerWeight + sumOf(signs) >= CLAIM_WEIGHT) {
      return { statement };
    }
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

/** Whether a text speaks of success as a fact, whoever found it. Pure. */
export function speaksOfSuccess(content: string): boolean {
  return readStatements(content).some((statement) =>
    languages.some(({ verification }) => verdictsIn(statement, verification).some(({ weight }) => weight > 0)),
  );
}
