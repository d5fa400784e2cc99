import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InboundMessage, textOf } from '../../../../src/core/message.js';
import type { GatewayDb } from '../../../../src/store/openGatewayDb.js';
import { startTelegramServer, type TelegramServer } from '../../../platforms/telegram/telegramServer.js';
import { createFakeClock } from '../../../setup/fakeClock.js';
import {
  acceptInto,
  advanceBy,
  advanceUntil,
  gate,
  openTestStore,
  type RunningIngress,
  runIngress,
  until,
} from '../setup.js';

let server: TelegramServer;
let db: GatewayDb & { dispose(): Promise<void> };
let running: RunningIngress[] = [];
let stored: InboundMessage[] = [];

beforeEach(async () => {
  server = await startTelegramServer({ bot: { username: 'WaggleBot' } });
  db = await openTestStore();
  running = [];
  stored = [];
});

afterEach(async () => {
  for (const one of running) await one.stop();
  await db.dispose();
  await server.close();
});

function start(
  ...args: Parameters<typeof runIngress> extends [unknown, unknown, ...infer Rest] ? Rest : never
): RunningIngress {
  const one = runIngress(server, db, ...args);
  running.push(one);
  return one;
}

const storedCount = (count: number) => until(() => stored.length >= count);

describe('polling', () => {
  it('stores what people write, in order, and confirms it', async () => {
    start(acceptInto(db, stored));
    const chat = server.privateChat(501);
    for (const text of ['one', 'two', 'three']) chat.say(text);
    await until(() => server.bot.pendingUpdates() === 0 && stored.length === 3);
    expect(stored.map(textOf)).toEqual(['one', 'two', 'three']);
    expect(stored[0]).toMatchObject({
      lane: `telegram:${server.bot.id}:501`,
      addressed: true,
      sender: { user: '501' },
    });
    expect(server.refused()).toEqual([]);
  });

  it('needs one getMe and nothing else before its first poll', async () => {
    start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    expect(server.calls.map((call) => call.method)).toEqual(['getMe', 'getUpdates']);
  });

  it('confirms an update only when it is stored', async () => {
    const held = gate();
    const accept = acceptInto(db, stored);
    start(async (message) => {
      await held.opened;
      return accept(message);
    });
    server.privateChat(501).say('hi');
    await server.waitFor(() => server.callsOf('getUpdates').some((call) => call.endedAt !== undefined));
    expect(server.bot.pendingUpdates()).toBe(1);
    held.open();
    await server.waitFor(() => server.bot.pendingUpdates() === 0);
    expect(stored).toHaveLength(1);
  });

  it('gets again what was not stored before it stopped, and stores once what was', async () => {
    const accept = acceptInto(db, stored);
    const stuck = gate();
    const first = start(async (message) => {
      if (textOf(message) === 'second') await stuck.opened;
      return accept(message);
    });
    const chat = server.privateChat(501);
    chat.say('first');
    chat.say('second');
    await storedCount(1);
    stuck.open();
    await first.stop();
    start(accept);
    await server.waitFor(() => server.bot.pendingUpdates() === 0);
    expect(stored.map(textOf)).toEqual(['first', 'second']);
  });

  it('lets one chat wait without the others of the same batch', async () => {
    const held = gate();
    const accept = acceptInto(db, stored);
    server.privateChat(501).say('slow');
    server.privateChat(502).say('quick');
    start(async (message) => {
      if (textOf(message) === 'slow') await held.opened;
      return accept(message);
    });
    await storedCount(1);
    expect(stored.map(textOf)).toEqual(['quick']);
    expect(server.bot.pendingUpdates()).toBe(2);
    held.open();
    await storedCount(2);
  });

  it('stops within a moment', async () => {
    const one = start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    const before = performance.now();
    await one.stop();
    expect(performance.now() - before).toBeLessThan(200);
    expect(await one.ended).toBeNull();
  });
});

