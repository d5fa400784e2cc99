import { expect } from 'vitest';
import type { SlackCall } from '../../platforms/slack/calls.js';
import type { SlackFault } from '../../platforms/slack/faults.js';
import type { ChannelView } from '../../platforms/slack/phone.js';
import { type SlackServer, startSlackServer } from '../../platforms/slack/slackServer.js';
import type { StoredMessage } from '../../platforms/slack/world.js';
import type { ChaosPlace, ChaosWorld, WildPlace } from './chaosRun.js';

/**
 * Direct messages and threads; of every two threads one channel. Their 250 posts take 40 s at least, the pace of a workspace, and
 * last words go before the first ones of answers that grow.
 */
const DMS = 8;
const THREADS = 12;

/** Quicker and more often than Slack repeats events: within seconds, and in all for as long as sockets may be away here. */
const RETRY_MS = [0, 3_000, 6_000, 10_000, 10_000, 10_000, 10_000];

/** Faults that say whether a call took effect, or after which Slack shows that it did: they cost seconds at most. */
const LIGHT_FAULTS: readonly SlackFault[] = [
  { kind: 'drop-after' },
  { kind: 'drop-after', how: 'end' },
  { kind: 'cut-answer' },
  { kind: 'error-after', error: 'fatal_error' },
  { kind: 'flood', seconds: 1 },
  { kind: 'flood', seconds: 2 },
  { kind: 'page', status: 503 },
  { kind: 'delay', ms: 300 },
  { kind: 'slow-answer', ms: 300 },
];

/** Without effect, and without saying so: a message that is not there may still come, so its chat waits half a minute. */
const DOUBTFUL_FAULTS: readonly SlackFault[] = [
  { kind: 'drop-before' },
  { kind: 'error', error: 'internal_error' },
  { kind: 'page', status: 502 },
];

/** How many posts each of those strikes. */
const DOUBTFUL_POSTS = 2;

const EDIT_FAULTS: readonly SlackFault[] = [
  ...LIGHT_FAULTS,
  ...DOUBTFUL_FAULTS,
  { kind: 'hang' },
  { kind: 'hang-after' },
];

/** On a busy machine a 429 takes so long until all processes know of it, milliseconds. */
const HEARD_MS = 500;

/** Calls that were made although a 429 that covers them was in force and known; it may go unheard when a worker is killed. */
function callsIntoClosedGates(slack: SlackServer, killedAt: readonly number[]): readonly SlackCall[] {
  const closedAt = ({ n, method, channel }: SlackCall) =>
    slack.calls.findLast(
      (other) =>
        other.n < n &&
        other.intoClosed === undefined &&
        other.method === method &&
        (method !== 'chat.postMessage' || other.channel === channel) &&
        other.outcome?.ok === false &&
        other.outcome.status === 429,
    )?.at ?? 0;
  return slack.intoClosed().filter((call) => {
    const from = closedAt(call);
    return call.at > from + HEARD_MS && !killedAt.some((at) => at >= from - HEARD_MS && at <= call.at);
  });
}

