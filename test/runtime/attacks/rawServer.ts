import { createServer, type Socket } from 'node:net';
import { createWatch } from '../../platforms/watch.js';

/** A server that speaks bytes, for answers that no HTTP library would send. */
export interface RawServer {
  readonly port: number;
  /** What requests came, each with its headers. */
  readonly requests: readonly string[];
  answer(answer: (socket: Socket) => void): void;
  waitFor(probe: () => boolean): Promise<unknown>;
  close(): Promise<void>;
}

export async function startRawServer(): Promise<RawServer> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const watch = createWatch(() => requests.join('\n'));
  let current: (socket: Socket) => void = (socket) => void socket.end();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // Whoever reads it may go away in the middle.
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      requests.push(chunk.toString('latin1'));
      watch.changed();
      current(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests,
    answer: (answer) => {
      requests.length = 0;
      current = answer;
    },
    waitFor: (probe) => watch.waitFor(probe),
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Writes the same piece again and again, as fast as the other end takes it. */
export function pour(socket: Socket, piece: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}