describe('when nothing can be stored', () => {
  it('confirms nothing, says so, and goes on when it can', async () => {
    const clock = createFakeClock();
    const accept = acceptInto(db, stored);
    let full = true;
    let tries = 0;
    const one = start(
      async (message) => {
        tries += 1;
        if (full) throw new Error('disk full');
        return accept(message);
      },
      { clock },
    );
    server.privateChat(501).say('one');
    server.privateChat(502).say('two');
    // Far more tries than an update that always fails gets.
    await advanceUntil(clock, () => tries >= 16, { stepMs: 1_000 });
    expect(server.bot.pendingUpdates()).toBe(2);
    expect(one.dead).toEqual([]);
    expect(one.log.said('error', /cannot be stored.*nothing is confirmed/)).toBe(true);
    full = false;
    await advanceUntil(clock, () => stored.length === 2 && server.bot.pendingUpdates() === 0);
    expect(stored.map(textOf).sort()).toEqual(['one', 'two']);
  });

  it('gives up the one message that always fails, once others got through, and keeps it', async () => {
    const clock = createFakeClock();
    const accept = acceptInto(db, stored);
    const one = start(
      async (message) => {
        if (textOf(message) === 'poison') throw new Error('a fault of ours');
        return accept(message);
      },
      { clock },
    );
    server.privateChat(501).say('poison');
    server.privateChat(501).say('behind it');
    await server.waitForCall((call) => call.method === 'getUpdates');
    server.privateChat(502).say('elsewhere');
    await advanceUntil(clock, () => stored.length === 2 && server.bot.pendingUpdates() === 0);
    expect(stored.map(textOf)).toEqual(['elsewhere', 'behind it']);
    expect(one.dead).toMatchObject([{ message: { text: 'poison' } }]);
  });

  it('does not even give that one up when it cannot be kept', async () => {
    const clock = createFakeClock();
    const accept = acceptInto(db, stored);
    let kept = 0;
    start(
      async (message) => {
        if (textOf(message) === 'poison') throw new Error('a fault of ours');
        return accept(message);
      },
      {
        clock,
        events: {
          dead: async () => {
            kept += 1;
            if (kept < 3) throw new Error('disk full');
          },
        },
      },
    );
    server.privateChat(501).say('poison');
    await server.waitForCall((call) => call.method === 'getUpdates');
    server.privateChat(502).say('elsewhere');
    await advanceUntil(clock, () => kept === 2);
    expect(server.bot.pendingUpdates()).toBe(2);
    await advanceUntil(clock, () => server.bot.pendingUpdates() === 0);
    expect(kept).toBe(3);
  });
});

