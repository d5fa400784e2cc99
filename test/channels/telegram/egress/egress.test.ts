import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChatMoves } from '../../../../src/channels/telegram/egress/chatMoves.js';
import { createTelegramEgress } from '../../../../src/channels/telegram/egress/egress.js';
import { createTelegramApi, type TelegramApi } from '../../../../src/channels/telegram/wire/api.js';
import { systemClock } from '../../../../src/core/clock.js';
import type { ChatAddress } from '../../../../src/core/message.js';
import type { Egress, Rendered, SendOptions, Sent } from '../../../../src/core/ports/egress.js';
import { startTelegramServer, type TelegramServer } from '../../../platforms/telegram/telegramServer.js';
import { type RecordedLog, recordLog } from '../setup.js';

let server: TelegramServer;
let api: TelegramApi;
let egress: Egress;
let log: RecordedLog;
let moved: { from: string; to: string }[] = [];

beforeEach(async () => {
  server = await startTelegramServer();
  api = createTelegramApi({ token: server.bot.token, apiRoot: server.url, clock: systemClock });
  log = recordLog();
  moved = [];
  egress = createTelegramEgress({
    api,
    render: () => text(''),
    rate: 30,
    moves: createChatMoves(),
    onMoved: ({ from, to }) => moved.push({ from, to }),
    clock: systemClock,
    log,
  });
});

afterEach(async () => {
  api.close();
  await server.close();
});

function text(plain: string, entities: { type: 'bold'; offset: number; length: number }[] = []): Rendered {
  return { units: plain.length, parts: entities.length, payload: { text: plain, entities }, plain };
}

const plainOptions: SendOptions = { silent: false, replyTo: null, nonce: 'n', stopButton: null };
const never = new AbortController().signal;

function at(chat: { id: number }, more: Partial<ChatAddress> = {}): ChatAddress {
  const kind = chat.id > 0 ? 'dm' : 'group';
  return { platform: 'telegram', account: String(server.bot.id), chat: String(chat.id), kind, ...more };
}

const send = (address: ChatAddress, words: string, options: Partial<SendOptions> = {}) =>
  egress.send(address, text(words), { ...plainOptions, ...options }, never);
const edit = (address: ChatAddress, id: string, words: string) =>
  egress.edit(address, id, text(words), { stopButton: null }, never);

function idOf(sent: Sent): string {
  expect(sent.ok).toBe(true);
  return sent.ok ? sent.id : '';
}

describe('a message', () => {
  it('is sent with its entities, without a preview, and edited, and removed', async () => {
    const chat = server.privateChat(501);
    const id = idOf(
      await egress.send(at(chat), text('bold', [{ type: 'bold', offset: 0, length: 4 }]), plainOptions, never),
    );
    expect(chat.botMessages()).toMatchObject([
      { id: Number(id), text: 'bold', entities: [{ type: 'bold' }], silent: false },
    ]);
    expect(server.callsOf('sendMessage')[0]?.params).toMatchObject({ link_preview_options: { is_disabled: true } });
    expect(await edit(at(chat), id, 'bolder')).toEqual({ ok: true, id });
    expect(chat.botMessages()).toMatchObject([{ text: 'bolder' }]);
    expect(await egress.remove(at(chat), id, never)).toEqual({ ok: true, id });
    expect(chat.botMessages()).toEqual([]);
    expect(server.refused()).toEqual([]);
  });

  it('is silent and a reply when it is to be, also when the message replied to is gone', async () => {
    const chat = server.privateChat(501);
    const asked = chat.say('hi');
    idOf(await send(at(chat), 'one', { silent: true, replyTo: String(asked.id) }));
    chat.remove(asked);
    idOf(await send(at(chat), 'two', { replyTo: String(asked.id) }));
    expect(chat.botMessages().map((message) => [message.silent, message.replyTo])).toEqual([
      [true, asked.id],
      [false, undefined],
    ]);
  });

  it('goes to its forum topic, and to General without naming it', async () => {
    const group = server.group({ forum: true });
    const topic = group.openTopic('Honey');
    idOf(await send(at(group, { thread: String(topic) }), 'in the topic'));
    idOf(await send(at(group), 'in General'));
    expect(await egress.status(at(group, { thread: String(topic) }), never)).toMatchObject({ ok: true });
    expect(group.botMessages().map((message) => message.thread)).toEqual([topic, undefined]);
    expect(group.action()).toBe('typing');
    expect(server.refused()).toEqual([]);
  });

  it('has a stop button as long as it is wanted', async () => {
    const chat = server.privateChat(501);
    const id = idOf(await send(at(chat), 'busy', { stopButton: 'turn-1' }));
    expect(chat.botMessages()[0]?.keyboard?.inline_keyboard[0]?.[0]).toMatchObject({ callback_data: 'stop:turn-1' });
    await egress.edit(at(chat), id, text('busier'), { stopButton: 'turn-1' }, never);
    expect(chat.botMessages()[0]?.keyboard).toBeDefined();
    await edit(at(chat), id, 'done');
    expect(chat.botMessages()[0]?.keyboard).toBeUndefined();
  });

  it('is refused, not sent, when it is none of ours or its key fits no button', async () => {
    const chat = server.privateChat(501);
    const alien = { ...text('x'), payload: { blocks: [] } };
    expect(await egress.send(at(chat), alien, plainOptions, never)).toMatchObject({ kind: 'refused' });
    expect(await send(at(chat), 'x', { stopButton: 'k'.repeat(60) })).toMatchObject({ kind: 'refused' });
    expect(server.calls).toEqual([]);
  });
});

