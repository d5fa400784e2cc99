import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TelegramWebhook } from '../../../../src/channels/telegram/ingress/webhook.js';
import { telegramWebhookPart } from '../../../../src/channels/telegram/ingress/webhookPart.js';
import { systemClock } from '../../../../src/core/clock.js';
import { type InboundMessage, textOf } from '../../../../src/core/message.js';
import type { Accept } from '../../../../src/core/ports/ingress.js';
import { type HttpServer, startHttpServer } from '../../../../src/http/httpServer.js';
import type { GatewayDb } from '../../../../src/store/openGatewayDb.js';
import { startTelegramServer, type TelegramServer } from '../../../platforms/telegram/telegramServer.js';
import { createFakeClock } from '../../../setup/fakeClock.js';
import {
  acceptInto,
  advanceUntil,
  openTestStore,
  type RunningIngress,
  recordLog,
  runIngress,
  until,
} from '../setup.js';

const SECRET = 'a-secret_of-the-Test';
const SECRET_HEADER = 'X-Telegram-Bot-Api-Secret-Token';

let server: TelegramServer;
let http: HttpServer;
let mounted: TelegramWebhook | null = null;
let db: GatewayDb & { dispose(): Promise<void> };
let running: RunningIngress[] = [];
let stored: InboundMessage[] = [];

beforeEach(async () => {
  server = await startTelegramServer({ webhookRetryMs: 20 });
  db = await openTestStore();
  running = [];
  mounted = null;
  stored = [];
  http = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    token: 'x'.repeat(32),
    parts: [telegramWebhookPart(delegate('/hook')), telegramWebhookPart(delegate('/webhooks/telegram'))],
    clock: systemClock,
    log: recordLog(),
  });
});

afterEach(async () => {
  for (const one of running) await one.stop();
  await http.close();
  await db.dispose();
  await server.close();
});

/** The server's address is part of the webhook's configuration, so the webhook comes after the server here. */
function delegate(path: string): TelegramWebhook {
  return {
    path,
    handle: async (request) => (mounted?.path === path ? mounted.handle(request) : new Response(null, { status: 404 })),
  };
}

/** Starts the ingress with its webhook mounted on the real HTTP server. */
function start(accept: Accept, path = '/hook', clock = systemClock): RunningIngress {
  const one = runIngress(server, db, accept, {
    clock,
    account: { webhook: { url: `${http.url}${path}`, secret: SECRET } },
  });
  mounted = one.webhook;
  running.push(one);
  return one;
}

const post = (body: string, headers: Record<string, string> = { [SECRET_HEADER]: SECRET }) =>
  fetch(`${http.url}/hook`, { method: 'POST', body, headers }).then((answer) => answer.status);

const isSet = () => server.callsOf('setWebhook').some((call) => call.outcome?.ok === true);

