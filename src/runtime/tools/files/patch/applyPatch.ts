import { z } from 'zod';
import { removeInside } from '../../../workspace/removeInside.js';
import { writeInside } from '../../../workspace/writeInside.js';
import { CHANGES_HERE, defineTool, type ToolContext, type ToolDefinition } from '../../toolDefinition.js';
import { workspaceOf } from '../workspaceOf.js';
import { type PatchedFile, patchFiles } from './patchedFiles.js';
import { type FilePatch, readPatch } from './readPatch.js';

const args = z.object({ patch: z.string().min(1).max(500_000).describe('Unified diff') });

/**
 * Applies a unified diff to files of the lane's workspace: changed, new, deleted, renamed and copied ones. All or nothing:
 * nothing is written before every hunk fits, and what was written is put back when a later file cannot be. A hunk may stand
 * at other lines than it says, its context not be another.
 */
export function createApplyPatch(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: 'apply_patch',
    deferred: true,
    description: 'Apply a unified diff to several files; all or none.',
    args,
    ...CHANGES_HERE,
    execute: async ({ patch }, context) => {
      const workspace = workspaceOf(deps.dataDir, context);
      const { applyPatch } = await import('diff');
      const patches = await readPatch(patch);
      const files = await failingWith('nothing was changed', () => patchFiles(workspace, patches, applyPatch));
      await writeAll(workspace, files, context);
      return patches.map(describe).join('\n');
    },
  });
}

async function failingWith<T>(hint: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${why}; ${hint}`, { cause: thrown });
  }
}

async function writeAll(workspace: string, files: readonly PatchedFile[], { signal }: ToolContext): Promise<void> {
  const done: PatchedFile[] = [];
  try {
    for (const file of files) {
      signal.throwIfAborted();
      await put(workspace, file.path, file.after, signal);
      done.push(file);
    }
  } catch (thrown) {
    // Not under the turn's signal: a turn that was stopped must not leave half of it.
    const lost: string[] = [];
    for (const file of done.reverse()) {
      await put(workspace, file.path, file.before, new AbortController().signal).catch(() => lost.push(file.path));
    }
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const left = lost.length === 0 ? 'nothing was changed' : `${lost.join(', ')} could not be put back`;
    throw new Error(`${why}; ${left}`, { cause: thrown });
  }
}

async function put(workspace: string, path: string, text: string | null, signal: AbortSignal): Promise<void> {
  if (text === null) await removeInside(workspace, path);
  else await writeInside(workspace, path, text, { signal });
}

const VERBS = { change: 'Changed', create: 'Created', delete: 'Deleted', rename: 'Renamed', copy: 'Copied' } as const;

function describe({ does, from, to, hunks: { hunks } }: FilePatch): string {
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0);
  const lines = does === 'delete' || hunks.length === 0 ? '' : ` (+${count('+')} -${count('-')})`;
  return `${VERBS[does]} ${from}${from === to ? '' : ` to ${to}`}${lines}.`;
}
