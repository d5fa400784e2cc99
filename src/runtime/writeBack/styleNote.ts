import { EXCHANGE_LANGUAGES } from './phrases/languages.js';
import type { Sentence } from './sentences.js';

/** Styles that people ask for, and the one note that each leaves (spec runtime 5.6). */
const STYLES: readonly (readonly [asked: RegExp, note: string])[] = [
  [/\bbullets?\b|\bbullet points\b|\bstichpunkte?n?\b|\bvinetas\b|\bpuces\b/, 'likes bullet points'],
  [
    /\b(?:shorter|short|tl;?dr|in brief|briefly|concise|kurz(?:er|e)?|knapp|breves?|bref|brieve?ment)\b/,
    'likes short answers',
  ],
  [
    /\b(?:more detail|in detail|detailed|elaborate|deeper|thorough|ausfuhrlich(?:er)?|detallad\w+|detaille\w*)\b/,
    'likes detailed answers',
  ],
  [/\b(?:tables?|spreadsheets?|columns|tabellen?|tablas?|tableaux?)\b/, 'likes tables'],
  [/\bcode first\b/, 'likes the code first'],
  [/\b(?:plain english|simple terms|eli5|einfach(?:er)? sprache|einfachen worten)\b/, 'likes simple words'],
];

/**
 * The note that a wish for a style leaves, or null. A style that is asked for once is no preference: the sentence has to say
 * that it is meant for good.
 */
export function styleNoteOf(sentences: readonly Sentence[]): string | null {
  for (const { folded, isQuestion } of sentences) {
    const isDurable = EXCHANGE_LANGUAGES.some(
      ({ durable, taskLocal }) => durable.test(folded) && !taskLocal.test(folded),
    );
    if (!isDurable || isQuestion) continue;
    const style = STYLES.find(([asked]) => asked.test(folded));
    if (style !== undefined) return style[1];
  }
  return null;
}
