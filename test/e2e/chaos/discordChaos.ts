import { expect } from 'vitest';
import { startDiscordServer } from '../../platforms/discord/discordServer.js';
import type { DiscordFault } from '../../platforms/discord/faults.js';
import type { PlaceView } from '../../platforms/discord/view.js';
import { visibleText } from '../../platforms/discord/visibleText.js';
import type { ChaosPlace, ChaosWorld, WildPlace } from './chaosRun.js';

const DMS = 7;
const CHANNELS = 7;
const THREADS = 6;

const EDIT_FAULTS: readonly DiscordFault[] = [
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'drop-after', how: 'end' },
  { kind: 'status', status: 500 },
  { kind: 'status-after', status: 502 },
  { kind: 'rate-limit', ms: 1_000 },
  { kind: 'rate-limit', ms: 700, scope: 'shared' },
  { kind: 'hang' },
  { kind: 'hang-after' },
  { kind: 'slow-answer', ms: 400 },
  { kind: 'delay', ms: 400 },
];
const SEND_FAULTS = EDIT_FAULTS.filter(({ kind }) => !kind.startsWith('hang'));

/** Longer than it takes for two messages to be posted at once. */
const HELD_MS = 60;

/** Direct messages, channels and threads of a guild, with every fault that Discord has. */
export async function openDiscordWorld(seed: number): Promise<ChaosWorld> {
  const discord = await startDiscordServer({ rates: 'documented', seed, heartbeatMs: 3_000 });
  const ada = discord.user({ name: 'Ada' });
  const guild = discord.guild({ members: [ada] });
  const views: PlaceView[] = [];
  let count = 0;

  const placeOf = (view: PlaceView, say: (text: string) => void): ChaosPlace => {
    views.push(view);
    const place = {
      name: `c${count}`,
      say,
      shown: () => view.botMessages().map(({ content }) => visibleText(content)),
      rung: () => view.notifications().map(({ text }) => visibleText(text)),
      altered: () => view.history().flatMap(({ altered }) => altered),
    };
    count += 1;
    return place;
  };
  const dm = () => {
    const chat = discord.dm(discord.user({ name: `User ${count}` }));
    return { chat, place: placeOf(chat, (text) => chat.say(text)) };
  };
  const channelIn = (where: typeof guild) => {
    const channel = where.channel(`channel-${count}`);
    return { channel, place: placeOf(channel, (text) => channel.mention(ada, text)) };
  };
  const threadIn = () => {
    const channel = guild.channel(`threads-${count}`);
    const thread = channel.startThread(ada, `thread ${count}`);
    return { channel, thread, place: placeOf(thread, (text) => thread.mention(ada, text)) };
  };
  const places = [
    ...Array.from({ length: DMS }, () => dm().place),
    ...Array.from({ length: CHANNELS }, () => channelIn(guild).place),
    ...Array.from({ length: THREADS }, () => threadIn().place),
  ];

  const other = discord.guild({ members: [ada] });
  const [shut, kicked, muted, gone, removed, archived, locked, lost] = [
    dm(),
    channelIn(other),
    channelIn(guild),
    channelIn(guild),
    channelIn(guild),
    threadIn(),
    threadIn(),
    threadIn(),
  ];
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
    { ...gone.place, what: 'a channel is deleted', befall: () => gone.channel.delete(), mend: null, expects: 'part' },
    {
      ...removed.place,
      what: 'the message that grows is deleted',
      befall: () => {
        const last = removed.channel.botMessages().at(-1);
        if (last?.content.includes(' m1.') === true) removed.channel.remove(last);
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
  ];

  return {
    settings: { DISCORD_BOT_TOKEN: discord.bot.token, DISCORD_API_URL: discord.api },
    places,
    wild,
    order: 'posted',
    growing: 1,
    ready: async () => {
      await discord.waitFor(() => discord.gateway.isConnected() && discord.commands().length > 0, {
        what: 'a gateway that listens',
        timeoutMs: 30_000,
      });
    },
    waitFor: (probe, options) => discord.waitFor(probe, options),
    inject: () => {
      const strike = (route: string | readonly string[], share: number, faults: readonly DiscordFault[]) => {
        for (const fault of faults) discord.inject({ route, chance: share / faults.length, fault });
      };
      strike(['editMessage', 'deleteMessage', 'startTyping'], 0.15, EDIT_FAULTS);
      strike('createMessage', 0.15, SEND_FAULTS);
      strike('listMessages', 0.1, [{ kind: 'status', status: 503 }, { kind: 'drop-before' }]);
      strike('createMessage', 0.005, [{ kind: 'rate-limit', ms: 1_500, scope: 'global' }]);
    },
    disturb: (random) => {
      const { gateway } = discord;
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
        // Its placeholder must not stay; what it says only its asker sees.
        () => {
          discord.dm(ada).slash('help');
        },
      ])();
    },
    calm: () => discord.clearFaults(),
    doublesOf: () => 0,
    describe: () => JSON.stringify(discord.gateway.notes.slice(-60)),
    calls: () => discord.calls.length,
    struck: () => discord.calls.filter(({ fault }) => fault !== undefined).length,
    expectClean: () => {
      expect(discord.refused()).toEqual([]);
      expect(discord.callsInClosedGate()).toEqual([]);
      expect(discord.thinking()).toEqual([]);
      expect(
        views.flatMap((view) => view.history()).filter((message) => message.pings.length > 0 && message.author.isBot),
      ).toEqual([]);
    },
    close: () => discord.close(),
  };
}
