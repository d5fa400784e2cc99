import { z } from 'zod';
import { MAX_TEXT_BYTES } from '../../documents/documentWriter.js';
import { readInside } from '../../workspace/readInside.js';
import { workspaceOf } from '../files/workspaceOf.js';
import { defineTool, type ToolDefinition } from '../toolDefinition.js';
import { deliverDocument, documentPath } from './deliverDocument.js';
import { type DocumentToolDeps, WRITES_DOCUMENTS } from './generateDocument.js';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const args = z.object({
  path: z.string().min(1).max(500),
  sheets: z
    .array(
      z.object({
        name: z.string().max(100),
        rows: z.array(z.array(cell)).describe('The first is the head; dates as 2026-12-31'),
        widths: z.array(z.number().min(1).max(255)).describe('Characters').optional(),
        formulas: z.boolean().describe('Text with = is a formula; else text').optional(),
      }),
    )
    .max(100)
    .optional(),
  from: z.string().max(500).describe('CSV file, instead of sheets').optional(),
  send: z.boolean().describe('Also send it to the user').optional(),
});

/**
 * Makes an Excel file in the lane's workspace. Text stays text, whatever it begins with, unless a sheet says that it has formulas;
 * formulas that reach out of the file stay text even then.
 */
export function createGenerateXlsx(deps: DocumentToolDeps): ToolDefinition {
  return defineTool({
    name: 'generate_xlsx',
    description: 'Make an Excel file.',
    args,
    ...WRITES_DOCUMENTS,
    execute: async ({ path: wanted, sheets = [], from, send = false }, context) => {
      const path = documentPath(wanted, 'xlsx');
      if (sheets.length === 0 && from === undefined) throw new Error('give sheets, or the path of a CSV file in from');
      const workspace = workspaceOf(deps.dataDir, context);
      const csv = from === undefined ? null : (await readInside(workspace, from, MAX_TEXT_BYTES)).content;
      const job = {
        kind: 'xlsx' as const,
        sheets: sheets.map(({ name, rows, widths = [], formulas = false }) => ({ name, rows, widths, formulas })),
        ...(csv === null ? {} : { csv: new Uint8Array(csv) }),
        now: deps.clock.now(),
      };
      const written = await deps.writer.write(job, async () => new Map(), context.signal);
      return deliverDocument(deps, written, { path, send }, context);
    },
  });
}
