import { Api } from 'grammy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { apiErrorOf } from './apiError.js';
import { startTelegramServer, type TelegramServer, type TelegramServerOptions } from './telegramServer.js';

let server: TelegramServer;
let api: Api;
let clock = createFakeClock();

const start = async (options: TelegramServerOptions = {}) => {
  await server?.close();
  clock = createFakeClock();
  server = await startTelegramServer({ clock, rates: 'documented', ...options });
  api = new Api(server.bot.token, { apiRoot: server.url });
};
beforeEach(() => start());
afterEach(() => server.close());

/** How many of `count` calls pass before the first 429, and the wait it names. */
async function until429(count: number, call: (n: number) => Promise<unknown>): Promise<[number, number]> {
  for (let n = 0; n < count; n += 1) {
    const outcome = await call(n).then(
      () => undefined,
      (error: unknown) => apiErrorOf(Promise.reject(error)),
    );
    if (outcome !== undefined) {
      expect(outcome).toMatchObject({
        code: 429,
        description: expect.stringMatching(/^Too Many Requests: retry after \d+$/),
      });
      const { retry_after: wait } = Object(outcome.parameters);
      return [n, wait];
    }
  }
  return [count, 0];
}

describe('the published limits', () => {
  it('a chat takes a short burst, then one a second; edits count', async () => {
    server.privateChat(11);
    const { message_id } = await api.sendMessage(11, '0');
    expect(await until429(10, (n) => api.editMessageText(11, message_id, `${n}!`))).toEqual([3, 1]);
    await clock.advance(1000);
    expect(await until429(10, (n) => api.editMessageText(11, message_id, `${n}?`))).toEqual([1, 1]);
  });

  it('one edit a second goes on for ever', async () => {
    server.privateChat(11);
    const { message_id } = await api.sendMessage(11, '0');
    for (let n = 1; n <= 60; n += 1) {
      await clock.advance(1000);
      await api.editMessageText(11, message_id, `${n}`);
    }
    expect(server.calls.every((call) => call.outcome?.ok)).toBe(true);
  });

  it('a group takes 20 in a minute', async () => {
    const group = server.group();
    expect(await until429(30, () => api.sendMessage(group.id, 'x'))).toEqual([20, 3]);
    await clock.advance(60_000);
    expect((await until429(30, () => api.sendMessage(group.id, 'x')))[0]).toBe(20);
  });

  it('a bot sends 30 in a second over all chats', async () => {
    for (let id = 100; id < 140; id += 1) server.privateChat(id);
    expect((await until429(40, (n) => api.sendMessage(100 + n, 'x')))[0]).toBe(30);
  });

  it('chat actions have their own', async () => {
    server.privateChat(11);
    await until429(10, () => api.sendMessage(11, 'x'));
    expect((await until429(20, () => api.sendChatAction(11, 'typing')))[0]).toBe(10);
  });

  it('calling within the closed time lengthens it; waiting it out opens the chat', async () => {
    server.privateChat(11);
    await until429(10, () => api.sendMessage(11, 'x'));
    expect(await until429(1, () => api.sendMessage(11, 'x'))).toEqual([0, 2]);
    expect(await until429(1, () => api.sendMessage(11, 'x'))).toEqual([0, 3]);
    await clock.advance(2999);
    expect(await until429(1, () => api.sendMessage(11, 'x'))).toEqual([0, 2]);
    await clock.advance(2000);
    await api.sendMessage(11, 'x');
  });

  it('one chat does not close another', async () => {
    server.privateChat(11);
    server.privateChat(12);
    await until429(10, () => api.sendMessage(11, 'x'));
    await api.sendMessage(12, 'x');
  });
});

it('without rates nothing is limited, but a chat can be closed by hand or by a fault', async () => {
  await start({ rates: 'off' });
  server.privateChat(11);
  expect((await until429(100, () => api.sendMessage(11, 'x')))[0]).toBe(100);
  server.closeChat({ id: 11 }, 5000);
  expect(await until429(1, () => api.sendMessage(11, 'x'))).toEqual([0, 6]);
  await clock.advance(6000);
  server.inject({ method: 'sendMessage', chat: 11, fault: { kind: 'flood', seconds: 35 } });
  expect(await until429(1, () => api.sendMessage(11, 'x'))).toEqual([0, 35]);
  await clock.advance(34_000);
  expect(await until429(1, () => api.sendMessage(11, 'x'))).toEqual([0, 2]);
  await clock.advance(2000);
  await api.sendMessage(11, 'x');
  expect(server.refused()).toEqual([]);
});
