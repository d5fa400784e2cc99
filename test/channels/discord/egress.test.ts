import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiscordFiles } from '../../../src/channels/discord/files.js';
import { createChannelReads } from '../../../src/channels/discord/wire/channelReads.js';
import { createDiscordRest, type DiscordRest } from '../../../src/channels/discord/wire/rest.js';
import { type Clock, systemClock } from '../../../src/core/clock.js';
import type { Log } from '../../../src/core/log.js';
import type { ChatAddress } from '../../../src/core/message.js';
import type { Channel } from '../../../src/core/ports/channel.js';
import type { Egress } from '../../../src/core/ports/egress.js';
import type { FileSource } from '../../../src/core/ports/files.js';
import type { GatewayDb } from '../../../src/store/openGatewayDb.js';
import { type DiscordServer, startDiscordServer } from '../../platforms/discord/discordServer.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { contentOf, NOW, openChannel, openTestStore, plain } from './scene.js';

const MIB = 1024 * 1024;

let server: DiscordServer;
let db: GatewayDb & { dispose(): Promise<void> };
let channel: Channel;
let egress: Egress;

beforeEach(async () => {
  server = await startDiscordServer({ rates: 'documented' });
  db = await openTestStore();
  channel = (await openChannel(server, db)).channel;
  egress = channel.egress;
});

afterEach(async () => {
  await channel.close();
  await server.close();
  await db.dispose();
  expect(server.refused()).toEqual([]);
  expect(server.callsInClosedGate()).toEqual([]);
});

const addressOf = (place: { id: string }, kind: ChatAddress['kind'] = 'dm'): ChatAddress => ({
  platform: 'discord',
  account: server.bot.id,
  chat: place.id,
  kind,
});
const send = (place: { id: string }, text: string, nonce = text) =>
  egress.send(addressOf(place), plain(text), NOW.send(nonce), NOW.signal);
const filesOver = (rest: DiscordRest, clock: Clock = systemClock, log: Log = createRecordingLog()) => {
  const reads = createChannelReads({ rest, account: server.bot.id, gates: db.ledger, clock, log });
  return createDiscordFiles({ reads, clock, log });
};
const idOf = (sent: Awaited<ReturnType<typeof send>>) => (sent.ok ? sent.id : `not sent: ${sent.kind}`);

