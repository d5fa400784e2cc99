import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { pause } from '../../../core/pause.js';
import { ALLOWED_UPDATES } from '../updates/schema.js';
import type { TelegramApi } from '../wire/api.js';
import { persist } from '../wire/persist.js';

/** Path of the webhook where the configured URL names none. */
export const DEFAULT_WEBHOOK_PATH = '/webhooks/telegram';

/** How often a webhook is looked after, and a foreign one is asked about, milliseconds. */
const WATCH_EVERY_MS = 60_000;
const FOREIGN_EVERY_MS = 15_000;

const FOREIGN_WEBHOOK =
  'a webhook delivers the updates of this Telegram bot to another program, so it cannot be polled. Use another bot, or stop ' +
  'that program and remove its webhook by calling deleteWebhook of the Bot API. Waiting until it is gone.';

export interface SetupDeps {
  readonly api: TelegramApi;
  readonly clock: Clock;
  readonly log: Log;
}

/** The full URL that Telegram is given, and the path of it that our server answers on. */
export function webhookPlace(configured: string): { url: string; path: string } {
  const url = new URL(configured);
  if (url.pathname === '/' || url.pathname === '') url.pathname = DEFAULT_WEBHOOK_PATH;
  return { url: url.href, path: url.pathname };
}

const infoSchema = z.object({
  url: z.string(),
  pending_update_count: z.number(),
  last_error_date: z.number().exactOptional(),
  last_error_message: z.string().exactOptional(),
});

/**
 * Sets the webhook and looks after it until the signal aborts. It stays set afterwards: Telegram keeps updates for the next
 * start. A program that replaces it is named, not fought: two that fight would both lose messages.
 *
 * @throws WaggleError `telegram-token`, or `telegram-refused` when Telegram does not take the URL
 */
export async function keepWebhook(
  deps: SetupDeps,
  webhook: { url: string; secret: string },
  signal: AbortSignal,
): Promise<void> {
  const { api, clock, log } = deps;
  const { url, secret } = webhook;
  const before = await persist(deps, signal, 'getWebhookInfo', () => webhookInfo(api, signal));
  if (before !== undefined && before.url !== '' && before.url !== url) {
    log.warn(
      { replaced: originOf(before.url) },
      'this Telegram bot had another webhook; it is replaced by the configured one',
    );
  }
  await persist(deps, signal, 'setWebhook', () =>
    api.call(
      'setWebhook',
      (raw, s) => raw.setWebhook({ url, secret_token: secret, allowed_updates: ALLOWED_UPDATES }, s),
      { signal },
    ),
  );
  if (!signal.aborted) log.info({ url: originOf(url) }, 'Telegram delivers updates to the webhook');

  let lastUrl = url;
  let lastErrorAt = before?.last_error_date ?? 0;
  while (!signal.aborted) {
    await pause(clock, WATCH_EVERY_MS, signal);
    const info = await persist(deps, signal, 'getWebhookInfo', () => webhookInfo(api, signal));
    if (info === undefined) return;
    if (info.url !== lastUrl && info.url !== url) {
      const taken = info.url === '' ? 'was removed' : `now goes to ${originOf(info.url)}`;
      log.error(
        {},
        `the webhook of this Telegram bot ${taken}: another program uses its token; restart to take it back`,
      );
    }
    lastUrl = info.url;
    if ((info.last_error_date ?? 0) > lastErrorAt) {
      log.warn(
        { pending: info.pending_update_count },
        `Telegram could not deliver: ${info.last_error_message ?? 'no reason given'}`,
      );
    }
    lastErrorAt = Math.max(lastErrorAt, info.last_error_date ?? 0);
  }
}

/**
 * A webhook keeps us from polling. Waggle's own (the operator went from webhook to polling) is removed. Any other may be the
 * working line of another program, and is not taken away from it: it is named, with what to do, and asked about until it
 * is gone. Nothing that waits at Telegram is dropped.
 */
export async function clearWebhook(deps: SetupDeps, signal: AbortSignal): Promise<void> {
  const { api, clock, log } = deps;
  let announced: string | null = null;
  while (!signal.aborted) {
    const info = await persist(deps, signal, 'getWebhookInfo', () => webhookInfo(api, signal));
    if (info === undefined || info.url === '') return;
    if (pathOf(info.url).endsWith(DEFAULT_WEBHOOK_PATH)) {
      log.warn(
        { removed: originOf(info.url) },
        'the webhook of this Telegram bot is removed, since polling is configured',
      );
      await persist(deps, signal, 'deleteWebhook', () =>
        api.call('deleteWebhook', (raw, s) => raw.deleteWebhook({ drop_pending_updates: false }, s), { signal }),
      );
      return;
    }
    if (announced !== info.url) log.error({ webhook: originOf(info.url) }, FOREIGN_WEBHOOK);
    announced = info.url;
    await pause(clock, FOREIGN_EVERY_MS, signal);
  }
}

async function webhookInfo(api: TelegramApi, signal: AbortSignal) {
  return infoSchema.parse(await api.call('getWebhookInfo', (raw, s) => raw.getWebhookInfo(s), { signal }));
}

/** A webhook's path may hold a secret: logs get the origin only. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an unreadable address';
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}
