import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { codeOf, type Folder, openFolder } from './openFolder.js';
import { PathRefused, writablePartsOf } from './workspacePath.js';
import { measureWorkspace, overQuota, type WorkspaceQuota } from './workspaceQuota.js';

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** What became of a write. */
export interface Written {
  readonly bytes: number;
  readonly isNew: boolean;
}

/**
 * Writes a file of a workspace whole: beside it first, then in its place in one step, so that it is never half written and
 * nothing is written through a link. Missing folders are made; a file that there is keeps its mode.
 *
 * @throws PathRefused for paths outside, links, folders and special files in its place, and over the quota
 */
export async function writeInside(
  workspace: string,
  path: string,
  content: string | Uint8Array,
  { signal, quota }: { readonly signal: AbortSignal; readonly quota?: WorkspaceQuota },
): Promise<Written> {
  const parts = writablePartsOf(path);
  const bytes = Buffer.byteLength(content);
  const use = await measureWorkspace(workspace, signal);
  const refusal = overQuota({ bytes: use.bytes + bytes, files: use.files + 1 }, quota);
  if (refusal !== null) throw new PathRefused(refusal);
  const folder = await openFolder(workspace, parts.slice(0, -1), { create: true });
  try {
    const mode = await modeInPlace(folder, parts.at(-1) ?? '', path);
    signal.throwIfAborted();
    await replaceFile(folder, parts.at(-1) ?? '', content, mode ?? 0o600);
    return { bytes, isNew: mode === null };
  } finally {
    await folder.close();
  }
}

/** The mode of the file that is there; null for none. */
async function modeInPlace(folder: Folder, name: string, path: string): Promise<number | null> {
  try {
    const found = await lstat(folder.at(name));
    if (found.isDirectory()) throw new PathRefused(`"${path}" is a folder`);
    if (found.isSymbolicLink()) throw new PathRefused(`"${path}" is a link; links cannot be used`);
    if (!found.isFile()) throw new PathRefused(`"${path}" is no plain file`);
    return found.mode & 0o777;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}

async function replaceFile(folder: Folder, name: string, content: string | Uint8Array, mode: number): Promise<void> {
  const unfinished = folder.at(`.${randomUUID()}.tmp`);
  try {
    const file = await open(unfinished, CREATE, mode);
    try {
      // The mode of the file that was there, which the umask would narrow.
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, folder.at(name));
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw thrown;
  }
}
