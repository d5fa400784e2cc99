import type { Clock } from '../../../core/clock.js';
import { createDocumentWriter } from '../../documents/documentWriter.js';
import type { ToolDefinition } from '../toolDefinition.js';
import { createGenerateDocument } from './generateDocument.js';
import { createGenerateXlsx } from './generateXlsx.js';

/** The tools that make documents (spec runtime 8, Documents), and what ends their threads. */
export function openDocumentTools(options: { readonly dataDir: string; readonly clock: Clock }): {
  readonly tools: readonly ToolDefinition[];
  close(): Promise<void>;
} {
  const writer = createDocumentWriter(options);
  const deps = { ...options, writer };
  return {
    tools: [
      createGenerateDocument('docx', deps),
      createGenerateDocument('pdf', deps),
      createGenerateDocument('pptx', deps),
      createGenerateXlsx(deps),
    ],
    close: () => writer.close(),
  };
}
