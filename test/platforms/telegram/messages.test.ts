import { Api } from 'grammy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
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
  chat = server.privateChat(server.user(11, { name: 'Ada', languageCode: 'de' }));
});
afterEach(() => server.close());

const refusedTexts = () => server.refused().map((call) => (call.outcome?.ok === false ? call.outcome.description : ''));

describe('text', () => {
  it('is sent, trimmed at both ends, and shown on the phone', async () => {
    const sent = await api.sendMessage(chat.id, '\n  Hello  you \n', {
      entities: [{ type: 'bold', offset: 3, length: 5 }],
    });
    expect(sent).toMatchObject({
      text: 'Hello  you',
      entities: [{ type: 'bold', offset: 0, length: 5 }],
      from: { id: server.bot.id, is_bot: true },
      chat: { id: 11, type: 'private', first_name: 'Ada' },
    });
    expect(chat.messages().map((message) => message.text)).toEqual(['Hello  you']);
    expect(chat.notifications()).toMatchObject([{ id: sent.message_id, text: 'Hello  you' }]);
    expect(server.refused()).toEqual([]);
  });

  it('has 1 to 4096 UTF-16 units after trimming', async () => {
    expect((await apiErrorOf(api.sendMessage(11, ''))).description).toBe('Bad Request: message text is empty');
    expect((await apiErrorOf(api.sendMessage(11, ' \n'))).description).toBe('Bad Request: text must be non-empty');
    expect((await apiErrorOf(api.sendMessage(11, 'x'.repeat(4097)))).description).toBe(
      'Bad Request: message is too long',
    );
    expect((await apiErrorOf(api.sendMessage(11, '😀'.repeat(2049)))).code).toBe(400);
    expect((await api.sendMessage(11, `${'x'.repeat(4096)}\n\n`)).text).toHaveLength(4096);
    expect((await api.sendMessage(11, '😀'.repeat(2048))).text).toHaveLength(4096);
    expect(server.refused()).toHaveLength(4);
  });

  it('is refused with half a surrogate pair or a parse mode', async () => {
    expect((await apiErrorOf(api.sendMessage(11, 'x \ud83d y'))).description).toContain('encoded in UTF-8');
    expect((await apiErrorOf(api.sendMessage(11, '<b>x</b>', { parse_mode: 'HTML' }))).description).toContain(
      "can't parse entities",
    );
    expect(server.refused()).toHaveLength(2);
  });

  it('arrives silently when asked', async () => {
    await api.sendMessage(11, 'psst', { disable_notification: true });
    expect(chat.messages()[0]?.silent).toBe(true);
    expect(chat.notifications()).toEqual([]);
  });

  it('comes as JSON, as a form and in the query', async () => {
    const url = `${server.url}/bot${server.bot.token}/sendMessage`;
    const entities = JSON.stringify([{ type: 'italic', offset: 0, length: 2 }]);
    const form = new URLSearchParams({ chat_id: '11', text: 'by form', entities, disable_notification: 'true' });
    expect(await (await fetch(url, { method: 'POST', body: form })).json()).toMatchObject({ ok: true });
    const query = new URLSearchParams({ chat_id: '11', text: 'by query' });
    expect((await fetch(`${url.toLowerCase().replace('sendmessage', 'SENDMESSAGE')}?${query}`)).status).toBe(200);
    const data = new FormData();
    data.set('chat_id', '11');
    data.set('text', 'by parts');
    expect((await fetch(url, { method: 'POST', body: data })).status).toBe(200);
    expect(chat.messages().map(({ text, silent }) => [text, silent])).toEqual([
      ['by form', true],
      ['by query', false],
      ['by parts', false],
    ]);
    expect(chat.messages()[0]?.entities).toEqual([{ type: 'italic', offset: 0, length: 2 }]);
  });
});

