import { Api } from 'grammy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { apiErrorOf } from './apiError.js';
import { startTelegramServer, type TelegramServer } from './telegramServer.js';

let server: TelegramServer;
let api: Api;
const clock = createFakeClock();

beforeEach(async () => {
  server = await startTelegramServer({ clock });
  api = new Api(server.bot.token, { apiRoot: server.url });
});
afterEach(() => server.close());

const updatesOf = async () => (await api.getUpdates()).map((update) => update.message?.text);

describe('who may be written to', () => {
  it('tokens: unknown ones 401, malformed ones 404, unknown methods 404', async () => {
    expect(await apiErrorOf(new Api('1:wrong', { apiRoot: server.url }).getMe())).toMatchObject({
      code: 401,
      description: 'Unauthorized',
    });
    expect((await apiErrorOf(new Api('nonsense', { apiRoot: server.url }).getMe())).code).toBe(404);
    const response = await fetch(`${server.url}/bot${server.bot.token}/sendNothing`);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { description: 'Not Found: method not found' },
    ]);
    expect(server.refused()).toHaveLength(3);
  });

  it('chats: unknown ones, blocked ones, deleted accounts, other bots', async () => {
    expect((await apiErrorOf(api.sendMessage(999, 'x'))).description).toBe('Bad Request: chat not found');
    const chat = server.privateChat(11);
    chat.block();
    expect(await apiErrorOf(api.sendMessage(11, 'x'))).toMatchObject({
      code: 403,
      description: 'Forbidden: bot was blocked by the user',
    });
    chat.unblock();
    await api.sendMessage(11, 'x');
    chat.user.deactivated = true;
    expect((await apiErrorOf(api.sendMessage(11, 'x'))).description).toBe('Forbidden: user is deactivated');
    const other = server.addBot();
    expect((await apiErrorOf(api.sendMessage(other.id, 'x'))).code).toBe(403);
    const statuses = (await api.getUpdates()).map((update) => update.my_chat_member?.new_chat_member.status);
    expect(statuses).toEqual(['kicked', 'member']);
    expect(server.refused()).toHaveLength(1);
  });

  it('groups: kicked, left, never joined', async () => {
    const group = server.group();
    group.kick();
    expect(await apiErrorOf(api.sendMessage(group.id, 'x'))).toMatchObject({
      code: 403,
      description: 'Forbidden: bot was kicked from the supergroup chat',
    });
    group.setMember(server.bot.user, 'left');
    expect((await apiErrorOf(api.sendMessage(group.id, 'x'))).description).toContain('not a member');
    expect((await apiErrorOf(api.sendMessage(server.group({ bots: [] }).id, 'x'))).description).toContain(
      'chat not found',
    );
  });

  it('groups that became supergroups name the new one', async () => {
    const old = server.group({ type: 'group' });
    await api.sendMessage(old.id, 'x');
    const fresh = old.migrate();
    const error = await apiErrorOf(api.sendMessage(old.id, 'y'));
    expect(error).toMatchObject({ code: 400, parameters: { migrate_to_chat_id: fresh.id } });
    await api.sendMessage(fresh.id, 'y');
    const updates = (await api.getUpdates()).map((update) => update.message);
    expect(updates[0]).toMatchObject({ chat: { id: old.id, type: 'group' }, migrate_to_chat_id: fresh.id });
    expect(updates[1]).toMatchObject({ chat: { id: fresh.id, type: 'supergroup' }, migrate_from_chat_id: old.id });
  });

  it('chats by @username, and members', async () => {
    const group = server.group({ username: 'test_group', title: 'Tests' });
    expect((await api.sendMessage('@test_group', 'x')).chat).toMatchObject({ id: group.id, title: 'Tests' });
    expect(await api.getChat(group.id)).toMatchObject({ id: group.id, type: 'supergroup', title: 'Tests' });
    const ada = server.user(11, { name: 'Ada' });
    expect((await api.getChatMember(group.id, 11)).status).toBe('left');
    group.say(ada, 'hello');
    expect(await api.getChatMember(group.id, 11)).toMatchObject({ status: 'member', user: { first_name: 'Ada' } });
    group.setMember(ada, 'administrator');
    expect(await api.getChatAdministrators(group.id)).toHaveLength(2);
    expect((await apiErrorOf(api.getChatMember(group.id, 4242))).code).toBe(400);
  });
});

