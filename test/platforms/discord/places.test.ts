import {
  ChannelType,
  type Client,
  Events,
  type Message,
  PermissionFlagsBits,
  Routes,
  type TextChannel,
  ThreadAutoArchiveDuration,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { type DiscordServer, startDiscordServer } from './discordServer.js';
import type { GuildPlaces } from './guilds.js';
import type { ChannelPlace } from './people.js';
import { apiErrorOf, createRealClient, logIn, nextEvent } from './realClient.js';
import type { UserRecord } from './world.js';

let server: DiscordServer;
let client: Client<true>;
let ada: UserRecord;
let guild: GuildPlaces;
let general: ChannelPlace;
let channel: TextChannel;
const clock = createFakeClock();

beforeEach(async () => {
  server = await startDiscordServer({ clock });
  ada = server.user({ name: 'Ada' });
  guild = server.guild({ members: [ada] });
  general = guild.channel('general');
  client = await logIn(server, createRealClient(server));
  const found = client.channels.cache.get(general.id);
  if (found?.type !== ChannelType.GuildText) throw new Error('no channel');
  channel = found;
});
afterEach(async () => {
  await client.destroy();
  await server.close();
});

describe('threads of the bot', () => {
  it('from a message have its id, and the message comes again in them', async () => {
    const heard = nextEvent<Message>(client, Events.MessageCreate, (message) => message.content === 'start here');
    general.say(ada, 'start here');
    const starter = nextEvent<Message>(client, Events.MessageCreate, (message) => message.type === 21);
    const message = await heard;
    const thread = await message.startThread({ name: 'topic', autoArchiveDuration: ThreadAutoArchiveDuration.OneHour });
    expect(thread.id).toBe(message.id);
    const again = await starter;
    expect(again.channelId).toBe(thread.id);
    expect(again.reference?.messageId).toBe(message.id);
    await thread.send('inside');
    const place = general.thread(thread.id);
    expect(place.botMessages().map((entry) => entry.content)).toEqual(['inside']);
    expect(general.botMessages()).toEqual([]);
    const second = client.rest.post(Routes.threads(general.id, message.id), { body: { name: 'again' } });
    expect(await apiErrorOf(second)).toMatchObject({ code: 160004 });
    expect((await thread.fetchStarterMessage())?.content).toBe('start here');
  });

  it('without a message are told in the channel; own ones can be archived', async () => {
    const thread = await channel.threads.create({ name: 'topic', type: ChannelType.PublicThread });
    expect(general.messages()).toMatchObject([{ type: 18, content: 'topic' }]);
    await thread.setArchived(true);
    expect(general.thread(thread.id).record.thread?.archived).toBe(true);
    expect((await channel.threads.fetchArchived()).threads.has(thread.id)).toBe(true);
    await thread.setArchived(false);
    expect((await channel.threads.fetchActive()).threads.has(thread.id)).toBe(true);
    expect(await apiErrorOf(thread.setLocked(true))).toMatchObject({ code: 50013 });
    expect(server.refused()).toEqual([]);
  });

  it('are entered and left', async () => {
    const thread = general.startThread(ada, 'hers');
    const found = await client.channels.fetch(thread.id);
    if (found?.isThread() !== true) throw new Error('no thread');
    await found.join();
    expect(thread.record.thread?.members.has(server.bot.id)).toBe(true);
    await found.leave();
    expect(thread.record.thread?.members.has(server.bot.id)).toBe(false);
  });
});

describe('guilds', () => {
  it('show roles, members and permissions', async () => {
    const known = await client.guilds.fetch(guild.id);
    const role = guild.addRole('Helpers', { mentionable: true });
    expect((await known.roles.fetch()).map((entry) => entry.name)).toContain('Helpers');
    guild.addMember(ada, { nick: 'The Countess', roles: [role] });
    const member = await known.members.fetch({ user: ada.id, force: true });
    expect(member.displayName).toBe('The Countess');
    expect(member.roles.cache.has(role.id)).toBe(true);
    expect(known.roles.botRoleFor(server.bot.id)?.id).toBe(guild.botRole.id);
    expect(channel.permissionsFor(client.user)?.has(PermissionFlagsBits.SendMessages)).toBe(true);
    const lost = nextEvent<unknown>(client, Events.ChannelUpdate);
    general.deny('SEND_MESSAGES');
    await lost;
    expect(channel.permissionsFor(client.user)?.has(PermissionFlagsBits.SendMessages)).toBe(false);
    expect(await apiErrorOf(channel.send('x'))).toMatchObject({ code: 50013 });
  });

  it('go away, come back, and are down for a time', async () => {
    const gone = nextEvent<unknown>(client, Events.GuildDelete);
    guild.kick();
    await gone;
    expect(await apiErrorOf(client.guilds.fetch({ guild: guild.id, force: true }))).toMatchObject({ code: 10004 });
    const back = nextEvent<unknown>(client, Events.GuildCreate);
    guild.invite();
    await back;
    const down = nextEvent<unknown>(client, Events.GuildUnavailable);
    guild.goDown();
    await down;
    const up = nextEvent<unknown>(client, Events.GuildAvailable);
    guild.comeUp();
    await up;
    expect(server.refused()).toEqual([]);
  });
});

describe('the phone', () => {
  it('shows typing until the message comes, or for 10 s', async () => {
    await channel.sendTyping();
    expect(general.isTyping()).toBe(true);
    await channel.send('x');
    expect(general.isTyping()).toBe(false);
    await channel.sendTyping();
    await clock.advance(10_000);
    expect(general.isTyping()).toBe(false);
  });

  it('shows reactions of the bot, and tells it of others', async () => {
    const message = general.say(ada, 'nice');
    await channel.messages.react(message.id, '👍');
    expect([...message.reactions]).toEqual([['👍', new Set([server.bot.id])]]);
    const added = nextEvent<unknown>(client, Events.MessageReactionAdd);
    general.as(ada).react(message, '🎉');
    await added;
    expect(await apiErrorOf(channel.messages.react(message.id, 'nonsense'))).toMatchObject({ code: 10014 });
  });

  it('sends voice messages and kinds that a bot has never seen', async () => {
    const next = () => nextEvent<Message>(client, Events.MessageCreate);
    const voice = next();
    general
      .as(ada)
      .attach([{ name: 'voice-message.ogg', bytes: Buffer.from('ogg'), mime: 'audio/ogg', durationSecs: 3 }]);
    expect((await voice).attachments.first()).toMatchObject({ duration: 3, contentType: 'audio/ogg' });
    const sticker = next();
    general.say(ada, '', { wire: { sticker_items: [{ id: '123456789012345678', name: 'Wave', format_type: 1 }] } });
    expect((await sticker).stickers.first()?.name).toBe('Wave');
    const pinned = next();
    general.say(ada, '', { type: 6 });
    expect((await pinned).system).toBe(true);
  });
});
