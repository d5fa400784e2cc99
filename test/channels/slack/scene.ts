import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSlack } from '../../../src/channels/slack/start.js';
import type { SlackAccount } from '../../../src/config/config.js';
import { systemClock } from '../../../src/core/clock.js';
import type { CommandSpec } from '../../../src/core/commandSpec.js';
import type { ChatAddress, InboundMessage } from '../../../src/core/message.js';
import type { Channel, ChannelDeps } from '../../../src/core/ports/channel.js';
import type { ChannelEvents, MembershipChange, StopPress, Withdrawal } from '../../../src/core/ports/channelEvents.js';
import type { Accept } from '../../../src/core/ports/ingress.js';
import { startHttpServer } from '../../../src/http/httpServer.js';
import { openGatewayDb } from '../../../src/store/openGatewayDb.js';
import { type SlackServer, type SlackServerOptions, startSlackServer } from '../../platforms/slack/slackServer.js';
import { createRecordingLog, type RecordingLog } from '../../setup/recordingLog.js';

const command = (name: string): CommandSpec => ({
  name,
  description: name,
  usage: '',
  instant: true,
  roles: ['owner'],
});

/** Commands that the channel is told of. */
export const COMMANDS = ['help', 'status', 'stop', 'budget'].map(command);

/** A signal that never fires. */
export const never = new AbortController().signal;

/** A workspace, and one channel of ours on it. */
export interface SlackScene {
  readonly server: SlackServer;
  readonly channel: Channel;
  /** What the channel was started with. */
  readonly deps: ChannelDeps;
  readonly log: RecordingLog;
  /** Messages that were stored, in order. */
  readonly stored: readonly InboundMessage[];
  readonly presses: readonly StopPress[];
  readonly withdrawals: readonly Withdrawal[];
  readonly memberships: readonly MembershipChange[];
  readonly dead: readonly unknown[];
  /** Where Slack delivers over HTTP; 0 without it. */
  readonly httpPort: number;
  /** Settles when receiving ended: with its error, or null. */
  readonly ended: Promise<unknown>;
  /** Waits until as many messages are stored and nothing waits for an acknowledgement. */
  settle(count: number): Promise<void>;
  address(channel: { id: string }, more?: Partial<ChatAddress>): ChatAddress;
  /** Another process with the same store and token. */
  startAnother(): Promise<void>;
  /** Ends receiving. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly server?: SlackServerOptions;
  readonly http?: boolean;
  /** Stands before the store. */
  readonly before?: (message: InboundMessage) => Promise<void>;
  readonly events?: Partial<ChannelEvents>;
  /** False: nothing is received. */
  readonly receives?: boolean;
  /** Other commands than `COMMANDS`. */
  readonly commands?: Pick<ChannelDeps, 'commands' | 'isCommand'>;
}

export async function openScene(options: SceneOptions = {}): Promise<SlackScene> {
  const server = await startSlackServer(options.server);
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-slack-'));
  const clock = systemClock;
  const log = createRecordingLog();
  const db = await openGatewayDb({ dataDir, clock, log });
  const stored: InboundMessage[] = [];
  const presses: StopPress[] = [];
  const withdrawals: Withdrawal[] = [];
  const memberships: MembershipChange[] = [];
  const dead: unknown[] = [];
  const events: ChannelEvents = {
    stopPressed: async (press) => {
      presses.push(press);
      return 'Stopping <!here> & now.';
    },
    mayWrite: async () => true,
    forged: async () => {},
    withdrawn: async (withdrawal) => {
      withdrawals.push(withdrawal);
    },
    membershipChanged: async (change) => {
      memberships.push(change);
    },
    dead: async (update) => {
      dead.push(update);
    },
    ...options.events,
  };
  let count = 0;
  const accept: Accept = async (message) => {
    await options.before?.(message);
    count += 1;
    const turn = `t${count}`;
    const result = await db.lanes.accept({ message, kind: 'main', turn, now: clock.now() });
    if (result.outcome === 'stored') stored.push(message);
    return { outcome: result.outcome, turn: result.turn };
  };

  const { app } = server;
  const account: SlackAccount = {
    botToken: app.botToken,
    apiUrl: server.url,
    ...(options.http === true ? { signingSecret: app.signingSecret } : { appToken: app.appToken }),
  };
  const closers: (() => Promise<void>)[] = [];
  const deps = {
    clock,
    log,
    leases: db.leases,
    owner: 'test',
    instance: 'test',
    gates: db.ledger,
    memory: db.channelMemory,
    events,
    ...(options.commands ?? { commands: COMMANDS }),
  };
  let httpPort = 0;
  const start = async () => {
    const [opened] = startSlack([account], deps);
    if (opened === undefined) throw new Error('one account starts one channel');
    const channel = await opened.open(never);
    closers.push(() => channel.close());
    if (opened.httpPart !== null) {
      const parts = [opened.httpPart];
      const http = await startHttpServer({ host: '127.0.0.1', port: 0, token: 'test', parts, clock, log });
      httpPort = http.port;
      server.app.useHttp(`${http.url}/slack/events`);
      closers.push(() => http.close());
    }
    const ending = new AbortController();
    const before = server.app.sockets().length;
    const ended =
      options.receives === false
        ? Promise.resolve(null)
        : channel.ingress.run(accept, ending.signal).then(
            () => null,
            (thrown: unknown) => thrown,
          );
    const stop = async () => {
      ending.abort();
      await ended;
    };
    closers.push(stop);
    if (options.http !== true && options.receives !== false) {
      await server.waitFor(() => server.app.sockets().length >= before + 2, { what: 'two sockets' });
    }
    return { channel, ended, stop };
  };
  const first = await start();

  return {
    server,
    channel: first.channel,
    deps,
    log,
    stored,
    presses,
    withdrawals,
    memberships,
    dead,
    httpPort,
    ended: first.ended,
    settle: async (wanted) => {
      await server.waitFor(
        () => stored.length >= wanted && app.envelopes.every((envelope) => envelope.state !== 'waiting'),
        { what: `${wanted} stored messages` },
      );
    },
    address: (chat, more = {}) => ({
      platform: 'slack',
      account: server.team.id,
      chat: chat.id,
      kind: chat.id.startsWith('D') ? 'dm' : 'group',
      ...more,
    }),
    startAnother: async () => {
      await start();
    },
    stop: first.stop,
    close: async () => {
      for (const close of [...closers].reverse()) await close();
      await server.close();
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
