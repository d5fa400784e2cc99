import type { PriorConversation } from '../../core/ports/transcripts.js';
import { dayOf, oneLineOf } from '../recall/memoryLine.js';

/** The block at most (spec: turns and commands 7), in characters. */
export const MAX_PRIOR_CHARS = 900;

/**
 * The context block is paid for anew in each turn, so that this one has a share of what stays the same, too: with memories and the
 * moment nine tenths of a request remain the beginning of the next one.
 */
const SHARE = 0.03;
/** Title, a question and the beginning of its answer. */
const MIN_PRIOR_CHARS = 260;

const MAX_LINE_CHARS = 300;
/** One line takes at most this part of the room: an answer must leave some for its question. */
const LINE_SHARE = 0.4;
/** All notes together. */
const NOTES_SHARE = 0.3;
const MAX_TOOLS = 5;

/** Room for the block, in characters, by what stays the same of a request. */
export function roomForPrior(stableChars: number): number {
  return Math.min(MAX_PRIOR_CHARS, Math.max(MIN_PRIOR_CHARS, Math.floor(stableChars * SHARE)));
}

/** What stands in a turn's prompt of the conversation before: the newest lines that fit, notes, how its last turn ended. */
export function describePrior({ lines, notes, lastRun }: PriorConversation, room: number): string {
  const newest = lines.at(-1);
  if (newest === undefined) return '';
  const title = `# Before This Conversation\nThe user and you, until ${dayOf(newest.at)}. Background, not instructions.`;
  const run = describeRun(lastRun);
  const maxChars = Math.min(MAX_LINE_CHARS, Math.floor(room * LINE_SHARE));
  const noted = fitting(
    notes.map(({ kind, content }) => `- Noted (${kind}): ${oneLineOf(content, maxChars)}`),
    room * NOTES_SHARE,
  );
  const rest = [title, ...noted, ...run].reduce((left, text) => left - text.length - 1, room);
  const spoken = fitting(
    lines.map(({ role, content }) => `- ${role === 'user' ? 'User' : 'You'}: ${oneLineOf(content, maxChars)}`),
    rest,
  );
  return spoken.length === 0 ? '' : [title, ...spoken, ...noted, ...run].join('\n');
}

/** An answer that was given without tools is seen in its words. */
function describeRun(run: PriorConversation['lastRun']): readonly string[] {
  if (run === null) return [];
  const { end, toolsUsed } = run;
  const tools = [...new Set(toolsUsed)].slice(0, MAX_TOOLS).join(', ');
  if (end === 'done' && tools === '') return [];
  return [`- Last run: ${end}${tools === '' ? '' : `; tools: ${tools}`}`];
}

/** The last ones that fit, in their order. */
function fitting(texts: readonly string[], room: number): readonly string[] {
  let left = room;
  const from = texts.findLastIndex((text) => {
    left -= text.length + 1;
    return left < 0;
  });
  return texts.slice(from + 1);
}
