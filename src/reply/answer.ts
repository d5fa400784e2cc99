import type { Clock } from '../core/clock.js';
import type { TurnEventBody } from '../core/events.js';
import type { Egress, Rendered } from '../core/ports/egress.js';
import { type Chunk, createChunker } from './chunk/chunker.js';
import { canGoFirst, FIRST_MESSAGE_WAIT_MS, mayGoFirstSoon } from './firstMessage.js';
import { parseMarkdown } from './markdown/parse.js';
import { createShownText, SEGMENT_SEPARATOR } from './shownText.js';

/** The answer of a turn as chunks to show, from its events. */
export interface Answer {
  observe(event: TurnEventBody): void;
  /** What the chat should show now. After a reset: the old chunks, until the new attempt has text. */
  chunks(isFinal: boolean): readonly Rendered[];
  /** Whether all text so far is void: what is shown of it stays, and no more of it is written. */
  isVoid(): boolean;
  hasText(): boolean;
  /** Whether the first message may go out. */
  mayGoFirst(now: number): boolean;
  /** When to ask again, if nothing else happens: when it may at the latest, or null while there is no text. */
  goesFirstAt(now: number): number | null;
  /** Adds a line after the last word: about a file that will not come. */
  addLine(line: string): void;
}

/**
 * @param deps.preface Markdown that stands before the text, as soon as there is some; often empty, and settled before the first text
 * @param deps.said what an earlier part of the reply shows of the text: only what follows is shown here; often empty
 */
export function createAnswer(deps: {
  egress: Pick<Egress, 'limits' | 'render' | 'firstMessageAfterMs'>;
  clock: Clock;
  preface: () => string;
  said?: string;
}): Answer {
  const { egress, clock, said: saidBefore = '' } = deps;
  const earliestMs = egress.firstMessageAfterMs ?? 0;
  const text = createShownText();
  const chunker = createChunker({ render: egress.render, limits: egress.limits });
  let shown: readonly Chunk[] = [];
  let shownSource = '';
  let isFresh = true;
  let isVoid = false;
  let firstTextAt: number | null = null;

  const lines: string[] = [];

  const ownSource = (): string => {
    const source = text.source();
    const isContinued = saidBefore !== '' && source.startsWith(saidBefore);
    return isContinued ? source.slice(saidBefore.length).replace(/^\n+/, '') : source;
  };

  const composed = (): string => {
    const source = ownSource();
    const preface = deps.preface();
    const said = preface === '' || source.trim() === '' ? source : `${preface}${SEGMENT_SEPARATOR}${source}`;
    return lines.length === 0 ? said : [said, ...lines].filter((part) => part.trim() !== '').join(SEGMENT_SEPARATOR);
  };

  const refresh = (isFinal: boolean) => {
    if (isFresh && !isFinal) return;
    if (isVoid && !text.hasText() && !isFinal) return;
    const source = composed();
    const frozenEnd = shown.findLast((chunk) => chunk.full)?.end ?? 0;
    if (isVoid || source.slice(0, frozenEnd) !== shownSource.slice(0, frozenEnd)) chunker.reset();
    isVoid = false;
    isFresh = true;
    shown = chunker.update(source, isFinal);
    shownSource = source;
  };

  return {
    observe: (event) => {
      switch (event.type) {
        case 'text':
          text.append(event.delta);
          if (firstTextAt === null && event.delta.trim() !== '') firstTextAt = clock.now();
          break;
        case 'segmentEnd':
          text.endSegment(event.drop);
          break;
        case 'reset':
          text.reset();
          isVoid = true;
          firstTextAt = null;
          break;
        case 'final':
        case 'stopped':
          text.replace(event.text);
          firstTextAt ??= clock.now();
          break;
        default:
          return;
      }
      isFresh = false;
    },
    chunks: (isFinal) => {
      refresh(isFinal);
      return shown.flatMap((chunk) => (chunk.rendered.units > 0 ? [chunk.rendered] : []));
    },
    hasText: () => text.hasText(),
    isVoid: () => isVoid && !text.hasText(),
    mayGoFirst: (now) => {
      if (firstTextAt === null) return false;
      const waited = now - firstTextAt;
      if (waited < earliestMs) return false;
      if (waited < FIRST_MESSAGE_WAIT_MS && !mayGoFirstSoon(ownSource())) return false;
      refresh(false);
      const first = shown.find((chunk) => chunk.rendered.units > 0);
      if (first === undefined) return false;
      // What rings is to be the answer, not only what stands before it.
      const { plain } = first.rendered;
      const preface = deps.preface();
      const prefacePlain = preface === '' ? '' : egress.render(parseMarkdown(preface)).plain;
      const words = plain.startsWith(prefacePlain) ? plain.slice(prefacePlain.length) : plain;
      // Rendering drops white space at the end, which tells that a sentence is over.
      const isFollowed = shown.length === 1 && /\s$/.test(ownSource());
      return canGoFirst(isFollowed ? `${words} ` : words, waited);
    },
    addLine: (line) => {
      lines.push(line);
      isFresh = false;
    },
    goesFirstAt: (now) => {
      if (firstTextAt === null) return null;
      const isTooEarly = now < firstTextAt + earliestMs;
      return firstTextAt + (isTooEarly ? earliestMs : FIRST_MESSAGE_WAIT_MS);
    },
  };
}
