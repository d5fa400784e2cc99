import { foldPhrase } from '../recall/foldPhrase.js';
import { MATERIAL } from './phrases/material.js';

/** A sentence as it was written and as phrases are matched against it, where what it quotes is left out. */
export interface Sentence {
  readonly text: string;
  readonly folded: string;
  readonly isQuestion: boolean;
}

/** Of a long message only the beginning is looked at, in characters. */
const MAX_CHARS = 8_000;
const MAX_SENTENCES = 60;

/** Of a message that hands a text over to be worked on, only what it asks: the text is not the writer's own word. */
function withoutMaterial(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const asked = MATERIAL.exec(foldPhrase(first));
  return asked === null ? text : first.slice(0, asked[0].length);
}

/** Without code and without lines that quote somebody: they are not the writer's own words. */
function withoutQuotes(text: string): string {
  return withoutMaterial(text.slice(0, MAX_CHARS))
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/^\s*(?:>|\|).*$/gm, '');
}

/** Words that somebody else said; a single word in quotation marks may be a name. */
const QUOTATION = /["“„«「『][^"“”„«»「」『』]*[\s、，][^"“”„«»「」『』]*["”“»」』]/gu;

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|z\.b|d\.h|mr|mrs|ms|dr|st|vs|etc|no|nr|ca|approx|p\.s)\.|\d\.)$/i;

/** The sentences of a text, in order. */
export function sentencesOf(text: string): readonly Sentence[] {
  const pieces: string[] = [];
  for (const line of withoutQuotes(text).split(/\n+/)) {
    let open = '';
    for (const piece of line.split(/(?<=[.!?…])\s+|(?<=[。！？])/u)) {
      open = open === '' ? piece : `${open} ${piece}`;
      if (ABBREVIATION.test(open)) continue;
      pieces.push(open);
      open = '';
    }
    if (open !== '') pieces.push(open);
  }
  return pieces
    .map((piece) => piece.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((piece) => piece !== '')
    .slice(0, MAX_SENTENCES)
    .map((piece) => ({
      text: piece,
      folded: foldPhrase(piece.replace(QUOTATION, '…')),
      isQuestion: /[?？؟]\s*["')\]]*$/.test(piece),
    }));
}
