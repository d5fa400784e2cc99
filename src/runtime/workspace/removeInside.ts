import { lstat, unlink } from 'node:fs/promises';
import { codeOf, openFolder } from './openFolder.js';
import { PathRefused, writablePartsOf } from './workspacePath.js';

/**
 * Removes a plain file of a workspace.
 *
 * @throws PathRefused when there is none, and for links, folders and special files
 */
export async function removeInside(workspace: string, path: string): Promise<void> {
  const parts = writablePartsOf(path);
  const name = parts.at(-1) ?? '';
  const folder = await openFolder(workspace, parts.slice(0, -1));
  try {
    const found = await lstat(folder.at(name));
    if (!found.isFile()) throw new PathRefused(`"${path}" is no plain file`);
    await unlink(folder.at(name));
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') throw new PathRefused(`there is no file "${path}" in the workspace`);
    throw thrown;
  } finally {
    await folder.close();
  }
}
