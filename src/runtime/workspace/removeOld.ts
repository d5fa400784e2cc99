import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INBOX } from '../attachments/receiveFiles.js';
import { WORKSPACES } from './laneWorkspace.js';
import { OUTBOX } from './outbox.js';

/** Files from and for a chat are kept for 30 days (DESIGN.md section 4, Retention), in milliseconds. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Folders of a workspace whose files come from or go to chats. */
const FOLDERS = [INBOX, OUTBOX];

/** Does that in the workspaces of all lanes. Returns how many files went. */
export async function removeOldFiles(dataDir: string, now: number): Promise<number> {
  const workspaces = join(dataDir, WORKSPACES);
  let removed = 0;
  for (const lane of await readdir(workspaces).catch(() => [])) {
    for (const folder of FOLDERS) removed += await removeOld(join(workspaces, lane, folder), now);
  }
  return removed;
}

/** Removes what has lain in a folder for longer than that; a folder that is not there is in order. */
async function removeOld(folder: string, now: number): Promise<number> {
  let removed = 0;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || now - found.mtimeMs <= KEPT_MS) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
