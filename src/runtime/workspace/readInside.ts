import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { codeOf, openFolder } from './openFolder.js';
import { PathRefused, partsOf } from './workspacePath.js';

const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A file's whole content, and what the file system says of it. */
export interface ReadFile {
  readonly content: Buffer;
  readonly stat: Stats;
}

/**
 * Reads a plain file of a workspace whole.
 *
 * @param maxBytes larger ones are refused
 * @throws PathRefused when there is none, or it is a link, a folder, something special, or too large
 */
export async function readInside(workspace: string, path: string, maxBytes: number): Promise<ReadFile> {
  const file = await openInside(workspace, path);
  try {
    return await readPlain(file, path, maxBytes);
  } finally {
    await file.close();
  }
}

/**
 * Opens something in a workspace for reading, following no link on the way. Folders and special files are opened too: look at its
 * `stat`.
 *
 * @throws PathRefused when there is none, or it is a link
 */
export async function openInside(workspace: string, path: string): Promise<FileHandle> {
  const parts = partsOf(path);
  const name = parts.at(-1);
  if (name === undefined) throw new PathRefused('that is a folder, not a file');
  const folder = await openFolder(workspace, parts.slice(0, -1)).catch((thrown: unknown) => {
    // Before the first file there is no workspace, which is nobody's mistake.
    if (thrown instanceof PathRefused && /no folder "/.test(thrown.message)) throw missing(path);
    throw thrown;
  });
  try {
    return await openPlain(folder.at(name), path);
  } finally {
    await folder.close();
  }
}

async function openPlain(full: string, path: string): Promise<FileHandle> {
  try {
    return await open(full, OPEN_FILE);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT') throw missing(path);
    if (code === 'ELOOP') throw new PathRefused(`"${path}" is a link; links cannot be used`);
    if (code === 'ENXIO') throw new PathRefused(`"${path}" is no plain file`);
    throw thrown;
  }
}

async function readPlain(file: FileHandle, path: string, maxBytes: number): Promise<ReadFile> {
  const stat = await file.stat();
  if (stat.isDirectory()) throw new PathRefused(`"${path}" is a folder, not a file`);
  if (!stat.isFile()) throw new PathRefused(`"${path}" is no plain file`);
  if (stat.size > maxBytes) {
    throw new PathRefused(`"${path}" has ${stat.size} bytes; files of up to ${maxBytes} bytes can be read`);
  }
  // Exactly that many: the file may be growing.
  const content = Buffer.alloc(stat.size);
  const { bytesRead } = await file.read(content, 0, stat.size, 0);
  return { content: content.subarray(0, bytesRead), stat };
}

function missing(path: string): PathRefused {
  return new PathRefused(`there is no file "${path}" in the workspace`);
}
