import type { FrameSource, Trust } from '../../core/memory/frame.js';
import { shareOfWords } from './shareOfWords.js';

/** Whose words a text is. */
export type Speaker =
  /** The person of the turn, in their own words. */
  | 'person'
  /** Files, forwarded and quoted messages, what others said, results of tools: text from outside. */
  | 'outside'
  /** Names, and what was from outside in earlier turns: whose it is when it is saved, but no sign that something new came in. */
  | 'aside'
  /** The assistant, in earlier answers. */
  | 'assistant'
  /** Memories that this turn was shown. */
  | 'memory';

/** What is kept of each, in characters: the words of a save are compared with all of it. */
const MAX_CHARS = 60_000;

/** What a turn has before it, by whose words it is, so that what is saved can be traced to its origin. */
export interface TurnWords {
  note(speaker: Speaker, text: string): void;
  of(speaker: Speaker): readonly string[];
}

export function createTurnWords(): TurnWords {
  const texts: Record<Speaker, string[]> = { person: [], outside: [], aside: [], assistant: [], memory: [] };
  const room: Record<Speaker, number> = {
    person: MAX_CHARS,
    outside: MAX_CHARS,
    aside: MAX_CHARS,
    assistant: MAX_CHARS,
    memory: MAX_CHARS,
  };
  return {
    note: (speaker, text) => {
      const kept = text.slice(0, Math.max(0, room[speaker]));
      room[speaker] -= kept.length;
      if (kept.trim() !== '') texts[speaker].push(kept);
    },
    of: (speaker) => texts[speaker],
  };
}

export interface Origin {
  readonly source: FrameSource;
  readonly trust: Trust;
}

/** Shares of a text's words from which on it is somebody's. */
const OWN_SHARE = 0.5;
const FOREIGN_SHARE = 0.3;
const ECHO_SHARE = 0.5;
const ASIDE_SHARE = 0.6;

const INFERRED: Origin = { source: 'agent_inferred', trust: 0 };

/**
 * Who vouches for a text that the model wants to have remembered. What the model claims counts only as far as the words bear
 * it out: text from files, pages and other people, and what the assistant said itself, never becomes the person's word.
 */
export function originOf(content: string, claimed: FrameSource, words: TurnWords): Origin {
  const own = shareOfWords(content, words.of('person'));
  const outside = shareOfWords(content, words.of('outside'));
  if (claimed === 'tool_verified') return { source: 'tool_verified', trust: 0 };
  if (claimed !== 'user_stated') return INFERRED;
  if (own >= OWN_SHARE && own >= outside) return { source: 'user_stated', trust: 2 };
  if (outside >= FOREIGN_SHARE || words.of('outside').length > 0) return INFERRED;
  if (shareOfWords(content, words.of('aside')) >= ASIDE_SHARE) return INFERRED;
  if (shareOfWords(content, words.of('assistant')) >= ECHO_SHARE) return INFERRED;
  // Nothing from outside is in sight: what the words do not show is a translation or a paraphrase.
  return { source: 'user_stated', trust: 2 };
}

/** Whether a text says only what one of the memories before the turn says already: saving it again would echo for ever. */
export function isEcho(content: string, words: TurnWords): boolean {
  return words.of('memory').some((memory) => shareOfWords(content, [memory]) === 1);
}
