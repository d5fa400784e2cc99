import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../core/clock.js';

/** Name of the file in the data directory by which a running gateway is found. */
const GATEWAY_FILE = 'gateway.json';
/** How long a gateway may take to say that it is there, milliseconds. */
const HEALTH_TIMEOUT_MS = 2_000;

export const gatewayFileSchema = z.object({
  /** Base URL of its HTTP server. */
  url: z.url({ protocol: /^http$/ }),
  pid: z.number().int().positive(),
});
export type GatewayFile = z.infer<typeof gatewayFileSchema>;

/** Written by a gateway once its HTTP server listens; replaces what an earlier one left. */
export async function writeGatewayFile(dataDir: string, gateway: GatewayFile): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const fresh = join(dataDir, `.${GATEWAY_FILE}-${randomUUID()}`);
  await writeFile(fresh, `${JSON.stringify(gateway)}\n`, { mode: 0o600 });
  await rename(fresh, join(dataDir, GATEWAY_FILE));
}

/** Removed by a gateway when it ends; that of another process stays. */
export async function removeGatewayFile(dataDir: string, pid: number): Promise<void> {
  const found = await readGatewayFile(dataDir);
  if (found?.pid === pid) await rm(join(dataDir, GATEWAY_FILE), { force: true });
}

/** The gateway that runs on a data directory and answers, or null. */
export async function discoverGateway(dataDir: string, clock: Clock): Promise<GatewayFile | null> {
  const found = await readGatewayFile(dataDir);
  if (found === null || !isAlive(found.pid)) return null;
  return (await answers(found.url, clock)) ? found : null;
}

async function readGatewayFile(dataDir: string): Promise<GatewayFile | null> {
  try {
    return gatewayFileSchema.parse(JSON.parse(await readFile(join(dataDir, GATEWAY_FILE), 'utf8')));
  } catch {
    // No file, or one that no gateway of ours wrote: either way none is known.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function answers(url: string, clock: Clock): Promise<boolean> {
  const late = new AbortController();
  const stopTimer = clock.after(HEALTH_TIMEOUT_MS, () => late.abort());
  try {
    const response = await fetch(`${url}/healthz`, { signal: late.signal });
    return (await response.text()) === 'ok';
  } catch {
    // Nobody listens there, or not in time: no gateway to talk to.
    return false;
  } finally {
    stopTimer();
  }
}
