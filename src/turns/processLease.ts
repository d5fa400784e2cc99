import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import type { Leases } from '../core/ports/leases.js';

/** The one process of a data directory (without Redis). */
export interface ProcessLease {
  /** Resolves when this process is the one; until then another has the directory and this one stands by. */
  acquire(signal: AbortSignal): Promise<void>;
  release(): Promise<void>;
}

const LEASE_NAME = 'gateway';
/** Long enough to survive a busy moment, short enough that a restart after a crash does not wait. */
const TTL_MS = 4000;
const RENEW_MS = 1000;

/**
 * Lets one process at a time work on a data directory. The lanes' own leases keep turns safe in any case; this one keeps a
 * second gateway from answering on the same bot accounts and ports by mistake.
 *
 * @param onLost called once when another process took the directory over (this one was suspended for long): stop working
 */
export function createProcessLease(deps: {
  leases: Leases;
  owner: string;
  clock: Clock;
  log: Log;
  onStandby: (holder: string) => void;
  onLost: () => void;
}): ProcessLease {
  const { leases, owner, clock, log } = deps;
  let stopRenewing = () => {};
  let renewal: Promise<void> = Promise.resolve();
  let isLost = false;
  const tryOnce = () => leases.acquire({ name: LEASE_NAME, owner, ttlMs: TTL_MS, now: clock.now() });

  const renew = async () => {
    // A process that was suspended has several of these in line.
    if (isLost) return;
    try {
      const result = await tryOnce();
      if (result.ok) return;
      isLost = true;
      stopRenewing();
      deps.onLost();
    } catch (thrown) {
      log.error({ err: thrown }, 'renewing the lease of the data directory failed; trying again');
    }
  };

  return {
    acquire: async (signal) => {
      let hasTold = false;
      for (;;) {
        const result = await tryOnce();
        if (result.ok) break;
        if (!hasTold) deps.onStandby(result.owner);
        hasTold = true;
        await clock.sleep(RENEW_MS, signal);
      }
      stopRenewing = clock.every(RENEW_MS, () => {
        renewal = renewal.then(renew);
      });
    },
    release: async () => {
      stopRenewing();
      await renewal;
      await leases.release({ name: LEASE_NAME, owner });
    },
  };
}
