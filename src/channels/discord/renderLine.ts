import { escapeLineStart, escapeText } from './renderEscape.js';
import type { Marks, Run } from './renderRuns.js';

/** A line in Discord's Markdown, and as a reader sees it. */
export interface Line {
  readonly markup: string;
  readonly plain: string;
}

/** Marks that open and close around runs, outermost first. Always in this order, so that two of a kind never meet. */
const ORDER = ['link', 'strike', 'strong', 'em'] as const;
type Mark = (typeof ORDER)[number];

/** Writes the runs of one line. White space at the edges of marks goes outside, where Discord wants it. */
export function writeLine(runs: readonly Run[]): Line {
  const pieces = joinRuns(withoutLostSlants(trimMarks(joinRuns(runs))));
  let markup = '';
  let open: readonly Mark[] = [];
  let link: string | null = null;
  pieces.forEach((piece, index) => {
    const wanted = ORDER.filter((mark) => (mark === 'link' ? piece.link !== null : piece[mark]));
    let kept = 0;
    if (link === piece.link) while (kept < open.length && open[kept] === wanted[kept]) kept += 1;
    markup = close(markup, open.slice(kept), link) + wanted.slice(kept).map(opening).join('');
    const text = written(piece);
    markup += index === 0 && piece.kind === 'text' && wanted.length === 0 ? escapeLineStart(text) : text;
    open = wanted;
    link = piece.link;
  });
  markup = close(markup, open, link);
  return {
    markup: markup.trimEnd(),
    plain: runs
      .map((run) => run.text)
      .join('')
      .trimEnd(),
  };
}

function sameMarks(a: Marks, b: Marks): boolean {
  return a.link === b.link && a.strike === b.strike && a.strong === b.strong && a.em === b.em;
}

/** Runs of the same kind and marks become one: a mark that closes and opens again at the same place would not be read. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last !== undefined && last.kind === run.kind && run.kind !== 'address' && sameMarks(last, run)) {
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    } else joined.push(run);
  }
  return joined;
}

/** White space carries only the marks of both its neighbours. */
function trimMarks(runs: readonly Run[]): Run[] {
  const pieces: Run[] = runs.flatMap((run) => {
    if (run.kind !== 'text') return [run];
    const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text) ?? [];
    return [before, core, after].filter((text) => text !== '').map((text) => ({ ...run, text }));
  });
  const isSpace = (run: Run) => run.kind === 'text' && run.text.trim() === '';
  return joinRuns(
    pieces.map((piece, index) => {
      if (!isSpace(piece)) return piece;
      const before = pieces.slice(0, index).findLast((other) => !isSpace(other));
      const after = pieces.slice(index + 1).find((other) => !isSpace(other));
      return {
        ...piece,
        link: before !== undefined && before.link === after?.link ? before.link : null,
        strike: before?.strike === true && after?.strike === true,
        strong: before?.strong === true && after?.strong === true,
        em: before?.em === true && after?.em === true,
      };
    }),
  );
}

/** Leaves text upright where Discord would not find the slant's end: `_` ends before no letter, and follows no `~~`. */
function withoutLostSlants(pieces: readonly Run[]): Run[] {
  const result = [...pieces];
  pieces.forEach((piece, index) => {
    if (!piece.em) return;
    const before = pieces[index - 1];
    if (before?.strike === true && !piece.strike) result[index] = { ...piece, em: false };
    const after = pieces[index + 1];
    if (after === undefined || after.kind !== 'text' || !/^[0-9A-Za-z]/.test(after.text)) return;
    if (!sameMarks({ ...after, em: true }, piece) || after.em) return;
    for (let i = index; i >= 0; i -= 1) {
      const other = pieces[i];
      if (other === undefined || !sameMarks(other, piece)) break;
      result[i] = { ...other, em: false };
    }
  });
  return result;
}

function opening(mark: Mark): string {
  return mark === 'link' ? '[' : mark === 'strike' ? '~~' : mark === 'strong' ? '**' : '_';
}

/** Ends marks; the end of struck text is looked for without regard to escapes, so a `~` before it needs to be apart. */
function close(markup: string, marks: readonly Mark[], link: string | null): string {
  const apart = marks.at(-1) === 'strike' && markup.endsWith('~') ? '\u200b' : '';
  const closers = marks.map((mark) => (mark === 'link' ? `](${link ?? ''})` : opening(mark)));
  return markup + apart + closers.reverse().join('');
}

function written(run: Run): string {
  if (run.kind === 'code') return writeCode(run.text);
  return run.kind === 'address' ? `<${run.text}>` : escapeText(run.text);
}

/** Code with a fence of one or two backticks: three would open a block. */
function writeCode(text: string): string {
  const lengths = new Set([...text.matchAll(/`+/g)].map((match) => match[0].length));
  const size = lengths.has(1) ? 2 : 1;
  const fence = '`'.repeat(size);
  const inner = size === 2 && lengths.has(2) ? text.replace(/(?<!`)``(?!`)/g, '`\u200b`') : text;
  // Clients take away one space between a fence and a backtick, however many there are.
  const isBlank = inner.trim() === '';
  const before = isBlank || /^ *`/.test(inner) ? ' ' : '';
  const after = isBlank || /` *$/.test(inner) ? ' ' : '';
  return `${fence}${before}${inner}${after}${fence}`;
}
