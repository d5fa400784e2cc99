import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonTrace } from '../../core/ports/people.js';
import { INBOX, keyOfFile, MAX_FILES } from '../attachments/receiveFiles.js';
import { laneWorkspace } from './laneWorkspace.js';

/** After so long, in milliseconds, no record says any more whose message a file came with (`turns` in `retentionOps`). */
const OWNED_MS = 14 * 86_400_000;

/**
 * Removes what a person left in workspaces: all of his direct chats', and in groups the files of his messages, with
 * those that are too old to tell whose they are. Returns how many things went.
 */
export async function eraseFiles(dataDir: string, trace: PersonTrace, now: number): Promise<number> {
  let removed = 0;
  for (const lane of trace.lanes) {
    const folder = laneWorkspace(dataDir, lane);
    if ((await stat(folder).catch(() => null)) === null) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  const keys = new Set(
    trace.withFiles.flatMap((identity) => Array.from({ length: MAX_FILES }, (_, place) => keyOfFile(identity, place))),
  );
  for (const lane of trace.groups) {
    const folder = join(laneWorkspace(dataDir, lane), INBOX);
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const isHis = keys.has(name.split('-')[0] ?? '');
      const found = isHis ? null : await stat(path).catch(() => null);
      if (!isHis && (found === null || now - found.mtimeMs < OWNED_MS)) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}
