import type { Question } from '../core/question.js';
import { emptySlot, type Slot } from './slot.js';

/**
 * The messages of a turn from earlier attempts, sorted. A question to people divides a turn's answer: what stood above it stays as it
 * is, and what comes after goes below, as the next part, with message keys of its own (`1.0`, `1.1`, ...; the first part: `0`, `1`).
 */
export interface ReplyParts {
  /** Parts before this one. */
  readonly part: number;
  /** The answer's text in them. */
  readonly said: string;
  /** Messages of this part's text by their place. */
  readonly text: readonly (Slot | undefined)[];
  /** What is to go: notices, questions that no longer count, parts that were voided. */
  readonly stale: readonly Slot[];
  /** Questions that take no answer any more, with their messages. */
  readonly closed: readonly { readonly question: Question; readonly slot: Slot }[];
  /** Ledger key of a message of this part. */
  chunkOf(index: number): string;
}

/** Ledger key of a question's message. */
export function chunkOfQuestion(id: string): string {
  return `ask:${id}`;
}

const TEXT = /^(?:(\d+)\.)?(\d+)$/;

export function sortParts(
  earlier: readonly Slot[],
  { questions, isWithdrawn }: { readonly questions: readonly Question[]; readonly isWithdrawn: boolean },
): ReplyParts {
  const decided = questions.filter(({ state }) => state !== 'open');
  const part = isWithdrawn ? 0 : decided.length;
  const text: (Slot | undefined)[] = [];
  const stale: Slot[] = [];
  for (const slot of earlier) {
    const match = TEXT.exec(slot.chunk);
    const of = match === null ? null : Number(match[1] ?? 0);
    const isQuestion = slot.chunk.startsWith('ask:') && !slot.chunk.endsWith(':file');
    if (of === part) text[Number(match?.[2])] = slot;
    else if (slot.chunk.startsWith('notice:') || (of !== null && of > part)) stale.push(slot);
    else if (isQuestion && (isWithdrawn || !questions.some(({ id }) => chunkOfQuestion(id) === slot.chunk)))
      stale.push(slot);
  }
  const closed = decided.map((question) => {
    const chunk = chunkOfQuestion(question.id);
    return { question, slot: earlier.find((slot) => slot.chunk === chunk) ?? emptySlot(chunk) };
  });
  return {
    part,
    said: part === 0 ? '' : (decided.at(-1)?.shown ?? ''),
    text,
    stale,
    closed: isWithdrawn ? [] : closed,
    chunkOf: (index) => (part === 0 ? String(index) : `${part}.${index}`),
  };
}