describe('an error that Telegram answers', () => {
  it('"not modified" is success', async () => {
    const chat = server.privateChat(501);
    const id = idOf(await send(at(chat), 'same'));
    expect(await edit(at(chat), id, 'same')).toEqual({ ok: true, id });
  });

  it('an edit of a removed message, or of one that is not ours, is gone', async () => {
    const chat = server.privateChat(501);
    const id = idOf(await send(at(chat), 'x'));
    const message = chat.botMessages()[0];
    if (message !== undefined) chat.remove(message);
    expect(await edit(at(chat), id, 'y')).toMatchObject({ ok: false, kind: 'gone' });
    expect(await edit(at(chat), String(chat.say('mine').id), 'y')).toMatchObject({ ok: false, kind: 'gone' });
  });

  it('removing what is gone is success', async () => {
    const chat = server.privateChat(501);
    expect(await egress.remove(at(chat), '4711', never)).toEqual({ ok: true, id: '4711' });
  });

  it('429 is a wait, for the chat; for the account when another chat got one within a second', async () => {
    const [a, b] = [server.privateChat(501), server.privateChat(502)];
    const id = idOf(await send(at(a), 'x'));
    for (const chat of [a, b]) server.inject({ chat: chat.id, fault: { kind: 'flood', seconds: 35 } });
    expect(await edit(at(a), id, 'y')).toEqual({ ok: false, kind: 'wait', ms: 35_000, scope: 'chat' });
    expect(await egress.status(at(b), never)).toEqual({ ok: false, kind: 'wait', ms: 35_000, scope: 'account' });
  });

  it.each([
    [
      'a blocked bot',
      () => {
        const chat = server.privateChat(501);
        chat.block();
        return at(chat);
      },
    ],
    [
      'a kicked bot',
      () => {
        const group = server.group();
        group.kick();
        return at(group);
      },
    ],
    ['an unknown chat', () => at({ id: 999 })],
    [
      'a closed topic',
      () => {
        const group = server.group({ forum: true });
        const topic = group.openTopic('x');
        group.closeTopic(topic);
        return at(group, { thread: String(topic) });
      },
    ],
    [
      'a deleted topic',
      () => {
        const group = server.group({ forum: true });
        const topic = group.openTopic('x');
        group.deleteTopic(topic);
        return at(group, { thread: String(topic) });
      },
    ],
  ])('%s cannot be reached', async (_, place) => {
    expect(await send(place(), 'x')).toMatchObject({ ok: false, kind: 'unreachable' });
  });

  it.each([
    'Bad Request: not enough rights to send text messages to the chat',
    'Bad Request: have no rights to send a message',
    'Bad Request: CHAT_WRITE_FORBIDDEN',
    'Bad Request: PEER_ID_INVALID',
    'Forbidden: user is deactivated',
    'Forbidden: the group chat was deleted',
  ])('"%s" means that the chat cannot be reached', async (description) => {
    const code = description.startsWith('Forbidden') ? 403 : 400;
    server.inject({ fault: { kind: 'status', code, description } });
    expect(await send(at(server.privateChat(501)), 'x')).toMatchObject({ ok: false, kind: 'unreachable' });
  });

  it('a revoked token cannot reach anybody', async () => {
    const chat = server.privateChat(501);
    server.inject({ fault: { kind: 'status', code: 401, description: 'Unauthorized' } });
    expect(await send(at(chat), 'x')).toMatchObject({ kind: 'unreachable', cause: { code: 'telegram-token' } });
  });

  it('any other 400 is refused', async () => {
    expect(await send(at(server.privateChat(501)), 'x'.repeat(4097))).toMatchObject({ ok: false, kind: 'refused' });
  });

  it('a 5xx is to be tried again', async () => {
    const chat = server.privateChat(501);
    server.inject({ fault: { kind: 'status', code: 502, description: 'Bad Gateway' } });
    expect(await send(at(chat), 'x')).toMatchObject({ ok: false, kind: 'retry' });
    expect(chat.botMessages()).toEqual([]);
  });
});

