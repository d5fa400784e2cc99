import { ADDITIVE_PARTS, ADDITIVE_WORDS, BE_WORDS, PAST_WORD } from './additiveWords.js';
import { COPULAS } from './attributes.js';
import { NEGATIONS, TURNS } from './guardWords.js';
import type { Token } from './sentenceFrame.js';

/** Tokens that both have at the beginning, and in all; characters, where a script has no spaces. */
const MIN_BEFORE = { words: 2, characters: 3 } as const;
const MIN_COMMON = { words: 3, characters: 3 } as const;
/** What may follow the value: a unit, or a word or two. */
const MAX_AFTER = { words: 2, ofNumbers: 3, characters: 4 } as const;
const MAX_VALUE = { words: 3, characters: 6 } as const;

const ARTICLES: ReadonlySet<string> = new Set(
  'a an the ein eine einen einem der die das den dem un une le la les uno una el los las um uma o os as il lo i gli'.split(
    ' ',
  ),
);
/** Behind these stands whose something is, and not what it is. */
const OF: ReadonlySet<string> = new Set('of von vom der des de du d di del della da do od kod у'.split(' '));
/** What follows the value and begins so belongs to the sentence as a whole. */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  `in on at to for with from by per every each a an the im am um in auf zum zur mit fur bei aus nach jeden jede pro a au en dans pour avec
  par chaque para con por cada con per ogni com em no na cada в во на с из по каждый каждую u na za sa iz po`.split(
    /\s+/,
  ),
);
/** In scripts without spaces a sentence says what something is with one of these; before it stands what the sentence is about. */
const PREDICATES = /[是叫在为為于於住姓由用到给給は]/u;
/** What may stand behind both numbers though the numbers differ. */
const UNIT = /^(?:h|uhr|am|pm|oclock|percent|prozent)$/;

/**
 * Whether two sentences are the same but for the value at their end: `Our standup is at 9:15`, `Our standup is at 10`. The values must be of
 * one kind, and the sentence one that holds for one value at a time.
 */
export function hasOtherEnd(one: readonly Token[], other: readonly Token[]): boolean {
  const before = commonLength(one, other, (tokens, i) => tokens[i]);
  const shorter = Math.min(one.length, other.length) - before;
  const after = Math.min(
    shorter,
    commonLength(one, other, (tokens, i) => tokens.at(-1 - i)),
  );
  const [a, b] = [one, other].map((tokens) => withoutLead(tokens.slice(before, tokens.length - after)));
  if (a === undefined || b === undefined || a.length === 0 || b.length === 0) return false;
  const start = one.slice(0, before);
  const end = one.slice(one.length - after);
  return (
    isLongEnough(start, end, a, b) && isOfOneValue([...start, ...end]) && areOfAKind(a, b) && isPredicate(start, a, b)
  );
}

function commonLength(
  one: readonly Token[],
  other: readonly Token[],
  at: (tokens: readonly Token[], i: number) => Token | undefined,
): number {
  let length = 0;
  while (at(one, length) !== undefined && at(one, length)?.word === at(other, length)?.word) length += 1;
  return length;
}

/** A value without what leads to it: `on Thursday` and `Friday` are of a kind. */
function withoutLead(value: readonly Token[]): readonly Token[] {
  const [first, ...rest] = value;
  return first !== undefined && rest.length > 0 && PREPOSITIONS.has(first.word) && !ARTICLES.has(first.word)
    ? rest
    : value;
}

const areNumbers = (...values: readonly (readonly Token[])[]) =>
  values.every((value) => value.some((token) => token.hasDigit));

function isLongEnough(
  start: readonly Token[],
  end: readonly Token[],
  a: readonly Token[],
  b: readonly Token[],
): boolean {
  const unit = start.some((token) => token.isPaired) ? 'characters' : 'words';
  const most = unit === 'words' && areNumbers(a, b) ? MAX_AFTER.ofNumbers : MAX_AFTER[unit];
  const [next] = end;
  const isTail =
    next === undefined || unit === 'characters' || areNumbers(a, b) || isTailOf(start.at(-1), next, end.length);
  return (
    isTail &&
    (unit === 'words' || PREDICATES.test(start.map(({ word }) => word).join(''))) &&
    start.length >= MIN_BEFORE[unit] &&
    start.length + end.length >= MIN_COMMON[unit] &&
    end.length <= most &&
    Math.max(a.length, b.length) <= MAX_VALUE[unit]
  );
}

/** Whether what follows a value is no verb: of `the dog of Ann barks` Ann is not the value. */
function isTailOf(last: Token | undefined, next: Token, length: number): boolean {
  return !OF.has(last?.word ?? '') && (length === 1 || PREPOSITIONS.has(next.word));
}

/** No list, no denial, nothing of the past or in doubt. */
function isOfOneValue(common: readonly Token[]): boolean {
  const words = common.map(({ word }) => word);
  const isBe = words.some((word) => BE_WORDS.has(word));
  const isOther = (word: string, i: number) =>
    ADDITIVE_WORDS.has(word) || ((NEGATIONS.has(word) || TURNS.has(word)) && !isHarmless(word, words[i - 1]));
  const isPast = (word: string) => PAST_WORD.test(word) && !isBe;
  return !words.some((word, i) => isOther(word, i) || isPast(word)) && !ADDITIVE_PARTS.test(words.join(''));
}

/** Words that turn a sentence in one language, or in one place, and not in another: `se llama`, `pas od Vesne`, `under the mat`. */
function isHarmless(word: string, before: string | undefined): boolean {
  if (word === 'se' || word === 'si') return before !== undefined;
  if (word === 'pas') return before === undefined;
  if (word === 'als') return before !== undefined && !/(?:er|mehr|weniger|anders)$/.test(before);
  return word === 'over' || word === 'under';
}

/** One value in the place of another: both numbers or both none, both names or both none, and nothing in the middle the same. */
function areOfAKind(a: readonly Token[], b: readonly Token[]): boolean {
  const [first, second] = [a[0], b[0]];
  if (first === undefined || second === undefined) return false;
  if (areNumbers(a) !== areNumbers(b) || Math.abs(a.length - b.length) > 1) return false;
  if (!areNumbers(a, b) && first.isCapital !== second.isCapital) return false;
  if (ARTICLES.has(first.word) !== ARTICLES.has(second.word)) return false;
  if (first.isPaired) return true;
  const words = new Set(b.map(({ word }) => word));
  return a.every(({ word }) => !words.has(word) || UNIT.test(word));
}

/** Right behind "is" any quality may stand, and many at a time: there only numbers and names replace one another. */
function isPredicate(start: readonly Token[], a: readonly Token[], b: readonly Token[]): boolean {
  const last = start.filter(({ word }) => !ARTICLES.has(word)).at(-1);
  if (last === undefined || !COPULAS.has(last.word)) return true;
  const [first] = a;
  // German writes every noun like a name.
  const isName = first?.isCapital === true && last.word !== 'ist' && last.word !== 'sind';
  return areNumbers(a, b) || isName || first?.isPaired === true;
}