describe('edits', () => {
  it('change text and entities, keep what was before, and do not notify', async () => {
    const { message_id } = await api.sendMessage(11, 'one');
    await clock.advance(2000);
    const edited = await api.editMessageText(11, message_id, 'one two');
    expect(edited).toMatchObject({ text: 'one two', edit_date: Math.floor(clock.now() / 1000) });
    const [message] = chat.messages();
    expect(message?.past).toMatchObject([{ text: 'one', at: clock.now() - 2000 }]);
    expect(chat.notifications().map((entry) => entry.text)).toEqual(['one']);
  });

  it('that change nothing are answered so; another entity or keyboard is a change', async () => {
    const { message_id } = await api.sendMessage(11, 'same');
    const error = await apiErrorOf(api.editMessageText(11, message_id, ' same '));
    expect(error.description).toContain('message is not modified');
    await api.editMessageText(11, message_id, 'same', { entities: [{ type: 'bold', offset: 0, length: 4 }] });
    const keyboard = { inline_keyboard: [[{ text: 'Stop', callback_data: 'stop' }]] };
    await api.editMessageReplyMarkup(11, message_id, { reply_markup: keyboard });
    expect(
      (await apiErrorOf(api.editMessageReplyMarkup(11, message_id, { reply_markup: keyboard }))).description,
    ).toContain('message is not modified');
    expect(refusedTexts()).toEqual([]);
  });

  it('without a keyboard remove it', async () => {
    const keyboard = { inline_keyboard: [[{ text: 'Stop', callback_data: 'stop' }]] };
    const { message_id } = await api.sendMessage(11, 'a', { reply_markup: keyboard });
    expect(chat.messages()[0]?.keyboard).toEqual(keyboard);
    await api.editMessageText(11, message_id, 'b', { reply_markup: keyboard });
    expect(chat.messages()[0]?.keyboard).toEqual(keyboard);
    await api.editMessageText(11, message_id, 'c');
    expect(chat.messages()[0]?.keyboard).toBeUndefined();
  });

  it('reach only own messages that are still there', async () => {
    const own = await api.sendMessage(11, 'a');
    const theirs = chat.say('hi');
    expect((await apiErrorOf(api.editMessageText(11, theirs.id, 'x'))).description).toBe(
      "Bad Request: message can't be edited",
    );
    expect((await apiErrorOf(api.editMessageText(11, 999, 'x'))).description).toBe(
      'Bad Request: message to edit not found',
    );
    await api.deleteMessage(11, own.message_id);
    expect((await apiErrorOf(api.editMessageText(11, own.message_id, 'x'))).description).toContain('to edit not found');
    expect(refusedTexts()).toEqual([]);
    expect((await apiErrorOf(api.editMessageText(11, own.message_id, ''))).description).toContain(
      'message text is empty',
    );
    expect(refusedTexts()).toHaveLength(1);
  });
});

describe('deletions', () => {
  it('take a message off the phone but not out of its history', async () => {
    const { message_id } = await api.sendMessage(11, 'bye');
    const theirs = chat.say('delete me');
    await api.deleteMessage(11, message_id);
    await api.deleteMessage(11, theirs.id);
    expect(chat.messages()).toEqual([]);
    expect(chat.history()).toHaveLength(2);
    expect(chat.history()[0]?.deletedAt).toBe(clock.now());
    expect((await apiErrorOf(api.deleteMessage(11, message_id))).description).toBe(
      'Bad Request: message to delete not found',
    );
    const more = [await api.sendMessage(11, 'a'), await api.sendMessage(11, 'b')].map((message) => message.message_id);
    await api.deleteMessages(11, [...more, 12345]);
    expect(chat.messages()).toEqual([]);
  });

  it('in groups need the own message or an administrator, and a young message', async () => {
    const ada = server.user(11);
    const group = server.group();
    const theirs = group.say(ada, '/hi');
    expect((await apiErrorOf(api.deleteMessage(group.id, theirs.id))).description).toBe(
      "Bad Request: message can't be deleted",
    );
    group.setMember(server.bot.user, 'administrator');
    await api.deleteMessage(group.id, theirs.id);
    const { message_id } = await api.sendMessage(11, 'old');
    await clock.advance(49 * 3_600_000);
    expect((await apiErrorOf(api.deleteMessage(11, message_id))).description).toContain(
      "can't be deleted for everyone",
    );
  });
});

