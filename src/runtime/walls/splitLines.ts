import type { TurnWords } from './turnWords.js';

/** Lines of a message that are not its writer's words: quotations, files, what is replied to. */
const FOREIGN_LINE = /^\s*(?:>|\[(?:attached|in reply to|content of|forwarded))/;

/** Parts the writer's own lines from those of others. */
export function splitLines(text: string): { readonly own: string; readonly foreign: string } {
  const lines = text.split('\n');
  return {
    own: lines.filter((line) => !FOREIGN_LINE.test(line)).join('\n'),
    foreign: lines.filter((line) => FOREIGN_LINE.test(line)).join('\n'),
  };
}

/** Notes lines of earlier turns by whose words they are. Of a group nobody can say which lines are the person's. */
export function noteEarlier(
  lines: readonly { readonly role: string; readonly content: string }[],
  isDirect: boolean,
  words: TurnWords,
): void {
  for (const { role, content } of lines) {
    const isOwn = role === 'user' && isDirect;
    const { own, foreign } = isOwn ? splitLines(content) : { own: content, foreign: '' };
    words.note(isOwn ? 'person' : 'assistant', own);
    words.note('aside', foreign);
  }
}
