import {
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  Options,
  Partials,
  SimpleShardingStrategy,
} from 'discord.js';
import { z } from 'zod';
import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import { tokenRefused } from '../wire/failure.js';

/** Intents that need no switch in the Developer Portal. */
const INTENTS = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages];

/** Close codes that no reconnecting heals (Gateway, "Close Event Codes"). */
const CLOSE = { tokenRefused: 4004, invalidShard: 4010, invalidIntents: 4013, disallowedIntents: 4014 } as const;

/** Discord wants 5 s between two identifies of a bot. */
const IDENTIFY_EVERY_MS = 5_000;

const BASE_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** The library connects again 500 ms after a break; what it asks before is about events that had come already. */
const EVENTS_AFTER_BREAK_MS = 300;

/** How long an end waits for a connection that is just being made, and for one to close. */
const CLOSE_MS = 2_000;

/** One event of the gateway, as it came. */
export interface GatewayEvent {
  readonly type: string;
  readonly data: unknown;
}

export interface GatewayDeps {
  readonly token: string;
  readonly apiUrl: string;
  /** Called for each event in order; must not wait. An exception of it is logged. */
  readonly onEvent: (event: GatewayEvent) => void;
  /** Told when events begin to come, and when they may be missed from now on. */
  readonly onConnection: (isUp: boolean) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Events that the library needs for its connection. Without a name it passes the others over: it would keep threads for ever,
 * and an event in a form that it does not know would end the process.
 */
const OF_THE_LIBRARY: ReadonlySet<string> = new Set(['READY', 'RESUMED', 'GUILD_CREATE', 'GUILD_DELETE']);

const packetSchema = z.object({ t: z.string(), d: z.unknown() });

/** Why a connection ended. */
type End = 'aborted' | 'lost' | 'token' | 'intents';

/**
 * Keeps a connection to Discord's gateway until the signal aborts. Without the switch for message contents it goes on with
 * what Discord shows all the same: direct messages, and messages that mention the bot.
 *
 * @throws WaggleError `discord-token` when the token is refused
 */
export async function keepGateway(deps: GatewayDeps, signal: AbortSignal): Promise<void> {
  const { clock, log } = deps;
  const backOff = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
  const identifyTurn = createIdentifyPace(clock);
  let readsContents = true;
  while (!signal.aborted) {
    const end = await connectOnce(deps, { readsContents, identifyTurn, onReady: backOff.reset }, signal);
    if (end === 'aborted') return;
    if (end === 'token') throw tokenRefused(undefined);
    if (end === 'intents') {
      if (!readsContents) {
        throw new WaggleError('discord-intents', 'Discord refuses the intents that every bot may ask for', {
          sentence: 'The Discord bot is not connected.',
        });
      }
      readsContents = false;
      log.error(
        {},
        'the Message Content Intent is switched off for this bot: only direct messages and mentions can be read. Turn it on in the Developer Portal under Bot → Privileged Gateway Intents, then start Waggle anew.',
      );
      continue;
    }
    const ms = backOff.next();
    log.warn({ ms }, 'the connection to Discord is lost; trying again');
    await pause(clock, ms, signal);
  }
}

interface ConnectOptions {
  readonly readsContents: boolean;
  readonly identifyTurn: (signal: AbortSignal) => Promise<void>;
  readonly onReady: () => void;
}

async function connectOnce(deps: GatewayDeps, options: ConnectOptions, signal: AbortSignal): Promise<End> {
  const { token, apiUrl, onEvent, onConnection, clock, log } = deps;
  const over = new AbortController();
  const reconnecting = createReconnectPace(clock, over.signal);
  const client = new Client({
    intents: options.readsContents ? [...INTENTS, GatewayIntentBits.MessageContent] : INTENTS,
    partials: [Partials.Channel, Partials.Message, Partials.User, Partials.GuildMember, Partials.ThreadMember],
    makeCache: NOTHING_KEPT,
    rest: { api: apiUrl.replace(/\/+$/, ''), retries: 0 },
    ws: {
      buildIdentifyThrottler: async () => ({ waitForIdentify: (_, stop) => options.identifyTurn(stop) }),
      buildStrategy: reconnecting.buildStrategy,
    },
  });
  let end: (reason: End) => void = () => {};
  const ended = new Promise<End>((resolve) => {
    end = resolve;
  });
  let settle: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });

  client.on('raw', (packet: object) => {
    const parsed = packetSchema.safeParse(packet);
    if (!parsed.success) return;
    const { t: type, d: data } = parsed.data;
    if (!OF_THE_LIBRARY.has(type)) Object.assign(packet, { t: null });
    if (over.signal.aborted) return;
    if (type === 'READY' || type === 'RESUMED') {
      reconnecting.noteReady();
      options.onReady();
      onConnection(true);
      settle();
    }
    try {
      onEvent({ type, data });
    } catch (thrown) {
      // The library does not look at what it is told either, and its error would end the process.
      Object.assign(packet, { t: null });
      log.error({ err: thrown, type }, 'an event of Discord could not be handled');
    }
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    settle();
    if (code === CLOSE.tokenRefused) end('token');
    else if (code === CLOSE.disallowedIntents) end('intents');
    else end('lost');
  });
  client.on(Events.ShardReconnecting, () => {
    onConnection(false);
    const ms = reconnecting.noteBroken();
    log.info({ ms }, 'the connection to Discord broke; reconnecting');
  });
  client.on(Events.ShardError, (thrown) => log.warn({ err: thrown }, 'the connection to Discord reported an error'));
  client.on(Events.Error, (thrown) => log.warn({ err: thrown }, 'the Discord client reported an error'));

  const abort = () => end('aborted');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  client.login(token).catch((thrown: unknown) => {
    settle();
    if (codeOf(thrown) === 'TokenInvalid') return end('token');
    log.warn({ err: thrown }, 'Discord could not be connected to');
    end('lost');
  });
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', abort);
    onConnection(false);
    // Closed while it waits for its READY, the library forgets that it was closed and connects again.
    await within(settled, clock, CLOSE_MS);
    over.abort();
    const destroyed = client.destroy().catch((thrown: unknown) => {
      log.warn({ err: thrown }, 'the connection to Discord could not be closed well');
    });
    await within(destroyed, clock, CLOSE_MS);
    client.removeAllListeners();
    // What a client still reports after its end must not count as unheard, which would end the process.
    client.on(Events.Error, () => {});
  }
}

