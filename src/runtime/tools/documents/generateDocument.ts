import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { type DocumentWriter, MAX_TEXT_BYTES } from '../../documents/documentWriter.js';
import { CJK_FONTS } from '../../documents/pdf/fontPlaces.js';
import { readInside } from '../../workspace/readInside.js';
import { textOf } from '../files/textOf.js';
import { workspaceOf } from '../files/workspaceOf.js';
import { CHANGES_HERE, defineTool, type ToolDefinition } from '../toolDefinition.js';
import { deliverDocument, documentPath } from './deliverDocument.js';
import { readPictures } from './readPictures.js';

export interface DocumentToolDeps {
  readonly dataDir: string;
  readonly writer: DocumentWriter;
  readonly clock: Clock;
}

/** The writer's own limit says more than the loop's; two may wait before it. */
export const WRITES_DOCUMENTS = {
  ...CHANGES_HERE,
  deferred: true,
  timeoutMs: 130_000,
} as const satisfies Partial<ToolDefinition>;

const args = z.object({
  path: z.string().min(1).max(500),
  content: z.string().max(2_000_000).describe('Markdown; pictures by workspace path').optional(),
  from: z.string().max(500).describe('Markdown file, instead of content').optional(),
  title: z.string().max(300).optional(),
  send: z.boolean().describe('Also send it to the user').optional(),
});

const KINDS = {
  docx: 'Make a Word file from Markdown.',
  pdf: 'Make a PDF from Markdown.',
  pptx: 'Make slides from Markdown: each heading begins one; what follows "Notes:" is for the speaker.',
} as const;

/** Makes a document of Markdown in the lane's workspace: Word, PDF or PowerPoint. */
export function createGenerateDocument(kind: keyof typeof KINDS, deps: DocumentToolDeps): ToolDefinition {
  return defineTool({
    name: `generate_${kind}`,
    description: KINDS[kind],
    args,
    ...WRITES_DOCUMENTS,
    execute: async ({ path: wanted, content, from, title = '', send = false }, context) => {
      const path = documentPath(wanted, kind);
      const workspace = workspaceOf(deps.dataDir, context);
      const text = content ?? (await readSource(workspace, from));
      if (text.trim() === '')
        throw new Error('the document would be empty: give content, or the path of a file in from');
      const common = { content: text, title: title.trim(), now: deps.clock.now() };
      const job = kind === 'pdf' ? { kind, ...common, fonts: [...CJK_FONTS] } : { kind, ...common };
      const pictures = (paths: readonly string[]) => readPictures(workspace, paths, context.signal);
      const written = await deps.writer.write(job, pictures, context.signal);
      return deliverDocument(deps, written, { path, send }, context);
    },
  });
}

async function readSource(workspace: string, from: string | undefined): Promise<string> {
  if (from === undefined) throw new Error('give content, or the path of a Markdown file in from');
  const { content } = await readInside(workspace, from, MAX_TEXT_BYTES);
  const found = textOf(content, from);
  if ('type' in found) throw new Error(`${from} is no text: ${found.type}`);
  return found.text;
}