describe('forums', () => {
  it('General has no thread id; topics have one', async () => {
    const group = server.group({ forum: true });
    const topic = group.openTopic('Plans');
    expect((await apiErrorOf(api.sendMessage(group.id, 'x', { message_thread_id: 1 }))).description).toBe(
      'Bad Request: message thread not found',
    );
    const general = await api.sendMessage(group.id, 'general');
    expect(general.message_thread_id).toBeUndefined();
    expect(general.is_topic_message).toBeUndefined();
    expect(general.chat).toMatchObject({ is_forum: true });
    const inside = await api.sendMessage(group.id, 'inside', { message_thread_id: topic });
    expect(inside).toMatchObject({ message_thread_id: topic, is_topic_message: true });
    expect((await apiErrorOf(api.sendMessage(group.id, 'x', { message_thread_id: 4242 }))).description).toContain(
      'thread not found',
    );
    expect(server.refused()).toHaveLength(2);
  });

  it('closed and deleted topics refuse, without blame', async () => {
    const group = server.group({ forum: true });
    const topic = group.openTopic('Plans');
    group.closeTopic(topic);
    expect((await apiErrorOf(api.sendMessage(group.id, 'x', { message_thread_id: topic }))).description).toBe(
      'Bad Request: TOPIC_CLOSED',
    );
    group.reopenTopic(topic);
    await api.sendMessage(group.id, 'x', { message_thread_id: topic });
    group.closeTopic(1);
    expect((await apiErrorOf(api.sendMessage(group.id, 'x'))).description).toContain('TOPIC_CLOSED');
    group.deleteTopic(topic);
    expect((await apiErrorOf(api.sendMessage(group.id, 'x', { message_thread_id: topic }))).description).toContain(
      'thread not found',
    );
    expect(server.refused()).toEqual([]);
  });

  it('a reply goes to the topic of what it replies to', async () => {
    const group = server.group({ forum: true });
    const topic = group.openTopic('Plans');
    const asked = group.say(server.user(11), '/ask', { thread: topic });
    const reply = await api.sendMessage(group.id, 'answer', { reply_parameters: { message_id: asked.id } });
    expect(reply).toMatchObject({ message_thread_id: topic, is_topic_message: true });
  });

  it('a topic message carries the opening message; a thread of replies is no topic', async () => {
    const forum = server.group({ forum: true });
    const topic = forum.openTopic('Plans');
    forum.say(server.user(11), '/ask', { thread: topic });
    const group = server.group();
    const root = group.say(server.user(11), 'root');
    group.say(server.user(11), '/why', { replyTo: root });
    const messages = (await api.getUpdates()).map((update) => update.message);
    expect(messages[1]).toMatchObject({
      is_topic_message: true,
      reply_to_message: { forum_topic_created: { name: 'Plans' } },
    });
    expect(messages[2]).toMatchObject({ message_thread_id: root.id, reply_to_message: { text: 'root' } });
    expect(messages[2]?.is_topic_message).toBeUndefined();
  });

  it('threads are unknown outside forums', async () => {
    server.privateChat(11);
    expect((await apiErrorOf(api.sendMessage(11, 'x', { message_thread_id: 5 }))).description).toContain(
      'thread not found',
    );
    const group = server.group();
    expect((await apiErrorOf(api.sendMessage(group.id, 'x', { message_thread_id: 5 }))).code).toBe(400);
  });
});

describe('what a bot in a group is shown', () => {
  it('in privacy mode: commands, mentions, replies to it', async () => {
    const ada = server.user(11);
    const group = server.group();
    const { message_id } = await api.sendMessage(group.id, 'bot says');
    const botMessage = group.messages().find((message) => message.id === message_id);
    group.say(ada, 'chatter');
    group.say(ada, '/cmd');
    group.say(ada, `/cmd@${server.bot.username}`);
    group.say(ada, '/cmd@other_bot');
    group.say(ada, `hey @${server.bot.username.toUpperCase()}!`);
    group.say(ada, 'hey @somebody');
    if (botMessage !== undefined) group.say(ada, 'a reply', { replyTo: botMessage });
    expect(await updatesOf()).toEqual([
      '/cmd',
      `/cmd@${server.bot.username}`,
      `hey @${server.bot.username.toUpperCase()}!`,
      'a reply',
    ]);
  });

  it('everything as an administrator or without privacy mode, but never what bots say', async () => {
    const open = server.addBot({ canReadAllGroupMessages: true });
    const group = server.group({ botStatus: 'member' });
    await api.sendMessage(group.id, 'a bot');
    group.say(server.user(11), 'chatter');
    const openApi = new Api(open.token, { apiRoot: server.url });
    expect((await openApi.getMe()).can_read_all_group_messages).toBe(true);
    expect((await openApi.getUpdates()).map((update) => update.message?.text)).toEqual(['chatter']);
    expect(await updatesOf()).toEqual([]);
    group.setMember(server.bot.user, 'administrator');
    group.say(server.user(11), 'more');
    expect((await updatesOf()).filter((text) => text !== undefined)).toEqual(['more']);
  });
});

describe('typing', () => {
  it('in a forum shows in the topic it names; General must be named', async () => {
    const group = server.group({ forum: true });
    const topic = group.openTopic('Plans');
    await api.sendChatAction(group.id, 'typing');
    expect([group.action(), group.action(1), group.action(topic)]).toEqual([undefined, undefined, undefined]);
    await api.sendChatAction(group.id, 'typing', { message_thread_id: 1 });
    expect(group.action(1)).toBe('typing');
    await api.sendChatAction(group.id, 'typing', { message_thread_id: topic });
    expect([group.action(topic), group.action(1), group.action()]).toEqual(['typing', undefined, 'typing']);
    expect((await apiErrorOf(api.sendChatAction(group.id, 'typing', { message_thread_id: 4242 }))).code).toBe(400);
  });

  it('shows for five seconds or until a message comes', async () => {
    const chat = server.privateChat(11);
    await api.sendChatAction(11, 'typing');
    expect(chat.action()).toBe('typing');
    await clock.advance(5000);
    expect(chat.action()).toBeUndefined();
    await api.sendChatAction(11, 'upload_document');
    await api.sendMessage(11, 'x');
    expect(chat.action()).toBeUndefined();
    const url = `${server.url}/bot${server.bot.token}/sendChatAction?chat_id=11&action=dancing`;
    expect(await (await fetch(url)).json()).toMatchObject({
      description: 'Bad Request: wrong parameter action in request',
    });
  });
});
