import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import mammoth from 'mammoth';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { systemClock } from '../../../../src/core/clock.js';
import { laneIdOf } from '../../../../src/core/lane.js';
import { openDocumentTools } from '../../../../src/runtime/tools/documents/documentTools.js';
import { createReadDocument } from '../../../../src/runtime/tools/files/readDocument.js';
import { createReadFile } from '../../../../src/runtime/tools/files/readFile.js';
import type { ToolContext } from '../../../../src/runtime/tools/toolDefinition.js';
import { createExtractor } from '../../../../src/runtime/web/extractor.js';
import { laneWorkspace } from '../../../../src/runtime/workspace/laneWorkspace.js';
import { makeScope } from '../../memoryFixture.js';

/** A workspace with the tools that make documents; what they made is read by other libraries than those that wrote it. */
export function openDocumentStage() {
  const scope = makeScope();
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-documents-'));
  const workspace = laneWorkspace(dataDir, laneIdOf(scope.address));
  mkdirSync(workspace, { recursive: true });
  const opened = openDocumentTools({ dataDir, clock: systemClock });
  const extractor = createExtractor({ clock: systemClock });
  const reading = createReadFile({ dataDir, readDocument: createReadDocument({ extractor, clock: systemClock }) });
  return {
    workspace,
    dataDir,
    tools: opened.tools,
    call: async (name: string, args: Record<string, unknown>, signal = new AbortController().signal) => {
      const tool = [...opened.tools, reading].find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const context: ToolContext = { signal, agents: null, scope };
      return tool.execute(tool.args.parse(args), context);
    },
    put: (path: string, content: string | Uint8Array) => {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    },
    get: (path: string) => readFileSync(join(workspace, path)),
    close: async () => {
      await Promise.all([opened.close(), extractor.close()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type DocumentStage = ReturnType<typeof openDocumentStage>;

export async function htmlOfDocx(bytes: Buffer): Promise<string> {
  return (await mammoth.convertToHtml({ buffer: bytes })).value;
}

export async function textOfPdf(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  return (await extractText(pdf, { mergePages: true })).text;
}

export async function sheetsOf(bytes: Buffer) {
  return readXlsxFile(bytes);
}
