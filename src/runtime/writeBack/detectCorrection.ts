import { foldPhrase } from '../recall/foldPhrase.js';
import { CORRECTION_PATTERNS, CORRECTION_TOPICS, DURABLE, TASK_LOCAL } from './correctionPatterns.js';

/** A person's word that the assistant should do something otherwise (spec runtime 5.3). */
export interface Correction {
  /** 0 to 1. */
  readonly confidence: number;
  /** Meant for good, and not for this task alone. */
  readonly isDurable: boolean;
  /** `category:qualifier`, the same for corrections about the same. */
  readonly key: string;
  /** At most 120 characters. */
  readonly detail: string;
}

const MIN_WEIGHT = 2;
const FULL_WEIGHT = 6;
const DETAIL_CHARS = 120;
const MAX_CHARS = 4_000;
const GENERAL_KEY = 'general:correction';

/** The correction in a message, or null. */
export function detectCorrection(message: string): Correction | null {
  const own = message
    .slice(0, MAX_CHARS)
    .replace(/^\s*>.*$/gm, '')
    .trim();
  const text = foldPhrase(own);
  const weight = CORRECTION_PATTERNS.reduce((sum, { pattern, weight: of }) => sum + (pattern.test(text) ? of : 0), 0);
  if (weight < MIN_WEIGHT) return null;
  const durable = text.match(DURABLE)?.length ?? 0;
  const local = text.match(TASK_LOCAL)?.length ?? 0;
  return {
    confidence: Math.min(weight / FULL_WEIGHT, 1),
    isDurable: durable > 0 && durable >= local,
    key: CORRECTION_TOPICS.find(({ pattern }) => pattern.test(text))?.key ?? GENERAL_KEY,
    detail: detailOf(own),
  };
}

/** Worth counting: it is meant for good, or about something that may turn up again. */
export function isSignal({ isDurable, key }: Correction): boolean {
  return isDurable || (key !== GENERAL_KEY && !key.startsWith('accuracy:'));
}

function detailOf(text: string): string {
  const first =
    text
      .split(/(?<=[.!?。！？])\s*/u)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? '';
  const characters = [...first];
  return characters.length <= DETAIL_CHARS ? first : `${characters.slice(0, DETAIL_CHARS - 3).join('')}...`;
}
