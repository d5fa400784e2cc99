import type { Server } from 'node:http';
import { WaggleError } from '../core/errors.js';

/** Where `auto` begins. */
export const FIRST_PORT = 8787;
const AUTO_TRIES = 100;

/**
 * Lets a server listen. `auto` takes 8787 or the next free port.
 *
 * @returns the port
 * @throws WaggleError `port-busy` when the port (or with `auto` every tried one) is taken, `http-listen` when the
 * address cannot be listened on for another reason
 */
export async function listen(server: Server, host: string, port: number | 'auto'): Promise<number> {
  if (port !== 'auto') {
    const taken = await tryListen(server, host, port);
    if (taken === null) return portOf(server);
    throw busy(
      `port ${port} on ${host} is taken by another program; set WAGGLE_HTTP_PORT to a free one, or leave it out`,
      taken,
    );
  }
  for (let candidate = FIRST_PORT; candidate < FIRST_PORT + AUTO_TRIES; candidate += 1) {
    if ((await tryListen(server, host, candidate)) === null) return portOf(server);
  }
  throw busy(
    `ports ${FIRST_PORT} to ${FIRST_PORT + AUTO_TRIES - 1} on ${host} are all taken; set WAGGLE_HTTP_PORT to a free one`,
  );
}

/** The base URL for people and clients on this machine; a wildcard host is shown as loopback. */
export function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}

/** Null when it listens now; the error when the port is taken. */
function tryListen(server: Server, host: string, port: number): Promise<Error | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      server.off('error', onError);
      server.off('listening', onListening);
      act();
    };
    const onListening = () => settle(() => resolve(null));
    const onError = (error: NodeJS.ErrnoException) =>
      settle(() => {
        if (error.code === 'EADDRINUSE') resolve(error);
        else reject(cannotListen(host, port, error));
      });
    server.on('error', onError);
    server.on('listening', onListening);
    server.listen({ port, host, exclusive: true });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new WaggleError('http-listen', 'the HTTP server has no port');
  return address.port;
}

function busy(message: string, cause?: Error): WaggleError {
  return new WaggleError('port-busy', message, cause === undefined ? {} : { cause });
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): WaggleError {
  return new WaggleError('http-listen', `cannot listen on ${host} port ${port}: ${cause.message}`, { cause });
}
