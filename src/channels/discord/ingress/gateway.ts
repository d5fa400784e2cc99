import { Client, Events, GatewayIntentBits, Options, Partials } from 'discord.js';
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

/**
 * The library reconnects each half second and never gives up: after so many in a row without a session it is stopped, and
 * begun anew with growing pauses.
 */
const MAX_RECONNECTS = 10;

/** Discord wants 5 s between two identifies of a bot. */
const IDENTIFY_EVERY_MS = 5_000;

const BASE_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

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
  readonly clock: Clock;
  readonly log: Log;
}

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

async function connectOnce(
  deps: GatewayDeps,
  options: { readsContents: boolean; identifyTurn: (signal: AbortSignal) => Promise<void>; onReady: () => void },
  signal: AbortSignal,
): Promise<End> {
  const { token, apiUrl, onEvent, log } = deps;
  const client = new Client({
    intents: options.readsContents ? [...INTENTS, GatewayIntentBits.MessageContent] : INTENTS,
    partials: [Partials.Channel, Partials.Message, Partials.User, Partials.GuildMember, Partials.ThreadMember],
    // Events are read as they come; what the library would remember of them is not used.
    makeCache: Options.cacheWithLimits({
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
    }),
    rest: { api: apiUrl.replace(/\/+$/, ''), retries: 0 },
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: (_, stop) => options.identifyTurn(stop) }) },
  });
  let end: (reason: End) => void = () => {};
  const ended = new Promise<End>((resolve) => {
    end = resolve;
  });
  let reconnects = 0;

  client.on('raw', (packet: unknown) => {
    const parsed = packetSchema.safeParse(packet);
    if (!parsed.success) return;
    const { t: type, d: data } = parsed.data;
    if (type === 'READY' || type === 'RESUMED') {
      reconnects = 0;
      options.onReady();
    }
    try {
      onEvent({ type, data });
    } catch (thrown) {
      log.error({ err: thrown, type }, 'an event of Discord could not be handled');
    }
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    if (code === CLOSE.tokenRefused) end('token');
    else if (code === CLOSE.disallowedIntents) end('intents');
    else end('lost');
  });
  client.on(Events.ShardReconnecting, () => {
    reconnects += 1;
    log.info({ reconnects }, 'the connection to Discord broke; reconnecting');
    if (reconnects > MAX_RECONNECTS) end('lost');
  });
  client.on(Events.ShardError, (thrown) => log.warn({ err: thrown }, 'the connection to Discord reported an error'));
  client.on(Events.Error, (thrown) => log.warn({ err: thrown }, 'the Discord client reported an error'));

  const abort = () => end('aborted');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const loggingIn = client.login(token).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'TokenInvalid') return end('token');
    log.warn({ err: thrown }, 'Discord could not be connected to');
    end('lost');
  });
  try {
    return await ended;
  } finally {
    signal.removeEventListener('abort', abort);
    await client.destroy().catch((thrown: unknown) => {
      log.warn({ err: thrown }, 'the connection to Discord could not be closed well');
    });
    client.removeAllListeners();
    // What a client still reports after its end must not count as unheard, which would end the process.
    client.on(Events.Error, () => {});
    await Promise.race([loggingIn, pause(deps.clock, 1_000, new AbortController().signal)]);
  }
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
