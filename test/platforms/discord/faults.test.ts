import { type Client, HTTPError, Routes } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createGate } from '../gate.js';
import { type DiscordServer, startDiscordServer } from './discordServer.js';
import type { ChannelPlace } from './people.js';
import { documentedRates } from './rates.js';
import { apiErrorOf, createRealClient, logIn } from './realClient.js';
import type { UserRecord } from './world.js';

let server: DiscordServer;
let client: Client<true>;
let ada: UserRecord;
let general: ChannelPlace;
const clock = createFakeClock();

async function start(rates: Parameters<typeof startDiscordServer>[0] = {}): Promise<void> {
  server = await startDiscordServer({ clock, ...rates });
  ada = server.user({ name: 'Ada' });
  general = server.guild({ members: [ada] }).channel('general');
  client = await logIn(server, createRealClient(server, { rest: { api: server.api, offset: 0, retries: 1 } }));
}

beforeEach(() => start());
afterEach(async () => {
  await client.destroy();
  await server.close();
});

const post = (content: string, extra: Record<string, unknown> = {}) =>
  client.rest.post(Routes.channelMessages(general.id), { body: { content, ...extra } });
const raw = (path: string, method: string, body: unknown) =>
  fetch(`${server.api}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${server.bot.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const shown = () => general.messages().map((message) => message.content);

describe('broken connections', () => {
  it('by a reset make the library post again: twice without a nonce, once with one', async () => {
    server.inject({ route: 'createMessage', fault: { kind: 'drop-after' } });
    await post('double');
    expect(shown()).toEqual(['double', 'double']);
    server.inject({ route: 'createMessage', fault: { kind: 'drop-after' } });
    await post('single', { nonce: '1', enforce_nonce: true });
    expect(shown()).toEqual(['double', 'double', 'single']);
  });

  it('by a FIN give an error although the message is stored', async () => {
    server.inject({ route: 'createMessage', fault: { kind: 'drop-after', how: 'end' } });
    await expect(post('stored')).rejects.toThrow();
    expect(shown()).toEqual(['stored']);
    server.inject({ route: 'createMessage', fault: { kind: 'drop-before', how: 'end' } });
    await expect(post('not stored')).rejects.toThrow();
    expect(shown()).toEqual(['stored']);
  });

  it('hang until the client gives up', async () => {
    const fault = server.inject({ route: 'createMessage', channel: general, fault: { kind: 'hang' } });
    const call = client.rest.post(Routes.channelMessages(general.id), {
      body: { content: 'x' },
      signal: AbortSignal.timeout(30),
    });
    await expect(call).rejects.toThrow();
    expect(fault.used()).toBeGreaterThanOrEqual(1);
  });
});

describe('errors', () => {
  it('of 5xx are tried again by the library, with or without an effect', async () => {
    server.inject({ route: 'createMessage', times: 2, fault: { kind: 'status', status: 502 } });
    await expect(post('a')).rejects.toThrow(HTTPError);
    expect(shown()).toEqual([]);
    server.inject({ route: 'createMessage', fault: { kind: 'status-after', status: 503 } });
    await post('b');
    expect(shown()).toEqual(['b', 'b']);
  });

  it('can be of any kind and held back', async () => {
    server.inject({
      route: 'createMessage',
      fault: { kind: 'status', status: 403, code: 50013, message: 'Missing Permissions' },
    });
    expect(await apiErrorOf(post('x'))).toMatchObject({ status: 403, code: 50013 });
    const gate = createGate();
    server.inject({ route: 'createMessage', fault: { kind: 'hold-answer', until: gate.opened } });
    const call = post('held');
    await general.waitForBotMessage();
    gate.open();
    await call;
    expect(() => server.inject({ route: 'nonsense', fault: { kind: 'hang' } })).toThrow('No route');
  });

  it('come by chance, by the seed', async () => {
    const strikes = async () => {
      const fault = server.inject({ route: 'createMessage', chance: 0.5, fault: { kind: 'status', status: 400 } });
      const results = [];
      for (let n = 0; n < 8; n += 1)
        results.push(
          await post('x').then(
            () => 1,
            () => 0,
          ),
        );
      fault.remove();
      return results.join('');
    };
    const first = await strikes();
    expect(first).toMatch(/0/);
    expect(first).toMatch(/1/);
    await client.destroy();
    await server.close();
    await start();
    expect(await strikes()).toBe(first);
  });
});

describe('rate limits', () => {
  it('count creates and edits apart, under one bucket', async () => {
    await client.destroy();
    await server.close();
    await start({ rates: 'documented' });
    const created = await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect(created.headers.get('x-ratelimit-limit')).toBe('5');
    expect(created.headers.get('x-ratelimit-remaining')).toBe('4');
    const { id } = await general.waitForBotMessage();
    const edited = await raw(Routes.channelMessage(general.id, id), 'PATCH', { content: 'y' });
    expect(edited.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(edited.headers.get('x-ratelimit-bucket')).toBe(created.headers.get('x-ratelimit-bucket'));
    for (let n = 0; n < 4; n += 1) await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect(server.callsInClosedGate()).toEqual([]);
    const refused = await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
    expect(await refused.json()).toMatchObject({ retry_after: 5, global: false });
    expect(server.callsInClosedGate()).toHaveLength(1);
    expect(server.invalidRequests()).toBe(1);
    await clock.advance(documentedRates.create?.perMs ?? 0);
    expect((await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' })).status).toBe(200);
    expect(server.refused()).toEqual([]);
  });

  it('have a global part that leaves interactions alone', async () => {
    await client.destroy();
    await server.close();
    await start({ rates: { global: { limit: 3, perMs: 1000 } } });
    for (let n = 0; n < 2; n += 1)
      expect((await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' })).status).toBe(200);
    const refused = await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-global')).toBe('true');
    expect(await refused.json()).toMatchObject({ global: true });
    expect((await raw('/webhooks/1/unknown-token', 'POST', { content: 'x' })).status).toBe(404);
  });

  it('are strict for new names of channels', async () => {
    await client.destroy();
    await server.close();
    await start({ rates: 'documented' });
    const path = Routes.channel(general.startThread(ada, 'topic').id);
    const rename = () => raw(path, 'PATCH', { name: 'x' }).then((answer) => answer.status);
    expect([await rename(), await rename(), await rename()]).toEqual([403, 403, 429]);
  });

  it('end in a ban of the address, told by a page', async () => {
    server.inject({ route: 'createMessage', fault: { kind: 'ban', ms: 60_000 } });
    const banned = await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect([banned.status, banned.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await banned.text()).toContain('<html>');
  });

  it('can be injected: the bucket stays closed, and calling into it is seen', async () => {
    server.inject({ route: 'createMessage', fault: { kind: 'rate-limit', ms: 35_000 } });
    const first = await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect(first.headers.get('retry-after')).toBe('35');
    await clock.advance(34_000);
    const second = await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' });
    expect(await second.json()).toMatchObject({ retry_after: 1 });
    expect(server.callsInClosedGate()).toHaveLength(1);
    await clock.advance(1000);
    expect((await raw(Routes.channelMessages(general.id), 'POST', { content: 'x' })).status).toBe(200);
  });
});

describe('files', () => {
  it('of people are downloaded, from their address', async () => {
    general.as(ada).attach([{ name: 'my notes.txt', bytes: Buffer.from('notes'), mime: 'text/plain' }], 'look');
    const channel = client.channels.cache.get(general.id);
    if (channel?.isSendable() !== true) throw new Error('no channel');
    const attachment = (await channel.messages.fetch({ limit: 1 })).first()?.attachments.first();
    expect(attachment).toMatchObject({ name: 'my notes.txt', size: 5, contentType: 'text/plain' });
    expect(await (await fetch(attachment?.url ?? '')).text()).toBe('notes');
    server.inject({ route: 'download', channel: general, fault: { kind: 'drop-before' } });
    await expect(fetch(attachment?.url ?? '')).rejects.toThrow();
  });
});
