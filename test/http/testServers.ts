import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import type { HttpPart } from '../../src/http/httpPart.js';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../src/http/httpServer.js';

export const TOKEN = 'correct-horse-battery-staple';

/** Servers on free ports of this machine, closed together. */
export interface TestServers {
  start(parts: readonly HttpPart[], options?: Partial<HttpServerOptions>): Promise<HttpServer>;
  /** Closes something else with them. */
  defer(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export function createTestServers(): TestServers {
  const opened: (() => Promise<void>)[] = [];
  return {
    start: async (parts, options = {}) => {
      const server = await startHttpServer({
        host: '127.0.0.1',
        port: 0,
        token: TOKEN,
        parts,
        clock: systemClock,
        log: silentLog,
        ...options,
      });
      opened.push(() => server.close());
      return server;
    },
    defer: (close) => opened.push(close),
    close: async () => {
      for (const close of opened.splice(0)) await close();
    },
  };
}
