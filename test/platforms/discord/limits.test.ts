import { ButtonStyle, type Client, ComponentType, Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { type DiscordServer, startDiscordServer } from './discordServer.js';
import type { GuildPlaces } from './guilds.js';
import type { ChannelPlace, DmPlace } from './people.js';
import { apiErrorOf, createRealClient, logIn } from './realClient.js';
import type { UserRecord } from './world.js';

let server: DiscordServer;
let client: Client<true>;
let ada: UserRecord;
let guild: GuildPlaces;
let general: ChannelPlace;
let dm: DmPlace;
const clock = createFakeClock();

beforeEach(async () => {
  server = await startDiscordServer({ clock, maxUploadBytes: 1000, oldEditsPerHour: 2 });
  ada = server.user({ name: 'Ada' });
  guild = server.guild({ members: [ada] });
  general = guild.channel('general');
  dm = server.dm(ada);
  client = await logIn(
    server,
    createRealClient(server, { rest: { api: server.api, offset: 0, rejectOnRateLimit: () => true } }),
  );
});
afterEach(async () => {
  await client.destroy();
  await server.close();
});

const post = (body: unknown, channel = general.id) => client.rest.post(Routes.channelMessages(channel), { body });
const patch = (id: string, body: unknown, channel = general.id) =>
  client.rest.patch(Routes.channelMessage(channel, id), { body });
const button = (id: string) => ({ type: ComponentType.Button, style: ButtonStyle.Primary, label: 'x', custom_id: id });
const row = (...components: unknown[]) => ({ type: ComponentType.ActionRow, components });
const options = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `${n}`, value: `${n}` }));

describe('a message that is wrong in itself', () => {
  const wrong: [string, unknown, number, string][] = [
    ['empty', {}, 50006, ''],
    ['only spaces', { content: ' \n' }, 50006, ''],
    ['too long', { content: 'x'.repeat(2001) }, 50035, 'content'],
    ['too long in UTF-16 units', { content: '😀'.repeat(1001) }, 50035, 'content'],
    [
      'too much in embeds',
      { embeds: [{ description: 'x'.repeat(4096) }, { description: 'x'.repeat(1905) }] },
      50035,
      'embeds',
    ],
    ['six rows', { content: 'x', components: [1, 2, 3, 4, 5, 6].map((n) => row(button(`${n}`))) }, 50035, 'components'],
    [
      'six buttons',
      { content: 'x', components: [row(...[1, 2, 3, 4, 5, 6].map((n) => button(`${n}`)))] },
      50035,
      'components',
    ],
    ['a long custom_id', { content: 'x', components: [row(button('x'.repeat(101)))] }, 50035, 'components'],
    ['a custom_id twice', { content: 'x', components: [row(button('a'), button('a'))] }, 50035, 'components'],
    [
      '26 options',
      { content: 'x', components: [row({ type: 3, custom_id: 'a', options: options(26) })] },
      50035,
      'components',
    ],
    ['a long nonce', { content: 'x', nonce: 'n'.repeat(26) }, 50035, 'nonce'],
    ['a nonce missing', { content: 'x', enforce_nonce: true }, 50035, 'nonce'],
    ['ephemeral', { content: 'x', flags: 64 }, 50035, 'flags'],
    [
      'mentions twice',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['123456789012345678'] } },
      50035,
      'allowed_mentions',
    ],
  ];

  it.each(wrong)('(%s) is refused', async (_name, body, code, field) => {
    const error = await apiErrorOf(post(body));
    expect(error).toMatchObject({ status: 400, code });
    if (field !== '') expect(error.raw).toHaveProperty(`errors.${field}`);
    expect(server.refused()).toHaveLength(1);
    expect(general.messages()).toEqual([]);
  });

  it('is refused for files too large or too many', async () => {
    const file = (size: number) => ({ name: 'a b.txt', data: Buffer.alloc(size) });
    const send = (files: ReturnType<typeof file>[]) =>
      client.rest.post(Routes.channelMessages(general.id), { body: { content: 'files' }, files });
    expect(await apiErrorOf(send([file(1001)]))).toMatchObject({ status: 413, code: 40005 });
    expect(await apiErrorOf(send(Array.from({ length: 11 }, () => file(1))))).toMatchObject({
      status: 400,
      code: 50035,
    });
    await send([file(1000)]);
    const [attachment] = general.messages()[0]?.attachments ?? [];
    expect(attachment).toMatchObject({ name: 'a_b.txt', size: 1000 });
  });
});

