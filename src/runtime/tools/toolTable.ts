import type { ToolDefinition } from './toolDefinition.js';

const YES = 'yes';

/** What of a call depends on its arguments is said so. */
function flagCell(tool: ToolDefinition, flag: 'idempotent' | 'mutating' | 'parallelSafe'): string {
  if (tool.flagsFor !== undefined) return 'by call';
  return tool[flag] ? YES : '';
}

function rowOf(tool: ToolDefinition): string {
  const cells = [
    `\`${tool.name}\``,
    tool.description.split('\n')[0] ?? '',
    flagCell(tool, 'idempotent'),
    flagCell(tool, 'mutating'),
    flagCell(tool, 'parallelSafe'),
    tool.offlineCapable ? YES : '',
    tool.deferred === true ? YES : '',
    tool.riskFor === undefined ? tool.risk : 'by call',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The table of the gateway's own tools with their flags, in Markdown (`docs/tools.md`). */
export function renderToolTable(tools: readonly ToolDefinition[]): string {
  const head = [
    '| tool | what the model is told | idempotent | mutating | parallel | offline | found by `tool_search` | risk |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [...head, ...sorted.map(rowOf)].join('\n');
}
