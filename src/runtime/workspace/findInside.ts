import { realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';

/**
 * The full path of something in a workspace.
 *
 * @throws Error when there is no such thing, or it is a link or leads out of the workspace
 */
export async function findInside(workspace: string, path: string): Promise<string> {
  const missing = () => new Error(`there is no file "${path}" in the workspace`);
  const full = resolve(workspace, path);
  if (!full.startsWith(workspace + sep)) throw new Error('only files in the workspace can be used');
  const root = await realpath(workspace).catch(() => {
    throw missing();
  });
  const real = await realpath(full).catch(() => {
    throw missing();
  });
  if (real !== join(root, full.slice(workspace.length + 1))) throw new Error('links cannot be used');
  return real;
}
