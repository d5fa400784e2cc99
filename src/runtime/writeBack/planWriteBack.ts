import type { BackgroundJob, MemoryNote, MemorySignal } from '../../core/backgroundJob.js';
import { redactSecretShapes } from '../../core/secrets/redactor.js';
import { shareOfWords } from '../walls/shareOfWords.js';
import { isEcho, type TurnWords } from '../walls/turnWords.js';
import { detectCorrection, isSignal } from './detectCorrection.js';
import { extractNotes, type Note } from './extractNotes.js';
import { EXCHANGE_PREFIXES, type NoteKind } from './prefixes.js';

/** What a turn came to, for its memory. */
export interface FinishedExchange {
  /** The person's own words in this turn; empty where a command wrote them. */
  readonly own: string;
  /** The assistant's answer before this turn. */
  readonly previous: string;
  readonly answer: string;
  readonly toolsUsed: readonly string[];
  /** Tools that were asked for and are not there. */
  readonly missingTools: readonly string[];
  readonly words: TurnWords;
  /** A model looks for more on the background lane. */
  readonly hasModel: boolean;
  readonly now: number;
}

const DAY_MS = 86_400_000;
/** How long what was not said by a person is kept, in days. */
const KEEP_DAYS: Partial<Record<NoteKind, number>> = {
  question: 30,
  keyPoints: 90,
  work: 90,
  research: 180,
  recommendation: 180,
};

/** Share of words from which on a text of the assistant's is taken from what it was shown. */
const TAKEN_SHARE = 0.7;
const FOREIGN_SHARE = 0.5;
/** A request that took so many calls is a pattern when it comes again. */
const PATTERN_CALLS = 5;
const KEY_CHARS = 120;
const REQUEST_CHARS = 80;
/** What a model is given of an exchange, in characters. */
const MODEL_CHARS: readonly [user: number, assistant: number] = [4_000, 4_000];
const MIN_MODEL_CHARS = 30;

/**
 * What is to be remembered of a turn, as a job for its background lane: the turn itself waits for nothing. Null when there is
 * nothing. What the turn was shown of memory, and what the assistant said of it, is not kept again. Pure.
 */
export function planWriteBack(exchange: FinishedExchange): BackgroundJob | null {
  const { own, answer, toolsUsed, hasModel } = exchange;
  const isSaved = toolsUsed.includes('save_memory');
  const notes = isSaved || own === '' ? [] : notesOf(exchange);
  const signals = signalsOf(exchange);
  const forModel = hasModel && !isSaved && own.trim().length >= MIN_MODEL_CHARS;
  if (notes.length === 0 && signals.length === 0 && !forModel) return null;
  const [userChars, answerChars] = MODEL_CHARS;
  return {
    type: 'memory',
    notes: [...notes],
    signals: [...signals],
    ...(forModel ? { exchange: { user: own.slice(0, userChars), assistant: answer.slice(0, answerChars) } } : {}),
  };
}

function notesOf({ own, previous, answer, words, now }: FinishedExchange): readonly MemoryNote[] {
  return extractNotes({ user: own, assistant: answer, previous })
    .map((note) => atItsTrust(note, own, words))
    .filter((note) => isNews(note, words) && redactSecretShapes(note.content) === note.content)
    .map(({ kind, content, importance, source, trust }): MemoryNote => {
      const days = KEEP_DAYS[kind];
      return { content, importance, source, trust, ...(days === undefined ? {} : { expiresAt: now + days * DAY_MS }) };
    });
}

const bodyOf = ({ kind, content }: Note) => content.slice(EXCHANGE_PREFIXES[kind].length);

/** A proposal that was taken up may come from a page or a file: then nobody vouches for it. */
function atItsTrust(note: Note, own: string, words: TurnWords): Note {
  if (note.kind !== 'decision' || note.trust === 0 || shareOfWords(bodyOf(note), [own]) === 1) return note;
  const isForeign = shareOfWords(bodyOf(note), words.of('outside')) >= FOREIGN_SHARE;
  return isForeign ? { ...note, source: 'agent_inferred', trust: 0 } : note;
}

function isNews(note: Note, words: TurnWords): boolean {
  const body = bodyOf(note);
  if (note.trust > 0) return !isEcho(body, words);
  return shareOfWords(body, words.of('memory')) < TAKEN_SHARE;
}

function signalsOf({ own, toolsUsed, missingTools }: FinishedExchange): readonly MemorySignal[] {
  const correction = detectCorrection(own);
  const kinds = [...new Set(toolsUsed)];
  const request = own.replace(/\s+/g, ' ').trim().slice(0, REQUEST_CHARS);
  const isPattern = toolsUsed.length >= PATTERN_CALLS && request !== '';
  return [
    ...(correction !== null && isSignal(correction)
      ? [{ category: 'correction' as const, key: correction.key, detail: correction.detail }]
      : []),
    ...missingTools.map((name) => ({
      category: 'capability_gap' as const,
      key: name,
      detail: `the tool ${name} is not there`,
    })),
    ...(isPattern
      ? [{ category: 'workflow_pattern' as const, key: kinds.join('>').slice(0, KEY_CHARS), detail: request }]
      : []),
  ];
}