describe('a lost answer', () => {
  it.each([
    ['dropped before it took effect', { kind: 'drop-before' as const }],
    ['dropped after it took effect', { kind: 'drop-after' as const }],
    ['cut in the middle', { kind: 'cut-answer' as const }],
    ['a page of a proxy', { kind: 'page' as const, code: 502 }],
  ])('%s: a send is unknown, everything else can be repeated', async (_, fault) => {
    const chat = server.privateChat(501);
    const id = idOf(await send(at(chat), 'x'));
    server.inject({ times: 4, fault });
    expect(await send(at(chat), 'y')).toMatchObject({ ok: false, kind: 'unknown' });
    expect(await edit(at(chat), id, 'z')).toMatchObject({ ok: false, kind: 'retry' });
    expect(await egress.status(at(chat), never)).toMatchObject({ ok: false, kind: 'retry' });
    expect(await egress.remove(at(chat), id, never)).toMatchObject({ ok: false, kind: 'retry' });
  });

  it('a call that is given up when nothing is answered is unknown; it is never repeated by itself', async () => {
    const chat = server.privateChat(501);
    server.inject({ fault: { kind: 'hang-after' } });
    const abort = new AbortController();
    const sent = egress.send(at(chat), text('x'), plainOptions, abort.signal);
    await chat.waitForBotMessage();
    abort.abort();
    expect(await sent).toMatchObject({ ok: false, kind: 'unknown' });
    expect(server.callsOf('sendMessage')).toHaveLength(1);
  });

  it('a call that was aborted before it began surely did not happen', async () => {
    const sent = await egress.send(at(server.privateChat(501)), text('x'), plainOptions, AbortSignal.abort());
    expect(sent).toMatchObject({ ok: false, kind: 'retry' });
    expect(server.calls).toEqual([]);
  });

  it('so did not one that found no server', async () => {
    const chat = server.privateChat(501);
    await server.goDown();
    expect(await send(at(chat), 'x')).toMatchObject({ ok: false, kind: 'retry' });
    await server.comeUp();
    expect(await send(at(chat), 'x')).toMatchObject({ ok: true });
  });

  it('its cause tells neither the token nor the text', async () => {
    const chat = server.privateChat(501);
    server.inject({ fault: { kind: 'drop-before' } });
    const sent = await send(at(chat), 'a private text');
    const cause = !sent.ok && 'cause' in sent && sent.cause instanceof Error ? sent.cause : new Error('no cause');
    const everything = `${cause.stack} ${JSON.stringify(cause)} ${String(cause.cause)}`;
    expect(everything).toMatch(/Telegram sendMessage: answer lost \(ECONNRESET\)/);
    expect(everything).not.toContain('a private text');
    expect(everything).not.toContain('test-token');
  });
});

describe('a group that became a supergroup', () => {
  it('is followed by what is sent; its old messages are gone and what has their ids is left alone', async () => {
    const group = server.group({ type: 'group', botStatus: 'administrator' });
    const before = idOf(await send(at(group), 'before'));
    const fresh = group.migrate();
    const others = Array.from({ length: 5 }, (_, index) => fresh.say(server.user(502), `n${index}`));

    expect(await edit(at(group), before, 'x')).toMatchObject({ ok: false, kind: 'gone' });
    expect(moved).toEqual([{ from: String(group.id), to: String(fresh.id) }]);
    const after = idOf(await send(at(group), 'after'));
    expect(await edit(at(group), after, 'after that')).toMatchObject({ ok: true });
    expect(fresh.botMessages().map((message) => message.text)).toEqual(['after that']);

    for (const other of others)
      expect(await egress.remove(at(group), String(other.id), never)).toMatchObject({ kind: 'gone' });
    expect(others.filter((other) => other.deletedAt !== undefined)).toEqual([]);
  });

  it('is followed at once by a first send', async () => {
    const group = server.group({ type: 'group' });
    const fresh = group.migrate();
    idOf(await send(at(group), 'hello'));
    expect(fresh.botMessages().map((message) => message.text)).toEqual(['hello']);
  });
});

