import { type Client, Events, GatewayIntentBits, type Message } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { until } from '../../setup/until.js';
import { type DiscordServer, startDiscordServer } from './discordServer.js';
import type { ChannelPlace } from './people.js';
import { chatIntents, createRealClient, logIn, nextEvent } from './realClient.js';
import type { UserRecord } from './world.js';

let server: DiscordServer;
let client: Client;
let ada: UserRecord;
let general: ChannelPlace;
let heard: string[];

async function start(options: Parameters<typeof createRealClient>[1] = {}): Promise<void> {
  client = createRealClient(server, options);
  client.on(Events.MessageCreate, (message) => heard.push(message.content));
  // The library emits errors that end the process when nobody listens.
  client.on(Events.Error, () => {});
  client.on(Events.ShardError, () => {});
  await logIn(server, client);
}

beforeEach(async () => {
  server = await startDiscordServer({ clock: createFakeClock() });
  ada = server.user({ name: 'Ada' });
  general = server.guild({ members: [ada] }).channel('general');
  heard = [];
});
afterEach(async () => {
  await client.destroy();
  await server.close();
});

const said = (text: string) => until(() => heard.includes(text), `"${text}"`);
const hear = (text: string) => {
  const message = nextEvent<Message>(client, Events.MessageCreate, (entry) => entry.content === text);
  return message;
};
const resumed = () =>
  server.waitFor(() => server.gateway.notes.some((note) => note.kind === 'resume' && note.ok === true));

describe('sessions', () => {
  it('are resumed after a drop at the resume address, with what was missed', async () => {
    await start();
    for (const how of ['reset', 'end'] as const) {
      server.gateway.drop(how);
      await server.waitFor(() => !server.gateway.isConnected());
      const missed = hear(`while away by ${how}`);
      general.say(ada, `while away by ${how}`);
      await missed;
    }
    expect(server.gateway.notes.filter((note) => note.kind === 'resume')).toEqual([
      { kind: 'resume', ok: true, missed: 1 },
      { kind: 'resume', ok: true, missed: 1 },
    ]);
    expect(server.gateway.notes.filter((note) => note.kind === 'connect').map((note) => note.resumeUrl)).toEqual([
      false,
      true,
      true,
    ]);
    expect(heard).toEqual(['while away by reset', 'while away by end']);
  });

  it('are resumed when Discord asks to reconnect', async () => {
    await start();
    server.gateway.askReconnect();
    await resumed();
    const after = hear('after');
    general.say(ada, 'after');
    await after;
  });

  it('that end lose what happens before the new identify', async () => {
    await start();
    server.gateway.drop();
    await server.waitFor(() => !server.gateway.isConnected());
    server.gateway.expireSessions();
    general.say(ada, 'lost');
    // The library must not be destroyed between identify and READY: it then connects anew, and its promise never resolves.
    await nextEvent<unknown>(client, Events.ShardReady);
    const after = hear('after');
    general.say(ada, 'after');
    await after;
    expect(heard).toEqual(['after']);
    const channel = client.channels.cache.get(general.id);
    if (channel?.isSendable() !== true) throw new Error('no channel');
    const history = await channel.messages.fetch({ limit: 10 });
    expect(history.map((message) => message.content)).toEqual(['after', 'lost']);
  });

  it('go on after an INVALID_SESSION that can be resumed', async () => {
    await start();
    server.gateway.invalidate(true);
    await resumed();
    const after = hear('after');
    general.say(ada, 'after');
    await after;
  });

  it('end by INVALID_SESSION', async () => {
    await start();
    const ready = nextEvent<unknown>(client, Events.ShardReady);
    server.gateway.invalidate();
    general.say(ada, 'lost');
    await ready;
    expect(server.gateway.notes.filter((note) => note.kind === 'identify')).toHaveLength(2);
    expect(heard).toEqual([]);
  });

  it('show a zombie connection by heartbeats without an answer', async () => {
    await server.close();
    server = await startDiscordServer({ heartbeatMs: 60 });
    general = server.guild({ members: [ada] }).channel('general');
    await start();
    server.gateway.stopAcks();
    general.say(ada, 'while it was dead');
    await server.waitFor(() => server.gateway.notes.some((note) => note.kind === 'close' && note.code === 4200));
    const missed = hear('while it was dead');
    await resumed();
    await missed;
  });
});

