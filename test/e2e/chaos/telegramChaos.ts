import { expect } from 'vitest';
import type { ChatView } from '../../platforms/telegram/chat.js';
import type { TelegramFault } from '../../platforms/telegram/faults.js';
import { startTelegramServer, type TelegramServer } from '../../platforms/telegram/telegramServer.js';
import type { StoredMessage } from '../../platforms/telegram/world.js';
import type { SeededRandom } from '../../setup/seededRandom.js';
import type { ChaosPlace, ChaosWorld, WildPlace } from './chaosRun.js';

const EDITS = ['editMessageText', 'deleteMessage', 'sendChatAction'] as const;

/** Faults of calls that may be repeated, and of sends that surely had no effect; each costs a chat seconds at most. */
const LIGHT_FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'drop-before' },
  { kind: 'drop-before', how: 'end' },
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'status', code: 502, description: 'Bad Gateway' },
  { kind: 'flood', seconds: 1 },
  { kind: 'flood', seconds: 2 },
  { kind: 'delay', ms: 300 },
  { kind: 'slow-answer', ms: 300 },
];

const EDIT_FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  ...LIGHT_FAULTS,
  { kind: 'drop-after' },
  { kind: 'cut-answer' },
  { kind: 'page', code: 502 },
  { kind: 'hang' },
  { kind: 'hang-after' },
];

const SAFE_SEND_FAULTS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'status', code: 500, description: 'Internal Server Error' },
  { kind: 'flood', seconds: 1 },
  { kind: 'delay', ms: 400 },
  { kind: 'slow-answer', ms: 400 },
];

/** Sends whose answer is lost: each may leave a double and makes its chat wait out the call. */
const LOST_SENDS: readonly [TelegramFault, ...TelegramFault[]] = [
  { kind: 'drop-after' },
  { kind: 'drop-before' },
  { kind: 'cut-answer' },
];

/** Lets faults of every kind strike at random. Returns the ids of the chats whose sends were lost, as often as that was. */
function injectTelegramChaos(telegram: TelegramServer, random: SeededRandom, lostSends: number): number[] {
  const lost: number[] = [];
  const strike = (
    method: string | readonly string[],
    share: number,
    faults: readonly [TelegramFault, ...TelegramFault[]],
  ) => {
    for (const fault of faults) {
      telegram.inject({
        method,
        times: Number.POSITIVE_INFINITY,
        when: () => random.chance(share / faults.length),
        fault,
      });
    }
  };
  strike(EDITS, 0.15, EDIT_FAULTS);
  strike('sendMessage', 0.1, SAFE_SEND_FAULTS);
  strike('getUpdates', 0.1, [
    { kind: 'drop-after' },
    { kind: 'drop-before' },
    { kind: 'status', code: 502, description: 'Bad Gateway' },
  ]);
  for (const fault of LOST_SENDS) {
    telegram.inject({
      method: 'sendMessage',
      times: Math.ceil(lostSends / LOST_SENDS.length),
      when: ({ chat }) => {
        if (chat === undefined || !random.chance(0.05)) return false;
        lost.push(chat);
        return true;
      },
      fault,
    });
  }
  return lost;
}

/** Calls that were made into a chat that Telegram had closed with a 429; `forgiven` are times of kills, when it may go unheard. */
export function callsIntoClosedGates(telegram: TelegramServer, killedAt: readonly number[]): readonly string[] {
  const closed = new Map<number, { from: number; until: number; n: number }>();
  const found: string[] = [];
  const ordered = telegram.calls.filter((call) => call.chat !== undefined).toSorted((a, b) => a.at - b.at);
  for (const call of ordered) {
    const { chat, outcome } = call;
    if (chat === undefined || outcome === undefined) continue;
    const gate = closed.get(chat);
    if (gate !== undefined && call.at > gate.from && call.at < gate.until) {
      const isForgiven = killedAt.some((at) => at >= gate.from - 1_000 && at <= gate.until);
      if (!isForgiven)
        found.push(`${call.method} #${call.n} in chat ${chat}, ${gate.until - call.at} ms too early after #${gate.n}`);
    }
    const retryAfter = outcome.ok || outcome.code !== 429 ? null : /retry after (\d+)/.exec(outcome.description)?.[1];
    if (typeof retryAfter === 'string') {
      const from = call.endedAt ?? call.at;
      closed.set(chat, { from, until: from + Number(retryAfter) * 1_000, n: call.n });
    }
  }
  return found;
}

