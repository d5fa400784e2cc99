import { createServer, type Server } from 'node:http';
import { Api, Bot } from 'grammy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { readBody } from '../listener.js';
import { apiErrorOf } from './apiError.js';
import { startTelegramServer, type TelegramServer, type TelegramServerOptions } from './telegramServer.js';

let server: TelegramServer;
let api: Api;
let clock = createFakeClock();

const restart = async (options: TelegramServerOptions = {}) => {
  await server?.close();
  clock = createFakeClock();
  server = await startTelegramServer({ clock, ...options });
  api = new Api(server.bot.token, { apiRoot: server.url });
};

beforeEach(() => restart());
afterEach(() => server.close());

describe('getUpdates', () => {
  it('gives updates again until the next offset confirms them', async () => {
    const chat = server.privateChat(11);
    chat.say('one');
    chat.say('two');
    const first = await api.getUpdates();
    expect(first.map((update) => update.message?.text)).toEqual(['one', 'two']);
    expect(await api.getUpdates({ limit: 1 })).toHaveLength(1);
    const [one, two] = first;
    expect((await api.getUpdates({ offset: (one?.update_id ?? 0) + 1 })).map((update) => update.message?.text)).toEqual(
      ['two'],
    );
    expect(server.bot.pendingUpdates()).toBe(1);
    expect(await api.getUpdates({ offset: (two?.update_id ?? 0) + 1 })).toEqual([]);
    expect(server.bot.pendingUpdates()).toBe(0);
  });

  it('waits for an update, up to its timeout', async () => {
    const chat = server.privateChat(11);
    const waiting = api.getUpdates({ timeout: 30 });
    await server.waitFor(() => server.bot.isPolled());
    chat.say('hello');
    chat.say('both');
    expect(await waiting).toHaveLength(2);
    const empty = api.getUpdates({ offset: 2_000_000_000, timeout: 30 });
    await server.waitFor(() => server.bot.isPolled());
    await clock.advance(29_999);
    expect(server.bot.isPolled()).toBe(true);
    await clock.advance(1);
    expect(await empty).toEqual([]);
  });

  it('gives nothing to a client that left: the update comes again', async () => {
    const chat = server.privateChat(11);
    const stop = new AbortController();
    const pollUrl = `${server.url}/bot${server.bot.token}/getUpdates?timeout=30`;
    const left = fetch(pollUrl, { signal: stop.signal }).catch((error: unknown) => error);
    await server.waitFor(() => server.bot.isPolled());
    stop.abort();
    await left;
    await server.waitFor(() => !server.bot.isPolled());
    chat.say('hello');
    expect(await api.getUpdates()).toHaveLength(1);
  });

  it('lets a second poller end the first with 409', async () => {
    const older = apiErrorOf(api.getUpdates({ timeout: 30 }));
    await server.waitFor(() => server.bot.isPolled());
    const newer = api.getUpdates({ timeout: 30 });
    expect(await older).toMatchObject({
      code: 409,
      description: expect.stringContaining('terminated by other getUpdates request'),
    });
    server.privateChat(11).say('hi');
    expect(await newer).toHaveLength(1);
    expect(server.refused()).toEqual([]);
  });

  it('delivers the kinds that were asked for', async () => {
    const chat = server.privateChat(11);
    await api.getUpdates({ allowed_updates: ['callback_query'] });
    chat.say('dropped');
    expect(await api.getUpdates()).toEqual([]);
    await api.getUpdates({ allowed_updates: ['message', 'message_reaction'] });
    const group = server.group({ botStatus: 'administrator' });
    const message = group.say(server.user(11), 'x');
    group.react(server.user(11), message, '👍');
    expect((await api.getUpdates()).map((update) => Object.keys(update)[1])).toEqual(['message', 'message_reaction']);
  });

  it('by default holds nothing back; with pollDelays as long as the real server does', async () => {
    expect(await api.getUpdates({ offset: 0, timeout: 0 })).toEqual([]);
    expect(await api.getUpdates({ offset: 0, timeout: 0 })).toEqual([]);
    await restart({ pollDelays: true });
    expect(await api.getUpdates({ offset: 0, timeout: 0 })).toEqual([]);
    const held = api.getUpdates({ offset: 0, timeout: 0 });
    await server.waitFor(() => server.bot.isPolled());
    await clock.advance(3000);
    expect(await held).toEqual([]);
  });

  it('serves a real grammY bot', async () => {
    const bot = new Bot(server.bot.token, { client: { apiRoot: server.url } });
    bot.on('message:text', (ctx) => ctx.reply(`You said ${ctx.message.text}`));
    const running = bot.start({ drop_pending_updates: false });
    const chat = server.privateChat(11);
    chat.say('hello');
    expect((await chat.waitForBotMessage()).text).toBe('You said hello');
    await bot.stop();
    await running;
    expect(server.refused()).toEqual([]);
    expect(server.bot.pendingUpdates()).toBe(0);
  });
});

