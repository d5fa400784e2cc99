import { z } from 'zod';
import type { TelegramAccount } from '../../../config/config.js';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import type { Ingress } from '../../../core/ports/ingress.js';
import type { Leases } from '../../../core/ports/leases.js';
import type { ChatMoves } from '../egress/chatMoves.js';
import type { TelegramApi } from '../wire/api.js';
import { persist } from '../wire/persist.js';
import type { ButtonAnswers } from './buttonAnswers.js';
import type { TelegramEvents } from './events.js';
import { createIntake, type Intake } from './intake.js';
import { poll } from './poller.js';
import { holdLease } from './pollerLease.js';
import { createTelegramWebhook, type TelegramWebhook } from './webhook.js';
import { clearWebhook, keepWebhook, webhookPlace } from './webhookSetup.js';

/** Pause before the store is asked again which groups have moved, milliseconds. */
const MOVES_RETRY_MS = 1_000;

const meSchema = z.object({ username: z.string() });

export interface TelegramIngressDeps {
  readonly api: TelegramApi;
  readonly answers: ButtonAnswers;
  readonly events: TelegramEvents;
  readonly moves: ChatMoves;
  readonly leases: Leases;
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
  const { api, answers, events, moves, leases, owner, clock, log } = deps;
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
      return { id: account, username: meSchema.parse(answer).username };
    });
  };

  if (config.webhook !== undefined) {
    const { secret } = config.webhook;
    const { url, path } = webhookPlace(config.webhook.url);
    let intake: Intake | null = null;
    return {
      webhook: createTelegramWebhook({ path, secret, intake: () => intake, log }),
      ingress: {
        run: async (accept, signal) => {
          const bot = await connect(signal);
          if (bot === undefined) return;
          intake = createIntake({ bot, accept, events, answers, moves, clock, log });
          try {
            await keepWebhook(setup, { url, secret }, signal);
          } finally {
            intake = null;
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
          await poll({ api, intake, clock, log, clearWebhook: (s) => clearWebhook(setup, s) }, held);
        });
      },
    },
  };
}
