import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDiscord } from '../../../src/channels/discord/start.js';
import type { DiscordAccount } from '../../../src/config/config.js';
import { type Clock, systemClock } from '../../../src/core/clock.js';
import type { CommandSpec } from '../../../src/core/commandSpec.js';
import type { InboundMessage } from '../../../src/core/message.js';
import type { Channel } from '../../../src/core/ports/channel.js';
import type { ChannelEvents, MembershipChange, StopPress, Withdrawal } from '../../../src/core/ports/channelEvents.js';
import type { Rendered, SendOptions } from '../../../src/core/ports/egress.js';
import type { Accept } from '../../../src/core/ports/ingress.js';
import { type GatewayDb, openGatewayDb } from '../../../src/store/openGatewayDb.js';
import type { DiscordServer } from '../../platforms/discord/discordServer.js';
import { createRecordingLog, type RecordingLog } from '../../setup/recordingLog.js';

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'help',
    description: 'List the commands',
    descriptions: { de: 'Die Befehle auflisten', zh: '列出命令' },
    usage: '',
    instant: true,
    roles: ['owner'],
  },
  {
    name: 'stop',
    description: 'Stop',
    usage: '[all]',
    completions: () => ['all'],
    maxChars: 40,
    instant: true,
    roles: ['owner'],
  },
  { name: 'approve', description: 'Approve', usage: 'CODE', instant: true, roles: ['owner'] },
];

/** A real store in a directory of its own. */
export async function openTestStore(clock: Clock = systemClock): Promise<GatewayDb & { dispose(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waggle-discord-'));
  const db = await openGatewayDb({ dataDir, clock, log: createRecordingLog() });
  return {
    ...db,
    dispose: async () => {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The channel over a store, and what came of it. */
export interface Listening {
  readonly channel: Channel;
  readonly log: RecordingLog;
  /** Messages that were stored, in order. */
  readonly stored: InboundMessage[];
  readonly offered: InboundMessage[];
  readonly withdrawn: Withdrawal[];
  readonly presses: StopPress[];
  readonly memberships: MembershipChange[];
  readonly dead: unknown[];
  /** Settles when the ingress ended: with its error, or null. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface ListenOptions {
  readonly clock?: Clock;
  readonly owner?: string;
  readonly config?: Partial<DiscordAccount>;
  readonly accept?: (message: InboundMessage, store: Accept) => ReturnType<Accept>;
  readonly events?: Partial<ChannelEvents>;
  /** Do not wait until the gateway is ready. */
  readonly isImpatient?: boolean;
}

/** Opens the channel without listening. */
export async function openChannel(
  server: DiscordServer,
  db: GatewayDb,
  options: ListenOptions & { events?: Partial<ChannelEvents> } = {},
): Promise<{ channel: Channel; log: RecordingLog }> {
  const { clock = systemClock, owner = 'test' } = options;
  const log = createRecordingLog();
  const events: ChannelEvents = {
    stopPressed: async () => null,
    mayWrite: async () => true,
    forged: async () => {},
    withdrawn: async () => {},
    membershipChanged: async () => {},
    dead: async () => {},
    ...options.events,
  };
  const config = {
    token: server.bot.token,
    apiUrl: server.api,
    autoThread: false,
    backfillMinutes: 30,
    ...options.config,
  };
  const instance = db.meta.dataDirectoryId;
  const { leases, ledger: gates, channelMemory: memory } = db;
  const deps = { clock, log, leases, owner, instance, gates, memory, events, commands: COMMANDS };
  return { channel: await startDiscord(config, deps).open(new AbortController().signal), log };
}

let turns = 0;

/** Starts the whole channel against a server and waits until it listens. */
export async function listen(server: DiscordServer, db: GatewayDb, options: ListenOptions = {}): Promise<Listening> {
  const { clock = systemClock } = options;
  const stored: InboundMessage[] = [];
  const offered: InboundMessage[] = [];
  const withdrawn: Withdrawal[] = [];
  const presses: StopPress[] = [];
  const memberships: MembershipChange[] = [];
  const dead: unknown[] = [];
  const events: Partial<ChannelEvents> = {
    stopPressed: async (press) => {
      presses.push(press);
      return 'Stopping.';
    },
    withdrawn: async (withdrawal) => {
      withdrawn.push(withdrawal);
    },
    membershipChanged: async (change) => {
      memberships.push(change);
    },
    dead: async (update) => {
      dead.push(update);
    },
    ...options.events,
  };
  const { channel, log } = await openChannel(server, db, { ...options, events });
  const store: Accept = async (message) => {
    if (!message.addressed || message.edits !== undefined) return { outcome: 'refused', turn: null };
    turns += 1;
    const turn = `t${turns}`;
    const result = await db.lanes.accept({ message, kind: 'main', turn, now: clock.now() });
    if (result.outcome === 'duplicate') return { outcome: 'duplicate', turn: result.turn };
    if (result.outcome !== 'stored') return { outcome: 'refused', turn: null };
    stored.push(message);
    return { outcome: 'stored', turn };
  };
  const accept: Accept = async (message) => {
    offered.push(message);
    return options.accept === undefined ? store(message) : options.accept(message, store);
  };
  const stopping = new AbortController();
  const before = server.gateway.notes.filter((note) => note.kind === 'identify').length;
  const ended = channel.ingress.run(accept, stopping.signal).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (options.isImpatient !== true) {
    await server.waitFor(() => server.gateway.notes.filter((note) => note.kind === 'identify').length > before);
  }
  return {
    channel,
    log,
    stored,
    offered,
    withdrawn,
    presses,
    memberships,
    dead,
    ended,
    stop: async () => {
      stopping.abort();
      await ended;
      await channel.close();
    },
  };
}

/** A rendered message of plain words. */
export function plain(text: string): Rendered {
  return { units: text.length, parts: 0, payload: { content: text }, plain: text };
}

export function contentOf(message: { content: string }): string {
  return message.content;
}

/** What most calls of an egress are given in tests. */
export const NOW = {
  signal: new AbortController().signal,
  buttons: { stopButton: null, choices: [] },
  address: { platform: 'discord', account: '1', chat: '1', kind: 'dm' },
  send: (nonce: string): SendOptions => ({ silent: false, replyTo: null, nonce, stopButton: null, choices: [] }),
} as const;
