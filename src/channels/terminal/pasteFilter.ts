/** Sent by terminals around pasted text once bracketed paste is on. */
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

/** Turn bracketed paste on and off. */
export const PASTE_ON = '\x1b[?2004h';
export const PASTE_OFF = '\x1b[?2004l';

/** A lone escape, or the start of an arrow key, must not wait for more: only this much of a marker is held back. */
const MIN_HELD = 3;

export interface InputPiece {
  readonly kind: 'keys' | 'paste';
  readonly text: string;
}

/** Tells typed keys from pasted text, wherever the terminal's chunks are cut. A paste is given whole. */
export interface PasteFilter {
  take(chunk: string): InputPiece[];
}

export function createPasteFilter(): PasteFilter {
  let held = '';
  let isPasting = false;

  return {
    take: (chunk) => {
      const pieces: InputPiece[] = [];
      let rest = held + chunk;
      held = '';
      while (rest !== '') {
        const marker = isPasting ? PASTE_END : PASTE_START;
        const at = rest.indexOf(marker);
        if (at >= 0) {
          const before = rest.slice(0, at);
          if (isPasting || before !== '') pieces.push({ kind: isPasting ? 'paste' : 'keys', text: before });
          rest = rest.slice(at + marker.length);
          isPasting = !isPasting;
        } else if (isPasting) {
          held = rest;
          rest = '';
        } else {
          const keep = partOf(marker, rest);
          held = rest.slice(rest.length - keep);
          const keys = rest.slice(0, rest.length - keep);
          if (keys !== '') pieces.push({ kind: 'keys', text: keys });
          rest = '';
        }
      }
      return pieces;
    },
  };
}

/** How many characters at the end of `text` may be the beginning of `marker`. */
function partOf(marker: string, text: string): number {
  for (let length = marker.length - 1; length >= MIN_HELD; length -= 1) {
    if (text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}
