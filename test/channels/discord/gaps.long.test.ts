import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/core/clock.js';
import { textOf } from '../../../src/core/message.js';
import type { GatewayDb } from '../../../src/store/openGatewayDb.js';
import { type DiscordServer, startDiscordServer } from '../../platforms/discord/discordServer.js';
import { until } from '../../setup/until.js';
import { type Listening, type ListenOptions, listen, openTestStore } from './scene.js';

/** Pauses of seconds (between two identifies) last no longer than this. */
const hasty: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 100), signal) };

let server: DiscordServer;
let db: GatewayDb & { dispose(): Promise<void> };
const open: Listening[] = [];

const start = async (options?: ListenOptions) => {
  const listening = await listen(server, db, options);
  open.push(listening);
  return listening;
};
const stopAll = async () => {
  await Promise.all(open.splice(0).map((listening) => listening.stop()));
};
const notes = (kind: string) => server.gateway.notes.filter((note) => note.kind === kind);

beforeEach(async () => {
  server = await startDiscordServer();
  db = await openTestStore();
});

afterEach(async () => {
  await stopAll();
  expect(server.refused()).toEqual([]);
  await server.close();
  await db.dispose();
});

describe('what is said while nobody listens', () => {
  it('comes in after a resume, once', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    dm.say('before');
    await until(() => bot.stored.length === 1);
    server.gateway.drop();
    dm.say('meanwhile');
    await until(() => notes('resume').length === 1);
    dm.say('after');
    await until(() => bot.stored.length === 3);
    expect(bot.stored.map(textOf)).toEqual(['before', 'meanwhile', 'after']);
    expect(notes('identify')).toHaveLength(1);
  });

  it('is fetched in order when the session is lost, in DMs too, before what comes after', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const channel = server.guild({ members: [ada] }).channel('general');
    const bot = await start({ clock: hasty });
    dm.say('one');
    channel.mention(ada, 'two');
    await until(() => bot.stored.length === 2);
    server.gateway.goDown();
    server.gateway.expireSessions();
    dm.say('three');
    dm.say('four');
    channel.mention(ada, 'five');
    channel.say(ada, 'to nobody');
    server.gateway.comeUp();
    await until(() => notes('identify').length === 2);
    dm.say('six');
    await until(() => bot.stored.length === 6);
    const of = (chat: string) => bot.stored.filter((message) => message.address.chat === chat).map(textOf);
    expect(of(dm.id)).toEqual(['one', 'three', 'four', 'six']);
    expect(of(channel.id)).toEqual(['two', 'five']);
  });

  it('is fetched by the next process, up to an age, and nothing is fetched by the first one ever', async () => {
    const ada = server.user();
    const dm = server.dm(ada);
    const channel = server.guild({ members: [ada] }).channel('general');
    channel.mention(ada, 'before the bot was ever there');
    const first = await start();
    dm.say('hello');
    await until(() => first.stored.length === 1);
    await stopAll();
    dm.say('are you there?');
    channel.mention(ada, 'anybody?');
    const second = await start();
    await until(() => second.stored.length === 2);
    expect(second.stored.map(textOf).sort()).toEqual(['anybody?', 'are you there?']);
    await stopAll();
    dm.say('too old');
    const third = await start({ config: { backfillMinutes: 0 } });
    dm.say('new');
    await until(() => third.stored.length === 1);
    expect(third.stored.map(textOf)).toEqual(['new']);
  });

  it('is not passed over for what came after it when the process ends before it could be stored', async () => {
    const ada = server.user();
    const channel = server.guild({ members: [ada] }).channel('general');
    const first = await start({
      accept: (message, store) =>
        textOf(message) === 'easy' ? store(message) : Promise.reject(new Error('the disk is full')),
    });
    channel.mention(ada, 'easy');
    await until(() => first.stored.length === 1);
    channel.mention(ada, 'hard to store');
    channel.say(ada, 'joined', { type: 7 });
    await until(() => first.offered.length > 1);
    await stopAll();
    const second = await start();
    await until(() => second.stored.length === 1);
    expect(second.stored.map(textOf)).toEqual(['hard to store']);
  });

  it('is fetched in a channel of a guild that Discord tells of late', async () => {
    const ada = server.user();
    const channel = server.guild({ members: [ada] }).channel('never heard of before');
    await start();
    await stopAll();
    channel.mention(ada, 'are you there?');
    const held = server.gateway.hold('GUILD_CREATE');
    let writes = 0;
    const later: Clock = {
      ...hasty,
      now: () => Date.now() + 600_000,
      every: (_, work) =>
        systemClock.every(20, () => {
          writes += 1;
          work();
        }),
    };
    const second = await start({ clock: later });
    const before = writes;
    await until(() => writes > before + 10);
    held.release();
    await until(() => second.stored.length === 1);
    expect(second.stored.map(textOf)).toEqual(['are you there?']);
  });

  it('is fetched although the history answers with errors at first', async () => {
    const dm = server.dm(server.user());
    const first = await start();
    dm.say('hello');
    await until(() => first.stored.length === 1);
    await stopAll();
    dm.say('missed');
    server.inject({ route: 'listMessages', fault: { kind: 'status', status: 503 } });
    const second = await start();
    await until(() => second.stored.length === 1);
    expect(second.stored.map(textOf)).toEqual(['missed']);
  });
});

