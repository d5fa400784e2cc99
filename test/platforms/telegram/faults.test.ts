import { Api, HttpError } from 'grammy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createGate } from '../gate.js';
import { apiErrorOf } from './apiError.js';
import type { PrivateChat } from './people.js';
import { startTelegramServer, type TelegramServer } from './telegramServer.js';

let server: TelegramServer;
let api: Api;
let chat: PrivateChat;
const clock = createFakeClock();

beforeEach(async () => {
  server = await startTelegramServer({ clock });
  api = new Api(server.bot.token, { apiRoot: server.url });
  chat = server.privateChat(11);
});
afterEach(() => server.close());

const texts = () => chat.messages().map((message) => message.text);

it.each(['reset', 'end'] as const)('drop-before (%s): nothing happened', async (how) => {
  server.inject({ method: 'sendMessage', fault: { kind: 'drop-before', how } });
  await expect(api.sendMessage(11, 'x')).rejects.toThrow(HttpError);
  expect(texts()).toEqual([]);
  await api.sendMessage(11, 'y');
  expect(texts()).toEqual(['y']);
});

it.each([{ kind: 'drop-after' }, { kind: 'drop-after', how: 'end' }, { kind: 'cut-answer' }] as const)(
  '$kind: stored, but the answer is lost',
  async (fault) => {
    server.inject({ method: 'sendMessage', fault });
    // node-fetch, which grammY uses, never notices that a body is cut off: only the client's own time limit ends the call.
    const impatient = new Api(server.bot.token, { apiRoot: server.url, timeoutSeconds: 0.3 });
    await expect(impatient.sendMessage(11, 'x')).rejects.toThrow(HttpError);
    expect(texts()).toEqual(['x']);
    expect(server.calls[0]).toMatchObject({ fault: fault.kind, outcome: { ok: true } });
  },
);

it.each([
  { kind: 'hang', stored: [] },
  { kind: 'hang-after', stored: ['x'] },
] as const)('$kind: nothing is answered until the client gives up', async ({ kind, stored }) => {
  server.inject({ method: 'sendMessage', fault: { kind } });
  const impatient = new Api(server.bot.token, { apiRoot: server.url, timeoutSeconds: 0.05 });
  await expect(impatient.sendMessage(11, 'x')).rejects.toThrow(HttpError);
  expect(texts()).toEqual(stored);
});

it('status: any error of the Bot API, counted as nobody’s fault', async () => {
  const injected = server.inject({
    times: 2,
    fault: {
      kind: 'status',
      code: 429,
      description: 'Too Many Requests: retry after 4',
      parameters: { retry_after: 4 },
    },
  });
  expect(await apiErrorOf(api.sendMessage(11, 'x'))).toMatchObject({ code: 429, parameters: { retry_after: 4 } });
  expect((await apiErrorOf(api.getMe())).code).toBe(429);
  expect(injected.used()).toBe(2);
  await api.getMe();
  expect(server.refused()).toEqual([]);
});

it('page: what a proxy says when the server is away', async () => {
  server.inject({ method: 'getUpdates', fault: { kind: 'page', code: 502 } });
  await expect(api.getUpdates()).rejects.toThrow(HttpError);
  expect(await api.getUpdates()).toEqual([]);
});

it('delay and slow-answer: by the clock; hold: by the test', async () => {
  server.inject({ method: 'sendMessage', fault: { kind: 'delay', ms: 500 } });
  const delayed = api.sendMessage(11, 'late');
  await server.waitFor(() => clock.pending() === 1);
  expect(texts()).toEqual([]);
  await clock.advance(500);
  await delayed;

  server.inject({ method: 'sendMessage', fault: { kind: 'slow-answer', ms: 500 } });
  const slow = api.sendMessage(11, 'there');
  await chat.waitForBotMessage((message) => message.text === 'there');
  await server.waitFor(() => clock.pending() === 1);
  await clock.advance(500);
  await slow;

  const gate = createGate();
  server.inject({ method: 'sendMessage', fault: { kind: 'hold', until: gate.opened } });
  const held = api.sendMessage(11, 'held');
  await server.waitForCall((call) => call.params.text === 'held');
  expect(texts()).toEqual(['late', 'there']);
  gate.open();
  await held;
  expect(texts()).toEqual(['late', 'there', 'held']);
});

it('cut-answer: a client that looks at the length notices', async () => {
  server.inject({ method: 'sendMessage', fault: { kind: 'cut-answer' } });
  const response = await fetch(`${server.url}/bot${server.bot.token}/sendMessage?chat_id=11&text=x`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
});

it('strikes what it was told to: method, chat, condition, after some, so many times', async () => {
  server.privateChat(12);
  const fault = { kind: 'status', code: 500, description: 'Internal Server Error' } as const;
  const injected = server.inject({
    method: ['sendMessage', 'editMessageText'],
    chat: 11,
    after: 1,
    times: 1,
    when: (call) => String(call.params.text).startsWith('x'),
    fault,
  });
  await api.sendMessage(12, 'x');
  await api.sendMessage(11, 'y');
  await api.sendMessage(11, 'x1');
  await api.sendChatAction(11, 'typing');
  expect((await apiErrorOf(api.sendMessage(11, 'x2'))).code).toBe(500);
  await api.sendMessage(11, 'x3');
  expect(injected.used()).toBe(1);
  server.inject({ method: 'getMe', times: Number.POSITIVE_INFINITY, fault }).remove();
  await api.getMe();
  expect(() => server.inject({ method: 'sendmessage', fault })).toThrow('No method sendmessage');
});

it('a lost answer of getUpdates brings the updates again', async () => {
  chat.say('hello');
  server.inject({ method: 'getUpdates', fault: { kind: 'drop-after' } });
  await expect(api.getUpdates()).rejects.toThrow(HttpError);
  expect(await api.getUpdates()).toHaveLength(1);
});

it('goes down and comes up with everything it had', async () => {
  chat.say('hello');
  await server.goDown();
  await expect(api.getMe()).rejects.toThrow(HttpError);
  chat.say('while you were away');
  await server.comeUp();
  expect(await api.getUpdates()).toHaveLength(2);
});
