import type { webApi } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { apiErrorOf, clientOf } from './client.js';
import type { Channel, DirectMessages } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let web: webApi.WebClient;
let ada: UserRecord;
let dm: DirectMessages;
let channel: Channel;
const clock = createFakeClock();

beforeEach(async () => {
  server = await startSlackServer({ clock });
  web = clientOf(server);
  ada = server.user({ name: 'Ada', locale: 'de-DE' });
  dm = server.dm(ada);
  channel = server.channel({ name: 'general' });
});
afterEach(() => server.close());

const texts = () => channel.messages().map((message) => message.text);
const post = async (text: string, more: { thread_ts?: string } = {}) =>
  String((await web.chat.postMessage({ channel: channel.id, text, ...more })).ts);

it('auth.test and users.info say who is who', async () => {
  expect(await web.auth.test()).toMatchObject({ user_id: server.app.userId, bot_id: server.app.botId });
  const info = await web.users.info({ user: ada.id, include_locale: true });
  expect(info.user).toMatchObject({ id: ada.id, locale: 'de-DE', is_bot: false });
});

it('a post appears, an edit replaces it, a deletion removes it', async () => {
  const posted = await web.chat.postMessage({ channel: dm.id, text: 'one' });
  const ts = String(posted.ts);
  expect(dm.botMessages().map((message) => message.text)).toEqual(['one']);
  await web.chat.update({ channel: dm.id, ts, text: 'two' });
  expect(dm.botMessages()[0]).toMatchObject({ text: 'two', past: [{ text: 'one' }] });
  await web.chat.delete({ channel: dm.id, ts });
  expect(dm.messages()).toEqual([]);
  expect(await apiErrorOf(web.chat.update({ channel: dm.id, ts, text: 'three' }))).toBe('message_not_found');
  expect(server.refused()).toEqual([]);
});

it('only new messages ring, and only where people are meant', async () => {
  await post('nobody in particular');
  const asked = channel.say(ada, 'a question');
  const ts = await post('an answer', { thread_ts: asked.ts });
  await web.chat.update({ channel: channel.id, ts, text: 'a better answer' });
  await post(`look, <@${ada.id}>`);
  await web.chat.postMessage({ channel: ada.id, text: 'only for you' });
  expect(channel.notifications().map((entry) => entry.text)).toEqual(['an answer', 'look, @Ada']);
  expect(server.notifications().map((entry) => entry.text)).toContain('only for you');
});

it('JSON bodies work as well as forms', async () => {
  const response = await fetch(`${server.url}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.app.botToken}`, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ channel: channel.id, blocks: [{ type: 'markdown', text: '**hi**' }] }),
  });
  expect(await response.json()).toMatchObject({ ok: true, channel: channel.id });
  expect(server.textOf(channel.messages()[0] ?? { text: '', blocks: [] })).toBe('hi');
});

describe('limits', () => {
  it('text over 40,000 characters is cut, which shows as altered', async () => {
    await post('a'.repeat(40_001));
    expect(channel.messages()[0]?.text).toHaveLength(40_000);
    expect(channel.messages()[0]?.altered).toEqual(['text of 40001 characters cut to 40000']);
    expect(server.refused()).toEqual([]);
  });

  it('an update takes 4,000 characters, no more', async () => {
    const ts = await post('x');
    await web.chat.update({ channel: channel.id, ts, text: 'a'.repeat(4000) });
    const tooLong = web.chat.update({ channel: channel.id, ts, text: 'a'.repeat(4001) });
    expect(await apiErrorOf(tooLong)).toBe('msg_too_long');
  });

  it.each(['', ' \n '])('no text: %j', async (text) => {
    expect(await apiErrorOf(web.chat.postMessage({ channel: channel.id, text }))).toBe('no_text');
    expect(server.refused()).toHaveLength(1);
  });

  it('markdown_text stands alone', async () => {
    const args = { channel: channel.id, text: 'x', markdown_text: '**y**' };
    expect(await apiErrorOf(web.apiCall('chat.postMessage', args))).toBe('markdown_text_conflict');
    await web.chat.postMessage({ channel: channel.id, markdown_text: '**y**' });
    expect(texts()).toEqual(['y']);
  });
});

