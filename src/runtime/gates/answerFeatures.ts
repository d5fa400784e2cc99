import type { FeatureGroup } from '../scoring/linearModel.js';
import type { ProseLimits } from './phrases/proseLimits.js';
import { isAsserted, ownStatements } from './prose/asserted.js';
import { readStatements, type Statement } from './prose/statements.js';

/** A pattern and the place in its data file that it has: `verdicts.2.patterns.0`. */
export interface NamedPattern {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Words of the first statement that count by themselves: answers open with what they are about. */
const OPENING_WORDS = 5;
/** Longer words also count by their beginning, which stands for their forms. */
const STEM_CHARS = 4;
/** Lengths of an answer are told apart up to two to the power of this, in statements. */
const MOST_LENGTHS = 4;

const WORD = /[a-z']+|\d+|[^\sa-z\d']/g;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** All patterns of a language's phrases for one gate, by name. */
export function namePatterns(phrases: object, prefix = ''): readonly NamedPattern[] {
  return Object.entries(phrases).flatMap(([key, value]: readonly [string, unknown]) => {
    const name = `${prefix}${key}`;
    if (value instanceof RegExp) return [{ name, pattern: value }];
    return isRecord(value) ? namePatterns(value, `${name}.`) : [];
  });
}

/** The wordings of a statement: words, pairs, triples, pairs with a gap, beginnings. */
function* wordingsOf({ text, isQuestion, isOpen }: Statement): Generator<string> {
  const prefix = isQuestion ? 'q:' : isOpen ? 'o:' : '';
  const words = (text.match(WORD) ?? []).map((word) => (/^\d/.test(word) ? '#' : word));
  const all = ['^', ...words, '$'];
  for (const [i, first] of all.entries()) {
    yield prefix + first;
    const [second, third] = [all[i + 1], all[i + 2]];
    if (second !== undefined) yield `${prefix}${first} ${second}`;
    if (third === undefined) continue;
    yield `${prefix}${first} ${second} ${third}`;
    yield `${prefix}${first} _ ${third}`;
  }
  for (const word of all) if (word.length > STEM_CHARS) yield `p:${word.slice(0, STEM_CHARS)}`;
}

function* formOf(content: string, statements: readonly Statement[]): Generator<string> {
  const opening = ['^', ...(statements[0]?.text.match(WORD) ?? [])].slice(0, OPENING_WORDS);
  for (const word of opening) yield `0:${/^\d/.test(word) ? '#' : word}`;
  yield `len${Math.min(MOST_LENGTHS, Math.floor(Math.log2(statements.length + 1)))}`;
  if (/```/.test(content)) yield 'code';
  if (/^\s*>/m.test(content)) yield 'quote';
  if (/\|/.test(content)) yield 'tab';
}

/** Which of the hand-written patterns occur, in the author's own statements or others', asserted or not. */
function* patternsIn(
  statements: readonly Statement[],
  patterns: readonly NamedPattern[],
  limits: ProseLimits,
): Generator<string> {
  const own = new Set(ownStatements(statements, limits, true));
  for (const statement of statements) {
    const { text } = statement;
    const sign = own.has(statement) ? '+' : '-';
    const kinds = new Set<string>();
    for (const { name, pattern } of patterns) {
      const at = text.search(pattern);
      if (at < 0) continue;
      const end = at + (text.slice(at).match(pattern)?.[0].length ?? 0);
      const said = isAsserted(text, at, end, limits, { mayHaveTail: true, isOwn: true }) ? 'a' : 'n';
      const kind = name.replace(/\.\d+/g, '');
      kinds.add(kind);
      yield `R.${name}`;
      yield `${sign}R.${name}`;
      yield `${sign}${said}R.${name}`;
      yield `${sign}${said}R.${kind}`;
    }
    const sorted = [...kinds].sort();
    for (const [i, one] of sorted.entries()) for (const other of sorted.slice(i + 1)) yield `${sign}R.${one}&${other}`;
  }
  yield own.size === statements.length ? 'own:all' : own.size === 0 ? 'own:none' : 'own:some';
}

/** How much the hand-written patterns weigh beside the wordings. */
const PATTERN_SHARE = 0.5;

/** The feature that says that the gate's hand-written rule found something. */
export const RULE_FEATURE = 'rule';

/** An answer as a gate's model sees it. */
export interface JudgedAnswer {
  readonly content: string;
  /** Whether the gate's hand-written rule finds what the model is to judge. */
  readonly isByRule: boolean;
}

/**
 * What a gate's model looks at in an answer: its wordings and form, the hand-written patterns of the gate that occur, and the verdict
 * of the gate's rule. Not the tools of the turn: whether they bear a claim out is decided before. Pure.
 */
export function featuresOfAnswer(
  { content, isByRule }: JudgedAnswer,
  patterns: readonly NamedPattern[],
  limits: ProseLimits,
): readonly FeatureGroup[] {
  const statements = readStatements(content);
  const wordings = statements.flatMap((one) => [...wordingsOf(one)]);
  return [
    { names: [...wordings, ...formOf(content, statements)], share: 1 },
    { names: patternsIn(statements, patterns, limits), share: PATTERN_SHARE },
    { names: isByRule ? [RULE_FEATURE] : [], share: 1 },
  ];
}
