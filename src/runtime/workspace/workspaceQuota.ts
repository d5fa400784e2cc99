import { walkInside } from './walkInside.js';

/** What a workspace may hold: enough for a project with its packages, and 100 full lanes on a common disk. */
export const WORKSPACE_QUOTA = { bytes: 500_000_000, files: 20_000 } as const;

export interface WorkspaceUse {
  /** As they lie on the disk. */
  readonly bytes: number;
  readonly files: number;
}

/** What there may be in a workspace. */
export type WorkspaceQuota = WorkspaceUse;

/** What a workspace holds. Counts no further than four times the files that it may hold. */
export async function measureWorkspace(workspace: string, signal?: AbortSignal): Promise<WorkspaceUse> {
  let bytes = 0;
  let files = 0;
  const maxEntries = WORKSPACE_QUOTA.files * 4;
  for await (const { stat } of walkInside(workspace, [], { maxEntries, ...(signal === undefined ? {} : { signal }) })) {
    bytes += stat.blocks * 512;
    files += 1;
  }
  return { bytes, files };
}

/**
 * Why a workspace may not hold that much; null when it may.
 *
 * @param use what it holds, or would
 */
export function overQuota(use: WorkspaceUse, quota: WorkspaceQuota = WORKSPACE_QUOTA): string | null {
  if (use.bytes > quota.bytes) {
    return `the workspace holds ${Math.ceil(use.bytes / 1e6)} MB of ${quota.bytes / 1e6} MB that it may; delete something first`;
  }
  if (use.files > quota.files) {
    return `the workspace holds ${use.files} files and folders of ${quota.files} that it may; delete something first`;
  }
  return null;
}
