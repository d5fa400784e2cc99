import type { VoidedCalls } from '../../core/journal.js';
import { scanForInjection } from '../safety/scanForInjection.js';
import { oneLine } from './oneLine.js';
import type { Fitted } from './trim.js';

const MAX_TEXT_CHARS = 120;
/** Of the whole block; the newest lines stay. */
const MAX_CHARS = 2_500;

const TITLE =
  'Already done before the user edited this message: these calls were made and stand, although the answer to them is void. Check before repeating one; undo what no longer fits only if the new words ask for it.';

const OUTCOMES: Readonly<Record<VoidedCalls['calls'][number]['outcome'], string>> = {
  ok: 'ok',
  failed: 'failed',
  unknown: 'outcome unknown: it may or may not have happened',
};

/** What attempts changed that an edit made void, as lines of the context block: one per call, oldest first. */
export function describeVoided({ calls, left }: VoidedCalls): Fitted {
  const texts: string[] = [];
  let room = MAX_CHARS - TITLE.length;
  for (const call of calls.toReversed()) {
    const text = lineOf(call);
    room -= text.length + 1;
    if (room < 0) break;
    texts.unshift(text);
  }
  const missing = calls.slice(0, calls.length - texts.length);
  const count = left + missing.length;
  if (texts.length + count === 0) return { text: '', trims: [] };
  const more = count === 0 ? [] : [`- ${count} more before these`];
  const chars = missing.reduce((sum, { arguments: args, result }) => sum + args.length + result.length, 0);
  return {
    text: [TITLE, ...more, ...texts].join('\n'),
    trims: missing.length === 0 ? [] : [{ part: 'calls before an edit', chars }],
  };
}

function lineOf({ name, arguments: args, outcome, result }: VoidedCalls['calls'][number]): string {
  const call = `- ${name.replace(/[^\w.:-]/g, '_').slice(0, 64)}`;
  const { safe } = scanForInjection(`${args}\n${result}`, 'tool_output');
  if (!safe) return `${call}(...) -> ${OUTCOMES[outcome]} (the rest is left out: it tries to give you instructions)`;
  const said = result === '' ? '' : `: ${oneLine(result, MAX_TEXT_CHARS)}`;
  return `${call}(${oneLine(args, MAX_TEXT_CHARS)}) -> ${OUTCOMES[outcome]}${said}`;
}
