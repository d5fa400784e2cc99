import type { Importance } from '../../core/memory/frame.js';
import type { NoteKind } from './prefixes.js';

/** What a long answer came to. */
export interface AnswerNote {
  readonly kind: Extract<NoteKind, 'research' | 'recommendation' | 'question' | 'keyPoints' | 'work'>;
  readonly text: string;
  readonly importance: Importance;
}

/** Lengths in characters (spec runtime 5.6). */
const RESEARCH_CHARS = 600;
const ANSWER_CHARS = 200;
const LONG_CHARS = 500;
const SUMMARY_CHARS = 20;
const QUESTION_CHARS: readonly [min: number, max: number] = [30, 500];
const ITEM_CHARS: readonly [min: number, max: number] = [15, 300];
const MAX_PARTS = 3;
const MIN_NUMBERED = 3;

const HEADING = /^#{1,4}\s+(.+?)\s*#*$/;
const ITEM = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/;
const NUMBERED = /^\s*\d+[.)]\s+\S/;
const LINK = /https?:\/\/[^\s<>()[\]]+/g;
const RECOMMENDS =
  /\b(?:i(?:'d| would)? (?:strongly )?recommend|my (?:recommendation|suggestion) is|suggestion is|best approach|you should use|going with|in conclusion|conclusion:|summary:|in summary|(?:ich )?empfehle|meine empfehlung|recomiendo|je recommande)\b/i;

/**
 * What the text of an answer holds that may be asked for again. All of it is the assistant's own, or from where it looked.
 *
 * @param isSettled the person stated a preference, a correction or a decision, which says more than the question does
 */
export function answerNotes(exchange: { user: string; assistant: string; isSettled: boolean }): readonly AnswerNote[] {
  const { user, assistant, isSettled } = exchange;
  const lines = assistant.replace(/```[\s\S]*?(?:```|$)/g, '').split('\n');
  const notes: AnswerNote[] = [];
  const research = researchOf(assistant, lines);
  if (research !== null) notes.push({ kind: 'research', text: research, importance: 'important' });
  const recommendation = assistant.length > ANSWER_CHARS ? lines.find((line) => RECOMMENDS.test(line)) : undefined;
  if (recommendation !== undefined && recommendation.trim().length > SUMMARY_CHARS) {
    notes.push({ kind: 'recommendation', text: plain(recommendation), importance: 'important' });
  }
  const asked = user.trim();
  if (assistant.length > ANSWER_CHARS && isWithin(asked.length, QUESTION_CHARS) && !isSettled) {
    notes.push({ kind: 'question', text: asked, importance: 'temporary' });
  }
  const points = assistant.length > LONG_CHARS ? pointsOf(lines) : null;
  if (points !== null) notes.push({ kind: 'keyPoints', text: points, importance: 'normal' });
  if (notes.length === 0 && assistant.length > LONG_CHARS && !isSettled) {
    const first = lines.find((line) => line.trim() !== '') ?? '';
    notes.push({ kind: 'work', text: plain(first), importance: 'normal' });
  }
  return notes;
}

const isWithin = (length: number, [min, max]: readonly [number, number]) => length >= min && length <= max;
const plain = (line: string) =>
  line
    .replace(/^[#\s>*-]+/, '')
    .replace(/[*_`]+/g, '')
    .trim();

function researchOf(assistant: string, lines: readonly string[]): string | null {
  if (assistant.length <= RESEARCH_CHARS) return null;
  const headings = lines.flatMap((line) => HEADING.exec(line)?.[1] ?? []);
  const links = assistant.match(LINK) ?? [];
  const numbered = lines.filter((line) => NUMBERED.test(line));
  if (!(headings.length > 0 && links.length > 0) && numbered.length < MIN_NUMBERED) return null;
  const parts = headings.length > 0 ? headings : numbered.map(plain);
  const text = [...parts.slice(0, MAX_PARTS), ...links.slice(0, MAX_PARTS)].join('; ');
  return text.length > SUMMARY_CHARS ? text : null;
}

function pointsOf(lines: readonly string[]): string | null {
  const items = lines
    .flatMap((line) => ITEM.exec(line)?.[1] ?? [])
    .map(plain)
    .filter((item) => isWithin(item.length, ITEM_CHARS));
  if (items.length < 2) return null;
  const heading = lines.flatMap((line) => HEADING.exec(line)?.[1] ?? [])[0];
  return `${heading === undefined ? '' : `${plain(heading)}: `}${items.slice(0, MAX_PARTS).join('; ')}`;
}
