import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import type { MindId } from '../core/memory/reach.js';
import type { Minds } from '../core/ports/minds.js';
import { wordingIn } from '../reply/catalogue/catalogue.js';
import { vaultsOf } from '../runtime/vault/vaultFolders.js';
import { createVaults } from '../runtime/vault/vaults.js';
import { openGatewayDb } from '../store/openGatewayDb.js';
import { newProcessId, withoutDeadHolders } from '../turns/processIdentity.js';

/**
 * Syncs the vaults of a mind that was changed on the command line, as the gateway does for what it changes itself; it may be running.
 * Nothing is opened where there is no vault.
 */
export async function refreshVaults(dataDir: string, mind: MindId, minds: Minds): Promise<void> {
  if ((await vaultsOf(dataDir, mind)).length === 0) return;
  const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
  try {
    const leases = withoutDeadHolders(db.leases);
    const deps = { dataDir, minds, leases, owner: newProcessId(), wordingIn, clock: systemClock, log: silentLog };
    await createVaults(deps).refresh(mind);
  } finally {
    await db.close();
  }
}
