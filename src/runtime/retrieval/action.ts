import { z } from 'zod';

/** What the model of a retrieval run wants next. */
export type RetrievalAction =
  | { readonly action: 'retrieve'; readonly query: string }
  | { readonly action: 'finalize'; readonly response: string };

const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('retrieve'), query: z.string().trim().min(1).max(2000) }),
  z.object({ action: z.literal('finalize'), response: z.string().trim().min(1) }),
]);

/** Replies are read up to here; an action stands near the beginning. */
const MAX_CHARS = 200_000;
/** Starts of objects that are tried. */
const MAX_STARTS = 20;

/**
 * The first well-formed action in a reply, whatever stands around it (prose, a code fence). Braces and quotes inside strings do not
 * confuse it. Null when there is none.
 */
export function parseAction(reply: string): RetrievalAction | null {
  const text = reply.slice(0, MAX_CHARS);
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MAX_STARTS; tries += 1) {
    const end = endOfObject(text, start);
    const action = end === null ? null : readAction(text.slice(start, end));
    if (action !== null) return action;
    start = text.indexOf('{', start + 1);
  }
  return null;
}

function readAction(json: string): RetrievalAction | null {
  try {
    return actionSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    // Not JSON: the caller looks further.
    return null;
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