describe('a webhook', () => {
  it('is set with its secret, drops nothing that waits, and stores what comes', async () => {
    const chat = server.privateChat(501);
    chat.say('before the start');
    start(acceptInto(db, stored));
    await until(() => stored.length === 1);
    chat.say('after it');
    await until(() => stored.length === 2 && server.bot.pendingUpdates() === 0);
    expect(stored.map(textOf)).toEqual(['before the start', 'after it']);
    expect(server.callsOf('setWebhook')[0]?.params).toMatchObject({
      secret_token: SECRET,
      allowed_updates: ['message', 'edited_message', 'callback_query', 'my_chat_member'],
    });
    expect(server.callsOf('setWebhook')[0]?.params).not.toHaveProperty('drop_pending_updates');
    expect(server.callsOf('getUpdates')).toEqual([]);
  });

  it('gets a path of its own when the configured address has none', async () => {
    const one = start(acceptInto(db, stored), '');
    expect(one.webhook?.path).toBe('/webhooks/telegram');
    server.privateChat(501).say('hi');
    await until(() => stored.length === 1);
  });

  it('refuses what does not come from Telegram', async () => {
    start(acceptInto(db, stored));
    await until(isSet);
    const update = JSON.stringify({
      update_id: 1,
      message: {
        message_id: 1,
        date: 1,
        chat: { id: 1, type: 'private' },
        from: { id: 1, is_bot: false, first_name: 'x' },
        text: 'forged',
      },
    });
    expect(await post(update, {})).toBe(401);
    expect(await post(update, { [SECRET_HEADER]: '' })).toBe(401);
    expect(await post(update, { [SECRET_HEADER]: SECRET.slice(1) })).toBe(401);
    expect(await post(update, { [SECRET_HEADER]: SECRET.toLowerCase() })).toBe(401);
    expect(stored).toEqual([]);
    expect(await post(update)).toBe(200);
    expect(stored.map(textOf)).toEqual(['forged']);
  });

  it('gets an update again when it could not be stored, and stores it once', async () => {
    const accept = acceptInto(db, stored);
    let failures = 3;
    const one = start(async (message) => {
      failures -= 1;
      if (failures >= 0) throw new Error('disk full');
      return accept(message);
    });
    server.privateChat(501).say('hi');
    await until(() => stored.length === 1 && server.bot.pendingUpdates() === 0);
    expect(failures).toBe(-1);
    expect(one.log.said('error', /could not be stored; Telegram will deliver it again/)).toBe(true);
  });

  it('stores once what is delivered twice', async () => {
    const accept = acceptInto(db, stored);
    start(accept);
    const chat = server.privateChat(501);
    chat.say('hi');
    await until(() => stored.length === 1);
    const update = {
      update_id: 870_000_001,
      message: {
        message_id: 1,
        date: 1,
        chat: { id: 501, type: 'private' },
        from: { id: 501, is_bot: false, first_name: 'x' },
        text: 'hi',
      },
    };
    expect(await post(JSON.stringify(update))).toBe(200);
    expect(stored).toHaveLength(1);
  });

  it('takes no endless body, and keeps as dead what it cannot read', async () => {
    const one = start(acceptInto(db, stored));
    await until(isSet);
    expect(await post('x'.repeat(1024 * 1024 + 1))).toBe(413);
    expect(await post('not json')).toBe(200);
    expect(await post('{"update_id":5,"message":{}}')).toBe(200);
    expect(one.dead).toEqual(['not json', { update_id: 5, message: {} }]);
  });

  it('takes nothing any more after the end, so that Telegram keeps it for the next start', async () => {
    const first = start(acceptInto(db, stored));
    await until(isSet);
    await first.stop();
    server.privateChat(501).say('hi');
    expect(await post('{"update_id":5}')).toBe(503);
    expect(server.bot.pendingUpdates()).toBe(1);
    expect(server.callsOf('deleteWebhook')).toEqual([]);
  });

  it('says when it replaces another, and when another replaces it', async () => {
    const setElsewhere = () => fetch(`${server.url}/bot${server.bot.token}/setWebhook?url=http://127.0.0.1:9/other`);
    await setElsewhere();
    const clock = createFakeClock();
    const one = start(acceptInto(db, stored), '/hook', clock);
    await until(() => one.log.said('info', /delivers updates to the webhook/));
    expect(one.log.said('warn', /another webhook; it is replaced/)).toBe(true);
    await setElsewhere();
    await advanceUntil(clock, () => one.log.said('error', /now goes to http:\/\/127.0.0.1:9:/), { stepMs: 10_000 });
  });

  it('ends with the reason when Telegram does not take its address', async () => {
    server.inject({
      method: 'setWebhook',
      fault: {
        kind: 'status',
        code: 400,
        description: 'Bad Request: bad webhook: HTTPS url must be provided for webhook',
      },
    });
    const one = start(acceptInto(db, stored));
    expect(await one.ended).toMatchObject({ code: 'telegram-refused', message: expect.stringContaining('HTTPS') });
  });
});
