import type { TelegramAccount } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { Egress } from '../../core/ports/egress.js';
import type { Ingress } from '../../core/ports/ingress.js';
import type { Leases } from '../../core/ports/leases.js';
import { createChatMoves } from './egress/chatMoves.js';
import { createTelegramEgress } from './egress/egress.js';
import { createButtonAnswers } from './ingress/buttonAnswers.js';
import type { TelegramEvents } from './ingress/events.js';
import { createTelegramIngress } from './ingress/ingress.js';
import type { TelegramWebhook } from './ingress/webhook.js';
import { renderTelegram } from './render.js';
import { createTelegramApi } from './wire/api.js';

/** Everything that Telegram needs of the rest. */
export interface TelegramChannelDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly leases: Leases;
  /** Unique per process: who has the poller's lease. */
  readonly owner: string;
  readonly events: TelegramEvents;
}

/** One bot on Telegram. */
export interface TelegramChannel {
  /** The bot's id, as addresses carry it. */
  readonly account: string;
  readonly ingress: Ingress;
  /** Needs no running ingress: workers use it alone. */
  readonly egress: Egress;
  /** To be mounted on the HTTP server (`telegramWebhookPart`); null when the bot polls. */
  readonly webhook: TelegramWebhook | null;
  /** Aborts calls in flight and closes connections. The ingress is ended by its own signal, before. */
  close(): Promise<void>;
}

/** Loading this module loads grammY: import it only when a bot is configured. */
export function createTelegramChannel(config: TelegramAccount, deps: TelegramChannelDeps): TelegramChannel {
  const { account, token, apiRoot, rate } = config;
  const { clock, leases, owner } = deps;
  const log = deps.log.child({ channel: 'telegram', account });
  const api = createTelegramApi({ token, apiRoot, clock });
  const answers = createButtonAnswers({ api, log });
  const moves = createChatMoves();

  const events: TelegramEvents = {
    stopPressed: (press) => deps.events.stopPressed(press),
    membershipChanged: (change) => deps.events.membershipChanged(change),
    dead: (update, error) => deps.events.dead(update, error),
    moved: async (move) => {
      moves.note(move.from, move.to);
      await deps.events.moved(move);
    },
  };
  const onMoved: Parameters<typeof createTelegramEgress>[0]['onMoved'] = (move) => {
    events.moved(move).catch((thrown: unknown) => {
      log.error({ err: toWaggleError(thrown), ...move }, "a group's new id could not be stored");
    });
  };

  const egress = createTelegramEgress({ api, render: renderTelegram, rate, moves, onMoved, clock, log });
  const { ingress, webhook } = createTelegramIngress(config, { api, answers, events, leases, owner, clock, log });

  return {
    account,
    ingress,
    egress,
    webhook,
    close: async () => {
      api.close();
      await answers.settled();
    },
  };
}
