import { lstat, readdir, rename } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { orNull } from '../fileFaults.js';
import { STATE_FOLDER } from './pageFiles.js';

/**
 * Moves every file of one folder into another, at the same path where it is free, else under a name with a number. What both have with
 * the same name in hidden folders (settings of Obsidian) stays behind.
 */
export async function moveOwnPages(from: string, into: string): Promise<void> {
  for (const entry of (await orNull(readdir(from, { withFileTypes: true }))) ?? []) {
    const { name } = entry;
    if (name === STATE_FOLDER) continue;
    const [source, target] = [join(from, name), join(into, name)];
    const isSameFolder = entry.isDirectory() && (await orNull(lstat(target)))?.isDirectory() === true;
    if (isSameFolder && !name.startsWith('.')) await moveOwnPages(source, target);
    else if (!isSameFolder && (entry.isDirectory() || entry.isFile())) await moveTo(source, target);
  }
}

async function moveTo(source: string, wanted: string): Promise<void> {
  const ending = extname(wanted);
  const stem = wanted.slice(0, wanted.length - ending.length);
  for (let number = 1; ; number += 1) {
    const target = number === 1 ? wanted : `${stem} ${number}${ending}`;
    if ((await orNull(lstat(target))) !== null) continue;
    await rename(source, target);
    return;
  }
}
