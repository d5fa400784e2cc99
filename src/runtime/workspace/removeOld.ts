import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files from and for a chat are kept for 30 days (DESIGN.md section 4, Retention), in milliseconds. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Removes what has lain in a folder for longer than that; a folder that is not there is in order. */
export async function removeOld(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now - found.mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
