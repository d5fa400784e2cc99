import { z } from 'zod';
import type { TelegramAccount } from '../../../config/config.js';
import type { Clock } from '../../../core/clock.js';
import type { CommandSpec } from '../../../core/commandSpec.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import type { ChannelMemory } from '../../../core/ports/channelMemory.js';
import { accountKey } from '../../../core/ports/egress.js';
import type { Ingress } from '../../../core/ports/ingress.js';
import type { Leases } from '../../../core/ports/leases.js';
import type { ChatMoves } from '../egress/chatMoves.js';
import type { TelegramApi } from '../wire/api.js';
import { persist } from '../wire/persist.js';
import type { ButtonAnswers } from './buttonAnswers.js';
import type { TelegramEvents } from './events.js';
import { createIntake, type Intake } from './intake.js';
import { publishMenu } from './menu.js';
import { poll } from './poller.js';
import { holdLease } from './pollerLease.js';
import { createTelegramWebhook, type TelegramWebhook } from './webhook.js';
import { clearWebhook, keepWebhook, webhookPlace } from './webhookSetup.js';

/** How long one process has the menu for itself, milliseconds. */
const MENU_LEASE_MS = 60_000;

/** Pause before the store is asked again which groups have moved, milliseconds. */
const MOVES_RETRY_MS = 1_000;

const meSchema = z.object({ username: z.string(), can_read_all_group_messages: z.boolean().exactOptional() });

const PRIVACY_MODE =
  'privacy mode is on for this Telegram bot: in groups it sees commands, mentions and replies to it, so /context has nothing ' +
  'to read along. /setprivacy of @BotFather turns it off.';

export interface TelegramIngressDeps {
  readonly api: TelegramApi;
  readonly answers: ButtonAnswers;
  readonly events: TelegramEvents;
  readonly moves: ChatMoves;
  readonly leases: Leases;
  readonly memory: ChannelMemory;
  /** What the menu lists; empty: there is none. */
  readonly commands: readonly CommandSpec[];
  /** Unique per process: who has the poller's lease. */
  readonly owner: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The receiving half: long polling, by one process at a time, or the webhook that was configured. */
export function createTelegramIngress(
  config: TelegramAccount,
  deps: TelegramIngressDeps,
): { readonly ingress: Ingress; readonly webhook: TelegramWebhook | null } {
  const { account } = config;
  const { api, answers, events, moves, leases, memory, commands, owner, clock, log } = deps;
  const menu = { api, commands, memory, account: accountKey({ platform: 'telegram', account }), clock, log };
  const setup = { api, clock, log };

  /** What comes from a group that moved belongs to its old lane, so nothing is read before the moves are known. */
  const readMoves = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        return await moves.known();
      } catch (thrown) {
        log.error({ err: thrown }, 'the groups that have moved could not be read; trying again');
        await pause(clock, MOVES_RETRY_MS, signal);
      }
    }
  };

  const connect = async (signal: AbortSignal) => {
    await readMoves(signal);
    return persist(setup, signal, 'getMe', async () => {
      const answer = await api.call('getMe', (raw, s) => raw.getMe(s), { signal });
      const me = meSchema.parse(answer);
      if (me.can_read_all_group_messages === false) log.info({ username: me.username }, PRIVACY_MODE);
      return { id: account, username: me.username };
    });
  };

  /** Behind a webhook several processes may receive: the first one publishes. */
  const publishMenuAlone = async (signal: AbortSignal) => {
    const name = `telegram:menu:${account}`;
    try {
      const { ok } = await leases.acquire({ name, owner, ttlMs: MENU_LEASE_MS, now: clock.now() });
      if (ok) await publishMenu(menu, signal);
    } catch (thrown) {
      log.warn({ err: thrown }, 'the menu of commands could not be published');
    }
  };

  if (config.webhook !== undefined) {
    const { secret } = config.webhook;
    const { url, path } = webhookPlace(config.webhook.url);
    let intake: Intake | null = null;
    return {
      webhook: createTelegramWebhook({
        path,
        secret,
        intake: () => intake,
        onForged: (reason) => events.forged('telegram', reason),
        log,
      }),
      ingress: {
        run: async (accept, signal) => {
          const bot = await connect(signal);
          if (bot === undefined) return;
          intake = createIntake({ bot, accept, events, answers, moves, clock, log });
          const publishing = publishMenuAlone(signal);
          try {
            await keepWebhook(setup, { url, secret }, signal);
          } finally {
            intake = null;
            await publishing;
          }
        },
      },
    };
  }

  const lease = { leases, name: `telegram:poller:${account}`, owner, clock, log };
  return {
    webhook: null,
    ingress: {
      run: async (accept, signal) => {
        const bot = await connect(signal);
        if (bot === undefined) return;
        const intake = createIntake({ bot, accept, events, answers, moves, clock, log });
        await holdLease(lease, signal, async (held) => {
          log.info({ username: bot.username }, 'polling Telegram');
          const publishing = publishMenu(menu, held);
          try {
            await poll({ api, intake, clock, log, clearWebhook: (s) => clearWebhook(setup, s) }, held);
          } finally {
            await publishing;
          }
        });
      },
    },
  };
}