describe('when Telegram fails', () => {
  it.each([
    ['a dropped connection', { kind: 'drop-before' as const }],
    ['an answer cut off', { kind: 'cut-answer' as const }],
    ['a page of a proxy', { kind: 'page' as const, code: 502 }],
    ['an error of the server', { kind: 'status' as const, code: 500, description: 'Internal Server Error' }],
  ])('polls on after %s', async (_, fault) => {
    server.inject({ method: 'getUpdates', fault });
    const one = start(acceptInto(db, stored));
    server.privateChat(501).say('hi');
    await storedCount(1);
    expect(one.log.said('warn', /polling Telegram failed/)).toBe(true);
  });

  it('polls on after the server was away', async () => {
    start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    await server.goDown();
    await server.comeUp();
    server.privateChat(501).say('hi');
    await storedCount(1);
  });

  it('waits as long as a 429 says', async () => {
    const clock = createFakeClock();
    const fault = {
      kind: 'status' as const,
      code: 429,
      description: 'Too Many Requests: retry after 35',
      parameters: { retry_after: 35 },
    };
    server.inject({ method: 'getUpdates', fault });
    start(acceptInto(db, stored), { clock });
    const first = await server.waitForCall((call) => call.method === 'getUpdates' && call.endedAt !== undefined);
    expect(first.fault).toBe('status');
    await advanceBy(clock, 34_500);
    expect(server.callsOf('getUpdates')).toHaveLength(1);
    await advanceUntil(clock, () => server.bot.isPolled(), { limitMs: 2_000 });
  });

  it('says that another program polls, and gets its turn when that ends', async () => {
    const other = fetch(`${server.url}/bot${server.bot.token}/getUpdates?timeout=50`).then((answer) => answer.json());
    await server.waitFor(() => server.bot.isPolled());
    const one = start(acceptInto(db, stored));
    expect(await other).toMatchObject({ ok: false, error_code: 409 });
    await server.waitFor(() => server.bot.isPolled());
    const another = fetch(`${server.url}/bot${server.bot.token}/getUpdates?timeout=0`).then((answer) => answer.json());
    await another;
    const third = fetch(`${server.url}/bot${server.bot.token}/getUpdates?timeout=1`).then((answer) => answer.json());
    await until(() => one.log.said('warn', /another program polls this Telegram bot/));
    await third;
    server.privateChat(501).say('hi');
    await storedCount(1);
  });

  it('ends with the reason when the token is revoked', async () => {
    const one = start(acceptInto(db, stored), { account: { token: '999:gone' } });
    expect(await one.ended).toMatchObject({
      code: 'telegram-token',
      message: expect.stringContaining('TELEGRAM_BOT_TOKEN'),
    });
  });

  it('ends with the reason when the token is revoked while it polls', async () => {
    const one = start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    server.inject({ method: 'getUpdates', fault: { kind: 'status', code: 401, description: 'Unauthorized' } });
    server.privateChat(501).say('hi');
    expect(await one.ended).toMatchObject({ code: 'telegram-token' });
  });

  it('never logs the token', async () => {
    server.inject({ method: 'getMe', fault: { kind: 'drop-before' } });
    server.inject({ method: 'getUpdates', fault: { kind: 'drop-before' } });
    const one = start(acceptInto(db, stored));
    await server.waitFor(() => server.bot.isPolled());
    const lines = one.log.lines.filter((line) => line.level === 'warn');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    const everything = lines
      .map((line) => `${line.message} ${Object.values(line.fields).map(inspect).join(' ')}`)
      .join('\n');
    expect(everything).not.toContain(server.bot.token.split(':')[1]);
  });
});

/** An error with everything that hangs on it. */
function inspect(value: unknown): string {
  if (!(value instanceof Error)) return String(value);
  return [value.stack, JSON.stringify(value), inspect(value.cause)].join(' ');
}

describe('two pollers of one bot', () => {
  it('take turns: the second waits, says for whom, and takes over when the first ends', async () => {
    const clock = createFakeClock();
    const accept = acceptInto(db, stored);
    const first = start(accept, { clock, owner: 'process-a' });
    await server.waitFor(() => server.bot.isPolled());
    const second = start(accept, { clock, owner: 'process-b' });
    await advanceUntil(clock, () => second.log.said('warn', /another process polls/));
    expect(second.log.lines.at(-1)?.fields).toMatchObject({ holder: 'process-a' });
    await advanceBy(clock, 60_000);
    const conflicts = server.calls.filter((call) => call.outcome?.ok === false && call.outcome.code === 409);
    expect(conflicts).toEqual([]);

    await first.stop();
    await advanceUntil(clock, () => second.log.said('info', /taken over/), { limitMs: 3_000 });
    server.privateChat(501).say('hi');
    await storedCount(1);
  });

  it('also when the first one just dies: its lease ends', async () => {
    const clock = createFakeClock();
    await db.leases.acquire({
      name: `telegram:poller:${server.bot.id}`,
      owner: 'dead',
      ttlMs: 10_000,
      now: clock.now(),
    });
    const one = start(acceptInto(db, stored), { clock });
    await advanceUntil(clock, () => one.log.said('warn', /another process polls/));
    expect(server.bot.isPolled()).toBe(false);
    const before = clock.now();
    await advanceUntil(clock, () => server.bot.isPolled());
    expect(clock.now() - before).toBeLessThanOrEqual(11_000);
  });

  it('never both: one whose lease was taken stops at its next renewal', async () => {
    const clock = createFakeClock();
    const one = start(acceptInto(db, stored), { clock });
    await server.waitFor(() => server.bot.isPolled());
    await db.leases.acquire({
      name: `telegram:poller:${server.bot.id}`,
      owner: 'thief',
      ttlMs: 10_000,
      now: clock.now() + 60_000,
    });
    await advanceUntil(clock, () => one.log.said('warn', /lease for polling is lost/), { limitMs: 4_000 });
    await server.waitFor(() => !server.bot.isPolled());
  });
});