it('what should have been escaped shows as altered', async () => {
  await post('a &amp; b &lt;c&gt; <https://e.com?a=1&amp;b=2|link> <@U1> <!here> > quoted');
  await post('a & b');
  await post('a <b> c');
  await web.chat.postMessage({
    channel: channel.id,
    text: 'ok',
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '1 < 2' } }],
  });
  expect(channel.messages().map((message) => message.altered)).toEqual([
    [],
    ['unescaped & at 2'],
    ['unescaped < at 2'],
    ['unescaped < at 2'],
  ]);
});

describe('threads', () => {
  it('a reply stands in its thread, a broadcast in the channel too', async () => {
    const parent = channel.say(ada, 'parent');
    await post('reply', { thread_ts: parent.ts });
    await web.chat.postMessage({ channel: channel.id, text: 'both', thread_ts: parent.ts, reply_broadcast: true });
    expect(channel.messages(parent).map((message) => message.text)).toEqual(['parent', 'reply', 'both']);
    expect(channel.timeline().map((message) => message.text)).toEqual(['parent', 'both']);
    const replies = await web.conversations.replies({ channel: channel.id, ts: parent.ts });
    expect(replies.messages?.map((message) => message.text)).toEqual(['parent', 'reply', 'both']);
    expect(replies.messages?.[0]).toMatchObject({ reply_count: 2, thread_ts: parent.ts });
    const history = await web.conversations.history({ channel: channel.id });
    expect(history.messages?.map((message) => message.text)).toEqual(['both', 'parent']);
  });

  it('a reply’s own ts opens a wrong thread', async () => {
    const parent = channel.say(ada, 'parent');
    const reply = channel.say(ada, 'reply', { thread: parent });
    await post('lost', { thread_ts: reply.ts });
    expect(channel.messages(parent).map((message) => message.text)).toEqual(['parent', 'reply']);
    expect(channel.botMessages()[0]?.altered).toHaveLength(1);
  });

  it('a deleted parent: with replies a tombstone that takes replies, without any thread_not_found', async () => {
    const lone = channel.say(ada, 'lone');
    channel.remove(lone);
    const reply = { channel: channel.id, text: 'x', thread_ts: lone.ts };
    expect(await apiErrorOf(web.chat.postMessage(reply))).toBe('thread_not_found');
    const parent = channel.say(ada, 'parent');
    channel.say(ada, 'reply', { thread: parent });
    channel.remove(parent);
    await post('late', { thread_ts: parent.ts });
    const replies = await web.conversations.replies({ channel: channel.id, ts: parent.ts });
    expect(replies.messages?.[0]).toMatchObject({ subtype: 'tombstone', reply_count: 2 });
    expect(server.refused()).toEqual([]);
    expect(await apiErrorOf(web.chat.postMessage({ ...reply, thread_ts: '1700000000.000001' }))).toBe(
      'thread_not_found',
    );
    expect(server.refused()).toHaveLength(1);
  });

  it('replies to a gone message can land outside instead', async () => {
    const loose = await startSlackServer({ clock, orphanReplies: 'root' });
    const place = loose.channel();
    const gone = place.say(loose.user(), 'gone');
    place.remove(gone);
    const answer = await clientOf(loose).chat.postMessage({ channel: place.id, text: 'x', thread_ts: gone.ts });
    expect(answer.message?.thread_ts).toBeUndefined();
    expect(place.timeline()).toHaveLength(1);
    await loose.close();
  });

  it('locked threads and notices of people joining take no replies', async () => {
    const parent = channel.say(ada, 'parent');
    channel.lockThread(parent);
    const locked = web.chat.postMessage({ channel: channel.id, text: 'x', thread_ts: parent.ts });
    expect(await apiErrorOf(locked)).toBe('restricted_action_thread_locked');
    channel.join(server.user());
    const joined = String(channel.messages().at(-1)?.ts);
    const notice = web.chat.postMessage({ channel: channel.id, text: 'x', thread_ts: joined });
    expect(await apiErrorOf(notice)).toBe('cannot_reply_to_message');
  });
});

