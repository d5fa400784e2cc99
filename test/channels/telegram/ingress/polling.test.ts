import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/core/message.js';
import type { ChatView } from '../../../platforms/telegram/chat.js';
import { createFakeClock } from '../../../setup/fakeClock.js';
import { acceptInto, advanceUntil, gate, until } from '../setup.js';
import { type IngressScene, openIngressScene } from './ingressScene.js';

let scene: IngressScene;
let server: IngressScene['server'];
let db: IngressScene['db'];
let stored: IngressScene['stored'];
let start: IngressScene['start'];
let storedCount: IngressScene['storedCount'];

beforeEach(async () => {
  scene = await openIngressScene();
  ({ server, db, stored, start, storedCount } = scene);
});

afterEach(async () => {
  await scene.close();
});

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
    // A group that moved keeps its old id, and so its lane; its messages are named with the new one.
    expect(stored).toMatchObject([
      {
        identity: `m:${moved.id}:2`,
        lane: `telegram:${server.bot.id}:${group.id}`,
        address: { chat: String(group.id), anchor: `${moved.id}/2` },
      },
    ]);
  });

  it('a pressed stop button is told, and answered', async () => {
    const one = start(acceptInto(db, stored));
    const chat = server.privateChat(501);
    chat.say('hi');
    await storedCount(1);
    const press = chat.pressButton(await buttonIn(chat, 'stop:t-9'));
    const call = await server.waitForCall((made) => made.method === 'answerCallbackQuery');
    expect(call.params).toMatchObject({ callback_query_id: press.id, text: 'Stopping.' });
    expect(one.presses).toMatchObject([{ turn: 't-9', by: { user: '501' }, lane: `telegram:${server.bot.id}:501` }]);
  });

  it('a pressed choice is a message of whoever pressed, once, and answered', async () => {
    start(acceptInto(db, stored));
    const group = server.group();
    const message = await buttonIn(group, '/persona coder');
    const press = group.pressButton(server.user(502, { name: 'Bo' }), message);
    await storedCount(1);
    expect(stored[0]).toMatchObject({
      identity: `q:${press.id}`,
      lane: `telegram:${server.bot.id}:${group.id}`,
      sender: { user: '502', name: 'Bo' },
      parts: [{ type: 'text', text: '/persona coder' }],
      inPlaceOf: String(message.id),
    });
    await server.waitFor(() => press.answer !== undefined);
    expect(press.answer?.text).toBe('');
  });

  it('a choice that is refused, and a dead button, say so; the dead one goes', async () => {
    start(async () => ({ outcome: 'refused', turn: null }));
    const chat = server.privateChat(501);
    const refused = chat.pressButton(await buttonIn(chat, '/persona coder'));
    await server.waitFor(() => refused.answer !== undefined);
    expect(refused.answer?.text).toBe('That command is not for you.');

    const message = await buttonIn(chat, 'old:1');
    const dead = chat.pressButton(message);
    await server.waitFor(() => dead.answer !== undefined && message.keyboard === undefined);
    expect(dead.answer?.text).toBe('This button is out of date.');
    expect(server.refused()).toEqual([]);
  });
});

/** Sends a message of the bot's with one button. */
async function buttonIn(chat: ChatView, data: string) {
  const keyboard = encodeURIComponent(JSON.stringify({ inline_keyboard: [[{ text: 'x', callback_data: data }]] }));
  const to = `chat_id=${chat.id}&text=busy&reply_markup=${keyboard}`;
  await fetch(`${server.url}/bot${server.bot.token}/sendMessage?${to}`);
  const sent = chat.botMessages().at(-1);
  if (sent === undefined) throw new Error('the message is not there');
  return sent;
}