/** Events are read as they come; what the library would remember of them is not used. */
const NOTHING_KEPT: NonNullable<ClientOptions['makeCache']> = Options.cacheWithLimits({
  ...Options.DefaultMakeCacheSettings,
  MessageManager: 0,
  GuildMemberManager: 0,
  ThreadMemberManager: 0,
  UserManager: 0,
  PresenceManager: 0,
  VoiceStateManager: 0,
  ReactionManager: 0,
  ReactionUserManager: 0,
  GuildEmojiManager: 0,
  GuildStickerManager: 0,
});

/** Resolves when the work is done, and at the latest after a time. */
async function within(work: Promise<void>, clock: Clock, ms: number): Promise<void> {
  const stop = new AbortController();
  await Promise.race([work, pause(clock, ms, stop.signal)]);
  stop.abort();
}

type BuildStrategy = NonNullable<NonNullable<ClientOptions['ws']>['buildStrategy']>;

/**
 * The library connects again each half second, for ever, and even after it was closed at the wrong moment. Before each
 * connection it asks for its session: there it waits in growing pauses, and for good once it is over.
 */
function createReconnectPace(clock: Clock, over: AbortSignal) {
  const backOff = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
  const never = new Promise<never>(() => {});
  let broken = 0;
  let brokenAt = 0;
  let waitMs = 0;
  const buildStrategy: BuildStrategy = (manager) => {
    const { retrieveSessionInfo } = manager.options;
    manager.options.retrieveSessionInfo = async (shard) => {
      // It asks for each event too, and events that came just before the break must not wait.
      if (waitMs > 0 && clock.now() - brokenAt >= EVENTS_AFTER_BREAK_MS) {
        const ms = waitMs;
        waitMs = 0;
        await pause(clock, ms, over);
      }
      return over.aborted ? never : retrieveSessionInfo(shard);
    };
    return new SimpleShardingStrategy(manager);
  };
  return {
    buildStrategy,
    noteReady: () => {
      broken = 0;
      backOff.reset();
    },
    /** Says how long the next connection will wait; the first one after a while does not. */
    noteBroken: (): number => {
      broken += 1;
      brokenAt = clock.now();
      waitMs = broken === 1 ? 0 : backOff.next();
      return waitMs;
    },
  };
}

/** Waits until the bot may identify again. */
function createIdentifyPace(clock: Clock): (signal: AbortSignal) => Promise<void> {
  let next = 0;
  return async (signal) => {
    const now = clock.now();
    const at = Math.max(now, next);
    next = at + IDENTIFY_EVERY_MS;
    if (at > now) await clock.sleep(at - now, signal);
  };
}

const codeSchema = z.object({ code: z.string() });

function codeOf(thrown: unknown): string | null {
  return codeSchema.safeParse(thrown).data?.code ?? null;
}
