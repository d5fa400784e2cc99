import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { systemClock } from '../../../src/core/clock.js';
import type { UpgradeHandler } from '../listener.js';
import { type Connection, createConnection, type Frame } from './connection.js';
import { createSession, type GatewayEvent, KNOWN_INTENTS, PRIVILEGED_INTENTS, type Session } from './session.js';

/** Something that happened at the gateway, for a test to look at. */
export interface GatewayNote {
  kind: 'connect' | 'identify' | 'resume' | 'heartbeat' | 'invalid-session' | 'close';
  /** identify, resume: whether it was accepted. */
  ok?: boolean;
  /** close: the close code, and which side closed. */
  code?: number;
  /** connect: whether the client used the resume address. */
  resumeUrl?: boolean;
  /** resume: how many events it missed. */
  missed?: number;
}

/** What the gateway asks the rest of the server. */
interface GatewayHost {
  token(): string;
  privilegedIntents(): number;
  ready(sessionId: string, resumeUrl: string): unknown;
  /** Events that follow READY. */
  afterReady(): GatewayEvent[];
  url(): string;
  changed(): void;
}

/** Events that are kept back. */
export interface HeldEvents {
  count(): number;
  /** Lets them go: as they came, in reverse, or in an order of your own. Later events pass again. */
  release(order?: 'as-came' | 'reversed' | ((events: GatewayEvent[]) => GatewayEvent[])): void;
}

/** The part of the gateway that a test plays with. */
export interface GatewayControl {
  readonly notes: readonly GatewayNote[];
  /** Whether a session is connected and ready. */
  isConnected(): boolean;
  /** Cuts the connection; the session can be resumed. */
  drop(how?: 'reset' | 'end'): void;
  /** Closes with a close code. */
  closeWith(code: number): void;
  /** Asks the client to reconnect (op 7). */
  askReconnect(): void;
  /** INVALID_SESSION (op 9). Not resumable: the session ends, and what happens before a new identify is lost. */
  invalidate(resumable?: boolean): void;
  /** Ends all sessions without telling: the next resume is answered with INVALID_SESSION. */
  expireSessions(): void;
  /** The open connections become zombies: neither acknowledgements nor events reach the client. New ones work. */
  stopAcks(): void;
  /** Cuts the connection and refuses new ones until `comeUp`; the REST API works on. */
  goDown(): void;
  comeUp(): void;
  /** The next `times` events of a type (any without one) are sent twice. */
  duplicate(type?: string, times?: number): void;
  /** Keeps events of these types (all without any) back until they are released. */
  hold(...types: string[]): HeldEvents;
  /** Tells the client any event, also one that Discord never sends. */
  dispatch(event: GatewayEvent): void;
}

export interface Gateway extends GatewayControl {
  readonly upgrade: UpgradeHandler;
  close(): void;
}

const identifySchema = z.looseObject({
  token: z.string(),
  intents: z.int(),
  properties: z.looseObject({}),
  compress: z.boolean().optional(),
});
const resumeSchema = z.looseObject({ token: z.string(), session_id: z.string(), seq: z.int().nullable() });