describe('a webhook that keeps from polling', () => {
  const setWebhook = (url: string) =>
    fetch(`${server.url}/bot${server.bot.token}/setWebhook?url=${encodeURIComponent(url)}`).then((answer) =>
      answer.json(),
    );

  it('is removed when it is our own, and nothing is dropped', async () => {
    expect(await setWebhook('http://127.0.0.1:9/webhooks/telegram')).toMatchObject({ ok: true });
    server.privateChat(501).say('waits');
    const one = start(acceptInto(db, stored));
    await storedCount(1);
    expect(one.log.said('warn', /webhook of this Telegram bot is removed/)).toBe(true);
  });

  it('of another program is named and left alone, until it is gone', async () => {
    const clock = createFakeClock();
    await setWebhook('http://127.0.0.1:9/n8n/secret-path');
    const one = start(acceptInto(db, stored), { clock });
    await advanceUntil(clock, () =>
      one.log.said('error', /delivers the updates of this Telegram bot to another program/),
    );
    expect(JSON.stringify(one.log.lines)).not.toContain('secret-path');
    await advanceBy(clock, 60_000);
    expect(server.callsOf('deleteWebhook')).toEqual([]);
    await fetch(`${server.url}/bot${server.bot.token}/deleteWebhook`);
    await advanceUntil(clock, () => server.bot.isPolled());
  });
});

describe('what else happens in chats', () => {
  it('reaches whom it concerns', async () => {
    const one = start(acceptInto(db, stored));
    const chat = server.privateChat(server.user(501, { name: 'Bo', languageCode: 'fr' }));
    const group = server.group({ type: 'group' });
    const anna = server.user(502);
    chat.block();
    const moved = group.migrate();
    moved.say(anna, '@WaggleBot hello');
    moved.say(anna, 'among us');
    group.kick();
    await until(() => server.bot.pendingUpdates() === 0 && stored.length > 0);
    expect(one.memberships.map((change) => [change.address.chat, change.isReachable])).toEqual([
      ['501', false],
      [String(group.id), false],
    ]);
    expect(one.moves[0]).toEqual({ account: String(server.bot.id), from: String(group.id), to: String(moved.id) });
    expect(stored.map((message) => [message.address.chat, textOf(message)])).toEqual([[String(moved.id), 'hello']]);
  });

  it('a pressed stop button is told, and answered', async () => {
    const one = start(acceptInto(db, stored));
    const chat = server.privateChat(501);
    chat.say('hi');
    await storedCount(1);
    const keyboard = encodeURIComponent(
      JSON.stringify({ inline_keyboard: [[{ text: 'x', callback_data: 'stop:t-9' }]] }),
    );
    await fetch(`${server.url}/bot${server.bot.token}/sendMessage?chat_id=501&text=busy&reply_markup=${keyboard}`);
    const press = chat.pressButton(await chat.waitForBotMessage());
    const call = await server.waitForCall((made) => made.method === 'answerCallbackQuery');
    expect(call.params).toMatchObject({ callback_query_id: press.id, text: 'Stopping.' });
    expect(one.presses).toMatchObject([{ turn: 't-9', by: { user: '501' }, lane: `telegram:${server.bot.id}:501` }]);
  });
});
