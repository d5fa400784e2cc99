import { type Json, jsonSchema } from '../core/json.js';

/** Deeper than any platform's objects. What lies deeper breaks programs that call themselves at each level, ours among them. */
const MAX_DEPTH = 100;

/** An event that cannot be used, as it is kept for the operator. Whatever it is, it can be kept: else it would come again for ever. */
export function keptUpdate(update: unknown): Json {
  if (isTooDeep(update)) return `an event of more than ${MAX_DEPTH} levels, of which nothing is kept`;
  const parsed = jsonSchema.safeParse(update);
  return parsed.success ? parsed.data : String(update);
}

/** Looks at one level after the other, so that no depth is too deep for it. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
