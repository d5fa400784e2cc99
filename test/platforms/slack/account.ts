import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendEvent } from './announce.js';
import type { SlackCall } from './calls.js';
import { createDelivery, type Disturbance } from './delivery.js';
import type { Envelope } from './envelope.js';
import { createHttpTarget, verifyRequestUrl } from './httpTarget.js';
import { createSockets, type DisconnectReason, type SocketHandle } from './sockets.js';
import type { Account, ServerState } from './state.js';
import { type AppRecord, takeId, tsOf } from './world.js';

export interface AppOptions {
  name?: string;
  /** Default `xoxb-...` of the app's own. */
  botToken?: string;
  /** Default `xapp-...` of the app's own. */
  appToken?: string;
  signingSecret?: string;
  /** Scopes it was granted (`chat:write`, `channels:history`, ...). Default all. */
  scopes?: readonly string[];
}

/** How envelopes reach apps. */
export interface AccountSettings {
  ackMs: number;
  retryMs: readonly number[];
  pingMs: number;
  closeMs: number;
  linger: boolean;
  signatureNow: () => number;
  record(call: Omit<SlackCall, 'n'>): SlackCall;
}

/** An installed app, for the test that configures a client. */
export interface TestApp {
  readonly id: string;
  readonly userId: string;
  readonly botId: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly record: AppRecord;
  /** All events, commands and interactions for it, oldest first. */
  readonly envelopes: readonly Envelope[];
  /** Those of a type such as `app_mention`, `message/message_changed`, `block_actions`, `/waggle`. */
  envelopesOf(type: string): Envelope[];
  /** Sends everything to a request URL, signed, instead of sockets; `undefined`: sockets again. */
  useHttp(url: string | undefined): void;
  /** Asks the request URL for its challenge. */
  verifyUrl(url: string): Promise<boolean>;
  /** The open Socket Mode connections. */
  sockets(): SocketHandle[];
  /** Asks all clients to connect anew. */
  refreshSockets(reason?: DisconnectReason): void;
  /** Cuts all connections without a warning. */
  dropSockets(): void;
  /** Sends all waiting events again, without waiting for their time. */
  redeliver(): void;
  /** Sends an event once more with the same event id. */
  repeat(envelope: Envelope): void;
  /** Keeps envelopes back until `resumeEvents`. */
  pauseEvents(): void;
  resumeEvents(order?: 'reversed' | 'shuffled'): void;
  /** Duplicates, reorders, loses acknowledgements at random, from the server's seed. */
  disturbEvents(disturbance: Disturbance): void;
  /** The token stops working at once; `tokens_revoked` or `app_uninstalled` is sent first. */
  revoke(error?: NonNullable<AppRecord['dead']>): void;
  restore(): void;
}

/** Installs an app in the workspace. */
export function openAccount(
  state: ServerState,
  options: AppOptions,
  settings: AccountSettings,
): Account & { handle: TestApp } {
  const { world, clock, watch } = state;
  const id = takeId(world, 'A');
  const name = options.name ?? 'Test app';
  const app: AppRecord = {
    id,
    name,
    botId: takeId(world, 'B'),
    user: {
      id: takeId(world, 'U'),
      name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ''),
      realName: name,
      displayName: '',
      locale: 'en-US',
      timeZone: 'Europe/London',
      isBot: true,
      deleted: false,
      team: world.team.id,
    },
    botToken: options.botToken ?? `xoxb-${id}-test`,
    appToken: options.appToken ?? `xapp-1-${id}-test`,
    signingSecret: options.signingSecret ?? `secret-of-${id}`,
    scopes: options.scopes === undefined ? undefined : new Set(options.scopes),
  };
  const changed = () => watch.changed();
  const sockets = createSockets({
    appId: id,
    pingMs: settings.pingMs,
    closeMs: settings.closeMs,
    linger: settings.linger,
    changed,
    wrongFrame: (text, why) => {
      const call = settings.record({
        at: clock.now(),
        method: 'socket',
        app: id,
        channel: undefined,
        params: { text },
      });
      call.outcome = { ok: false, status: 0, error: why, blame: 'client' };
      changed();
    },
  });
  const { ackMs, retryMs } = settings;
  const delivery = createDelivery({ clock, random: state.random, ackMs, retryMs, changed });
  delivery.use(sockets);
  const account: Account = { app, delivery, sockets };
  world.users.set(app.user.id, app.user);
  world.apps.set(id, app);
  state.accounts.set(id, account);
  const target = (url: string) => ({ url, signingSecret: app.signingSecret, now: settings.signatureNow });
  const handle: TestApp = {
    id,
    userId: app.user.id,
    botId: app.botId,
    botToken: app.botToken,
    appToken: app.appToken,
    signingSecret: app.signingSecret,
    record: app,
    envelopes: delivery.envelopes,
    envelopesOf: (type) => delivery.envelopes.filter((envelope) => envelope.type === type),
    useHttp: (url) => delivery.use(url === undefined ? sockets : createHttpTarget(target(url))),
    verifyUrl: (url) => verifyRequestUrl(target(url), 'verification-token'),
    sockets: () => sockets.open(),
    refreshSockets: (reason = 'refresh_requested') => {
      for (const socket of sockets.open()) socket.disconnect(reason);
    },
    dropSockets: () => {
      for (const socket of sockets.open()) socket.drop();
    },
    redeliver: () => delivery.redeliver(),
    repeat: (envelope) => delivery.repeat(envelope),
    pauseEvents: () => delivery.pause(),
    resumeEvents: (order) => delivery.resume(order),
    disturbEvents: (disturbance) => delivery.disturb(disturbance),
    revoke: (error = 'token_revoked') => {
      if (error === 'token_revoked') {
        sendEvent(state, account, {
          type: 'tokens_revoked',
          tokens: { bot: [app.user.id] },
          event_ts: tsOf(clock.now()),
        });
      } else if (error === 'account_inactive') {
        sendEvent(state, account, { type: 'app_uninstalled', event_ts: tsOf(clock.now()) });
      }
      app.dead = error;
      changed();
    },
    restore: () => {
      delete app.dead;
    },
  };
  return { ...account, handle };
}

/** Takes a WebSocket for whichever app gave out its ticket; refuses others with 401. */
export function acceptSocket(state: ServerState, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  for (const { sockets } of state.accounts.values()) if (sockets.accept(request, socket, head)) return;
  socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
