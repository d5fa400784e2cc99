import type { ToolDefinition } from '../toolDefinition.js';

/** The names of those tools that a text calls by their names: what a request asks for outright need not be searched. */
export function namedIn(text: string, tools: readonly ToolDefinition[]): string[] {
  const words = new Set(text.match(/[\w-]+/g) ?? []);
  return tools.filter(({ name }) => words.has(name)).map(({ name }) => name);
}
