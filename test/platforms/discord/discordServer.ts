import { type Clock, systemClock } from '../../../src/core/clock.js';
import { startListener } from '../listener.js';
import { createWatch, type WaitOptions } from '../watch.js';
import type { DiscordCall } from './calls.js';
import { createCommandStore, type RegisteredCommand } from './commands.js';
import { guildCreated, guildsOfBot, readyToWire } from './events.js';
import { createFaults, type FaultOptions, type Injected } from './faults.js';
import { createGateway, type GatewayControl } from './gateway.js';
import { type GuildOptions, type GuildPlaces, openGuild } from './guilds.js';
import { type InteractionRecord, lookOf, type TokenLife, WHOLE_LIFE } from './interactionRecord.js';
import { type DmPlace, dmPlaceOf } from './people.js';
import { createRates, type DiscordRates, documentedRates, type RateKind } from './rates.js';
import { isRouteName } from './routes/table.js';
import { serve } from './serve.js';
import { intents } from './session.js';
import { createSnowflakes } from './snowflake.js';
import type { BotAccount, ServerState } from './state.js';
import { createWorld, makeChannel, type UserRecord } from './world.js';

/** Intents that must be switched on for an application. */
export type PrivilegedIntent = 'messageContent' | 'guildMembers' | 'guildPresences';

export interface DiscordServerOptions {
  bot?: {
    token?: string;
    username?: string;
    /** Default `messageContent`. */
    privilegedIntents?: readonly PrivilegedIntent[];
  };
  /** Rate limits: none (default), the known ones, or your own. */
  rates?: 'off' | 'documented' | DiscordRates;
  /** What HELLO asks for; default 41,250 ms. Always in real time, as the client's heartbeats are. */
  heartbeatMs?: number;
  /** Largest upload, bytes. Default 10 MiB. */
  maxUploadBytes?: number;
  /** Edits an hour of messages older than an hour, in one channel; then 30046. Default 30. */
  oldEditsPerHour?: number;
  /** Life of the token of each interaction; default its 15 minutes. */
  tokenLife?: () => TokenLife;
  /** For faults by chance. Default 1. */
  seed?: number;
  /** Keep every call in `calls` (default). Off for long benchmarks: then only refused calls are kept. */
  recordCalls?: boolean;
  /** Told of each call when it is decided, before its answer goes out. */
  onCall?: (call: DiscordCall) => void;
  /** For dates, ids, limits, delays and the life of tokens. Default the machine's clock. */
  clock?: Clock;
  port?: number;
}

export interface UserOptions {
  username?: string;
  /** The name that clients show. */
  name?: string;
  /** Language of the person's client. Default `en-US`. */
  locale?: string;
  /** Another bot. */
  isBot?: boolean;
}

