import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { type Log, silentLog } from '../core/log.js';
import { createRedactor } from '../core/secrets/redactor.js';
import { openMcpServers } from '../runtime/mcp/mcpServers.js';
import { secretsOf } from './settings.js';

/** How long each server may take to come up, in milliseconds. */
const LIMIT_MS = 30_000;

/** Starts every MCP server once, in an empty home, and tells what came of it; each refused tool with why. */
export async function describeMcpServers(config: Config): Promise<readonly string[]> {
  const homes = await mkdtemp(join(tmpdir(), 'waggle-doctor-'));
  const redactor = createRedactor(secretsOf(config));
  const refusals: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: ({ tool, why }) => {
      if (typeof tool === 'string') refusals.push(`    refused: ${tool}, because ${String(why)}`);
    },
    child: () => log,
  };
  const servers = openMcpServers(config.mcpServers, {
    dataDir: resolve(config.processes.dataDir),
    homes,
    allow: config.net.allow,
    redact: redactor.clean,
    clock: systemClock,
    log,
  });
  try {
    servers.connect();
    await new Promise<void>((done) => {
      const stop = systemClock.after(LIMIT_MS, done);
      void servers.tried.then(() => {
        stop();
        done();
      });
    });
    const lines = servers.status().map(({ name, state, tools, refused, why }) => {
      if (state === 'ready') return `  ${name}: ${tools} tools${refused === 0 ? '' : `, ${refused} refused`}`;
      return `  ${name}: does not come up: ${why ?? `no answer within ${LIMIT_MS / 1000} s`}`;
    });
    return ['MCP servers:', ...lines, ...refusals];
  } finally {
    await servers.close();
    await rm(homes, { recursive: true, force: true });
  }
}
