import type { TelegramAccount } from '../../config/config.js';
import type { ChannelDeps, ChannelStart } from '../../core/ports/channel.js';
import type { HttpPart } from '../../http/httpPart.js';
import { createTelegramChannel } from './channel.js';
import { telegramWebhookPart } from './ingress/webhookPart.js';

/** A Telegram bot: known by its token, so there is nothing to wait for. */
export function startTelegram(
  config: TelegramAccount,
  deps: ChannelDeps,
): ChannelStart & { readonly httpPart: HttpPart | null } {
  const channel = createTelegramChannel(config, deps);
  return {
    platform: 'telegram',
    httpPart: channel.webhook === null ? null : telegramWebhookPart(channel.webhook),
    open: async () => channel,
  };
}
