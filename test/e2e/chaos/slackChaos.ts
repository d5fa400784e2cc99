import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { laneIdOf } from '../../../src/core/lane.js';
import type { Channel } from '../../platforms/slack/people.js';
import type { ChannelView } from '../../platforms/slack/phone.js';
import { startSlackServer } from '../../platforms/slack/slackServer.js';
import type { StoredMessage } from '../../platforms/slack/world.js';
import { isGrowing } from './answers.js';
import { askIn, commandIn, pressIn, strangeCommandIn } from './slackDoings.js';
import { callsIntoClosedGates, injectSlackChaos, stormOnSlack } from './slackFaults.js';
import { type ChaosFile, type ChaosPlace, type ChaosWorld, fileLine, type WildPlace } from './world.js';

/**
 * Direct messages and threads; of every two threads one channel. Their 250 posts take 40 s at least, the pace of a workspace, and
 * last words go before the first ones of answers that grow.
 */
const DMS = 8;
const THREADS = 10;
/** Channels in which the app is not: it is asked by commands, and answers by their addresses. */
const ELSEWHERE = 2;

/** More than the gateway fetches. */
const HUGE = 200_000_000;

/** Quicker and more often than Slack repeats events: within seconds, and in all for as long as sockets may be away here. */
const RETRY_MS = [0, 3_000, 6_000, 10_000, 10_000, 10_000, 10_000];

/** So long it takes on a busy machine until a worker has noted the answer to a call, milliseconds. */
const NOTED_MS = 300;

