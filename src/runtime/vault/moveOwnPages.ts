import { lstat, readdir, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { orNull, STATE_FOLDER } from './pageFiles.js';

/**
 * Moves every file of one folder into another, at the same path where it is free, else under a name with a number. What both have with
 * the same name in hidden folders (settings of Obsidian) stays behind.
 */
export async function moveOwnPages(from: string, into: string, folder = ''): Promise<void> {
  for (const entry of (await orNull(readdir(join(from, folder), { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (path === STATE_FOLDER) continue;
    if (entry.isDirectory()) {
      const isTaken = (await orNull(lstat(join(into, path)))) !== null;
      if (!isTaken) await rename(join(from, path), join(into, path));
      else if (!entry.name.startsWith('.')) await moveOwnPages(from, into, path);
    } else if (entry.isFile()) await moveFile(join(from, path), join(into, path));
  }
}

async function moveFile(from: string, into: string): Promise<void> {
  const ending = extname(into);
  const stem = into.slice(0, into.length - ending.length);
  for (let number = 1; ; number += 1) {
    const target = number === 1 ? into : `${stem} ${number}${ending}`;
    if ((await orNull(lstat(target))) !== null) continue;
    await rename(from, target);
    return;
  }
}