describe('a message that was sent twice', () => {
  const call = (_kind: unknown, run: (signal: AbortSignal) => Promise<Sent>) => run(never);

  /** Sends with a lost answer, then again, as the reply engine does. */
  async function sendTwice(
    chat: { id: number },
    words: string,
    between: () => void,
    options: Partial<SendOptions> = {},
  ) {
    server.inject({ method: 'sendMessage', fault: { kind: 'drop-after' } });
    expect(await send(at(chat), words, options)).toMatchObject({ kind: 'unknown' });
    between();
    return idOf(await send(at(chat), words, options));
  }

  const remove = (chat: { id: number }, id: string, words: string, known: readonly string[] = []) =>
    egress.removeOrphan?.(
      at(chat),
      { id, rendered: text(words) },
      async (ids) => ids.filter((one) => known.includes(one)),
      call,
    );

  it('is found by its content and removed; the one that stays is the one that is known', async () => {
    const chat = server.privateChat(501);
    const id = await sendTwice(chat, 'the answer', () => chat.say('and?'));
    expect(await remove(chat, id, 'the answer')).toBe(true);
    expect(chat.botMessages().map((message) => String(message.id))).toEqual([id]);
    expect(chat.messages().map((message) => message.text)).toEqual(['and?', 'the answer']);
  });

  it('is found with its button too', async () => {
    const chat = server.privateChat(501);
    const id = await sendTwice(chat, 'busy', () => {}, { stopButton: 'turn-1' });
    expect(await remove(chat, id, 'busy')).toBe(true);
    expect(chat.botMessages().map((message) => String(message.id))).toEqual([id]);
  });

  it('is looked for among what the ledger does not know only: nothing known is ever edited', async () => {
    const chat = server.privateChat(501);
    const known = [idOf(await send(at(chat), 'the answer')), idOf(await send(at(chat), 'another'))];
    const id = await sendTwice(chat, 'the answer', () => {});
    server.forget();
    expect(await remove(chat, id, 'the answer', known)).toBe(true);
    const touched = server.callsOf(['editMessageText', 'deleteMessage']).map((made) => String(made.params.message_id));
    expect(touched.filter((one) => known.includes(one))).toEqual([]);
    expect(chat.botMessages().map((message) => message.text)).toEqual(['the answer', 'another', 'the answer']);
  });

  it('leaves everything alone when the first send had not arrived', async () => {
    const chat = server.privateChat(501);
    const neighbours = Array.from({ length: 15 }, (_, index) => chat.say(`the answer ${index}`));
    const id = idOf(await send(at(chat), 'the answer'));
    server.forget();
    expect(await remove(chat, id, 'the answer')).toBe(false);
    expect(server.callsOf('editMessageText')).toHaveLength(10);
    expect(server.callsOf('deleteMessage')).toEqual([]);
    expect(neighbours.filter((message) => message.deletedAt !== undefined || message.past.length > 0)).toEqual([]);
  });

  it('is found past ids that other private chats have taken', async () => {
    const [chat, other] = [server.privateChat(501), server.privateChat(502)];
    const id = await sendTwice(chat, 'the answer', () => {
      for (let index = 0; index < 8; index += 1) other.say('meanwhile');
    });
    expect(await remove(chat, id, 'the answer')).toBe(true);
    expect(other.messages()).toHaveLength(8);
  });

  it('is given up at once when a probe shows that another program writes with this token', async () => {
    const chat = server.privateChat(501);
    const url = `${server.url}/bot${server.bot.token}/sendMessage?chat_id=501&text=`;
    const id = await sendTwice(chat, 'the answer', () => {});
    await fetch(`${url}first`);
    await fetch(`${url}second`);
    const last = idOf(await send(at(chat), 'the answer'));
    expect(await remove(chat, last, 'the answer', [id])).toBe(false);
    expect(server.callsOf('deleteMessage')).toEqual([]);
    expect(log.said('error', /given up/)).toBe(true);
  });
});
