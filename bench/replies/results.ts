import type { Sample } from '../statistics.js';
import { PLATFORMS, type PlatformName } from './platforms.js';
import type { RenderSpeeds } from './renderSpeed.js';

/** What was measured of one platform. */
export interface PlatformResults {
  readonly edits: number;
  readonly shortFirst: Sample;
  readonly shortFinal: Sample;
  readonly longFirst: Sample;
  readonly longFinal: Sample;
  readonly lag: Sample;
  readonly cpu: number;
  readonly residentMb: number;
  readonly calls: number;
  /** Calls that the platform did not take, in all measurements. */
  readonly refused: number;
}

/** 500 lanes of a Telegram without limits, where every lane edits once a second. */
export type FreeResults = Pick<PlatformResults, 'lag' | 'cpu' | 'residentMb' | 'calls' | 'refused'>;

/** All that a column may show. */
type ReplyResults = PlatformResults & RenderSpeeds[PlatformName];

/** A column of the table. */
export interface Column {
  readonly title: string;
  readonly platform: PlatformName;
  readonly results: Partial<ReplyResults>;
}

type Cell = (results: Partial<ReplyResults>, column: Column) => string | undefined;

const ms = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

const sample =
  (pick: (results: Partial<ReplyResults>) => Sample | undefined): Cell =>
  (results) => {
    const values = pick(results);
    if (values === undefined) return undefined;
    return values.p95 === undefined ? ms(values.p50) : `${ms(values.p50)} / ${ms(values.p95)}`;
  };

const number =
  (pick: (results: Partial<ReplyResults>) => number | undefined, digits: number): Cell =>
  (results) =>
    pick(results)?.toFixed(digits);

const ROWS: readonly (readonly [title: string, cell: Cell])[] = [
  [
    'edits a second in one chat, of the permitted',
    ({ edits }, { platform }) =>
      edits === undefined ? undefined : `${edits.toFixed(2)} of ${PLATFORMS[platform].permitted.chatEdits.toFixed(2)}`,
  ],
  ['first token -> first text, short answer, ms', sample(({ shortFirst }) => shortFirst)],
  ['last token -> final text, short answer, ms', sample(({ shortFinal }) => shortFinal)],
  ['first token -> first text, long answer, ms', sample(({ longFirst }) => longFirst)],
  ['last token -> final text, long answer, ms', sample(({ longFinal }) => longFinal)],
  ['500 lanes: lag of /healthz, ms', sample(({ lag }) => lag)],
  ['500 lanes: CPU seconds in a second', number(({ cpu }) => cpu, 2)],
  ['500 lanes: resident memory, MB', number(({ residentMb }) => residentMb, 0)],
  [
    '500 lanes: messages and edits a second, of the permitted',
    ({ calls }, { platform, title }) => {
      if (calls === undefined) return undefined;
      const { accountCalls } = PLATFORMS[platform].permitted;
      const isLimited = accountCalls !== null && title === PLATFORMS[platform].title;
      return isLimited ? `${calls.toFixed(1)} of ${accountCalls}` : calls.toFixed(1);
    },
  ],
  ['calls that the platform refused', number(({ refused }) => refused, 0)],
  ['parse, MB/s', number(({ parse }) => parse, 2)],
  ['render, MB/s', number(({ render }) => render, 2)],
  ['parse, chunk and render, MB/s', number(({ chunk }) => chunk, 2)],
  ['the same at every 16 characters of a stream, MB/s', number(({ stream }) => stream, 3)],
];

/** The results as a Markdown table whose columns also line up as plain text. */
export function formatReplies(columns: readonly Column[]): string {
  const header = ['p50 / p95', ...columns.map(({ title }) => title)];
  const rows = ROWS.map(([title, cell]) => [title, ...columns.map((column) => cell(column.results, column) ?? '-')]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
