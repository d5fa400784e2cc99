import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { NetAllowEntry } from '../net/allowList.js';
import { hiddenFolders } from '../sandbox/hiddenFolders.js';
import { createServiceSandbox } from '../sandbox/sandboxService.js';
import type { ToolDefinition } from '../tools/toolDefinition.js';
import { untilAborted } from '../untilAborted.js';
import { createMcpServer, type McpStatus } from './mcpServer.js';
import type { McpServerOptions } from './serverOptions.js';

/** The MCP servers of a gateway. */
export interface McpServers {
  /** How each stands, in the order of the configuration. */
  status(): readonly McpStatus[];
  tools(): readonly ToolDefinition[];
  /** Has all of them come up, in the background. */
  connect(): void;
  /** Waits until each was tried once, for some seconds: a turn right after the start has its tools too. */
  settled(signal: AbortSignal): Promise<void>;
  /** Ends them; nothing of them runs any more then. */
  close(): Promise<void>;
  /** Resolves once each was tried. */
  readonly tried: Promise<unknown>;
}

/** How long the first turns wait for servers that are coming up, in milliseconds. */
const SETTLE_MS = 3_000;

export function openMcpServers(
  servers: readonly McpServerOptions[],
  deps: {
    /** Hidden from the servers. */
    readonly dataDir: string;
    /** Where each has a folder of its own; default within the data. */
    readonly homes?: string;
    readonly allow: readonly NetAllowEntry[];
    readonly redact: (text: string) => string;
    readonly clock: Clock;
    readonly log: Log;
    readonly random?: () => number;
  },
): McpServers {
  const { clock, homes = join(deps.dataDir, 'mcp') } = deps;
  const sandbox = createServiceSandbox({ clock, hidden: hiddenFolders(deps.dataDir) });
  const opened = servers.map((server) => createMcpServer(server, { ...deps, sandbox, home: join(homes, server.name) }));
  const tried = Promise.all(opened.map((server) => server.tried));
  let isSettled = opened.length === 0;
  void tried.then(() => {
    isSettled = true;
  });
  return {
    status: () => opened.map((server) => server.status()),
    tools: () => opened.flatMap((server) => server.tools()),
    connect: () => {
      for (const server of opened) server.connect();
    },
    settled: async (signal) => {
      if (isSettled) return;
      const limit = new AbortController();
      const stop = clock.after(SETTLE_MS, () => limit.abort());
      try {
        await untilAborted(tried, AbortSignal.any([signal, limit.signal]));
      } catch {
        signal.throwIfAborted();
        // Whoever is slower comes to a later turn.
        isSettled = true;
      } finally {
        stop();
      }
    },
    tried,
    close: async () => {
      await Promise.all(opened.map((server) => server.close()));
    },
  };
}
