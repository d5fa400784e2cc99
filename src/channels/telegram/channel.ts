import type { TelegramAccount } from '../../config/config.js';
import { toWaggleError } from '../../core/errors.js';
import type { Channel, ChannelDeps } from '../../core/ports/channel.js';
import { accountKey } from '../../core/ports/egress.js';
import { createChatMoves } from './egress/chatMoves.js';
import { createTelegramEgress } from './egress/egress.js';
import { fileLimitsOf } from './files/fileLimits.js';
import { createTelegramFiles } from './files/fileSource.js';
import { createButtonAnswers } from './ingress/buttonAnswers.js';
import type { TelegramEvents } from './ingress/events.js';
import { createTelegramIngress } from './ingress/ingress.js';
import type { TelegramWebhook } from './ingress/webhook.js';
import { renderTelegram } from './render.js';
import { createTelegramApi } from './wire/api.js';

/** What Telegram needs of the rest. */
export type TelegramChannelDeps = Pick<
  ChannelDeps,
  'clock' | 'log' | 'leases' | 'owner' | 'gates' | 'memory' | 'events' | 'commands'
>;

/** One bot on Telegram; its account is the bot's id. */
export interface TelegramChannel extends Channel {
  /** To be mounted on the HTTP server (`telegramWebhookPart`); null when the bot polls. */
  readonly webhook: TelegramWebhook | null;
}

/** Keys under which the channel remembers the new ids of groups. */
const MOVED = 'moved:';

/** Loading this module loads grammY: import it only when a bot is configured. */
export function createTelegramChannel(config: TelegramAccount, deps: TelegramChannelDeps): TelegramChannel {
  const { account, token, apiRoot, rate } = config;
  const { clock, leases, owner, gates, memory, commands } = deps;
  const log = deps.log.child({ channel: 'telegram', account });
  const api = createTelegramApi({ token, apiRoot, clock });
  const limits = fileLimitsOf(apiRoot);
  const answers = createButtonAnswers({ api, account, gates, clock, log });
  const memoryKey = accountKey({ platform: 'telegram', account });
  const moves = createChatMoves(async () => {
    const known = await deps.memory.list(memoryKey, MOVED);
    return known.map(({ key, value }) => ({ from: key.slice(MOVED.length), to: value }));
  });

  const events: TelegramEvents = {
    ...deps.events,
    moved: async (move) => {
      moves.note(move.from, move.to);
      const { from, to: value } = move;
      await deps.memory.put({ account: memoryKey, key: `${MOVED}${from}`, value, now: clock.now() });
    },
  };
  const onMoved: Parameters<typeof createTelegramEgress>[0]['onMoved'] = (move) => {
    events.moved(move).catch((thrown: unknown) => {
      log.error({ err: toWaggleError(thrown), ...move }, "a group's new id could not be stored");
    });
  };

  const egress = createTelegramEgress({
    api,
    render: renderTelegram,
    rate,
    moves,
    onMoved,
    maxFileBytes: limits.upload,
    clock,
    log,
  });
  const { ingress, webhook } = createTelegramIngress(config, {
    api,
    answers,
    events,
    moves,
    leases,
    memory,
    commands,
    owner,
    clock,
    log,
  });

  return {
    platform: 'telegram',
    account,
    name: `Telegram bot ${account}`,
    files: createTelegramFiles({ api, account, gates, maxBytes: limits.download, clock, log }),
    ingress,
    egress,
    webhook,
    close: async () => {
      api.close();
      await answers.settled();
    },
  };
}