describe('webhooks', () => {
  let hook: Server;
  let answers: { status: number; headers?: Record<string, string>; body?: string }[];
  let got: { secret: string | undefined; text: string | undefined }[];
  let url: string;

  beforeEach(async () => {
    answers = [];
    got = [];
    hook = createServer((request, response) => {
      readBody(request).then((body) => {
        const update: { message?: { text?: string } } = JSON.parse(body.toString());
        got.push({
          secret: request.headers['x-telegram-bot-api-secret-token']?.toString(),
          text: update.message?.text,
        });
        const answer = answers.shift() ?? { status: 200 };
        response.writeHead(answer.status, answer.headers).end(answer.body);
      }, response.destroy);
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const address = hook.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`;
  });
  afterEach(async () => {
    await server.close();
    hook.closeAllConnections();
    await new Promise((resolve) => hook.close(resolve));
  });

  it('get each update with the secret, in order within a chat', async () => {
    await api.setWebhook(url, { secret_token: 'abc' });
    const chat = server.privateChat(11);
    for (const text of ['1', '2', '3']) chat.say(text);
    await server.waitFor(() => server.bot.pendingUpdates() === 0);
    expect(got).toEqual(['1', '2', '3'].map((text) => ({ secret: 'abc', text })));
    expect(await api.getWebhookInfo()).toMatchObject({ url, pending_update_count: 0 });
  });

  it('get it again after an answer that is not 2xx, at the time they ask for', async () => {
    answers = [{ status: 500 }, { status: 503, headers: { 'retry-after': '20' } }];
    await api.setWebhook(url);
    server.privateChat(11).say('again');
    server.privateChat(12).say('other');
    await server.waitFor(() => got.length === 2);
    await server.waitFor(() => clock.pending() === 2);
    expect(await api.getWebhookInfo()).toMatchObject({ last_error_message: expect.stringContaining('Wrong response') });
    await clock.advance(1000);
    await server.waitFor(() => got.length === 3);
    expect(got.map((entry) => entry.text)).toEqual(['again', 'other', 'again']);
    await clock.advance(19_000);
    await server.waitFor(() => server.bot.pendingUpdates() === 0);
    expect(got.map((entry) => entry.text)).toEqual(['again', 'other', 'again', 'other']);
  });

  it('exclude polling, and hand pending updates back when they are deleted', async () => {
    const polling = apiErrorOf(api.getUpdates({ timeout: 30 }));
    await server.waitFor(() => server.bot.isPolled());
    await api.setWebhook(url);
    expect((await polling).description).toContain('terminated by setWebhook');
    expect((await apiErrorOf(api.getUpdates())).description).toContain(
      "can't use getUpdates method while webhook is active",
    );
    answers = [{ status: 500 }];
    server.privateChat(11).say('kept');
    await server.waitFor(() => got.length === 1);
    await server.waitFor(() => clock.pending() === 1);
    await api.deleteWebhook();
    expect(await api.getUpdates()).toHaveLength(1);
    expect((await apiErrorOf(api.setWebhook('nonsense'))).code).toBe(400);
    expect((await apiErrorOf(api.setWebhook(url, { secret_token: 'no spaces' }))).code).toBe(400);
  });

  it('may answer with a call', async () => {
    answers = [
      {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"method":"sendMessage","chat_id":11,"text":"hi"}',
      },
    ];
    await api.setWebhook(url);
    const chat = server.privateChat(11);
    chat.say('hello');
    expect((await chat.waitForBotMessage()).text).toBe('hi');
  });
});
