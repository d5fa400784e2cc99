import type { HttpPart } from '../../../http/httpPart.js';
import type { TelegramWebhook } from './webhook.js';

/** Mounts a webhook on the one HTTP server. Open to everybody: the secret in the request's header is what counts. */
export function telegramWebhookPart(webhook: TelegramWebhook): HttpPart {
  return {
    name: 'telegram',
    mount: (app) => {
      app.route({
        method: 'POST',
        path: webhook.path,
        auth: 'open',
        handle: (context) => webhook.handle(context.req.raw),
      });
    },
  };
}