it('metadata is read back when asked for, kept by edits and removed by an empty object', async () => {
  const metadata = { event_type: 'waggle_chunk', event_payload: { key: 'k1', part: 2 } };
  const posted = await web.chat.postMessage({ channel: channel.id, text: 'x', metadata });
  const ts = String(posted.ts);
  const read = async (all: boolean) =>
    (await web.conversations.history({ channel: channel.id, include_all_metadata: all })).messages?.[0]?.metadata;
  expect(await read(true)).toEqual(metadata);
  expect(await read(false)).toBeUndefined();
  await web.chat.update({ channel: channel.id, ts, text: 'y' });
  expect(await read(true)).toEqual(metadata);
  await web.apiCall('chat.update', { channel: channel.id, ts, text: 'z', metadata: {} });
  expect(await read(true)).toBeUndefined();
  const wrong = web.apiCall('chat.postMessage', { channel: channel.id, text: 'x', metadata: { event_type: 'a b' } });
  expect(await apiErrorOf(wrong)).toBe('invalid_metadata_format');
});

it('an update with text alone removes the blocks, with blocks alone brings their text', async () => {
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*bold*' } }];
  const ts = await post('x');
  await web.chat.update({ channel: channel.id, ts, blocks });
  expect(channel.messages()[0]).toMatchObject({ text: 'bold', blocks });
  expect(channel.messages()[0]?.edited).toBeUndefined();
  await web.chat.update({ channel: channel.id, ts, text: 'plain' });
  expect(channel.messages()[0]).toMatchObject({ text: 'plain', blocks: [], edited: { user: server.app.userId } });
});

it('others’ messages can be neither edited nor deleted', async () => {
  const { ts } = channel.say(ada, 'mine');
  expect(await apiErrorOf(web.chat.update({ channel: channel.id, ts, text: 'x' }))).toBe('cant_update_message');
  expect(await apiErrorOf(web.chat.delete({ channel: channel.id, ts }))).toBe('cant_delete_message');
  expect(texts()).toEqual(['mine']);
});

it('an ephemeral message is seen by one user, in no history, and never rings', async () => {
  channel.say(ada, 'hello');
  await web.chat.postEphemeral({ channel: channel.id, user: ada.id, text: 'psst' });
  expect(channel.ephemerals(ada.id).map((message) => message.text)).toEqual(['psst']);
  expect(channel.botMessages()).toEqual([]);
  expect(channel.notifications()).toEqual([]);
  const stranger = web.chat.postEphemeral({ channel: channel.id, user: server.user().id, text: 'psst' });
  expect(await apiErrorOf(stranger)).toBe('user_not_in_channel');
});

it('history comes in pages', async () => {
  for (let n = 1; n <= 5; n += 1) channel.say(ada, `m${n}`);
  const seen: (string | undefined)[] = [];
  for await (const page of web.paginate('conversations.history', { channel: channel.id, limit: 2 })) {
    const { messages } = page as webApi.ConversationsHistoryResponse;
    seen.push(...(messages ?? []).map((message) => message.text));
  }
  expect(seen).toEqual(['m5', 'm4', 'm3', 'm2', 'm1']);
  const third = channel.messages()[2]?.ts;
  const later = await web.conversations.history({ channel: channel.id, oldest: String(third) });
  expect(later.messages?.map((message) => message.text)).toEqual(['m5', 'm4']);
});

it('reactions are added once', async () => {
  const { ts } = channel.say(ada, 'hello');
  const reaction = { channel: channel.id, timestamp: ts, name: 'eyes' };
  await web.reactions.add(reaction);
  expect([...(channel.messages()[0]?.reactions.keys() ?? [])]).toEqual(['eyes']);
  expect(await apiErrorOf(web.reactions.add(reaction))).toBe('already_reacted');
  await web.reactions.remove(reaction);
  expect(channel.messages()[0]?.reactions.size).toBe(0);
});
