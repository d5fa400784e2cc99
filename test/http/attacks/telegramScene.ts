import { telegramWebhookPart } from '../../../src/channels/telegram/ingress/webhookPart.js';
import type { InboundMessage } from '../../../src/core/message.js';
import { acceptInto, openTestStore, type RunningIngress, runIngress, until } from '../../channels/telegram/setup.js';
import { startTelegramServer, type TelegramServer } from '../../platforms/telegram/telegramServer.js';
import { createTestServers } from '../testServers.js';
import { type RawReply, type RawRequest, send } from './rawExchange.js';

export const SECRET = 'a-secret_of-the-Test';
export const SECRET_HEADER = 'X-Telegram-Bot-Api-Secret-Token';

/** A webhook of Telegram's on the HTTP server, for requests that Telegram never sends. */
export interface TelegramScene {
  readonly platform: TelegramServer;
  readonly running: RunningIngress;
  /** Why requests were refused. */
  readonly forged: readonly string[];
  /** What was stored of one request, and how it was answered. An object is sent as JSON; it carries the secret. */
  attempt(body: unknown, request?: RawRequest): Promise<RawReply & { stored: InboundMessage[] }>;
  close(): Promise<void>;
}

export async function openTelegramScene(): Promise<TelegramScene> {
  const servers = createTestServers();
  const stored: InboundMessage[] = [];
  const forged: string[] = [];
  const platform = await startTelegramServer();
  const db = await openTestStore();
  const running = runIngress(platform, db, acceptInto(db, stored), {
    account: { webhook: { url: 'http://127.0.0.1:9/hook', secret: SECRET } },
    events: {
      forged: async (reason) => {
        forged.push(reason);
      },
    },
  });
  const { webhook } = running;
  if (webhook === null) throw new Error('an account with a webhook has one');
  const { port } = await servers.start([telegramWebhookPart(webhook)]);
  await until(() => platform.callsOf('setWebhook').length > 0);
  return {
    platform,
    running,
    forged,
    attempt: async (body, request = {}) => {
      const before = stored.length;
      const reply = await send(port, {
        target: '/hook',
        body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
        ...request,
        set: { Host: 'waggle.example', [SECRET_HEADER]: SECRET, ...request.set },
      });
      return { ...reply, stored: stored.slice(before) };
    },
    close: async () => {
      await running.stop();
      await servers.close();
      await db.dispose();
      await platform.close();
    },
  };
}

let updates = 1000;
export const person = { id: 501, is_bot: false, first_name: 'Ada' };

/** An update with a private message that says "hi". */
export function update(change: Record<string, unknown> = {}, number?: number) {
  updates += 1;
  return {
    update_id: number ?? updates,
    message: {
      message_id: updates,
      date: 1_700_000_000,
      chat: { id: 501, type: 'private' },
      from: person,
      text: 'hi',
      ...change,
    },
  };
}
