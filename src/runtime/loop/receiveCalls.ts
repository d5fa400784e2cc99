import type { ToolCall } from '../../core/journal.js';
import type { Completion, ReceivedToolCall } from '../llm/completion.js';

/** Calls of one round that run; the rest is answered with an error (spec: turns and commands 5). */
export const MAX_CALLS_PER_ROUND = 16;

const ID = /^[\w.:-]{1,128}$/;
const MAX_NAME_CHARS = 64;

/** Objects and lists within each other, in arguments: beyond a few hundred even comparing them ends in a stack overflow. */
const MAX_DEPTH = 100;

/** A name that every endpoint takes back in the next request; an unknown one is still recognisable. */
function cleanName(name: string): string {
  return (
    name
      .trim()
      .replace(/[^a-zA-Z0-9_-]/g, '_')
      .slice(0, MAX_NAME_CHARS) || 'unnamed_tool'
  );
}

/** An id that is unique in the turn and that every endpoint takes back. */
function cleanId(id: string, taken: ReadonlySet<string>): string {
  const base = ID.test(id) ? id : 'call';
  if (base === id && !taken.has(id)) return id;
  let n = taken.size + 1;
  while (taken.has(`${base}_${n}`)) n += 1;
  return `${base}_${n}`;
}

/** Whether JSON text nests deeper than `MAX_DEPTH`. */
function nestsTooDeep(json: string): boolean {
  if (json.length <= MAX_DEPTH) return false;
  let depth = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The JSON object in the text, in the text's own form; null when it holds none of reasonable depth. Empty text counts as no arguments. */
function objectText(text: string): string | null {
  if (text.trim() === '') return '{}';
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !nestsTooDeep(text) ? text : null;
  } catch {
    return null;
  }
}

/**
 * Makes tool calls fit to be stored and sent back, whatever the model wrote: unique ids, legal names, arguments that are
 * a JSON object. Calls that must not run carry the answer that the model gets for them.
 *
 * @param taken ids that the turn has used so far
 */
export function receiveCalls(
  completion: Pick<Completion, 'toolCalls' | 'finishReason'>,
  taken: ReadonlySet<string>,
): ToolCall[] {
  const ids = new Set(taken);
  return completion.toolCalls.map((received, position) => {
    const id = cleanId(received.id, ids);
    ids.add(id);
    const name = cleanName(received.name);
    const text = objectText(received.arguments);
    const refusal = refusalOf(received, name, text, position, completion);
    return { id, name, arguments: text ?? '{}', ...(refusal === null ? {} : { refusal }) };
  });
}

function refusalOf(
  received: ReceivedToolCall,
  name: string,
  text: string | null,
  position: number,
  { toolCalls, finishReason }: Pick<Completion, 'toolCalls' | 'finishReason'>,
): string | null {
  if (finishReason === 'length') {
    return `Error: ${name} was not run, because your answer was cut off by its length limit. Repeat the call with shorter arguments, or do it in smaller steps.`;
  }
  if (text === null) {
    const kind = isJson(received.arguments) ? 'a JSON object of reasonable depth' : 'valid JSON';
    return `Error: Invalid arguments for ${name}: they were not ${kind}. Repeat the call with a JSON object.`;
  }
  if (position >= MAX_CALLS_PER_ROUND) {
    return `Error: ${name} was not run: ${toolCalls.length} calls at once, at most ${MAX_CALLS_PER_ROUND} run in one round. Repeat it in the next round if it is still needed.`;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