describe('ids', () => {
  it('come from one counter over all private chats, and from one per supergroup', async () => {
    const other = server.privateChat(12);
    const ids = [
      (await api.sendMessage(11, 'a')).message_id,
      other.say('b').id,
      (await api.sendMessage(12, 'c')).message_id,
      chat.say('d').id,
    ];
    expect(ids).toEqual([1, 2, 3, 4]);
    const group = server.group();
    expect(group.say(server.user(11), 'x').id).toBe(1);
    expect((await api.sendMessage(group.id, 'y')).message_id).toBe(2);
    expect(String(group.id)).toMatch(/^-100\d{10}$/);
    expect(server.group({ type: 'group' }).say(server.user(11), 'x').id).toBe(5);
  });
});

describe('replies', () => {
  it('quote the message, or fail when it is gone, unless that is allowed', async () => {
    const question = chat.say('why?');
    const answer = await api.sendMessage(11, 'because', { reply_parameters: { message_id: question.id } });
    expect(answer.reply_to_message).toMatchObject({ message_id: question.id, text: 'why?' });
    chat.remove(question);
    const again = { reply_parameters: { message_id: question.id } };
    expect((await apiErrorOf(api.sendMessage(11, 'x', again))).description).toBe(
      'Bad Request: message to be replied not found',
    );
    const lenient = { reply_parameters: { message_id: question.id, allow_sending_without_reply: true } };
    expect((await api.sendMessage(11, 'x', lenient)).reply_to_message).toBeUndefined();
  });
});

describe('keyboards', () => {
  const send = (button: { text: string; callback_data: string }) =>
    api.sendMessage(11, 'x', { reply_markup: { inline_keyboard: [[button]] } });

  it('hold 1 to 64 bytes of data and a text', async () => {
    await send({ text: 'ok', callback_data: 'ü'.repeat(32) });
    expect((await apiErrorOf(send({ text: 'ok', callback_data: 'ü'.repeat(33) }))).description).toContain(
      'BUTTON_DATA_INVALID',
    );
    expect((await apiErrorOf(send({ text: 'ok', callback_data: '' }))).description).toContain('BUTTON_DATA_INVALID');
    expect((await apiErrorOf(send({ text: ' ', callback_data: 'x' }))).code).toBe(400);
    const bare = { inline_keyboard: [[{ text: 'nothing' }]] };
    const url = `${server.url}/bot${server.bot.token}/sendMessage`;
    const body = new URLSearchParams({ chat_id: '11', text: 'x', reply_markup: JSON.stringify(bare) });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400);
    expect(refusedTexts()).toHaveLength(4);
  });

  it('are pressed, answered in time, or too late', async () => {
    await send({ text: 'Stop', callback_data: 'stop:1' });
    const [message] = chat.messages();
    if (message === undefined) throw new Error('no message');
    const press = chat.pressButton(message);
    const [update] = await api.getUpdates();
    expect(update?.callback_query).toMatchObject({
      id: press.id,
      data: 'stop:1',
      from: { id: 11, language_code: 'de' },
    });
    await api.answerCallbackQuery(press.id, { text: 'Stopped', show_alert: true });
    expect(press.answer).toEqual({ text: 'Stopped', alert: true, at: clock.now() });
    const late = chat.pressButton(message, 'stop:1');
    await clock.advance(15_001);
    expect((await apiErrorOf(api.answerCallbackQuery(late.id))).description).toContain('query is too old');
    expect(() => chat.pressButton(message, 'other')).toThrow('no such button');
  });
});

describe('drafts', () => {
  it('grow in private chats only, and go when a message comes', async () => {
    await api.sendMessageDraft(11, 7, 'Hel');
    await api.sendMessageDraft(11, 7, 'Hello');
    expect(chat.draft()).toBe('Hello');
    await api.sendMessage(11, 'Hello you');
    expect(chat.draft()).toBeUndefined();
    expect((await apiErrorOf(api.sendMessageDraft(server.group().id, 7, 'x'))).description).toContain(
      'only in private chats',
    );
    expect((await apiErrorOf(api.sendMessageDraft(11, 0, 'x'))).description).toContain('draft_id');
  });
});

it('a waiting test is told what was called last', async () => {
  await api.sendMessage(11, 'x');
  await expect(chat.waitForBotMessage((message) => message.text === 'y', { timeoutMs: 20 })).rejects.toThrow(
    'sendMessage 11 ok',
  );
  expect((await chat.waitForBotMessage()).text).toBe('x');
});