/** Private chats with every fault that Telegram has, and chats set apart for what people and admins do. */
export async function openTelegramWorld(chats: number, lostSends: number): Promise<ChaosWorld> {
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false });
  let lost: readonly number[] = [];
  const chatIds = new Map<ChaosPlace, number>();
  let count = 0;

  const placeOf = (view: ChatView, say: (text: string) => void, isHere: (message: StoredMessage) => boolean) => {
    const place: ChaosPlace = {
      name: `c${count}`,
      say,
      shown: () =>
        view
          .botMessages()
          .filter(isHere)
          .map(({ text }) => text),
      rung: () => view.notifications().map(({ text }) => text),
      altered: () => view.history().flatMap(({ altered }) => altered),
    };
    count += 1;
    chatIds.set(place, view.id);
    return place;
  };
  const dm = () => {
    const chat = telegram.privateChat(telegram.user(1000 + count, { name: `User ${count}` }));
    return {
      chat,
      place: placeOf(
        chat,
        (text) => chat.say(text),
        () => true,
      ),
    };
  };
  const places = Array.from({ length: chats }, () => dm().place);

  const blocked = dm();
  const deleted = dm();
  const admin = telegram.user(900, { name: 'Admin' });
  const forum = telegram.group({ title: 'Forum', type: 'supergroup', forum: true });
  const topic = forum.openTopic('Gulls');
  const mention = (text: string) => `@${telegram.bot.username} ${text}`;
  const inTopic = placeOf(
    forum,
    (text) => forum.say(admin, mention(text), { thread: topic }),
    ({ thread }) => thread === topic,
  );
  const group = telegram.group({ title: 'Group', type: 'supergroup' });
  const inGroup = placeOf(
    group,
    (text) => group.say(admin, mention(text)),
    () => true,
  );
  const wild: WildPlace[] = [
    {
      ...blocked.place,
      what: 'blocked',
      befall: () => blocked.chat.block(),
      mend: () => blocked.chat.unblock(),
      expects: 'part',
    },
    {
      ...deleted.place,
      what: 'the message that grows is deleted by its reader',
      befall: () => {
        const last = deleted.chat.botMessages().at(-1);
        if (last?.text.includes(' m1.') === true) deleted.chat.remove(last);
      },
      mend: () => {},
      expects: 'whole',
    },
    {
      ...inTopic,
      what: 'a topic is closed',
      befall: () => forum.closeTopic(topic),
      mend: () => forum.reopenTopic(topic),
      expects: 'part',
    },
    { ...inGroup, what: 'kicked', befall: () => group.kick(), mend: null, expects: 'part' },
  ];

  return {
    settings: { TELEGRAM_BOT_TOKEN: telegram.bot.token, TELEGRAM_API_ROOT: telegram.url },
    places,
    wild,
    order: 'posted',
    growing: 1,
    ready: async () => {},
    waitFor: (probe, options) => telegram.waitFor(probe, options),
    inject: (random) => {
      lost = injectTelegramChaos(telegram, random, lostSends);
    },
    disturb: () => {},
    calm: () => telegram.clearFaults(),
    doublesOf: (place) => lost.filter((id) => id === chatIds.get(place)).length,
    describe: () => `lost sends of chats ${lost.join(' ')}`,
    calls: () => telegram.calls.length,
    struck: () => telegram.calls.filter(({ fault }) => fault !== undefined).length,
    expectClean: (killedAt) => {
      expect(telegram.refused()).toEqual([]);
      expect(callsIntoClosedGates(telegram, killedAt)).toEqual([]);
    },
    close: () => telegram.close(),
  };
}
