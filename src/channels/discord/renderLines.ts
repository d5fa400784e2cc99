import type { PhrasingContent } from 'mdast';
import { guardFences } from './renderEscape.js';
import { writeLine } from './renderLine.js';
import { runLines } from './renderRuns.js';
import type { LineWriter } from './renderWriter.js';

/** Writes inline content, line by line. Lines without anything to see are left out. */
export function renderInline(children: readonly PhrasingContent[], out: LineWriter): void {
  for (const runs of runLines(children)) {
    const line = writeLine(runs);
    if (line.plain.trim() !== '') out.line(line);
  }
}

/** Writes lines in a monospaced block. */
export function writeCodeBlock(lines: readonly string[], language: string, out: LineWriter): void {
  out.atMargin([`\`\`\`${language}`, ...lines.map(guardFences), '```'], lines.join('\n'));
}
