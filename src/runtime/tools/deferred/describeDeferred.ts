import type { ToolDefinition } from '../toolDefinition.js';

/** Characters of a tool's line in the answer of a search. */
const MAX_LINE_CHARS = 140;

/** Names of our own tools that the description of the search holds, in characters: they are in every request. */
const MAX_NAMES_CHARS = 500;

/** Servers that it names. */
const MAX_SERVERS = 12;

const MCP = /^mcp:/;

/** The first sentence of what a tool says about itself. */
export function lineAbout({ description }: Pick<ToolDefinition, 'description'>): string {
  const text = description.replace(/\s+/g, ' ').trim();
  const sentence = /^.+?[.!?。！？](?=\s|$)/u.exec(text)?.[0] ?? text;
  return sentence.length <= MAX_LINE_CHARS ? sentence : `${[...sentence].slice(0, MAX_LINE_CHARS - 1).join('')}…`;
}

/** What can be looked for, in a few words: the names of our own, of others only where they come from and how many. */
export function catalogueOf(tools: readonly ToolDefinition[]): string {
  const own = tools.filter(({ source }) => !MCP.test(source)).map(({ name }) => name);
  const servers = new Map<string, number>();
  for (const { source } of tools) if (MCP.test(source)) servers.set(source, (servers.get(source) ?? 0) + 1);
  const named = [...servers].map(([source, count]) => `${source.replace(MCP, '')} (${count})`);
  return [
    own.length === 0 ? '' : ` Some: ${withinChars(own, MAX_NAMES_CHARS)}.`,
    named.length === 0
      ? ''
      : ` Of servers: ${named.slice(0, MAX_SERVERS).join(', ')}${named.length > MAX_SERVERS ? ', ...' : ''}.`,
  ].join('');
}

function withinChars(names: readonly string[], limit: number): string {
  let text = '';
  for (const name of names) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > limit) return `${text}, ...`;
    text = longer;
  }
  return text;
}
