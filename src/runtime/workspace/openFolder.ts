import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { PathRefused } from './workspacePath.js';

/**
 * A folder that is held open. Paths made by `at` go through the handle, so that they stay in this folder, whatever its name
 * is exchanged for meanwhile. (Linux only; elsewhere, where there is no sandbox and so nobody who exchanges it, by name.)
 */
export interface Folder {
  /** The folder itself, as a path. */
  readonly path: string;
  at(name: string): string;
  close(): Promise<void>;
}

const isLinux = process.platform === 'linux';
const OPEN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function folderOf(handle: FileHandle, name: string): Folder {
  const path = isLinux ? `/proc/self/fd/${handle.fd}` : name;
  return { path, at: (child) => join(path, child), close: () => handle.close() };
}

/** What a failed system call says, by its code; empty for anything else. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

async function openNamed(path: string, shown: string): Promise<Folder> {
  try {
    return folderOf(await open(path, OPEN_FOLDER), path);
  } catch (thrown) {
    // A link is refused with ELOOP or, as O_DIRECTORY is looked at first, with ENOTDIR.
    const code = codeOf(thrown);
    if (code === 'ENOENT') throw new PathRefused(`there is no folder "${shown}" in the workspace`);
    if (code === 'ENOTDIR' || code === 'ELOOP') {
      throw new PathRefused(`"${shown}" is no folder (links cannot be used)`);
    }
    throw thrown;
  }
}

/**
 * Opens a folder below a workspace, part by part, following no link.
 *
 * @param parts as `partsOf` gives them
 * @param options.create makes the folders that are missing, the workspace too
 * @throws PathRefused when one of them is missing, a link or no folder
 */
export async function openFolder(
  workspace: string,
  parts: readonly string[],
  { create = false }: { readonly create?: boolean } = {},
): Promise<Folder> {
  if (create) await mkdir(workspace, { recursive: true, mode: 0o700 });
  let folder = await openNamed(workspace, '.');
  for (const [place, part] of parts.entries()) {
    const parent = folder;
    try {
      if (create) await makeFolder(parent.at(part));
      folder = await openNamed(parent.at(part), parts.slice(0, place + 1).join('/'));
    } finally {
      await parent.close();
    }
  }
  return folder;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((thrown: unknown) => {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  });
}
