import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../core/clock.js';
import type { Log } from '../core/log.js';
import { createHealthPart } from './health.js';
import type { HttpPart } from './httpPart.js';
import { listen, urlOf } from './listen.js';
import { createRefusals } from './oddRequest.js';
import { type OpenSockets, trackSockets } from './openSockets.js';
import { createRouting } from './routing.js';

/** Limits on how slowly a request may arrive, milliseconds; answers may take as long as a turn does. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** How often the limits above are looked at; Node's own 30 s would let a slow request last four times as long. */
const TIMEOUT_CHECK_MS = 2_000;
/** How long `close` waits for answers under way. */
const CLOSE_GRACE_MS = 2_000;
const IDLE_CHECK_MS = 50;

export interface HttpServerOptions {
  /** Address to listen on, `127.0.0.1` by default in the configuration. */
  readonly host: string;
  /** `auto`: 8787 or the next free one. 0: any free one. */
  readonly port: number | 'auto';
  /** The bearer token. */
  readonly token: string;
  readonly parts: readonly HttpPart[];
  /** Told of each request that was refused for want of the token: why, and `POST /api/chat`, where that is an address of ours. */
  readonly onRefused?: (code: string, what: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface HttpServer {
  /** Base URL for clients on this machine, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** What `/readyz` says; false until it is called. */
  setReady(ready: boolean): void;
  /** Takes no new connections, ends streams with a hint to reconnect, and cuts off what is left after 2 s. */
  close(): Promise<void>;
}

/**
 * Starts the one HTTP server of the process with its parts on it; `/healthz` and `/readyz` are always there.
 *
 * @throws WaggleError `port-busy` when the set port is taken, `http-listen` when the address cannot be used
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { host, clock, log } = options;
  let isReady = false;
  const closing = new AbortController();
  const app = createRouting({
    parts: [createHealthPart(() => isReady), ...options.parts],
    token: options.token,
    ...(options.onRefused === undefined ? {} : { onRefused: options.onRefused }),
    log,
    closing: closing.signal,
  });
  const onRequest = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const refuses = createRefusals(log);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    (request, response) => {
      if (refuses(request, response)) return;
      onRequest(request, response).catch((error: unknown) => log.error({ err: error }, 'an HTTP answer failed'));
    },
  );
  // Node would drop what comes after the limit unseen, such as the header by which a proxy gives itself away.
  server.maxHeadersCount = 0;
  const sockets = trackSockets(server);
  const port = await listen(server, host, options.port);
  server.on('error', (error) => log.error({ err: error }, 'the HTTP server reported an error'));
  log.info({ host, port }, 'the HTTP server listens');

  return {
    url: urlOf(host, port),
    port,
    setReady: (ready) => {
      isReady = ready;
    },
    close: async () => {
      isReady = false;
      if (closing.signal.aborted) return;
      closing.abort();
      await closeServer(server, sockets, clock);
    },
  };
}

async function closeServer(server: Server, sockets: OpenSockets, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const stopIdleChecks = clock.every(IDLE_CHECK_MS, () => sockets.endIdle());
  const stopGrace = clock.after(CLOSE_GRACE_MS, () => server.closeAllConnections());
  sockets.endIdle();
  try {
    await closed;
  } finally {
    stopIdleChecks();
    stopGrace();
  }
}