/** Discord, under the control of a test. */
export interface DiscordServer {
  /** For discord.js: `rest: { api: server.api }`. The gateway's address comes from there. */
  readonly api: string;
  readonly bot: Readonly<BotAccount>;
  user(options?: UserOptions): UserRecord;
  dm(user: UserRecord): DmPlace;
  guild(options?: GuildOptions): GuildPlaces;
  readonly gateway: GatewayControl;
  /** The registered commands: global, or of a guild. */
  commands(guild?: { id: string }): RegisteredCommand[];
  /** Commands made in the last day, of 200. */
  commandCreates(): number;
  /** Everything that people did with commands, components and windows, oldest first. */
  interactions(): InteractionRecord[];
  /** Interactions that show "thinking ..." now: at the end of a test there is none. */
  thinking(): InteractionRecord[];
  /** Interactions that failed: not acknowledged within 3 s. */
  failed(): InteractionRecord[];
  /** Makes the bot's token invalid: 401, and close code 4004. Gives the new one. */
  revokeToken(): string;
  setPrivilegedIntents(on: readonly PrivilegedIntent[]): void;
  inject(fault: FaultOptions): Injected;
  clearFaults(): void;
  /** Closes a bucket of a channel (webhook token, guild), as a rate limit does. */
  closeBucket(kind: RateKind, place: { id: string }, ms: number): void;
  readonly calls: readonly DiscordCall[];
  callsOf(route: string | readonly string[], channel?: { id: string }): DiscordCall[];
  /** Calls that were wrong in themselves: broken form, too long, unknown ids, wrong token, a second first answer. */
  refused(): DiscordCall[];
  /** Calls made although the client had been told to wait. */
  callsInClosedGate(): DiscordCall[];
  /** 401, 403 and 429 (but not of a shared limit) answers: 10,000 in 10 minutes ban an address. */
  invalidRequests(): number;
  /** Looks again after each change of the server. */
  waitFor<T>(probe: () => T | false | null | undefined, options?: WaitOptions): Promise<T>;
  waitForCall(fits: (call: DiscordCall) => boolean, options?: WaitOptions): Promise<DiscordCall>;
  /** Drops the record of calls. */
  forget(): void;
  /** REST, CDN and gateway. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

const bitsOf = (on: readonly PrivilegedIntent[]) => on.reduce((bits, name) => bits | intents[name], 0);

/** Starts Discord on the loopback address. */
export async function startDiscordServer(options: DiscordServerOptions = {}): Promise<DiscordServer> {
  const clock = options.clock ?? systemClock;
  const rates = options.rates === 'documented' ? documentedRates : options.rates === 'off' ? {} : (options.rates ?? {});
  const calls: DiscordCall[] = [];
  const wrong: DiscordCall[] = [];
  const early: DiscordCall[] = [];
  const faults = createFaults(options.seed ?? 1);
  const recent = () => calls.slice(-8).map((call) => `${call.route} ${call.channel ?? ''} ${outcomeOf(call)}`);
  const watch = createWatch(() => `The last calls were: ${recent().join('; ')}`);
  const ids = createSnowflakes();
  const world = createWorld();
  let origin = '';
  let count = 0;
  let invalid = 0;

  const bot: BotAccount = {
    id: ids.next(clock.now()),
    username: options.bot?.username ?? 'testbot',
    globalName: options.bot?.username ?? 'testbot',
    locale: 'en-US',
    isBot: true,
    dmsClosed: false,
    token: options.bot?.token ?? 'test-token-of-the-bot',
    privilegedIntents: bitsOf(options.bot?.privilegedIntents ?? ['messageContent']),
  };
  world.users.set(bot.id, bot);
  const gateway = createGateway(
    {
      token: () => bot.token,
      privilegedIntents: () => bot.privilegedIntents,
      ready: (sessionId, resumeUrl) => readyToWire(state, sessionId, resumeUrl),
      afterReady: () =>
        guildsOfBot(state)
          .filter((guild) => guild.available)
          .map((guild) => guildCreated(state, guild)),
      url: () => origin.replace('http', 'ws'),
      changed: () => watch.changed(),
    },
    options.heartbeatMs ?? 41_250,
  );
  const state: ServerState = {
    world,
    clock,
    watch,
    bot,
    ids,
    rates: createRates(clock, rates),
    gateway,
    commands: createCommandStore(clock, ids),
    interactions: new Map(),
    maxUploadBytes: options.maxUploadBytes ?? 10 * 1024 * 1024,
    oldEditsPerHour: options.oldEditsPerHour ?? 30,
    tokenLife: options.tokenLife ?? (() => WHOLE_LIFE),
    origin: () => origin,
  };

  const decided = (call: DiscordCall) => {
    const { outcome } = call;
    if (outcome?.ok === false && outcome.blame === 'client') wrong.push(call);
    const isShared = outcome?.ok === false && outcome.blame === 'rates' && outcome.scope === 'shared';
    if (outcome?.ok === false && [401, 403, 429].includes(outcome.status) && !isShared) invalid += 1;
    if (call.inClosedGate) early.push(call);
    options.onCall?.(call);
  };
  const record = (fields: Omit<DiscordCall, 'n'>): DiscordCall => {
    count += 1;
    const call: DiscordCall = { n: count, ...fields };
    if (options.recordCalls !== false) calls.push(call);
    return call;
  };
  const listener = await startListener(
    (request, response) => serve({ state, faults, record, decided }, request, response),
    options.port,
    gateway.upgrade,
  );
  origin = listener.url;

  const dmOf = (user: UserRecord) => {
    const found = [...world.channels.values()].find((channel) => channel.user === user);
    if (found === undefined) throw new Error(`No user ${user.id} on this server`);
    return found;
  };
  const interactions = () => [...state.interactions.values()];
  const looking = (look: ReturnType<typeof lookOf>) =>
    interactions().filter((interaction) => lookOf(interaction, clock.now()) === look);

  return {
    api: `${origin}/api`,
    bot,
    user: ({ username, name, locale = 'en-US', isBot = false } = {}) => {
      const id = ids.next(clock.now());
      const login = username ?? `user${world.users.size}`;
      const user = { id, username: login, globalName: name ?? login, locale, isBot, dmsClosed: false };
      world.users.set(id, user);
      const dm = makeChannel({ id: ids.next(clock.now()), kind: 'dm', name: '', user });
      world.channels.set(dm.id, dm);
      return user;
    },
    dm: (user) => dmPlaceOf(state, dmOf(user), user),
    guild: (guildOptions) => openGuild(state, guildOptions),
    gateway,
    commands: (guild) => state.commands.list(guild?.id ?? 'global'),
    commandCreates: () => state.commands.createsToday(),
    interactions,
    thinking: () => looking('thinking'),
    failed: () => looking('failed'),
    revokeToken: () => {
      bot.token = `${bot.token}-new`;
      gateway.closeWith(4004);
      return bot.token;
    },
    setPrivilegedIntents: (on) => {
      bot.privilegedIntents = bitsOf(on);
    },
    inject: (fault) => {
      const names = fault.route === undefined ? [] : [fault.route].flat();
      const unknown = names.find((name) => !isRouteName(name));
      if (unknown !== undefined) throw new Error(`No route ${unknown}: this fault would never strike`);
      return faults.inject(fault);
    },
    clearFaults: () => faults.clear(),
    closeBucket: (kind, place, ms) => state.rates.close(kind, place.id, ms, 'user'),
    calls,
    callsOf: (route, channel) =>
      calls.filter(
        (call) => [route].flat().includes(call.route) && (channel === undefined || call.channel === channel.id),
      ),
    refused: () => [...wrong],
    callsInClosedGate: () => [...early],
    invalidRequests: () => invalid,
    waitFor: (probe, waitOptions) => watch.waitFor(probe, waitOptions),
    waitForCall: (fits, waitOptions = {}) => watch.waitFor(() => calls.find(fits), { what: 'a call', ...waitOptions }),
    forget: () => {
      calls.length = 0;
      wrong.length = 0;
      early.length = 0;
    },
    goDown: () => listener.goDown(),
    comeUp: () => listener.comeUp(),
    close: async () => {
      watch.close();
      gateway.close();
      await listener.close();
    },
  };
}

function outcomeOf(call: DiscordCall): string {
  if (call.outcome === undefined) return 'open';
  return call.outcome.ok ? 'ok' : `${call.outcome.status} ${call.outcome.description}`;
}