describe('identify', () => {
  const failure = async (options: Parameters<typeof createRealClient>[1], token = server.bot.token) => {
    client = createRealClient(server, options);
    const closed = nextEvent<{ code: number }>(client, Events.ShardDisconnect);
    client.on(Events.ShardError, () => {});
    void client.login(token).catch(() => {});
    return (await closed).code;
  };

  it('is refused when a privileged intent is not switched on', async () => {
    server.setPrivilegedIntents([]);
    expect(await failure({})).toBe(4014);
    await client.destroy();
    server.setPrivilegedIntents(['messageContent']);
    expect(await failure({ intents: [...chatIntents, GatewayIntentBits.GuildMembers] })).toBe(4014);
  });

  it('is refused with a token that was revoked; the connection ends', async () => {
    await start();
    const closed = nextEvent<{ code: number }>(client, Events.ShardDisconnect);
    server.revokeToken();
    expect((await closed).code).toBe(4004);
  });
});

describe('without the MessageContent intent', () => {
  it('content is empty except in DMs, mentions of the bot and its own messages', async () => {
    server.setPrivilegedIntents([]);
    await start({ intents: chatIntents.filter((intent) => intent !== GatewayIntentBits.MessageContent) });
    general.say(ada, 'secret');
    general.mention(ada, 'hello');
    server.dm(ada).say('psst');
    await said('psst');
    expect(heard).toEqual(['', `<@${server.bot.id}> hello`, 'psst']);
    const channel = client.channels.cache.get(general.id);
    if (channel?.isSendable() !== true) throw new Error('no channel');
    const history = await channel.messages.fetch({ cache: false });
    expect(history.map((message) => message.content)).toEqual([`<@${server.bot.id}> hello`, '']);
  });
});

describe('events', () => {
  it('can come twice and out of order', async () => {
    await start();
    const raw: string[] = [];
    client.on('raw', (packet: { t: string; d: { content?: string } }) => {
      if (packet.t === 'MESSAGE_CREATE') raw.push(packet.d.content ?? '');
    });
    server.gateway.duplicate('MESSAGE_CREATE');
    general.say(ada, 'double');
    const held = server.gateway.hold('MESSAGE_CREATE');
    general.say(ada, 'first');
    general.say(ada, 'second');
    expect(held.count()).toBe(2);
    held.release('reversed');
    await said('first');
    expect(raw).toEqual(['double', 'double', 'second', 'first']);
  });

  it('tell edits, deletions, typing, threads and the end of places', async () => {
    await start();
    const message = general.say(ada, 'one');
    await said('one');
    const edited = nextEvent<unknown>(client, Events.MessageUpdate);
    general.edit(message, 'two');
    await edited;
    const typing = nextEvent<unknown>(client, Events.TypingStart);
    general.as(ada).startTyping();
    await typing;
    const opened = nextEvent<{ id: string }>(client, Events.ThreadCreate);
    const starter = nextEvent<Message>(client, Events.MessageCreate, (entry) => entry.type === 21);
    const thread = general.startThread(ada, 'topic', message);
    expect((await opened).id).toBe(message.id);
    expect((await starter).id).not.toBe(message.id);
    const inThread = hear('in the thread');
    thread.say(ada, 'in the thread');
    expect((await inThread).channel.isThread()).toBe(true);
    const gone = nextEvent<unknown>(client, Events.MessageDelete);
    general.remove(message);
    await gone;
    const bulk = nextEvent<unknown>(client, Events.MessageBulkDelete);
    general.remove(general.say(ada, 'a'), general.say(ada, 'b'));
    await bulk;
    const threadGone = nextEvent<unknown>(client, Events.ThreadDelete);
    thread.delete();
    await threadGone;
    const channelGone = nextEvent<unknown>(client, Events.ChannelDelete);
    general.delete();
    await channelGone;
  });
});
