import { type Client, Events, type Message, MessageFlags } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

beforeEach(async () => {
  server = await startDiscordServer();
  ada = server.user({ name: 'Ada', locale: 'de' });
  guild = server.guild({ members: [ada] });
  general = guild.channel('general');
  client = await logIn(server, createRealClient(server));
});
afterEach(async () => {
  await client.destroy();
  await server.close();
});

const channelOf = (id: string) => {
  const channel = client.channels.cache.get(id);
  if (channel?.isSendable() !== true) throw new Error(`The client knows no channel ${id}`);
  return channel;
};
const heard = () => nextEvent<Message>(client, Events.MessageCreate, (message) => !message.author.bot);

describe('messages of people', () => {
  it('come with author, member and channel, in guilds and DMs', async () => {
    const coming = heard();
    general.say(ada, 'hello');
    const message = await coming;
    expect(message).toMatchObject({ content: 'hello', guildId: guild.id, channelId: general.id });
    expect(message.author.globalName).toBe('Ada');
    const direct = heard();
    server.dm(ada).say('psst');
    const dm = await direct;
    expect(dm.content).toBe('psst');
    expect(dm.channel.isDMBased()).toBe(true);
  });

  it('mention the bot, its role, and reply to it', async () => {
    const first = heard();
    general.mention(ada, 'time?');
    expect((await first).mentions.users.has(server.bot.id)).toBe(true);
    const second = heard();
    general.mention(ada, 'time?', { byRole: true });
    expect((await second).mentions.roles.has(guild.botRole.id)).toBe(true);
    await channelOf(general.id).send('noon');
    const answer = await general.waitForBotMessage();
    const third = heard();
    general.reply(ada, answer, 'thanks');
    const reply = await third;
    expect(reply.reference?.messageId).toBe(answer.id);
    expect(reply.mentions.repliedUser?.id).toBe(server.bot.id);
  });
});

describe('messages of the bot', () => {
  it('are trimmed, shown, and come back as events', async () => {
    const echo = nextEvent<Message>(client, Events.MessageCreate);
    const sent = await channelOf(general.id).send('  hi \n');
    expect(sent.content).toBe('hi');
    expect((await echo).id).toBe(sent.id);
    expect(general.messages().map((message) => message.content)).toEqual(['hi']);
    expect(general.messages()[0]?.altered).toEqual(['trimmed']);
    expect(general.notifications()).toMatchObject([{ id: sent.id, text: 'hi' }]);
    expect(server.refused()).toEqual([]);
  });

  it('can be silent, edited and deleted', async () => {
    const sent = await channelOf(general.id).send({ content: 'one', flags: MessageFlags.SuppressNotifications });
    expect(general.notifications()).toEqual([]);
    await sent.edit('two');
    expect(general.messages()[0]).toMatchObject({ content: 'two', past: [{ content: 'one' }], silent: true });
    await sent.delete();
    expect(general.messages()).toEqual([]);
    expect(await apiErrorOf(sent.edit('three'))).toMatchObject({ status: 404, code: 10008 });
    expect(server.refused()).toEqual([]);
  });
});
