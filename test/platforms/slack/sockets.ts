import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { AttemptResult, Envelope, Transport } from './envelope.js';

/** Why Slack asks a client to connect anew. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled';

/** One open Socket Mode connection, under the control of a test. */
export interface SocketHandle {
  readonly id: number;
  /** Envelopes sent over it. */
  readonly sent: readonly string[];
  isOpen(): boolean;
  /** Asks the client to connect anew; the server closes after `closeMs` if the client does not. */
  disconnect(reason: DisconnectReason): void;
  /** Cuts the connection: by a reset (default) or a close frame with that code. */
  drop(how?: 'reset' | number): void;
  /** A connection that looks alive but carries nothing: no envelopes, no acknowledgements, no pongs. */
  freeze(): void;
}

export interface SocketSettings {
  appId: string;
  /** Real milliseconds between the server's pings; 0 for none. */
  pingMs: number;
  /** Real milliseconds until the server closes after `disconnect`. */
  closeMs: number;
  /** Keeps the TCP connection open after the close handshake, as Slack does. */
  linger: boolean;
  changed: () => void;
  /** Told of frames that no client may send. */
  wrongFrame: (text: string, why: string) => void;
}

/** The Socket Mode connections of one app. */
export interface Sockets extends Transport {
  /** The path of a new connection; good for one. */
  ticket(): string;
  /** Takes an upgraded connection; false when the path is not one of its tickets. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  open(): SocketHandle[];
  /** Closes all connections in an orderly way, and by force those whose client does not answer. */
  close(): Promise<void>;
}

const acknowledgement = z.looseObject({ envelope_id: z.string(), payload: z.unknown().optional() });

interface Connection {
  id: number;
  socket: WebSocket;
  sent: string[];
  frozen: boolean;
  closeTimer: NodeJS.Timeout | undefined;
}

const host = 'applink-test';

export function createSockets(settings: SocketSettings): Sockets {
  const tickets = new Set<string>();
  const connections = new Set<Connection>();
  const awaited = new Map<string, (result: AttemptResult) => void>();
  const known = new Set<string>();
  const server = new WebSocketServer({ noServer: true, autoPong: false });
  let count = 0;
  let turn = 0;

  const pinger =
    settings.pingMs > 0
      ? setInterval(() => {
          for (const { socket, frozen } of connections) if (!frozen) socket.ping('ping');
        }, settings.pingMs)
      : undefined;
  pinger?.unref();

  const read = (connection: Connection, text: string) => {
    if (connection.frozen) return;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      settings.wrongFrame(text, 'is no JSON');
      return;
    }
    const parsed = acknowledgement.safeParse(json);
    if (!parsed.success) settings.wrongFrame(text, 'has no envelope_id');
    else if (!known.has(parsed.data.envelope_id)) settings.wrongFrame(text, 'acknowledges an envelope never sent');
    else {
      awaited.get(parsed.data.envelope_id)?.({ ok: true, answer: parsed.data.payload });
      settings.changed();
    }
  };

  const welcome = (socket: WebSocket) => {
    count += 1;
    const connection: Connection = { id: count, socket, sent: [], frozen: false, closeTimer: undefined };
    connections.add(connection);
    socket.on('ping', (data) => {
      if (!connection.frozen) socket.pong(data);
    });
    socket.on('message', (data, binary) => {
      if (binary) settings.wrongFrame('', 'is binary');
      else read(connection, data.toString());
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(connection.closeTimer);
      connections.delete(connection);
      settings.changed();
    });
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: connections.size,
        debug_info: { host, build_number: 1, approximate_connection_time: 18_060 },
        connection_info: { app_id: settings.appId },
      }),
    );
    settings.changed();
  };

  const handleOf = (connection: Connection): SocketHandle => ({
    id: connection.id,
    sent: connection.sent,
    isOpen: () => connection.socket.readyState === connection.socket.OPEN,
    disconnect: (reason) => {
      connection.socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host } }));
      connection.closeTimer = setTimeout(() => connection.socket.close(1000), settings.closeMs);
      connection.closeTimer.unref();
    },
    drop: (how = 'reset') => {
      if (how === 'reset') connection.socket.terminate();
      else connection.socket.close(how);
    },
    freeze: () => {
      connection.frozen = true;
    },
  });

  const choose = (): Connection | undefined => {
    const list = [...connections].filter(({ socket }) => socket.readyState === socket.OPEN);
    turn += 1;
    return list[turn % Math.max(1, list.length)];
  };

  return {
    over: 'socket',
    ticket: () => {
      const ticket = randomUUID();
      tickets.add(ticket);
      return `/link/?ticket=${ticket}&app_id=${settings.appId}`;
    },
    accept: (request, socket, head) => {
      const ticket = new URL(request.url ?? '/', 'http://localhost').searchParams.get('ticket') ?? '';
      if (!tickets.delete(ticket)) return false;
      if (settings.linger) {
        // The WebSocket server ends the connection once the close handshake is done; Slack does not.
        socket.end = () => {
          settings.changed();
          return socket;
        };
      }
      server.handleUpgrade(request, socket, head, welcome);
      return true;
    },
    open: () => [...connections].map(handleOf),
    send: (envelope, attempt, retry, gone) =>
      new Promise((resolve) => {
        const connection = choose();
        if (connection === undefined) {
          resolve({ ok: false, failure: 'no_socket' });
          return;
        }
        const settle = (result: AttemptResult) => {
          awaited.delete(attempt.envelopeId);
          resolve(result);
        };
        known.add(attempt.envelopeId);
        awaited.set(attempt.envelopeId, settle);
        gone.addEventListener('abort', () => settle({ ok: false, failure: 'timeout' }), { once: true });
        connection.sent.push(attempt.envelopeId);
        if (!connection.frozen) connection.socket.send(JSON.stringify(frameOf(envelope, attempt.envelopeId, retry)));
      }),
    close: async () => {
      clearInterval(pinger);
      await Promise.all([...connections].map(closeConnection));
      server.close();
    },
  };
}

/** How long a client may take for the close handshake, real milliseconds. */
const HANDSHAKE_MS = 200;

function closeConnection({ socket, closeTimer }: Connection): Promise<void> {
  clearTimeout(closeTimer);
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), HANDSHAKE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(1001);
  });
}

function frameOf(
  envelope: Envelope,
  envelopeId: string,
  retry: { number: number; reason: string } | undefined,
): object {
  return {
    envelope_id: envelopeId,
    payload: envelope.payload,
    type: envelope.kind,
    accepts_response_payload: envelope.kind !== 'events_api',
    ...(envelope.kind === 'events_api' ? { retry_attempt: retry?.number ?? 0, retry_reason: retry?.reason ?? '' } : {}),
  };
}
