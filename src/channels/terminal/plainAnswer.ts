import type { Writable } from 'node:stream';
import type { AnswerView } from './answerView.js';
import { questionLines } from './askedQuestion.js';
import { toTerminalText } from './terminalText.js';

/**
 * An answer where the output is no terminal: only what stands at the end, as the Markdown that it is, because nothing that
 * was written to a pipe can be taken back.
 */
export function createPlainAnswer(output: Writable): AnswerView {
  return {
    apply: (event) => {
      if (event.name === 'final') output.write(`${toTerminalText(event.data.text)}\n`);
      else if (event.name === 'stopped') output.write(`${toTerminalText(event.data.text)}\nStopped.\n`);
      else if (event.name === 'question') output.write(`${questionLines(event.data).join('\n')}\n`);
      else if (event.name === 'error') output.write(`Error: ${toTerminalText(event.data.message)}\n`);
    },
    status: () => {},
    end: () => {},
  };
}
