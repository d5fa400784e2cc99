import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { startDiscordServer } from '../../platforms/discord/discordServer.js';
import type { Doings } from '../../platforms/discord/people.js';
import type { PlaceView } from '../../platforms/discord/view.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import type { StoredMessage } from '../../platforms/discord/world.js';
import { createSeededRandom } from '../../setup/seededRandom.js';
import { isGrowing } from './answers.js';
import { askIn, commandIn, drawTokenLife, pressIn } from './discordDoings.js';
import { callsIntoClosedBuckets, injectDiscordChaos, stormOnDiscord } from './discordFaults.js';
import { type ChaosFile, type ChaosPlace, type ChaosWorld, fileLine, type WildPlace } from './world.js';

const DMS = 7;
const CHANNELS = 7;
const THREADS = 6;

/** Longer than it takes for two messages to be posted at once. */
const HELD_MS = 60;

/** More than the gateway fetches. */
const HUGE = 600_000_000;

/** Direct messages, channels and threads of a guild, with every fault that Discord has. */
export async function openDiscordWorld(seed: number): Promise<ChaosWorld> {
  const lives = createSeededRandom(seed);
  const discord = await startDiscordServer({
    rates: 'documented',
    seed,
    heartbeatMs: 3_000,
    tokenLife: () => drawTokenLife(lives),
  });
  const second = await startDiscordServer({
    bot: { token: 'token-of-the-second-bot' },
    heartbeatMs: 3_000,
    // Ids are made of the time: those of the two must differ.
    clock: { ...systemClock, now: () => systemClock.now() - 600_000 },
  });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-chaos-'));
  const config = join(folder, 'waggle.config.json');
  writeFileSync(config, JSON.stringify({ discord: [{ token: second.bot.token, apiUrl: second.api }] }));
  const ada = discord.user({ name: 'Ada' });
  const guild = discord.guild({ members: [ada] });
  const views: PlaceView[] = [];
  const gone = new Set<string>();
  let count = 0;

  const filesOf = ({ name, bytes, fate }: ChaosFile) => [
    { name, bytes, mime: 'text/plain', ...(fate === 'huge' ? { size: HUGE } : {}) },
  ];
  const note = (message: StoredMessage, { fate }: ChaosFile) => {
    if (fate === 'gone') for (const { id } of message.attachments) gone.add(id);
  };
  const placeOf = (view: PlaceView, acts: Pick<ChaosPlace, 'say' | 'attach' | 'doings'>, server = discord) => {
    views.push(view);
    const place = {
      ...acts,
      name: `c${count}`,
      lane: laneIdOf({ platform: 'discord', account: server.bot.id, chat: view.id }),
      shown: () =>
        view
          .botMessages()
          .map(({ content, attachments: [file] }) => (file === undefined ? visibleText(content) : fileLine(file.name))),
      rung: () => view.notifications().map(({ text }) => visibleText(text)),
      altered: () => view.history().flatMap(({ altered }) => altered),
      calls: () => server.calls.filter(({ channel }) => channel === view.id).length,
    };
    count += 1;
    return place;
  };
  const dm = (server = discord) => {
    const chat = server.dm(server.user({ name: `User ${count}` }));
    const acts = {
      say: (text: string) => void chat.say(text),
      attach: (text: string, file: ChaosFile) => note(chat.attach(filesOf(file), text), file),
      doings: server === discord ? [commandIn(discord, chat), pressIn(discord, chat), askIn(discord, chat, chat)] : [],
    };
    return { chat, place: placeOf(chat, acts, server) };
  };
  const guildActs = (view: PlaceView, person: Doings) => ({
    say: (text: string) => void person.mention(text),
    attach: (text: string, file: ChaosFile) => note(person.mention(text, { files: filesOf(file) }), file),
    doings: [askIn(discord, view, person)],
  });
  const channelIn = (where: typeof guild) => {
    const channel = where.channel(`channel-${count}`);
    return { channel, place: placeOf(channel, guildActs(channel, channel.as(ada))) };
  };
  const threadIn = () => {
    const channel = guild.channel(`threads-${count}`);
    const thread = channel.startThread(ada, `thread ${count}`);
    return { channel, thread, place: placeOf(thread, guildActs(thread, thread.as(ada))) };
  };
  const places = [
    ...Array.from({ length: DMS }, () => dm().place),
    ...Array.from({ length: CHANNELS }, () => channelIn(guild).place),
    ...Array.from({ length: THREADS }, () => threadIn().place),
  ];

  const other = discord.guild({ members: [ada] });
  const [shut, kicked, muted, deleted, removed] = [
    dm(),
    channelIn(other),
    channelIn(guild),
    channelIn(guild),
    channelIn(guild),
  ];
  const [archived, locked, lost, revoked] = [threadIn(), threadIn(), threadIn(), dm(second)];
  const wild: WildPlace[] = [
    {
      ...shut.place,
      what: 'no more direct messages',
      befall: () => shut.chat.shut(),
      mend: () => shut.chat.reopen(),
      expects: 'part',
    },
    {
      ...kicked.place,
      what: 'the bot is kicked',
      befall: () => other.kick(),
      mend: () => other.invite(),
      expects: 'part',
    },
    {
      ...muted.place,
      what: 'the bot may not write',
      befall: () => muted.channel.deny('SEND_MESSAGES'),
      mend: () => muted.channel.allow('SEND_MESSAGES'),
      expects: 'part',
    },
    {
      ...deleted.place,
      what: 'a channel is deleted',
      befall: () => deleted.channel.delete(),
      mend: null,
      expects: 'part',
    },
    {
      ...removed.place,
      what: 'the message that grows is deleted',
      befall: () => {
        const last = removed.channel.botMessages().at(-1);
        if (last?.content.includes(' m1.') === true && isGrowing(last.content, 2_000)) removed.channel.remove(last);
      },
      mend: () => {},
      expects: 'whole',
    },
    {
      ...archived.place,
      what: 'a thread is archived',
      befall: () => archived.thread.archive(),
      mend: () => {},
      expects: 'whole',
    },
    {
      ...locked.place,
      what: 'a thread is locked',
      befall: () => {
        locked.thread.archive();
        locked.thread.lock();
      },
      mend: () => {
        locked.thread.unlock();
        locked.thread.unarchive();
      },
      expects: 'part',
    },
    { ...lost.place, what: 'a thread is deleted', befall: () => lost.thread.delete(), mend: null, expects: 'part' },
    {
      ...revoked.place,
      what: 'the token is revoked',
      befall: () => void second.revokeToken(),
      mend: null,
      expects: 'part',
    },
  ];

  return {
    settings: { DISCORD_BOT_TOKEN: discord.bot.token, DISCORD_API_URL: discord.api, WAGGLE_CONFIG: config },
    places,
    wild,
    order: 'posted',
    growing: 1,
    ready: async () => {
      for (const server of [discord, second]) {
        const isHeard = () => server.gateway.isConnected() && server.commands().length > 0;
        await server.waitFor(isHeard, { what: 'a gateway that listens', timeoutMs: 30_000 });
      }
    },
    waitFor: (probe, options) => discord.waitFor(probe, options),
    inject: (random) => injectDiscordChaos(discord, random, (attachment) => gone.has(attachment)),
    disturb: (random) => {
      const { gateway } = discord;
      // On a busy machine connecting takes longer than the time between two of these.
      if (!gateway.isConnected()) return;
      random.pick([
        () => gateway.drop(),
        () => gateway.drop('end'),
        () => gateway.askReconnect(),
        () => gateway.stopAcks(),
        () => gateway.invalidate(false),
        () => gateway.duplicate(undefined, 3),
        () => {
          const held = gateway.hold();
          setTimeout(() => held.release('reversed'), HELD_MS);
        },
        () => {
          gateway.expireSessions();
          gateway.drop();
        },
        () => stormOnDiscord(discord),
        // Its placeholder must not stay; what it says only its asker sees.
        () => {
          discord.dm(ada).slash('help');
        },
      ])();
    },
    calm: () => discord.clearFaults(),
    mayResend: () => false,
    doublesOf: () => 0,
    doublesByKills: () => 0,
    describe: () => JSON.stringify(discord.gateway.notes.slice(-60)),
    calls: () => discord.calls.length,
    struck: () => discord.calls.flatMap(({ route, fault }) => (fault === undefined ? [] : [`${route} ${fault}`])),
    expectClean: (killedAt, order) => {
      expect(discord.refused()).toEqual([]);
      expect(order.madeInSpite(callsIntoClosedBuckets(discord), killedAt)).toEqual([]);
      expect(discord.thinking()).toEqual([]);
      expect(
        views.flatMap((view) => view.history()).filter((message) => message.pings.length > 0 && message.author.isBot),
      ).toEqual([]);
    },
    close: async () => {
      await Promise.all([discord.close(), second.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
