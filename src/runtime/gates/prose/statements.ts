import { plainProse } from './plainProse.js';

/** A sentence, list item or table cell in the author's own words, as plain lower-case prose (`plainProse`). */
export interface Statement {
  readonly text: string;
  /** As it was written. */
  readonly source: string;
  readonly isQuestion: boolean;
  readonly kind: 'sentence' | 'item' | 'cell';
  /** Statements of one paragraph or list share this number. */
  readonly block: number;
  /** The headings, colon label or column header that it stands under, as plain prose. */
  readonly under: readonly string[];
  /** An empty check box. */
  readonly isOpen: boolean;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_]+?)(?:\*\*|__)\s*:?\s*$/;
const ITEM = /^(\s*)(?:[-*+\u2022]|\d{1,3}[.)]|[a-z]\))\s+(?:\[([ xX])\]\s+)?(.*)$/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/;
const CODE_LINE = /^(?: {4}|\t)/;
/** Lines of verse are at least this many, and this many of them run on in lower case. */
const VERSE_LINES = 3;
const VERSE_RUN_ONS = 2;
const VERSE_WORDS = 4;

function splitCells(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

const SENTENCE_END = /(?<=[.!?:]["')\]*_]*)\n+|(?<=[.!?]["')\]*_]*)\s+(?=\S)|\n{2,}/g;
const PROTECTED = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)|"[^"]{1,600}?"/g;

/** Cuts prose at sentence ends. A full stop within a word, number, code or quotation ends none. */
function splitSentences(text: string): string[] {
  const straight = text.replace(/[\u201C\u201D\u201E\u00AB\u00BB]/g, '"');
  const spans = [...straight.matchAll(PROTECTED)].map((span) => [span.index, span.index + span[0].length] as const);
  const sentences: string[] = [];
  let start = 0;
  for (const end of straight.matchAll(SENTENCE_END)) {
    if (spans.some(([from, to]) => end.index > from && end.index < to)) continue;
    sentences.push(text.slice(start, end.index));
    start = end.index + end[0].length;
  }
  sentences.push(text.slice(start));
  return sentences.map((sentence) => sentence.replace(/\s+/g, ' ').trim()).filter((sentence) => sentence !== '');
}

/** A poem in the answer is no report: three lines or more that run on from one to the next. */
function isVerse(lines: readonly string[]): boolean {
  if (lines.length < VERSE_LINES) return false;
  const words = lines.reduce((sum, line) => sum + line.trim().split(/\s+/).length, 0);
  const runOns = lines.slice(1).filter((line, i) => /^\s*\p{Ll}/u.test(line) && !/[.!?:]\s*$/.test(lines[i] ?? ''));
  return runOns.length >= VERSE_RUN_ONS && words / lines.length >= VERSE_WORDS;
}

/**
 * The statements of a Markdown text in order. Code blocks, block quotes and verse are left out: they are not what the
 * author says.
 */
export function readStatements(markdown: string): readonly Statement[] {
  const statements: Statement[] = [];
  const headings: Heading[] = [];
  let label: string | null = null;
  let header: readonly string[] | null = null;
  let block = 0;
  let paragraph: string[] = [];
  let fence: string | null = null;
  let isAfterBlank = true;
  let isInList = false;

  const under = (): string[] => [...headings.map(({ text }) => text), ...(label === null ? [] : [label])];

  const add = (source: string, fields: Partial<Statement> = {}) => {
    for (const text of plainProse(source).split(/ ?; /)) addPart(text, source, fields);
  };

  const addPart = (text: string, source: string, fields: Partial<Statement>) => {
    if (!/[a-z\d\p{L}]/u.test(text)) return;
    const isQuestion = /\?["')\s]*$/.test(text);
    statements.push({
      text,
      source: source.trim(),
      isQuestion,
      kind: 'sentence',
      block,
      under: under(),
      isOpen: false,
      ...fields,
    });
  };

  const addSentences = (text: string, fields: Partial<Statement> = {}) => {
    for (const sentence of splitSentences(text)) add(sentence, fields);
  };

  const endParagraph = () => {
    const lines = paragraph;
    paragraph = [];
    if (lines.length === 0) return;
    block += 1;
    isInList = false;
    if (isVerse(lines)) return;
    label = null;
    const text = lines.join('\n');
    addSentences(text);
    const last = lines.at(-1)?.trim() ?? '';
    if (!/[.!?]["'*_)]*$/.test(last)) label = plainProse(splitSentences(text).at(-1) ?? last);
  };

  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      continue;
    }
    if (mark !== undefined) {
      endParagraph();
      fence = mark;
      continue;
    }
    if (line.trim() === '') {
      endParagraph();
      isAfterBlank = true;
      header = null;
      continue;
    }
    const heading = HEADING.exec(line);
    const bold = BOLD_LINE.exec(line);
    const item = ITEM.exec(line);
    if (heading !== null) {
      endParagraph();
      const level = heading[1]?.length ?? 1;
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, text: plainProse(heading[2] ?? '') });
      label = null;
      isInList = false;
    } else if (bold !== null && paragraph.length === 0) {
      label = plainProse(bold[1] ?? '');
      block += 1;
      add(bold[1] ?? '');
    } else if (/^ {0,3}>/.test(line)) {
      endParagraph();
    } else if (TABLE_RULE.test(line) && line.includes('-') && (line.includes('|') || header !== null)) {
      isAfterBlank = false;
    } else if (TABLE_ROW.test(line)) {
      endParagraph();
      const cells = splitCells(line);
      if (header === null) {
        header = cells.map(plainProse);
        block += 1;
      } else {
        for (const [column, cell] of cells.entries()) {
          add(cell, { kind: 'cell', under: [...under(), header[column] ?? ''] });
        }
      }
    } else if (
      item !== null &&
      (paragraph.length === 0 || isInList || !/^\s*\d/.test(line) || /^\s*1[.)]/.test(line))
    ) {
      const wasInList = isInList;
      endParagraph();
      if (!wasInList) block += 1;
      isInList = true;
      addSentences(item[3] ?? '', { kind: 'item', isOpen: item[2] === ' ' });
      if (/:\s*$/.test(item[3] ?? '')) label = plainProse(item[3] ?? '');
    } else if (CODE_LINE.test(line) && isAfterBlank && !isInList) {
      endParagraph();
    } else if (isInList && /^\s+\S/.test(line)) {
      addSentences(line, { kind: 'item' });
    } else {
      paragraph.push(line);
    }
    isAfterBlank = false;
  }
  endParagraph();
  return statements;
}
