import { resolve } from 'node:path';
import { laneIdOf } from '../../../core/lane.js';
import { laneWorkspace } from '../../workspace/laneWorkspace.js';
import type { ToolContext } from '../toolDefinition.js';

/** The workspace of the lane that a call belongs to. @throws Error outside of a turn */
export function workspaceOf(dataDir: string, { scope }: Pick<ToolContext, 'scope'>): string {
  if (scope === null) throw new Error('there is no conversation whose files these could be');
  return laneWorkspace(resolve(dataDir), laneIdOf(scope.address));
}
