import { z } from 'zod';
import { RefusedTool } from './refusedTool.js';

/** The arguments of a server's tool. */
export interface ToolSchema {
  /** What a call is held against before it goes out. The server has the last word. */
  readonly args: z.ZodObject;
  /** What the model is told. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** All words in it that the model would read. */
  readonly words: readonly string[];
}

/** Bounds on what a server may have the model read, in characters of JSON and in levels. */
const MAX_CHARS = 24_000;
const MAX_DEPTH = 16;

/** Names that all endpoints take. */
const PROPERTY = /^[\w.-]{1,64}$/;

/**
 * What is kept of a schema. Left out is what no endpoint heeds, and regular expressions: one that takes hours on the right text would
 * be run by us.
 */
const KEPT: ReadonlySet<string> = new Set(
  'type description default enum const format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minLength maxLength required nullable $ref'.split(
    ' ',
  ),
);
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

const objectSchema = z.record(z.string(), z.unknown());

/** @throws RefusedTool for a schema that cannot be told to a model */
export function readToolSchema(given: unknown): ToolSchema {
  const top = objectSchema.safeParse(given ?? {}).data;
  if (top === undefined) throw new RefusedTool('its arguments are described by no JSON schema');
  if (top.type !== undefined && top.type !== 'object') throw new RefusedTool('its arguments are no object');
  const words: string[] = [];
  const { anyOf: _a, oneOf: _o, allOf: _l, not: _n, ...kept } = clean(top, words, 0);
  const parameters = { ...kept, type: 'object', properties: kept.properties ?? {} };
  if (JSON.stringify(parameters).length > MAX_CHARS) {
    throw new RefusedTool(`the description of its arguments is longer than ${MAX_CHARS} characters`);
  }
  return { args: validatorFor(parameters), parameters, words };
}

function clean(schema: Record<string, unknown>, words: string[], depth: number): Record<string, unknown> {
  if (depth > MAX_DEPTH) throw new RefusedTool(`its arguments nest more than ${MAX_DEPTH} levels deep`);
  const cleanAny = (value: unknown): unknown => {
    const inner = objectSchema.safeParse(value);
    return inner.success ? clean(inner.data, words, depth + 1) : value;
  };
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (KEPT.has(key)) {
      noteWords(value, words);
      entries.push([key, value]);
    } else if (SCHEMAS.has(key)) entries.push([key, cleanAny(value)]);
    else if (LISTS.has(key) && Array.isArray(value)) entries.push([key, value.map(cleanAny)]);
    else if (MAPS.has(key)) {
      const map = objectSchema.safeParse(value).data ?? {};
      for (const name of Object.keys(map)) {
        if (!PROPERTY.test(name)) throw new RefusedTool('one of its arguments has a name that endpoints refuse');
        words.push(name);
      }
      entries.push([key, Object.fromEntries(Object.entries(map).map(([name, part]) => [name, cleanAny(part)]))]);
    }
  }
  return Object.fromEntries(entries);
}

function noteWords(value: unknown, words: string[]): void {
  if (typeof value === 'string') words.push(value);
  else if (typeof value === 'object' && value !== null) words.push(JSON.stringify(value));
}

/** Zod does not know all of JSON schema; where it does not, the server alone judges. */
function validatorFor(parameters: Readonly<Record<string, unknown>>): z.ZodObject {
  try {
    const made = z.fromJSONSchema(parameters);
    return made instanceof z.ZodObject ? made : z.looseObject({});
  } catch {
    return z.looseObject({});
  }
}
