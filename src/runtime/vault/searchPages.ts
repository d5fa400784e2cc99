import { createHash } from 'node:crypto';
import { cutText } from '../../core/cutText.js';
import { foldText, isPaired, queryTerms } from '../../memory/search/terms.js';
import type { PageFile } from './pageFiles.js';
import { PAGE_ENDING } from './pageNames.js';
import { isOurs, splitPage } from './pageParts.js';
import { plainText } from './readableText.js';

/** Of an excerpt, in characters; and how much of it stands before the first word that was looked for. */
const EXCERPT_CHARS = 160;
const BEFORE_CHARS = 40;
/** A word in the title tells more than one in the text. */
const TITLE_WEIGHT = 2;
/** How fast more places of a word cease to count. */
const SATURATION = 1.5;

export interface FoundPage {
  /** Names the page in a command: ten digits, of its path. */
  readonly key: string;
  readonly path: string;
  readonly title: string;
  /** Somebody's own page, of which nothing is generated. */
  readonly isOwn: boolean;
  readonly excerpt: string;
}

export function keyOfPage(path: string): string {
  return createHash('sha256').update(path.normalize('NFC')).digest('hex').slice(0, 10);
}

export function titleOf(path: string): string {
  return (path.split('/').at(-1) ?? path).slice(0, -PAGE_ENDING.length);
}

/** The pages in which words of a question stand, best first; null: there is no word in it. A word may be the beginning of one. */
export function searchPages(files: readonly PageFile[], question: string): readonly FoundPage[] | null {
  const terms = queryTerms(question);
  if (terms.length === 0) return null;
  const read = files.map((file) => {
    const text = plainText(searchedOf(file.text));
    const [foldedText, title] = [foldText(text), foldText(titleOf(file.path))];
    const counts = terms.map((term) => countOf(foldedText, term));
    const inTitle = terms.map((term) => countOf(title, term) > 0);
    return { file, text, counts, inTitle, hits: counts.filter((count, i) => count > 0 || inTitle[i]).length };
  });
  const weights = terms.map((_, i) => {
    const having = read.filter(({ counts, inTitle }) => (counts[i] ?? 0) > 0 || inTitle[i]).length;
    return Math.log(1 + files.length / Math.max(1, having));
  });
  const scoreOf = ({ counts, inTitle, hits }: (typeof read)[number]) => {
    const sum = weights.reduce((total, weight, i) => {
      const count = counts[i] ?? 0;
      return total + weight * (count / (count + SATURATION) + (inTitle[i] ? TITLE_WEIGHT : 0));
    }, 0);
    return sum * (hits / terms.length) ** 2;
  };
  return read
    .filter(({ hits }) => hits > 0)
    .map((page) => ({ page, score: scoreOf(page) }))
    .sort((a, b) => b.score - a.score || (a.page.file.path < b.page.file.path ? -1 : 1))
    .map(({ page: { file, text } }) => ({
      key: keyOfPage(file.path),
      path: file.path,
      title: titleOf(file.path),
      isOwn: !isOurs(splitPage(file.text)),
      excerpt: excerptOf(text, terms),
    }));
}

/** Of the index only what somebody wrote there: what it lists has pages of its own. */
function searchedOf(text: string): string {
  const { id, parts } = splitPage(text);
  if (id !== 'index') return text;
  return parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n');
}

/** How often a term stands at the beginning of a word, or anywhere in scripts without spaces. Both are folded. */
function countOf(text: string, term: string): number {
  const isWhole = !isPaired(term) && [...term].length < 3;
  let count = 0;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
    const follows = !isPaired(term) && isWordSign(text[at - 1]);
    const goesOn = isWhole && isWordSign(text[at + term.length]);
    if (!follows && !goesOn) count += 1;
  }
  return count;
}

const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}\p{M}]/u.test(sign);

/** The line with most of the words, from shortly before the first of them. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const found = lines.map((line) => {
    const folded = foldText(line);
    return terms.filter((term) => countOf(folded, term) > 0).length;
  });
  const best = found.indexOf(Math.max(...found, 0));
  const line = (lines[best] ?? lines[0] ?? '').replace(/^[\s#>*-]+/, '').trim();
  if (line.length <= EXCERPT_CHARS) return line;
  const words = line.split(/(?<=\s)/);
  let start = 0;
  for (const word of words) {
    if (terms.some((term) => countOf(foldText(word), term) > 0)) break;
    start += word.length;
  }
  const from = start >= line.length || start <= BEFORE_CHARS ? 0 : start - BEFORE_CHARS;
  return `${from === 0 ? '' : '…'}${cutText(line.slice(from), EXCERPT_CHARS)}`;
}
