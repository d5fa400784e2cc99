import { z } from 'zod';
import { writeInside } from '../../workspace/writeInside.js';
import { CHANGES_HERE, defineTool, type ToolDefinition } from '../toolDefinition.js';
import { workspaceOf } from './workspaceOf.js';

const args = z.object({
  path: z.string().max(1000),
  content: z.string().max(2_000_000),
});

/** Writes a file of the lane's workspace whole; folders on the way to it are made. */
export function createWriteFile(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: 'write_file',
    description: 'Create or replace a file in the workspace. The user only gets it with send_file.',
    args,
    ...CHANGES_HERE,
    execute: async ({ path, content }, context) => {
      const { bytes, isNew } = await writeInside(workspaceOf(deps.dataDir, context), path, content, context);
      return `${isNew ? 'Created' : 'Replaced'} ${path}, ${bytes} bytes.`;
    },
  });
}
