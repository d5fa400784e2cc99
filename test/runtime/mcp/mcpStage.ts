import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/core/clock.js';
import { type McpServers, openMcpServers } from '../../../src/runtime/mcp/mcpServers.js';
import type { McpAccess, McpServerOptions } from '../../../src/runtime/mcp/serverOptions.js';
import type { ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { createRecordingLog, type RecordingLog } from '../../setup/recordingLog.js';
import { until } from '../../setup/until.js';

const require = createRequire(import.meta.url);

const MANIFESTS = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
};

/** The folder of all packages: the servers need those beside them. */
export const PACKAGES = dirname(dirname(dirname(MANIFESTS.everything)));

/** One of the protocol's own reference servers, as an operator would configure it after installing it. */
export function reference(name: keyof typeof MANIFESTS, args: readonly string[] = []): McpAccess {
  const entry = join(dirname(MANIFESTS[name]), 'dist', 'index.js');
  return {
    kind: 'stdio',
    command: ['node', entry, ...args],
    env: {},
    folders: [{ path: PACKAGES, write: false }],
    network: false,
  };
}

const HOSTILE = fileURLToPath(new URL('../../platforms/mcp/hostileServer.mjs', import.meta.url));

/** Our own server that does what no server should. */
export function hostile(...behaviour: string[]): McpAccess {
  const folders = [{ path: dirname(HOSTILE), write: false }];
  return { kind: 'stdio', command: ['node', HOSTILE, ...behaviour], env: {}, folders, network: false };
}

export function serverOf(name: string, access: McpAccess, fields: Partial<McpServerOptions> = {}): McpServerOptions {
  const usual = { personas: null, tools: null, risk: 'high', risks: {}, timeoutMs: 60_000 } as const;
  return { name, access, ...usual, ...fields };
}

export interface McpStage {
  readonly servers: McpServers;
  readonly log: RecordingLog;
  readonly dataDir: string;
  tool(name: string): ToolDefinition;
  /** What a call gives; rejects where it fails. */
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<string>;
  /** Waits until the server stands so. */
  stands(name: string, state: 'ready' | 'down'): Promise<void>;
  warnings(): readonly string[];
  close(): Promise<void>;
}

export async function openMcpStage(
  options: readonly McpServerOptions[],
  fields: {
    readonly redact?: (text: string) => string;
    readonly allow?: Parameters<typeof openMcpServers>[1]['allow'];
  } = {},
): Promise<McpStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-mcp-'));
  const log = createRecordingLog();
  const servers = openMcpServers(options, {
    dataDir,
    allow: [],
    redact: (text) => text,
    ...fields,
    clock: systemClock,
    log,
    random: () => 0,
  });
  servers.connect();
  await servers.settled(AbortSignal.timeout(20_000));
  const tool = (name: string) => {
    const found = servers.tools().find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name}; there are ${servers.tools().map((one) => one.name)}`);
    return found;
  };
  return {
    servers,
    log,
    dataDir,
    tool,
    call: async (name, args = {}, signal = AbortSignal.timeout(30_000)) =>
      String(await tool(name).execute(args, { signal, scope: null, agents: null })),
    stands: async (name, state) => {
      await until(() => servers.status().some((one) => one.name === name && one.state === state));
    },
    warnings: () =>
      log.lines
        .filter(({ level }) => level === 'warn')
        .map(({ message, fields: f }) => `${message}: ${f.tool ?? ''} ${f.why ?? ''}`),
    close: async () => {
      await servers.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