/** Direct messages, and threads of channels, with every fault that Slack has. */
export async function openSlackWorld(seed: number): Promise<ChaosWorld> {
  const slack = await startSlackServer({
    rates: 'documented',
    seed,
    retryMs: RETRY_MS,
    mentionOrder: 'random',
  });
  const second = await startSlackServer({
    team: { id: 'T0OTHER', name: 'Other team', domain: 'other-team' },
    app: { botToken: 'xoxb-of-the-other-team', appToken: 'xapp-of-the-other-team' },
  });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-chaos-'));
  const config = join(folder, 'waggle.config.json');
  writeFileSync(config, JSON.stringify({ slack: [{ ...tokensOf(second.app), apiUrl: second.url }] }));
  const ada = slack.user({ name: 'Ada' });
  const gone = new Set<string>();
  const channels: ChannelView[] = [];
  const threads = new Set<string>();
  /** Channels in which nothing can be done any more, the status not taken back either. */
  const closedForGood = new Set<ChannelView>();
  let count = 0;

  const filesOf = ({ name, bytes, fate }: ChaosFile) => ({
    name,
    bytes,
    mime: 'text/plain',
    ...(fate === 'huge' ? { size: HUGE } : {}),
  });
  const note = (message: StoredMessage, { fate }: ChaosFile) => {
    if (fate === 'gone') for (const { id } of message.files) gone.add(id);
  };
  const textOf = (message: StoredMessage) => {
    const [file] = message.files;
    return file === undefined ? slack.textOf(message) : fileLine(file.name);
  };
  const placeOf = (
    view: ChannelView,
    acts: Pick<ChaosPlace, 'say' | 'attach' | 'doings'>,
    isHere: (message: StoredMessage) => boolean = () => true,
    server = slack,
  ) => {
    const place = {
      ...acts,
      name: `c${count}`,
      lane: laneIdOf({ platform: 'slack', account: server.team.id, chat: view.id }),
      shown: () => view.botMessages().filter(isHere).map(textOf),
      rung: () => {
        const here = new Set(
          view
            .history()
            .filter((message) => isHere(message) && message.files.length === 0)
            .map(({ ts }) => ts),
        );
        return view
          .notifications()
          .filter(({ ts }) => here.has(ts))
          .map(({ text }) => text);
      },
      altered: () =>
        view
          .history()
          .filter((message) => message.app !== undefined)
          .flatMap(({ altered }) => altered),
      calls: () => server.calls.filter(({ channel }) => channel === view.id).length,
    };
    count += 1;
    return place;
  };
  const dm = (server = slack) => {
    const chat = server.dm(server.user({ name: `User ${count}` }));
    if (server === slack) channels.push(chat);
    const acts = {
      say: (text: string) => void chat.say(text),
      attach: (text: string, file: ChaosFile) => note(chat.shareFile(filesOf(file), text), file),
      doings: [commandIn(slack, chat), pressIn(slack, chat)],
    };
    return { chat, place: placeOf(chat, acts, () => true, server) };
  };
  const threadIn = (channel: Channel) => {
    let root: StoredMessage | undefined;
    const begin = (message: StoredMessage) => {
      root = message;
      threads.add(message.ts);
      return message;
    };
    const acts = {
      say: (text: string) => {
        if (root === undefined) begin(channel.mention(ada, text));
        else channel.say(ada, text, { thread: root });
      },
      attach: (text: string, file: ChaosFile) => {
        const mention = `<@${slack.app.userId}> ${text}`;
        if (root === undefined) note(begin(channel.shareFile(ada, filesOf(file), mention)), file);
        else note(channel.shareFile(ada, filesOf(file), text, { thread: root }), file);
      },
      doings: [askIn(slack, channel, ada, () => root)],
    };
    const place = placeOf(channel, acts, (message) => root !== undefined && message.thread === root.ts);
    return { place, root: () => root };
  };
  const open = () => {
    const channel = slack.channel({ members: [ada] });
    channels.push(channel);
    return channel;
  };
  const elsewhere = (): ChaosPlace => {
    const channel = slack.channel({ members: [ada], apps: [] });
    const say = () => {
      throw new Error('the app is not here');
    };
    const place = placeOf(channel, { say, attach: say, doings: [strangeCommandIn(slack, channel, ada)] });
    const shown = () => channel.ephemerals(ada.id).map((message) => slack.textOf(message));
    return { ...place, isMute: true, shown, rung: () => [] };
  };
  const dms = Array.from({ length: DMS }, () => dm().place);
  const inThreads = Array.from({ length: THREADS / 2 }, open).flatMap((channel) => [
    threadIn(channel).place,
    threadIn(channel).place,
  ]);
  const strange = Array.from({ length: ELSEWHERE }, elsewhere);

  const wildChannel = (
    what: string,
    act: (channel: Channel, root: StoredMessage) => void,
    undo: ((channel: Channel) => void) | null,
    expects: WildPlace['expects'] = 'part',
  ): WildPlace => {
    const channel = open();
    if (undo === null) closedForGood.add(channel);
    const { place, root } = threadIn(channel);
    return {
      ...place,
      what,
      befall: () => {
        const first = root();
        if (first !== undefined) act(channel, first);
      },
      mend: undo === null ? null : () => undo(channel),
      expects,
    };
  };
  const removed = dm();
  const revoked = dm(second);
  const wild: WildPlace[] = [
    wildChannel(
      'a channel is archived',
      (channel) => channel.archive(),
      (channel) => channel.unarchive(),
    ),
    wildChannel(
      'the app is removed',
      (channel) => channel.kick(),
      (channel) => channel.invite(),
    ),
    wildChannel(
      'the app may not post',
      (channel) => channel.setReadOnly(true),
      (channel) => channel.setReadOnly(false),
    ),
    {
      ...wildChannel('a thread is locked', (channel, root) => channel.lockThread(root), null),
      takesEdits: true,
    },
    wildChannel('a channel is deleted', (channel) => channel.delete(), null),
    {
      ...wildChannel('the first message of a thread is deleted', (channel, root) => channel.remove(root), null),
      takesEdits: true,
    },
    {
      ...removed.place,
      what: 'the message that grows is deleted by its reader',
      befall: () => {
        const last = removed.chat.botMessages().at(-1);
        const text = last === undefined ? '' : slack.textOf(last);
        if (last !== undefined && text.includes(' m1.') && isGrowing(text, 4_000)) removed.chat.remove(last);
      },
      mend: () => {},
      expects: 'whole',
    },
    {
      ...revoked.place,
      what: 'the token is revoked',
      befall: () => second.app.revoke(),
      mend: null,
      expects: 'part',
    },
  ];

  return {
    settings: {
      SLACK_BOT_TOKEN: slack.app.botToken,
      SLACK_APP_TOKEN: slack.app.appToken,
      SLACK_API_URL: slack.url,
      WAGGLE_CONFIG: config,
    },
    places: [...dms, ...inThreads, ...strange],
    wild,
    order: 'arrived',
    growing: 0.6,
    ready: async () => {
      for (const server of [slack, second]) {
        await server.waitFor(() => server.app.sockets().length >= 2, { what: 'two sockets', timeoutMs: 30_000 });
      }
    },
    waitFor: (probe, options) => slack.waitFor(probe, options),
    inject: (random) => injectSlackChaos(slack, random, { isGone: (id) => gone.has(id) }),
    disturb: (random) => {
      const [first, other] = slack.app.sockets();
      // On a busy machine connecting takes longer than the time between two of these.
      if (other === undefined) return;
      random.pick([
        () => slack.app.dropSockets(),
        () => first?.drop(1001),
        () => first?.freeze(),
        () => slack.app.refreshSockets(),
        () => slack.app.refreshSockets('warning'),
        () => slack.app.redeliver(),
        () => stormOnSlack(slack),
        () => {
          const last = slack.app.envelopesOf('message').at(-1);
          if (last !== undefined) slack.app.repeat(last);
        },
      ])();
    },
    calm: () => slack.clearFaults(),
    mayResend: () => false,
    doublesOf: () => 0,
    // What a response_url shows is in no history: what is not known to stand there is said again.
    doublesByKills: (killedAt) =>
      slack
        .callsOf('response_url')
        .filter(({ at, endedAt = at }) => killedAt.some((killed) => at <= killed && killed <= endedAt + NOTED_MS))
        .length,
    describe: () =>
      slack.app.envelopes
        .filter(({ state }) => state !== 'acked')
        .map(({ type, state, attempts }) => `${type} ${state}: ${JSON.stringify(attempts)}`)
        .join('\n'),
    calls: () => slack.calls.length,
    struck: () => slack.calls.flatMap(({ method, fault }) => (fault === undefined ? [] : [`${method} ${fault}`])),
    expectClean: (killedAt, order) => {
      expect(slack.refused()).toEqual([]);
      expect(order.madeInSpite(callsIntoClosedGates(slack), killedAt)).toEqual([]);
      const elsewhere = channels
        .filter(({ id }) => id.startsWith('C'))
        .flatMap((channel) =>
          channel.botMessages().filter(({ thread }) => thread === undefined || !threads.has(thread)),
        );
      expect(
        elsewhere.map((message) => slack.textOf(message)),
        'answers outside the threads they belong to',
      ).toEqual([]);
      const left = channels.filter((channel) => !closedForGood.has(channel));
      expect(left.flatMap((channel) => channel.status() ?? [])).toEqual([]);
    },
    close: async () => {
      await Promise.all([slack.close(), second.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const tokensOf = ({ botToken, appToken }: { botToken: string; appToken: string }) => ({ botToken, appToken });
