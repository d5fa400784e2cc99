import { createHash } from 'node:crypto';

/** What endpoints take of a tool's name, in characters. */
const MAX_CHARS = 64;
const MARK_CHARS = 6;

/**
 * The names of a server's tools as the model calls them: `mcp__<server>__<tool>`, without what endpoints refuse. One that is cut, or
 * that another tool has already, ends in a mark made of the whole name, so that it is the same in every run.
 */
export function nameTools(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const taken = new Set<string>();
  for (const tool of tools) {
    if (named.has(tool)) continue;
    const whole = `mcp__${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
    const name = whole.length > MAX_CHARS || taken.has(whole) ? marked(whole, tool) : whole;
    named.set(tool, name);
    taken.add(name);
  }
  return named;
}

function marked(name: string, tool: string): string {
  const mark = createHash('sha256').update(tool).digest('hex').slice(0, MARK_CHARS);
  return `${name.slice(0, MAX_CHARS - MARK_CHARS - 1)}_${mark}`;
}