/** Direct messages, and threads of channels, with every fault that Slack has. */
export async function openSlackWorld(seed: number): Promise<ChaosWorld> {
  const slack = await startSlackServer({
    rates: 'documented',
    seed,
    retryMs: RETRY_MS,
    mentionOrder: 'random',
  });
  const ada = slack.user({ name: 'Ada' });
  const channels: ChannelView[] = [];
  const threads = new Set<string>();
  /** Channels in which nothing can be done any more, the status not taken back either. */
  const closedForGood = new Set<ChannelView>();
  let count = 0;

  const placeOf = (
    view: ChannelView,
    say: (text: string) => void,
    isHere: (message: StoredMessage) => boolean,
  ): ChaosPlace => {
    const place = {
      name: `c${count}`,
      say,
      shown: () =>
        view
          .botMessages()
          .filter(isHere)
          .map((message) => slack.textOf(message)),
      rung: () => {
        const here = new Set(
          view
            .history()
            .filter(isHere)
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
    };
    count += 1;
    return place;
  };
  const dm = () => {
    const chat = slack.dm(slack.user({ name: `User ${count}` }));
    channels.push(chat);
    return {
      chat,
      place: placeOf(
        chat,
        (text) => chat.say(text),
        () => true,
      ),
    };
  };
  const threadIn = (channel: ReturnType<typeof slack.channel>) => {
    let root: StoredMessage | undefined;
    const say = (text: string) => {
      if (root === undefined) {
        root = channel.mention(ada, text);
        threads.add(root.ts);
      } else channel.say(ada, text, { thread: root });
    };
    const place = placeOf(channel, say, (message) => root !== undefined && message.thread === root.ts);
    return { place, root: () => root };
  };
  const open = () => {
    const channel = slack.channel({ members: [ada] });
    channels.push(channel);
    return channel;
  };
  const dms = Array.from({ length: DMS }, () => dm().place);
  const inThreads = Array.from({ length: THREADS / 2 }, open).flatMap((channel) => [
    threadIn(channel).place,
    threadIn(channel).place,
  ]);

  const wildChannel = (
    what: string,
    act: (channel: ReturnType<typeof slack.channel>, root: StoredMessage) => void,
    undo: ((channel: ReturnType<typeof slack.channel>) => void) | null,
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
    wildChannel('a thread is locked', (channel, root) => channel.lockThread(root), null),
    wildChannel('a channel is deleted', (channel) => channel.delete(), null),
    {
      ...removed.place,
      what: 'the message that grows is deleted by its reader',
      befall: () => {
        const last = removed.chat.botMessages().at(-1);
        if (last !== undefined && slack.textOf(last).includes(' m1.')) removed.chat.remove(last);
      },
      mend: () => {},
      expects: 'whole',
    },
  ];

  return {
    settings: {
      SLACK_BOT_TOKEN: slack.app.botToken,
      SLACK_APP_TOKEN: slack.app.appToken,
      SLACK_API_URL: slack.url,
    },
    places: [...dms, ...inThreads],
    wild,
    order: 'arrived',
    growing: 0.6,
    ready: async () => {
      await slack.waitFor(() => slack.app.sockets().length >= 2, { what: 'two sockets', timeoutMs: 30_000 });
    },
    waitFor: (probe, options) => slack.waitFor(probe, options),
    inject: () => {
      const strike = (method: string | readonly string[], share: number, faults: readonly SlackFault[]) => {
        for (const fault of faults) slack.inject({ method, probability: share / faults.length, fault });
      };
      for (const fault of DOUBTFUL_FAULTS) {
        slack.inject({ method: 'chat.postMessage', times: DOUBTFUL_POSTS, probability: 0.02, fault });
      }
      strike('chat.postMessage', 0.15, LIGHT_FAULTS);
      strike(['chat.update', 'chat.delete'], 0.15, EDIT_FAULTS);
      strike('assistant.threads.setStatus', 0.1, [...LIGHT_FAULTS, ...DOUBTFUL_FAULTS]);
      strike(['conversations.history', 'conversations.replies', 'users.info'], 0.05, [
        { kind: 'drop-before' },
        { kind: 'flood', seconds: 1 },
      ]);
      slack.app.disturbEvents({ duplicate: 0.1, reorder: 0.1, loseAck: 0.1 });
    },
    disturb: (random) => {
      const [first] = slack.app.sockets();
      random.pick([
        () => slack.app.dropSockets(),
        () => first?.drop(1001),
        () => first?.freeze(),
        () => slack.app.refreshSockets(),
        () => slack.app.refreshSockets('warning'),
        () => slack.app.redeliver(),
        () => {
          const last = slack.app.envelopesOf('message').at(-1);
          if (last !== undefined) slack.app.repeat(last);
        },
      ])();
    },
    calm: () => slack.clearFaults(),
    doublesOf: () => 0,
    describe: () =>
      slack.app.envelopes
        .filter(({ state }) => state !== 'acked')
        .map(({ type, state, attempts }) => `${type} ${state}: ${JSON.stringify(attempts)}`)
        .join('\n'),
    calls: () => slack.calls.length,
    struck: () => slack.calls.filter(({ fault }) => fault !== undefined).length,
    expectClean: (killedAt) => {
      expect(slack.refused()).toEqual([]);
      expect(callsIntoClosedGates(slack, killedAt)).toEqual([]);
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
    close: () => slack.close(),
  };
}
