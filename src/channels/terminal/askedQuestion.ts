import type { ChatEvent } from '../../http/chatEvents.js';
import { toTerminalText } from './terminalText.js';

export type QuestionData = Extract<ChatEvent, { name: 'question' }>['data'];

/** A question of the turn's as lines of a terminal: what is asked, the exact call, and how to answer. */
export function questionLines({ id, kind, text, options, ...call }: QuestionData): readonly string[] {
  const asked = toTerminalText(text).replaceAll('**', '').split('\n');
  if (kind === 'question') {
    const numbered = options.map((option, i) => `  ${i + 1}. ${toTerminalText(option)}`);
    return [...asked, ...numbered];
  }
  return [...asked, visible(call.arguments), `y or /approve ${id}: yes.  n or /deny ${id}: no.`];
}

/** What the person's line is sent as; null: it is no answer, and nothing can be sent to a turn that waits for one. */
export function answerTo({ id, kind, options }: QuestionData, line: string): string | null {
  if (line.startsWith('/') || line.startsWith('!')) return line;
  if (kind === 'question') {
    const number = /^\d+$/.test(line) ? Number(line) : 0;
    return number >= 1 && number <= options.length ? `/choose ${id} ${number}` : line;
  }
  if (/^y(?:es)?$/i.test(line)) return `/approve ${id}`;
  return /^no?$/i.test(line) ? `/deny ${id}` : null;
}

/** Every character of a call can be seen, also those that would hide or turn around others. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
