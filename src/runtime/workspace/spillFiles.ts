import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { laneWorkspace } from './laneWorkspace.js';

/** Files older than this go when a new one comes, in milliseconds (DESIGN.md section 4, Retention). */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Folder of a workspace for results that were too long for a prompt. */
export const SPILL = 'spill';

/**
 * Keeps results that are too long for a prompt as files in the lane's workspace. A file is named by its content, so
 * that equal results stay equal for whoever compares them.
 */
export function createSpillFiles(deps: { readonly dataDir: string; readonly clock: Pick<Clock, 'now'> }) {
  const removeOld = async (folder: string): Promise<void> => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const age = deps.clock.now() - (await stat(path)).mtimeMs;
      if (age > KEPT_MS) await unlink(path);
    }
  };

  return {
    /** Writes the text; gives the path within the workspace. @throws what the file system says */
    spill: async (lane: string, text: string): Promise<string> => {
      const folder = join(laneWorkspace(deps.dataDir, lane), SPILL);
      const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.txt`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeOld(folder);
      const path = join(folder, name);
      const unfinished = `${path}.${process.pid}.tmp`;
      await writeFile(unfinished, text, { mode: 0o600 });
      await rename(unfinished, path);
      return `${SPILL}/${name}`;
    },
  };
}
