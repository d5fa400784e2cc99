import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Serves one request. What it throws is answered with 500 and the message, so that a test sees it. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Takes over a connection that asks for another protocol (a WebSocket). */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** An HTTP server on the loopback address that keeps its port when it goes down and comes up again. */
export interface HttpListener {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** Refuses new connections and cuts the open ones, as a machine that is down does. */
  goDown(): Promise<void>;
  /** Listens on the same port again. */
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on `port` (0: a free one). Connections that `upgrade` took over are cut with the others. */
export async function startListener(handler: HttpHandler, port = 0, upgrade?: UpgradeHandler): Promise<HttpListener> {
  const upgraded = new Set<Duplex>();
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const failed = (error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`test platform failed: ${text}`);
    };
    try {
      Promise.resolve(handler(request, response)).catch(failed);
    } catch (error) {
      failed(error);
    }
  };

  const open = async (wanted: number): Promise<{ server: Server; port: number }> => {
    const server = createServer({ noDelay: true, keepAlive: true }, serve);
    // A pooled connection of a client must not meet a server that is just closing it: that would be a fault nobody asked for.
    server.keepAliveTimeout = 600_000;
    server.requestTimeout = 0;
    if (upgrade !== undefined) {
      server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
        upgraded.add(socket);
        socket.once('close', () => upgraded.delete(socket));
        upgrade(request, socket, head);
      });
    }
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port: wanted, backlog: 4096 }, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The listener has no TCP address');
    return { server, port: address.port };
  };

  const shut = async (server: Server): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
    await closed;
  };

  const first = await open(port);
  let current: Server | undefined = first.server;
  return {
    url: `http://127.0.0.1:${first.port}`,
    goDown: async () => {
      const server = current;
      current = undefined;
      if (server !== undefined) await shut(server);
    },
    comeUp: async () => {
      if (current === undefined) current = (await open(first.port)).server;
    },
    close: async () => {
      const server = current;
      current = undefined;
      if (server !== undefined) await shut(server);
    },
  };
}

/** Reads a request's body; rejects when the client goes away first. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.once('end', () => resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)));
    request.once('error', reject);
  });
}