describe('what the world refuses', () => {
  it('is told by its codes and is no refused call', async () => {
    const sent = general.say(ada, 'hers');
    const { id } = await client.rest
      .post(Routes.channelMessages(general.id), { body: { content: 'x' } })
      .then(() => general.waitForBotMessage());
    guild.deny('SEND_MESSAGES');
    expect(await apiErrorOf(post({ content: 'x' }))).toMatchObject({ status: 403, code: 50013 });
    guild.allow('SEND_MESSAGES');
    dm.shut();
    expect(await apiErrorOf(post({ content: 'x' }, dm.id))).toMatchObject({ status: 403, code: 50007 });
    dm.reopen();
    await post({ content: 'x' }, dm.id);
    expect(await apiErrorOf(client.rest.delete(Routes.channelMessage(general.id, sent.id)))).toMatchObject({
      code: 50013,
    });
    const thread = general.startThread(ada, 'topic', sent);
    await post({ content: 'in the thread' }, thread.id);
    const inThread = await thread.waitForBotMessage();
    thread.archive();
    expect(await apiErrorOf(patch(inThread.id, { content: 'y' }, thread.id))).toMatchObject({ code: 50083 });
    await post({ content: 'opens it' }, thread.id);
    expect(thread.record.thread?.archived).toBe(false);
    thread.lock();
    expect(await apiErrorOf(post({ content: 'x' }, thread.id))).toMatchObject({ code: 160005 });
    thread.delete();
    expect(await apiErrorOf(post({ content: 'x' }, thread.id))).toMatchObject({ status: 404, code: 10003 });
    general.remove(...general.messages().filter((message) => message.id === id));
    expect(await apiErrorOf(patch(id, { content: 'y' }))).toMatchObject({ status: 404, code: 10008 });
    guild.kick();
    expect(await apiErrorOf(post({ content: 'x' }))).toMatchObject({ status: 403, code: 50001 });
    expect(server.refused()).toEqual([]);
    expect(server.invalidRequests()).toBe(4);
  });

  it('are too many edits of an old message', async () => {
    await post({ content: 'x' });
    const message = await general.waitForBotMessage();
    await clock.advance(3_600_001);
    await patch(message.id, { content: 'y' });
    await patch(message.id, { content: 'z' });
    const raw = await fetch(`${server.api}/v10${Routes.channelMessage(general.id, message.id)}`, {
      method: 'PATCH',
      headers: { authorization: `Bot ${server.bot.token}`, 'content-type': 'application/json' },
      body: '{"content":"w"}',
    });
    expect(raw.status).toBe(429);
    expect(await raw.json()).toMatchObject({ code: 30046, retry_after: 3600 });
  });

  it('is a token that does not exist', async () => {
    server.revokeToken();
    expect(await apiErrorOf(post({ content: 'x' }))).toMatchObject({ status: 401 });
  });
});

describe('a nonce that is enforced', () => {
  it('makes a repeated create give the first message, for some minutes', async () => {
    const body = { content: 'once', nonce: 'n1', enforce_nonce: true };
    const first = await post(body);
    expect(await post(body)).toEqual(first);
    expect(general.botMessages()).toHaveLength(1);
    await clock.advance(5 * 60_000);
    await post(body);
    expect(general.botMessages()).toHaveLength(2);
  });
});

describe('mentions', () => {
  it('ping as allowed', async () => {
    const content = `<@${ada.id}> @everyone \`<@${ada.id}>\``;
    await post({ content });
    await post({ content, allowed_mentions: { parse: [] } });
    await post({ content: `\`<@${ada.id}>\`` });
    await post({ content: 'yes', message_reference: { message_id: general.say(ada, 'hi').id } });
    expect(general.botMessages().map((message) => message.pings)).toEqual([[ada.id], [], [], [ada.id]]);
  });
});

describe('history', () => {
  it('is listed newest first, around, before and after', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const said = texts.map((text) => general.say(ada, text));
    const channel = client.channels.cache.get(general.id);
    if (channel?.isSendable() !== true) throw new Error('no channel');
    const list = async (query: { before?: string; after?: string; around?: string; limit?: number }) =>
      (await channel.messages.fetch({ ...query, cache: false })).map((message) => message.content).join('');
    const c = said[2]?.id ?? '';
    expect(await list({})).toBe('edcba');
    expect(await list({ before: c })).toBe('ba');
    expect(await list({ after: c, limit: 1 })).toBe('d');
    expect(await list({ around: c, limit: 3 })).toBe('dcb');
    expect((await channel.messages.fetch(c)).content).toBe('c');
  });
});