/** Gateway v10, JSON without compression. Heartbeats run on the machine's clock, as the client's do. */
export function createGateway(host: GatewayHost, heartbeatMs: number): Gateway {
  const server = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  const connections = new Map<Connection, Session | undefined>();
  const notes: GatewayNote[] = [];
  const holds = new Set<{ types: readonly string[]; events: GatewayEvent[] }>();
  const holdOf = ({ type }: GatewayEvent) => [...holds].find(({ types }) => types.length === 0 || types.includes(type));
  let doubles: { type: string | undefined; left: number }[] = [];
  const zombies = new Set<Connection>();
  let isDown = false;
  let made = 0;

  const note = (entry: GatewayNote) => {
    notes.push(entry);
    host.changed();
  };

  const attach = (connection: Connection, session: Session) => {
    for (const [other, owner] of connections) if (owner === session && other !== connection) other.cut('end');
    connections.set(connection, session);
    session.attach((text) => {
      if (!zombies.has(connection)) connection.sendText(text);
    });
  };

  const refuse = (connection: Connection, kind: 'identify' | 'resume', code: number, reason: string) => {
    note({ kind, ok: false, code });
    connection.close(code, reason);
  };

  const pushTo = (session: Session, event: GatewayEvent) => {
    if (event.intent !== 0 && (session.intents & event.intent) === 0) return;
    session.push(event.type, event.data(session.intents));
  };

  const identify = (connection: Connection, d: unknown) => {
    const parsed = identifySchema.safeParse(d);
    if (!parsed.success) return refuse(connection, 'identify', 4002, 'Error while decoding payload.');
    const { token, intents } = parsed.data;
    if (connections.get(connection) !== undefined)
      return refuse(connection, 'identify', 4005, 'Already authenticated.');
    if (token !== host.token()) return refuse(connection, 'identify', 4004, 'Authentication failed.');
    if ((intents & ~KNOWN_INTENTS) !== 0) return refuse(connection, 'identify', 4013, 'Invalid intent(s).');
    if ((intents & PRIVILEGED_INTENTS & ~host.privilegedIntents()) !== 0) {
      return refuse(connection, 'identify', 4014, 'Disallowed intent(s).');
    }
    made += 1;
    const session = createSession(`session-${made}`, intents);
    sessions.set(session.id, session);
    attach(connection, session);
    session.push('READY', host.ready(session.id, `${host.url()}/gateway-resume`));
    for (const event of host.afterReady()) {
      const hold = holdOf(event);
      if (hold === undefined) pushTo(session, event);
      else hold.events.push(event);
    }
    note({ kind: 'identify', ok: true });
  };

  const resume = (connection: Connection, d: unknown) => {
    const parsed = resumeSchema.safeParse(d);
    if (!parsed.success) return refuse(connection, 'resume', 4002, 'Error while decoding payload.');
    const { token, session_id, seq } = parsed.data;
    if (token !== host.token()) return refuse(connection, 'resume', 4004, 'Authentication failed.');
    const session = sessions.get(session_id);
    if (session === undefined) {
      note({ kind: 'resume', ok: false });
      return connection.send(9, false);
    }
    const from = seq ?? 0;
    if (from > session.seq()) return refuse(connection, 'resume', 4007, 'Invalid seq.');
    const missed = session.seq() - from;
    attach(connection, session);
    session.replay(from);
    session.push('RESUMED', { _trace: [] });
    note({ kind: 'resume', ok: true, missed });
  };

  const onFrame = (connection: Connection, frame: Frame, beat: () => void) => {
    switch (frame.op) {
      case 1:
        beat();
        note({ kind: 'heartbeat' });
        if (!zombies.has(connection)) connection.send(11, null);
        return;
      case 2:
        return identify(connection, frame.d);
      case 6:
        return resume(connection, frame.d);
      case 3:
      case 4:
      case 8:
        if (connections.get(connection) === undefined) connection.close(4003, 'Not authenticated.');
        return;
      default:
        connection.close(4001, 'Unknown opcode.');
    }
  };

  const connect = (url: URL, open: (on: { frame(frame: Frame): void; close(code: number): void }) => Connection) => {
    let stopWatching = () => {};
    const beat = () => {
      stopWatching();
      stopWatching = systemClock.after(heartbeatMs * 2.5, () => connection.close(4009, 'Session timed out.'));
    };
    const connection = open({
      frame: (frame) => onFrame(connection, frame, beat),
      close: (code) => {
        stopWatching();
        const session = connections.get(connection);
        connections.delete(connection);
        zombies.delete(connection);
        const isReplaced = [...connections.values()].includes(session);
        if (session !== undefined && !isReplaced) session.detach();
        // A client that says goodbye by 1000 or 1001 ends its session.
        if (session !== undefined && (code === 1000 || code === 1001)) sessions.delete(session.id);
        note({ kind: 'close', code });
      },
    });
    connections.set(connection, undefined);
    beat();
    note({ kind: 'connect', resumeUrl: url.pathname.startsWith('/gateway-resume') });
    if (url.searchParams.get('v') !== '10') return connection.close(4012, 'Invalid API version.');
    if (url.searchParams.get('encoding') !== 'json') return connection.close(4002, 'Only JSON is served here.');
    connection.send(10, { heartbeat_interval: heartbeatMs, _trace: [] });
  };

  const eachConnection = (act: (connection: Connection) => void) => {
    for (const connection of [...connections.keys()]) act(connection);
  };

  const dispatchNow = (event: GatewayEvent) => {
    const double = doubles.find((entry) => entry.type === undefined || entry.type === event.type);
    if (double !== undefined) {
      double.left -= 1;
      doubles = doubles.filter((entry) => entry.left > 0);
    }
    for (const session of sessions.values()) {
      pushTo(session, event);
      if (double !== undefined) pushTo(session, event);
    }
    host.changed();
  };

  return {
    notes,
    upgrade: (request, socket, head) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      if (isDown || !url.pathname.startsWith('/gateway')) {
        socket.destroy();
        return;
      }
      server.handleUpgrade(request, socket, head, (webSocket) =>
        connect(url, (on) => createConnection(webSocket, socket, on)),
      );
    },
    dispatch: (event) => {
      const hold = holdOf(event);
      if (hold === undefined) dispatchNow(event);
      else hold.events.push(event);
      host.changed();
    },
    isConnected: () => [...sessions.values()].some((session) => session.isAttached()),
    drop: (how = 'reset') => eachConnection((connection) => connection.cut(how)),
    closeWith: (code) => eachConnection((connection) => connection.close(code, '')),
    askReconnect: () => eachConnection((connection) => connection.send(7, null)),
    invalidate: (resumable = false) => {
      if (!resumable) sessions.clear();
      note({ kind: 'invalid-session', ok: resumable });
      eachConnection((connection) => {
        if (!resumable) connections.set(connection, undefined);
        connection.send(9, resumable);
      });
    },
    expireSessions: () => {
      for (const session of sessions.values()) session.detach();
      sessions.clear();
    },
    stopAcks: () => eachConnection((connection) => zombies.add(connection)),
    goDown: () => {
      isDown = true;
      eachConnection((connection) => connection.cut('reset'));
    },
    comeUp: () => {
      isDown = false;
    },
    duplicate: (type, times = 1) => {
      doubles.push({ type, left: times });
    },
    hold: (...types) => {
      const held: { types: readonly string[]; events: GatewayEvent[] } = { types, events: [] };
      holds.add(held);
      return {
        count: () => held.events.length,
        release: (order = 'as-came') => {
          holds.delete(held);
          const events = held.events.splice(0);
          if (order === 'reversed') events.reverse();
          for (const event of typeof order === 'function' ? order(events) : events) dispatchNow(event);
        },
      };
    },
    close: () => {
      sessions.clear();
      eachConnection((connection) => connection.cut('end'));
      server.close();
    },
  };
}
