import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { z } from 'zod';

const frameSchema = z.looseObject({ op: z.int(), d: z.unknown().optional() });
export type Frame = z.output<typeof frameSchema>;

/** Most frames that a client may send in a minute, and bytes of one. */
const MAX_FRAMES_PER_MINUTE = 120;
const MAX_FRAME_BYTES = 4096;

/** One open WebSocket of a client. */
export interface Connection {
  send(op: number, d: unknown): void;
  sendText(text: string): void;
  /** Closes with a close code. */
  close(code: number, reason: string): void;
  /** Cuts the TCP connection: by a reset, or by its orderly end without a close frame. */
  cut(how: 'reset' | 'end'): void;
}

/** Wraps a WebSocket. `onFrame` is told what the client sends, `onClose` once when it is over, with the close code. */
export function createConnection(
  socket: WebSocket,
  raw: Duplex,
  on: { frame(frame: Frame): void; close(code: number): void },
): Connection {
  let frames: number[] = [];
  const connection: Connection = {
    send: (op, d) => connection.sendText(JSON.stringify({ op, d, s: null, t: null })),
    sendText: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    close: (code, reason) => socket.close(code, reason),
    cut: (how) => {
      if (how === 'reset' && raw instanceof Socket) raw.resetAndDestroy();
      else raw.end();
    },
  };
  socket.on('message', (data, isBinary) => {
    const now = performance.now();
    frames = [...frames.filter((at) => now - at < 60_000), now];
    if (frames.length > MAX_FRAMES_PER_MINUTE) return connection.close(4008, 'Rate limited.');
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
    const parsed = parseFrame(text);
    if (isBinary || text.length > MAX_FRAME_BYTES || parsed === undefined) {
      return connection.close(4002, 'Error while decoding payload.');
    }
    on.frame(parsed);
  });
  socket.on('close', (code) => on.close(code));
  // A cut connection is an error of the socket too; its close event says all there is to know.
  socket.on('error', () => {});
  return connection;
}

function parseFrame(text: string): Frame | undefined {
  try {
    return frameSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