describe('a message', () => {
  it('is sent, edited and removed; it rings once, a silent one and an edit never', async () => {
    const dm = server.dm(server.user());
    const first = await send(dm, 'one @everyone');
    await egress.send(addressOf(dm), plain('quiet'), { ...NOW.send('q'), silent: true }, NOW.signal);
    await egress.edit(addressOf(dm), idOf(first), plain('one, changed'), NOW.buttons, NOW.signal);
    expect(dm.botMessages().map(contentOf)).toEqual(['one, changed', 'quiet']);
    expect(dm.notifications().map((entry) => entry.text)).toEqual(['one @everyone']);
    expect(dm.history().flatMap((message) => [...message.pings, ...message.altered])).toEqual([]);
    expect(await egress.remove(addressOf(dm), idOf(first), NOW.signal)).toEqual({ ok: true, id: idOf(first) });
    expect(await egress.remove(addressOf(dm), idOf(first), NOW.signal)).toEqual({ ok: true, id: idOf(first) });
    expect(dm.botMessages().map(contentOf)).toEqual(['quiet']);
  });

  it('replies to what it answers, also when that was deleted, and where no history may be read', async () => {
    const ada = server.user();
    const place = server.guild({ members: [ada] }).channel('general');
    const asked = place.mention(ada, 'what?');
    const reply = (nonce: string) =>
      egress.send(addressOf(place, 'group'), plain(nonce), { ...NOW.send(nonce), replyTo: asked.id }, NOW.signal);
    await reply('a');
    place.remove(asked);
    await reply('b');
    place.deny('READ_MESSAGE_HISTORY');
    const other = await reply('c');
    expect(other.ok).toBe(true);
    expect(place.botMessages().map((message) => [message.content, message.replyTo ?? null])).toEqual([
      ['a', asked.id],
      ['b', null],
      ['c', null],
    ]);
  });

  it('whose answer was lost is sent again and stands there once, whichever way the connection broke', async () => {
    for (const fault of [
      { kind: 'drop-after', how: 'reset' },
      { kind: 'drop-after', how: 'end' },
      { kind: 'drop-before' },
      { kind: 'status-after', status: 502 },
    ] as const) {
      const dm = server.dm(server.user());
      server.inject({ route: 'createMessage', fault });
      const nonce = JSON.stringify(fault);
      expect(await send(dm, 'once', nonce)).toMatchObject({ ok: false, kind: 'unknown' });
      expect((await send(dm, 'once', nonce)).ok).toBe(true);
      expect(dm.botMessages().map(contentOf)).toEqual(['once']);
    }
  });

  it('that was there with an older text gets the new one', async () => {
    const dm = server.dm(server.user());
    const first = await send(dm, 'old', 'n');
    expect(await send(dm, 'new', 'n')).toEqual(first);
    expect(dm.botMessages().map(contentOf)).toEqual(['new']);
  });

  it('whose nonce belongs to a deleted one is gone, and is sent under another', async () => {
    const dm = server.dm(server.user());
    await egress.remove(addressOf(dm), idOf(await send(dm, 'old', 'n')), NOW.signal);
    expect(await send(dm, 'new', 'n')).toMatchObject({ ok: false, kind: 'gone' });
    expect((await send(dm, 'new', 'n/1')).ok).toBe(true);
    expect(dm.botMessages().map(contentOf)).toEqual(['new']);
  });

  it('edited after its deletion is gone; a dropped edit is repeated', async () => {
    const dm = server.dm(server.user());
    const sent = idOf(await send(dm, 'one'));
    server.inject({ route: 'editMessage', fault: { kind: 'drop-after' } });
    expect(await egress.edit(addressOf(dm), sent, plain('two'), NOW.buttons, NOW.signal)).toMatchObject({
      kind: 'retry',
    });
    dm.remove(...dm.botMessages());
    expect(await egress.edit(addressOf(dm), sent, plain('three'), NOW.buttons, NOW.signal)).toMatchObject({
      kind: 'gone',
    });
  });

  it.each([
    ['send', 'createMessage'],
    ['edit', 'editMessage'],
    ['remove', 'deleteMessage'],
    ['typing', 'startTyping'],
  ])('429 on %s is waited out, for the channel or for all', async (_, route) => {
    const dm = server.dm(server.user());
    const sent = idOf(await send(dm, 'one'));
    const call = () => {
      if (route === 'createMessage') return send(dm, 'two');
      if (route === 'editMessage') return egress.edit(addressOf(dm), sent, plain('two'), NOW.buttons, NOW.signal);
      return route === 'deleteMessage'
        ? egress.remove(addressOf(dm), sent, NOW.signal)
        : egress.status(addressOf(dm), NOW.signal);
    };
    server.inject({ route, fault: { kind: 'rate-limit', ms: 40 } });
    expect(await call()).toMatchObject({ ok: false, kind: 'wait', scope: 'chat', ms: expect.closeTo(40, -1) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    server.inject({ route, fault: { kind: 'rate-limit', ms: 40, scope: 'global' } });
    expect(await call()).toMatchObject({ ok: false, kind: 'wait', scope: 'account' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await call()).ok).toBe(true);
  });

  it('is not sent into a bucket that is used up', async () => {
    const dm = server.dm(server.user());
    for (let i = 0; i < 5; i += 1) expect((await send(dm, `no. ${i}`)).ok).toBe(true);
    expect(await send(dm, 'too many')).toMatchObject({ ok: false, kind: 'wait', scope: 'chat' });
    expect(server.invalidRequests()).toBe(0);
  });
});

describe('a place', () => {
  it('that takes nothing is unreachable: closed DMs, lost permissions, a deleted channel, a kick', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const guild = server.guild({ members: [ada] });
    const [muted, hidden, gone] = ['muted', 'hidden', 'gone'].map((name) => guild.channel(name));
    if (muted === undefined || hidden === undefined || gone === undefined) throw new Error('no channels');
    dm.shut();
    muted.deny('SEND_MESSAGES');
    hidden.deny('VIEW_CHANNEL');
    gone.delete();
    for (const place of [dm, muted, hidden, gone])
      expect(await send(place, 'x')).toMatchObject({ kind: 'unreachable' });
    guild.kick();
    expect(await send(muted, 'y')).toMatchObject({ kind: 'unreachable' });
  });

  it('that is an archived thread opens again for an edit; a locked one does not', async () => {
    const ada = server.user();
    const thread = server
      .guild({ members: [ada] })
      .channel('general')
      .startThread(ada, 'talk');
    const sent = idOf(await send(thread, 'one'));
    thread.archive();
    const edited = await egress.edit(addressOf(thread, 'group'), sent, plain('two'), NOW.buttons, NOW.signal);
    expect(edited).toEqual({ ok: true, id: sent });
    thread.lock();
    thread.archive();
    expect(await send(thread, 'three')).toMatchObject({ kind: 'unreachable' });
  });

  it('is shown typing, and a revoked token makes every call unreachable', async () => {
    const dm = server.dm(server.user());
    expect((await egress.status(addressOf(dm), NOW.signal)).ok).toBe(true);
    expect(dm.isTyping()).toBe(true);
    server.revokeToken();
    expect(await send(dm, 'x')).toMatchObject({ kind: 'unreachable', cause: { code: 'discord-token' } });
    server.forget();
  });
});

describe('files', () => {
  const fileOf = async (bytes: number) => {
    const path = join(tmpdir(), `waggle-upload-${process.pid}-${bytes}`);
    await writeFile(path, Buffer.alloc(bytes, 1));
    return { path, name: 'report.pdf', mime: 'application/pdf', bytes };
  };
  const upload = async (place: { id: string }, bytes: number) =>
    egress.upload?.(addressOf(place), await fileOf(bytes), { silent: false, replyTo: null, nonce: 'f' }, NOW.signal);

  it('go out with their name, once although the answer was lost', async () => {
    const dm = server.dm(server.user());
    server.inject({ route: 'createMessage', fault: { kind: 'drop-after' } });
    expect(await upload(dm, 2000)).toMatchObject({ ok: false, kind: 'unknown' });
    expect(await upload(dm, 2000)).toMatchObject({ ok: true });
    expect(dm.botMessages().flatMap((message) => message.attachments.map((file) => [file.name, file.size]))).toEqual([
      ['report.pdf', 2000],
    ]);
  });

  it('may be as large as the boosts of their guild allow, which is asked once', async () => {
    const ada = server.user();
    const boosted = server.guild({ members: [ada], premiumTier: 2 });
    const plain = server.guild({ members: [ada], premiumTier: 1 });
    const uploadIn = async (guild: { id: string; channel(name: string): { id: string } }, bytes: number) => {
      const address = { ...addressOf(guild.channel('general')), community: guild.id };
      return egress.upload?.(
        address,
        await fileOf(bytes),
        { silent: false, replyTo: null, nonce: `${bytes}` },
        NOW.signal,
      );
    };
    const asked = () => server.callsOf('getGuild').length;
    expect(await uploadIn(boosted, 10 * MIB)).toMatchObject({ ok: true });
    expect(asked()).toBe(0);
    expect(await uploadIn(boosted, 10 * MIB + 1)).toMatchObject({ ok: true });
    const over = await uploadIn(boosted, 50 * MIB + 1);
    expect(over).toMatchObject({ kind: 'refused', cause: { code: 'file-too-large', maxBytes: 50 * MIB } });
    expect(asked()).toBe(1);
    const notHere = await uploadIn(plain, 10 * MIB + 1);
    expect(notHere).toMatchObject({ kind: 'refused', cause: { maxBytes: 10 * MIB } });
    // What would be refused is not carried there first.
    expect(server.callsOf('createMessage')).toHaveLength(2);
  });

  it('that are too large for the place are refused with a sentence', async () => {
    const ada = server.user();
    const place = server.guild({ members: [ada], maxUploadBytes: 1000 }).channel('general');
    expect(await upload(place, 2000)).toMatchObject({ ok: false, kind: 'refused', cause: { code: 'file-too-large' } });
    server.forget();
  });

  it('come in by a fresh address, and not when they are gone', async () => {
    const dm = server.dm(server.user());
    const said = dm.attach([{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('hello') }]);
    const ref = `${dm.id}/${said.id}/${said.attachments[0]?.id}`;
    const to = join(tmpdir(), `waggle-download-${process.pid}-${said.id}`);
    expect(await channel.files?.fetch({ address: addressOf(dm), ref, to }, NOW.signal)).toBe(5);
    dm.remove(said);
    const again = channel.files?.fetch({ address: addressOf(dm), ref, to: `${to}-2` }, NOW.signal);
    await expect(again).rejects.toMatchObject({ code: 'file-gone' });
  });

  it('come in although the network fails twice, and not after that', async () => {
    const dm = server.dm(server.user());
    const said = dm.attach([{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('hello') }]);
    const ref = `${dm.id}/${said.id}/${said.attachments[0]?.id}`;
    const rest = createDiscordRest({ token: server.bot.token, apiUrl: server.api, clock: systemClock });
    const pauses: number[] = [];
    const clock = { ...systemClock, sleep: async (ms: number) => void pauses.push(ms) };
    const files = filesOver(rest, clock);
    const to = join(tmpdir(), `waggle-download-${process.pid}-${said.id}`);
    const fetch = (n: number) => files.fetch({ address: addressOf(dm), ref, to: `${to}-${n}` }, NOW.signal);
    server.inject({ route: 'download', fault: { kind: 'status', status: 503 } });
    server.inject({ route: 'getMessage', fault: { kind: 'status', status: 502 } });
    expect(await fetch(1)).toBe(5);
    expect(pauses).toEqual([1_000, 1_000]);
    await rest.close();
  });

  it('come in although two faults and as many limits strike', async () => {
    const dm = server.dm(server.user());
    const said = dm.attach([{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('hello') }]);
    const ref = `${dm.id}/${said.id}/${said.attachments[0]?.id}`;
    const rest = createDiscordRest({ token: server.bot.token, apiUrl: server.api, clock: systemClock });
    const files = filesOver(rest);
    const to = join(tmpdir(), `waggle-download-${process.pid}-${said.id}`);
    server.inject({ route: 'getMessage', fault: { kind: 'rate-limit', ms: 300, scope: 'global' } });
    server.inject({ route: 'getMessage', fault: { kind: 'rate-limit', ms: 300 } });
    server.inject({ route: 'getMessage', fault: { kind: 'drop-before' } });
    server.inject({ route: 'download', fault: { kind: 'status', status: 503 } });
    expect(await files.fetch({ address: addressOf(dm), ref, to }, NOW.signal)).toBe(5);
    await rest.close();
  });

  it('are not asked for while Discord takes no call of the bot, as another process was told', async () => {
    let warn = () => {};
    const isWarned = new Promise<void>((resolve) => {
      warn = resolve;
    });
    const log = { ...createRecordingLog(), warn: () => warn() };
    const rest = createDiscordRest({ token: server.bot.token, apiUrl: server.api, clock: systemClock });
    const other = createDiscordRest({ token: server.bot.token, apiUrl: server.api, clock: systemClock });
    const fetch = (files: FileSource) => {
      const dm = server.dm(server.user());
      const said = dm.attach([{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('hello') }]);
      const ref = `${dm.id}/${said.id}/${said.attachments[0]?.id}`;
      const to = join(tmpdir(), `waggle-download-${process.pid}-${said.id}`);
      return files.fetch({ address: addressOf(dm), ref, to }, NOW.signal);
    };
    server.inject({ route: 'getMessage', fault: { kind: 'rate-limit', ms: 600, scope: 'global' } });
    const first = fetch(filesOver(rest, systemClock, log));
    await isWarned;
    expect(await Promise.all([first, fetch(filesOver(other))])).toEqual([5, 5]);
    expect(server.callsOf('getMessage')).toHaveLength(3);
    await rest.close();
    await other.close();
  });

  it('come in many at a time within the limits of their channel', async () => {
    const dm = server.dm(server.user());
    const names = Array.from({ length: 10 }, (_, n) => `${n}.txt`);
    const said = dm.attach(names.map((name) => ({ name, mime: 'text/plain', bytes: Buffer.from(name) })));
    server.inject({ route: 'download', times: 3, fault: { kind: 'drop-after' } });
    const to = join(tmpdir(), `waggle-download-${process.pid}-${said.id}`);
    const sizes = said.attachments.map(({ id }) => {
      const ref = `${dm.id}/${said.id}/${id}`;
      return channel.files?.fetch({ address: addressOf(dm), ref, to: `${to}-${id}` }, NOW.signal);
    });
    expect(await Promise.all(sizes)).toEqual(names.map((name) => name.length));
  });
});
