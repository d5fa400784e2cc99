import { FIGURES, type Figure, type FigureName, judge, type Results } from './figures.js';
import type { Sample } from './statistics.js';
import { SYSTEM_TITLES, type SystemName } from './systems.js';

const MARKS = { none: '', reached: ' ok', missed: ' MISSED' } as const;

function format(value: number, unit: Figure['unit']): string {
  if (unit === 'tokens') return String(value);
  if (unit === 's') return value.toFixed(2);
  return Math.abs(value) < 100 ? value.toFixed(1) : value.toFixed(0);
}

function aimText({ aim }: Figure, system: SystemName): string {
  if (aim === undefined) return '';
  if (aim.kind === 'bound') return ` (aim ${aim.atMost})`;
  const atMost = aim.atMost[system];
  return atMost === undefined ? '' : ` (aim ${atMost}x)`;
}

/** `p50 / p95`, the ratio to the bare bot, and whether the aim is reached. */
function cellOf(figure: Figure, system: SystemName, own: Sample | undefined, bare: Sample | undefined): string {
  if (own === undefined) return '-';
  const p95 = own.p95 === undefined ? '' : ` / ${format(own.p95, figure.unit)}`;
  const isComparable = system !== 'bare' && bare !== undefined && figure.unit !== 'tokens' && bare.p50 > 0;
  const ratio = isComparable ? `, ${(own.p50 / bare.p50).toFixed(2)}x` : '';
  const verdict = judge(figure, system, own, bare);
  const mark = verdict === 'none' ? '' : `${MARKS[verdict]}${aimText(figure, system)}`;
  return `${format(own.p50, figure.unit)}${p95}${ratio}${mark}`;
}

/** The results as a Markdown table whose columns also line up as plain text. */
export function formatTable(results: ReadonlyMap<SystemName, Results>): string {
  const systems = [...results.keys()];
  const bare = results.get('bare');
  const names = Object.keys(FIGURES) as FigureName[];
  const shown = names.filter((name) => systems.some((system) => results.get(system)?.[name] !== undefined));
  const rows = shown.map((name) => {
    const figure: Figure = FIGURES[name];
    const cells = systems.map((system) => cellOf(figure, system, results.get(system)?.[name], bare?.[name]));
    return [`${figure.title}, ${figure.unit}`, ...cells];
  });
  const header = ['p50 / p95', ...systems.map((system) => SYSTEM_TITLES[system])];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
