import { z } from 'zod';
import { readInside } from '../../workspace/readInside.js';
import { defineTool, READS_HERE, type ToolDefinition } from '../toolDefinition.js';
import type { ReadDocument } from './readDocument.js';
import { textOf } from './textOf.js';
import { workspaceOf } from './workspaceOf.js';

/** Larger files are for commands; documents hold pictures. */
const MAX_BYTES = 10_000_000;
const MAX_DOCUMENT_BYTES = 25_000_000;
/** Below what a prompt takes of a result, so that a read is never spilled to another file. */
const MAX_CHARS = 9_000;
const MAX_LINE = 2_000;

const args = z.object({
  path: z.string().max(1000),
  offset: z.int().min(1).describe('First line').optional(),
  limit: z.int().min(1).describe('Lines').optional(),
});

/** Reads a text file or a document of the lane's workspace, whole or some lines of it; of others it says what they are. */
export function createReadFile(deps: {
  readonly dataDir: string;
  readonly readDocument: ReadDocument;
}): ToolDefinition {
  return defineTool({
    name: 'read_file',
    description: 'Read a text, PDF, Word, Excel or PowerPoint file of the workspace.',
    args,
    ...READS_HERE,
    execute: async ({ path, offset = 1, limit }, context) => {
      const lines = limit ?? Number.POSITIVE_INFINITY;
      const { content } = await readInside(workspaceOf(deps.dataDir, context), path, MAX_DOCUMENT_BYTES);
      const document = await deps.readDocument(content, context.scope?.lane ?? '', context.signal);
      if (document !== null) return describeLines(path, document, offset, lines);
      if (content.length > MAX_BYTES)
        throw new Error(`${path} has more than ${MAX_BYTES} bytes; look at it with commands`);
      const found = textOf(content, path);
      if ('type' in found) return `${path} is no text: ${found.type}, ${content.length} bytes.`;
      return describeLines(path, found.text, offset, lines);
    },
  });
}

function describeLines(path: string, text: string, offset: number, limit: number): string {
  if (text === '') return `${path} is empty.`;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (offset > lines.length) throw new Error(`${path} has ${lines.length} lines`);
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const fitting = shorten(line);
    chars += fitting.length + 1;
    if (chars > MAX_CHARS && shown.length > 0) break;
    shown.push(fitting);
  }
  const end = offset - 1 + shown.length;
  if (offset === 1 && end === lines.length) return shown.join('\n');
  const rest = end < lines.length ? ` Go on with offset ${end + 1}.` : '';
  return `[${path}, lines ${offset} to ${end} of ${lines.length}.${rest}]\n${shown.join('\n')}`;
}

function shorten(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE).replace(/[\uD800-\uDBFF]$/, '')} [line of ${line.length} characters, cut]`;
}
