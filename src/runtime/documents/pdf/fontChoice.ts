import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Span } from '../block.js';
import { type FontFacts, readFontFacts } from './fontCoverage.js';

/** One font of a PDF. */
export interface Face {
  /** By which the PDF knows it. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly facts: FontFacts;
}

/** A piece of text that one font can show. */
export interface FacedText {
  readonly face: Face;
  readonly text: string;
}

export interface FontChoice {
  /** The text in pieces, each with its font; what no font has is left out and noted. */
  split(text: string, look: Omit<Span, 'text'>): readonly FacedText[];
  /** @throws Error naming the letters that were asked for and no font has */
  check(): void;
  /** Pictographs that were left out. */
  readonly leftOut: ReadonlySet<string>;
}

/** Scripts that are written from right to left; the layout has no such lines. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Characters that only tell how others look or join. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u;

const MAX_SHOWN = 12;

/** @param further font files for what the own ones lack, best first; those that are missing or broken are passed over */
export function openFontChoice(further: readonly string[]): FontChoice {
  const folder = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  const opened = new Map<string, Face | null>();
  const open = (path: string): Face | null => {
    const known = opened.get(path);
    if (known !== undefined) return known;
    const face = existsSync(path) ? readFace(path) : null;
    opened.set(path, face);
    return face;
  };
  const own = (name: string) => join(folder, `${name}.ttf`);
  const missing = new Set<string>();
  const leftOut = new Set<string>();

  const faceFor = (character: string, wanted: string): Face | null => {
    const codePoint = character.codePointAt(0) ?? 0;
    for (const path of [wanted, own('DejaVuSans'), ...further]) {
      const face = open(path);
      if (face?.facts.has(codePoint) === true) return face;
    }
    return null;
  };

  return {
    leftOut,
    split: (text, look) => {
      const pieces: { face: Face; text: string }[] = [];
      const wanted = own(nameOf(look));
      for (const character of text) {
        if (INVISIBLE.test(character)) continue;
        const shown = character === '\t' || character === '\u00a0' ? ' ' : character;
        const last = pieces.at(-1);
        // A mark stays with the letter that it belongs to, where that font has it.
        const stays = /\p{M}/u.test(shown) && last?.face.facts.has(shown.codePointAt(0) ?? 0) === true;
        const face = stays ? last?.face : faceFor(shown, wanted);
        if (RIGHT_TO_LEFT.test(shown) || face === null || face === undefined) {
          (PICTOGRAPH.test(shown) ? leftOut : missing).add(shown);
        } else if (last?.face === face) last.text += shown;
        else pieces.push({ face, text: shown });
      }
      return pieces;
    },
    check: () => {
      if (missing.size === 0) return;
      const shown = [...missing].slice(0, MAX_SHOWN).join(' ');
      const more = missing.size > MAX_SHOWN ? ` and ${missing.size - MAX_SHOWN} more` : '';
      throw new Error(
        `a PDF cannot show these characters here: ${shown}${more}. Use generate_docx, which can; nothing was written`,
      );
    },
  };
}

function readFace(path: string): Face | null {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    return { id: path, bytes, facts: readFontFacts(bytes) };
  } catch {
    // A font of the system's that cannot be read is as good as none: what it would have shown is told as missing.
    return null;
  }
}

function nameOf({ bold, italic, code }: Omit<Span, 'text'>): string {
  if (code === true) return bold === true ? 'DejaVuSansMono-Bold' : 'DejaVuSansMono';
  if (bold === true) return italic === true ? 'DejaVuSans-BoldOblique' : 'DejaVuSans-Bold';
  return italic === true ? 'DejaVuSans-Oblique' : 'DejaVuSans';
}
