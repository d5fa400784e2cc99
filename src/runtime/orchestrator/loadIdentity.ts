import type { IdentityFields } from '../../core/memory/layers.js';
import { GATEWAY_MIND, type MemoryReach } from '../../core/memory/reach.js';
import type { Minds } from '../../core/ports/minds.js';
import { DEFAULT_IDENTITY } from './identity.js';

/** Who the assistant is in this place: the gateway's identity, each field replaced where the workspace has its own. */
export async function loadIdentity(
  reach: Pick<MemoryReach, 'workspace'>,
  minds: Pick<Minds, 'identity'>,
): Promise<IdentityFields> {
  const [gateway, workspace] = await Promise.all([
    minds.identity.get(GATEWAY_MIND),
    reach.workspace === null ? null : minds.identity.get(reach.workspace.mind),
  ]);
  return { ...DEFAULT_IDENTITY, ...stated(gateway), ...stated(workspace) };
}

function stated(fields: Partial<IdentityFields> | null): Partial<IdentityFields> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}
