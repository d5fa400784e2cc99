import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Leases } from '../core/ports/leases.js';

/** Process ids mean something only within one host and one PID namespace (containers have their own). */
function whereabouts(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`;
  } catch {
    // Only Linux has PID namespaces.
    return hostname();
  }
}

/** A name for this run of this process: `host/namespace:pid:random`. */
export function newProcessId(): string {
  return `${whereabouts()}:${process.pid}:${randomUUID().slice(0, 8)}`;
}

/** Whether the process of that name surely is no more. False when it runs elsewhere or cannot be told. */
export function isSurelyDead(processId: string): boolean {
  const [place, pidText] = processId.split(':');
  const pid = Number(pidText);
  if (place !== whereabouts() || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH';
  }
}

/** Leases that do not wait for a holder that crashed on this machine: a restart after `kill -9` goes on at once. */
export function withoutDeadHolders(leases: Leases): Leases {
  return {
    release: (request) => leases.release(request),
    acquire: async (request) => {
      const result = await leases.acquire(request);
      if (result.ok || !isSurelyDead(result.owner)) return result;
      await leases.release({ name: request.name, owner: result.owner });
      return leases.acquire(request);
    },
  };
}
