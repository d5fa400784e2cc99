import { DEMANDING_REQUEST, DEMANDING_REQUEST_ELSEWHERE, DEMANDING_WORK } from './complexWork.js';

/** Bounds of a simple message (spec: agent runtime 7.16). */
const MAX_CHARS = 500;
const MAX_WORDS = 80;
const MAX_LINE_BREAKS = 2;

const LINK = /\bhttps?:\/\/|\bwww\.[a-z\d-]+\./i;
/** A fence, inline code, a statement's or block's end, a file path, a prompt, a call, a tag. */
const CODE =
  /```|`[^`\n]+`|[;{}]\s*$|(?:^|\s)(?:\/|\.{1,2}\/|~\/)[\w.-]+|\b[\w-]+\.(?:ts|js|py|go|rs|java|c|cpp|sh|json|ya?ml|sql|html|css|md)\b|^\s*\$ |\b\w+\([^)]*\)\s*[;{]|=>|<\/?\w+[^>]*>/m;

export type ModelChoice = 'budget' | 'primary';

/** Whether a message is short and simple enough for a cheaper model. */
export function routeMessage(message: string): ModelChoice {
  const text = message.trim();
  const isSimple =
    text.length <= MAX_CHARS &&
    text.split(/\s+/).length <= MAX_WORDS &&
    (text.match(/\n/g)?.length ?? 0) <= MAX_LINE_BREAKS &&
    !LINK.test(text) &&
    !CODE.test(text) &&
    !DEMANDING_WORK.test(text) &&
    !DEMANDING_REQUEST.test(text) &&
    !DEMANDING_REQUEST_ELSEWHERE.test(text);
  return isSimple ? 'budget' : 'primary';
}
