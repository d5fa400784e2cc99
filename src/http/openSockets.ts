import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface OpenSockets {
  /** Ends the connections on which nothing is being answered. */
  endIdle(): void;
}

/**
 * Keeps track of a server's connections. Node's own `closeIdleConnections` spares those that never sent a request, and
 * browsers keep such in reserve.
 */
export function trackSockets(server: Server): OpenSockets {
  const answering = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const before = answering.get(socket);
    if (before !== undefined) answering.set(socket, before + change);
  };
  server.on('connection', (socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return {
    endIdle: () => {
      for (const [socket, answers] of answering) if (answers === 0) socket.destroySoon();
    },
  };
}
