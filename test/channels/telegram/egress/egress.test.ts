import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, never, type Outlet, openOutlet, plainOptions, text } from './outlet.js';

let outlet: Outlet;
let server: Outlet['server'];
let egress: Outlet['egress'];
let at: Outlet['at'];
let send: Outlet['send'];
let edit: Outlet['edit'];

beforeEach(async () => {
  outlet = await openOutlet();
  ({ server, egress, at, send, edit } = outlet);
});

afterEach(() => outlet.close());

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
    const id = idOf(await send(at(chat), 'busy', { stopButton: 'turn-1', choices: [] }));
    expect(chat.botMessages()[0]?.keyboard?.inline_keyboard[0]?.[0]).toMatchObject({ callback_data: 'stop:turn-1' });
    await egress.edit(at(chat), id, text('busier'), { stopButton: 'turn-1', choices: [] }, never);
    expect(chat.botMessages()[0]?.keyboard).toBeDefined();
    await edit(at(chat), id, 'done');
    expect(chat.botMessages()[0]?.keyboard).toBeUndefined();
  });

  it('shows choices in rows that fit a phone, each typing its command, above the stop button', async () => {
    const chat = server.privateChat(501);
    const choices = ['Coder', 'Researcher', 'Writer', 'A persona with quite a long name'].map((label, i) => ({
      label,
      command: `/persona p${i}`,
    }));
    const id = idOf(await send(at(chat), 'Which one?', { choices, stopButton: 'turn-1' }));
    const rows = () => chat.botMessages()[0]?.keyboard?.inline_keyboard.map((row) => row.map((b) => b.callback_data));
    const shown = [['/persona p0', '/persona p1', '/persona p2'], ['/persona p3'], ['stop:turn-1']];
    expect(rows()).toEqual(shown);
    await egress.edit(at(chat), id, text('Which?'), { stopButton: null, choices }, never);
    expect(rows()).toEqual(shown.slice(0, 2));
    const long = [{ label: 'x', command: `/${'ü'.repeat(32)}` }];
    expect(await send(at(chat), 'x', { choices: long })).toMatchObject({ kind: 'refused' });
    expect(server.refused()).toEqual([]);
  });

  it('is refused, not sent, when it is none of ours or its key fits no button', async () => {
    const chat = server.privateChat(501);
    const alien = { ...text('x'), payload: { blocks: [] } };
    expect(await egress.send(at(chat), alien, plainOptions, never)).toMatchObject({ kind: 'refused' });
    expect(await send(at(chat), 'x', { stopButton: 'k'.repeat(60), choices: [] })).toMatchObject({ kind: 'refused' });
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
