import { z } from 'zod';
import { readInside } from '../../workspace/readInside.js';
import { writeInside } from '../../workspace/writeInside.js';
import { CHANGES_HERE, defineTool, type ToolContext, type ToolDefinition } from '../toolDefinition.js';
import { applyEdit, type Edit } from './applyEdit.js';
import { textOf } from './textOf.js';
import { workspaceOf } from './workspaceOf.js';

/** What can be written, can be edited. */
const MAX_BYTES = 2_000_000;

const edit = {
  old_string: z.string().max(200_000),
  new_string: z.string().max(200_000),
  replace_all: z.boolean().optional(),
};
const path = z.string().max(1000);

interface FileDeps {
  readonly dataDir: string;
}

/** Replaces a text in a file of the lane's workspace. */
export function createEditFile(deps: FileDeps): ToolDefinition {
  return defineTool({
    name: 'edit_file',
    description: 'Replace an exact text, which occurs once, in a file.',
    args: z.object({ path, ...edit }),
    ...CHANGES_HERE,
    execute: ({ path: file, ...one }, context) => editFile(deps, file, [one], context),
  });
}

/** Makes several replacements in one file, each on what those before left; all or none. */
export function createMultiEdit(deps: FileDeps): ToolDefinition {
  return defineTool({
    name: 'multi_edit',
    deferred: true,
    description: 'Several edits of one file in order; all or none.',
    args: z.object({ path, edits: z.array(z.object(edit)).min(1).max(50) }),
    ...CHANGES_HERE,
    execute: ({ path: file, edits }, context) => editFile(deps, file, edits, context),
  });
}

async function editFile(deps: FileDeps, file: string, edits: readonly Edit[], context: ToolContext): Promise<string> {
  const workspace = workspaceOf(deps.dataDir, context);
  const { content } = await readInside(workspace, file, MAX_BYTES);
  const found = textOf(content, file);
  if ('type' in found || !found.isUtf8) throw new Error(`${file} is no UTF-8 text and cannot be edited`);
  const edited = edits.reduce((text, one, place) => {
    try {
      return applyEdit(text, one);
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new Error(edits.length === 1 ? why : `edit ${place + 1}: ${why}; nothing was changed`, { cause: thrown });
    }
  }, found.text);
  await writeInside(workspace, file, edited, context);
  const count = edits.length === 1 ? '' : ` with ${edits.length} edits`;
  return `Changed ${file}${count}.`;
}
