import type { webApi } from '@slack/bolt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { apiErrorOf, clientOf } from './client.js';
import type { Channel } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';
import type { UserRecord } from './world.js';

let server: SlackServer;
let web: webApi.WebClient;
let ada: UserRecord;
let channel: Channel;

beforeEach(async () => {
  server = await startSlackServer({ clock: createFakeClock() });
  web = clientOf(server);
  ada = server.user({ name: 'Ada' });
  channel = server.channel({ name: 'general' });
});
afterEach(() => server.close());

const postTo = (id: string) => web.chat.postMessage({ channel: id, text: 'x' });
const eventTypes = () => server.app.envelopes.map((envelope) => envelope.type);

it('a channel is named by its id or name; unknown ones are the caller’s mistake', async () => {
  await postTo('#general');
  expect(channel.botMessages()).toHaveLength(1);
  expect(await apiErrorOf(postTo('C0NOWHERE'))).toBe('channel_not_found');
  expect(server.refused()).toMatchObject([{ method: 'chat.postMessage', outcome: { error: 'channel_not_found' } }]);
});

it('where the app is no member it cannot write, and hears nothing', async () => {
  const foreign = server.channel({ apps: [] });
  const hidden = server.channel({ apps: [], isPrivate: true });
  foreign.say(ada, `<@${server.app.userId}> hello?`);
  expect(await apiErrorOf(postTo(foreign.id))).toBe('not_in_channel');
  expect(await apiErrorOf(postTo(hidden.id))).toBe('channel_not_found');
  expect(server.app.envelopes).toEqual([]);
  expect((await web.conversations.info({ channel: foreign.id })).channel?.is_member).toBe(false);
  await web.conversations.join({ channel: foreign.id });
  await postTo(foreign.id);
});

it('kicked: not_in_channel, and of a private channel nothing is known any more', async () => {
  const hidden = server.channel({ isPrivate: true });
  const ts = String((await postTo(hidden.id)).ts);
  channel.kick();
  hidden.kick();
  expect(await apiErrorOf(postTo(channel.id))).toBe('not_in_channel');
  expect(await apiErrorOf(postTo(hidden.id))).toBe('channel_not_found');
  expect(await apiErrorOf(web.chat.update({ channel: hidden.id, ts, text: 'y' }))).toBe('channel_not_found');
  expect(eventTypes()).toEqual(expect.arrayContaining(['channel_left', 'group_left', 'member_left_channel']));
  expect(server.refused()).toEqual([]);
  channel.invite();
  await postTo(channel.id);
});

it('archived, read-only and deleted channels refuse in their own words', async () => {
  const ts = String((await postTo(channel.id)).ts);
  channel.setReadOnly(true);
  expect(await apiErrorOf(postTo(channel.id))).toBe('restricted_action_read_only_channel');
  channel.setReadOnly(false);
  channel.archive();
  expect(await apiErrorOf(postTo(channel.id))).toBe('is_archived');
  expect(await apiErrorOf(web.chat.update({ channel: channel.id, ts, text: 'y' }))).toBe('is_inactive');
  channel.unarchive();
  await postTo(channel.id);
  channel.delete();
  expect(await apiErrorOf(postTo(channel.id))).toBe('channel_not_found');
  expect(eventTypes()).toEqual(expect.arrayContaining(['channel_archive', 'channel_unarchive', 'channel_deleted']));
  expect(server.refused()).toEqual([]);
});

it('tokens: none, wrong, of the wrong kind, revoked', async () => {
  const as = (token: string | undefined) =>
    clientOf(server, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
  const bare = await fetch(`${server.url}auth.test`, { method: 'POST' });
  expect(await bare.json()).toEqual({ ok: false, error: 'not_authed' });
  expect(await apiErrorOf(as('xoxb-nonsense').auth.test())).toBe('invalid_auth');
  expect(await apiErrorOf(as(server.app.appToken).auth.test())).toBe('not_allowed_token_type');
  expect(await apiErrorOf(web.apps.connections.open({}))).toBe('not_allowed_token_type');
  expect(server.refused()).toHaveLength(4);
  server.app.revoke();
  expect(await apiErrorOf(web.auth.test())).toBe('token_revoked');
  server.app.revoke('account_inactive');
  expect(await apiErrorOf(web.auth.test())).toBe('account_inactive');
  expect(eventTypes()).toEqual(['tokens_revoked', 'app_uninstalled']);
  expect(server.refused()).toHaveLength(4);
  server.app.restore();
  expect((await web.auth.test()).ok).toBe(true);
});

it('direct messages are opened by user; another app’s are closed', async () => {
  const opened = await web.conversations.open({ users: ada.id });
  expect(opened.channel?.id).toBe(server.dm(ada).id);
  const other = server.dm(ada, server.addApp({ name: 'Other' }));
  expect(await apiErrorOf(postTo(other.id))).toBe('channel_not_found');
  other.say('for the other app');
  expect(server.app.envelopes).toEqual([]);
});

it('members come by id', async () => {
  channel.say(ada, 'hello');
  const { members } = await web.conversations.members({ channel: channel.id });
  expect(members).toEqual(expect.arrayContaining([ada.id, server.app.userId]));
});

it('unknown methods and missing arguments are named', async () => {
  expect(await apiErrorOf(web.apiCall('chat.postMassage', {}))).toBe('unknown_method');
  expect(await apiErrorOf(web.apiCall('chat.postMessage', { text: 'x' }))).toBe('invalid_arguments');
  expect(server.refused()[1]?.outcome).toMatchObject({ details: [expect.stringContaining('/channel')] });
});

it('without its scope a method is refused, and an event never comes', async () => {
  const scopes = ['chat:write', 'channels:history', 'app_mentions:read'];
  const narrow = await startSlackServer({ app: { scopes } });
  const place = narrow.channel();
  const client = clientOf(narrow);
  await client.chat.postMessage({ channel: place.id, text: 'x' });
  await client.conversations.history({ channel: place.id });
  expect(await apiErrorOf(client.users.info({ user: narrow.app.userId }))).toBe('missing_scope');
  const direct = narrow.dm(narrow.user());
  expect(await apiErrorOf(client.conversations.history({ channel: direct.id }))).toBe('missing_scope');
  direct.say('hello');
  place.mention(narrow.user(), 'hello');
  expect(narrow.app.envelopes.map((envelope) => envelope.type)).toEqual(['message', 'message', 'app_mention']);
  expect(narrow.refused()).toHaveLength(2);
  await narrow.close();
});
