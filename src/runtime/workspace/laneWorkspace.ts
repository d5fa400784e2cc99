import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Folder of the data directory in which all workspaces lie. */
export const WORKSPACES = 'workspaces';

/** The folder in which a lane's tools work. Lane ids hold characters that file systems refuse, so it is named by a hash. */
export function laneWorkspace(dataDir: string, lane: string): string {
  const name = createHash('sha256').update(lane).digest('hex').slice(0, 32);
  return join(dataDir, WORKSPACES, name);
}