describe('the connection', () => {
  it('goes on when Discord asks to reconnect and when it invalidates the session', async () => {
    const dm = server.dm(server.user());
    const bot = await start();
    dm.say('one');
    await until(() => bot.stored.length === 1);
    server.gateway.askReconnect();
    await until(() => notes('resume').length === 1);
    dm.say('two');
    await until(() => bot.stored.length === 2);
    expect(bot.stored.map(textOf)).toEqual(['one', 'two']);
  });

  it('is kept without the contents when that is switched off, and says which switch it is', async () => {
    server.setPrivilegedIntents([]);
    const ada = server.user();
    const dm = server.dm(ada);
    const channel = server.guild({ members: [ada] }).channel('general');
    const bot = await start({ clock: hasty, isImpatient: true });
    await until(() => notes('identify').some((note) => note.ok === true));
    expect(bot.log.messages('error').join()).toMatch(/Message Content Intent/);
    channel.say(ada, 'unreadable');
    channel.mention(ada, 'readable');
    dm.say('readable too');
    await until(() => bot.offered.length === 2);
    expect(bot.offered.map(textOf).sort()).toEqual(['readable', 'readable too']);
  });

  it('ends with what to do when the token is refused, before and while it listens', async () => {
    const bot = await start();
    server.revokeToken();
    const ended = await bot.ended;
    expect(ended).toMatchObject({ code: 'discord-token', message: expect.stringMatching(/DISCORD_BOT_TOKEN/) });
    await expect(listen(server, db, { config: { token: 'wrong' } })).rejects.toMatchObject({ code: 'discord-token' });
    // The wrong token was the point here.
    server.forget();
  });

  it('is held by one process of a bot; the other takes over and misses nothing', async () => {
    const dm = server.dm(server.user());
    const first = await start({ owner: 'one' });
    const second = await start({ owner: 'two', isImpatient: true });
    dm.say('hello');
    await until(() => first.stored.length === 1);
    await until(() => second.log.messages('warn').some((line) => /another process listens/.test(line)));
    expect(notes('identify')).toHaveLength(1);
    await first.stop();
    dm.say('in between');
    await until(() => second.stored.length === 1);
    expect(second.stored.map(textOf)).toEqual(['in between']);
  });

  it('is opened late when Discord cannot be reached at first', async () => {
    await server.goDown();
    const opening = listen(server, db, { isImpatient: true });
    await server.comeUp();
    open.push(await opening);
    const dm = server.dm(server.user());
    await until(() => notes('identify').length === 1);
    dm.say('at last');
    await until(() => open[0]?.stored.length === 1);
  });
});
