/** Replies are read up to here, in characters; what is looked for stands near the beginning. */
const MAX_CHARS = 200_000;
/** Starts of objects that are tried. */
const MAX_STARTS = 20;

/**
 * The first JSON object in a model's reply that `read` takes, whatever stands around it (prose, a code fence). Braces and
 * quotes inside strings do not confuse it. Null when there is none.
 *
 * @param read what an object means, or null when it is not the one
 */
export function findObject<Found>(reply: string, read: (object: unknown) => Found | null): Found | null {
  const text = reply.slice(0, MAX_CHARS);
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MAX_STARTS; tries += 1) {
    const end = endOfObject(text, start);
    const object = end === null ? undefined : parseJson(text.slice(start, end));
    const found = object === undefined ? null : read(object);
    if (found !== null) return found;
    start = text.indexOf('{', start + 1);
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller looks further.
    return undefined;
  }
}

/** The index behind the brace that closes the object at `start`, or null when it is not closed. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let i = start; i < text.length; i += 1) {
    const char = text[i];
    if (isInString) {
      if (char === '\\') i += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return null;
}
