import type { Writable } from 'node:stream';
import type { RootContent } from 'mdast';
import { toolLabel } from '../../reply/catalogue/toolLabel.js';
import { createIncrementalParser } from '../../reply/markdown/incremental.js';
import { normalizeSource } from '../../reply/markdown/parse.js';
import { SEGMENT_SEPARATOR } from '../../reply/shownText.js';
import type { AnswerView, RenderMarkdown } from './answerView.js';
import { questionLines } from './askedQuestion.js';
import { createTint, lastLineOf, toTerminalText } from './terminalText.js';

const CLEAR_LINE = '\r\x1b[K';

export interface StyledAnswerOptions {
  readonly output: Writable;
  /** Columns of the terminal, asked anew for each block. */
  readonly width: () => number;
  readonly colour: boolean;
  readonly render: RenderMarkdown;
}

/**
 * An answer on a terminal: each Markdown block is written, formatted, once it can change no more; what is still being written
 * shows as one dimmed line at the bottom. What has scrolled by stays, so a reset says that the text starts over.
 */
export function createStyledAnswer({ output, width, colour, render }: StyledAnswerOptions): AnswerView {
  const tint = createTint(colour);
  const parser = createIncrementalParser();
  /** Segments that are done, and the one being written. */
  let done = '';
  let open = '';
  /** How much of `open` is on the screen, and whether anything of this attempt is. */
  let printedTo = 0;
  let hasPrinted = false;
  let hasLive = false;

  const clearLive = () => {
    if (hasLive) output.write(CLEAR_LINE);
    hasLive = false;
  };
  const live = (text: string) => {
    clearLive();
    const line = lastLineOf(text, width() - 1);
    if (line === '') return;
    output.write(tint.dim(line));
    hasLive = true;
  };
  const line = (text: string) => {
    clearLive();
    output.write(`${text}\n`);
  };
  const printBlock = (node: RootContent) => {
    const text = render({ type: 'root', children: [node] }, { width: width(), colour }).trimEnd();
    printedTo = node.position?.end.offset ?? printedTo;
    if (text === '') return;
    line(hasPrinted ? `\n${text}` : text);
    hasPrinted = true;
  };
  /** Writes the blocks that are finished; all of them when the segment is. */
  const print = (isFinal: boolean) => {
    const { nodes } = parser.update(normalizeSource(open), isFinal);
    const finished = isFinal ? nodes : nodes.slice(0, -1);
    for (const node of finished) if ((node.position?.end.offset ?? 0) > printedTo) printBlock(node);
    if (isFinal) printedTo = open.length;
  };
  const startSegment = () => {
    open = '';
    printedTo = 0;
    parser.reset();
  };
  const startOver = (why: string) => {
    clearLive();
    if (hasPrinted) line(tint.dim(`\n-- ${why} --\n`));
    done = '';
    hasPrinted = false;
    startSegment();
  };
  /** Brings the screen to the final text: usually only its last block is missing. */
  const conclude = (text: string) => {
    const shown = done + open.slice(0, printedTo);
    if (text.startsWith(shown) && text.startsWith(done)) {
      open = text.slice(done.length);
    } else {
      startOver('the answer as it stands now');
      open = text;
    }
    print(true);
  };

  return {
    apply: (event) => {
      switch (event.name) {
        case 'turn':
          return;
        case 'delta': {
          open += toTerminalText(event.data.text);
          print(false);
          live(open.slice(printedTo));
          return;
        }
        case 'segment':
          if (event.data.drop) {
            if (open.slice(printedTo).trim() !== '') line(tint.dim(open.slice(printedTo).trim()));
          } else if (open.trim() !== '') {
            print(true);
            done += open + SEGMENT_SEPARATOR;
          }
          startSegment();
          return;
        case 'tool':
          if (event.data.phase === 'start') line(tint.dim(`* ${toTerminalText(toolLabel(event.data.name))}`));
          else if (event.data.failed === true)
            line(tint.dim(`* ${toTerminalText(toolLabel(event.data.name))}: failed`));
          return;
        case 'file':
          line(tint.dim(`* File: ${toTerminalText(event.data.name)} (${event.data.bytes} bytes)`));
          return;
        case 'question':
          if (open.trim() !== '') print(true);
          for (const shown of questionLines(event.data)) line(shown);
          return;
        case 'decided':
          line(tint.dim(`* ${event.data.id}: ${event.data.state}`));
          return;
        case 'notice':
          live(toTerminalText(event.data.text ?? event.data.key));
          return;
        case 'waiting':
          live('Connection lost; trying again ...');
          return;
        case 'reset':
          startOver('starting the answer over');
          return;
        case 'final':
          conclude(toTerminalText(event.data.text));
          return;
        case 'stopped':
          if (event.data.text === '') print(true);
          else conclude(toTerminalText(event.data.text));
          line(tint.dim('Stopped.'));
          return;
        case 'error':
          print(true);
          line(tint.alarm(toTerminalText(event.data.message)));
          return;
      }
    },
    status: live,
    end: clearLive,
  };
}
