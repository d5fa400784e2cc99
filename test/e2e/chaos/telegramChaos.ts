import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { laneIdOf } from '../../../src/core/lane.js';
import type { ChatView } from '../../platforms/telegram/chat.js';
import type { PrivateChat } from '../../platforms/telegram/people.js';
import { startTelegramServer, type TelegramServer } from '../../platforms/telegram/telegramServer.js';
import type { StoredMessage } from '../../platforms/telegram/world.js';
import { isGrowing } from './answers.js';
import { callsIntoClosedGates, injectTelegramChaos, type LostSend, storm } from './telegramFaults.js';
import { type ChaosFile, type ChaosPlace, type ChaosWorld, type Doing, fileLine, type WildPlace } from './world.js';

/** What `/mode` and `/mode queue` are answered with, where nothing else was set. */
const QUEUE = 'queue: each message waits for the answer before it, then gets its own.';

/** A picker comes, and what a press asked for is done, within this time, milliseconds. */
const PRESS_MS = 30_000;

/** A lost send is waited out for 30 s and sent once more; on a busy machine some time later. */
const RESENT_MS = 50_000;

/** Telegram lets bots fetch files of up to 20 MB. */
const HUGE = 25_000_000;

const sentFile = ({ name, bytes, fate }: ChaosFile, caption: string) => ({
  name,
  bytes,
  caption,
  mime: 'text/plain',
  ...(fate === 'huge' ? { size: HUGE } : {}),
});

/** Private chats with every fault that Telegram has, and chats set apart for what people and admins do. */
export async function openTelegramWorld(chats: number, lostSends: number): Promise<ChaosWorld> {
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false, callbackTtlMs: 1_000 });
  const second = telegram.addBot();
  const folder = mkdtempSync(join(tmpdir(), 'waggle-chaos-'));
  const config = join(folder, 'waggle.config.json');
  writeFileSync(config, JSON.stringify({ telegram: [{ token: second.token }] }));
  let lost: readonly LostSend[] = [];
  const chatIds = new Map<ChaosPlace, number>();
  let count = 0;

  const placeOf = (
    view: ChatView,
    acts: Pick<ChaosPlace, 'say' | 'attach' | 'doings'>,
    isHere: (message: StoredMessage) => boolean = () => true,
    bot = telegram.bot,
  ) => {
    const place = {
      ...acts,
      name: `c${count}`,
      lane: laneIdOf({ platform: 'telegram', account: String(bot.id), chat: String(view.id) }),
      shown: () =>
        view
          .botMessages()
          .filter(isHere)
          .map(({ text, media }) => (media === undefined ? text : fileLine(media.name))),
      rung: () => {
        const here = new Set(
          view
            .history()
            .filter(isHere)
            .map(({ id }) => id),
        );
        return view
          .notifications()
          .filter(({ id }) => here.has(id))
          .map(({ text }) => text);
      },
      altered: () => view.history().flatMap(({ altered }) => altered),
      calls: () => telegram.calls.filter(({ chat }) => chat === view.id).length,
    };
    count += 1;
    chatIds.set(place, view.id);
    return place;
  };
  const dm = (bot = telegram.bot) => {
    const chat = telegram.privateChat(telegram.user(1000 + count, { name: `User ${count}` }), bot);
    const acts = {
      say: (text: string) => void chat.say(text),
      attach: (text: string, file: ChaosFile) => void chat.sendFile('document', sentFile(file, text)),
      doings: [commandIn(chat), pressIn(telegram, chat)],
    };
    return { chat, place: placeOf(chat, acts, () => true, bot) };
  };
  const places = Array.from({ length: chats }, () => dm().place);

  const admin = telegram.user(900, { name: 'Admin' });
  const mention = (text: string) => `@${telegram.bot.username} ${text}`;
  const groupActs = (say: (text: string) => void) => ({ say, attach: say, doings: [] });
  const topicIn = (title: string) => {
    const forum = telegram.group({ title, type: 'supergroup', forum: true });
    const topic = forum.openTopic('Gulls');
    const say = (text: string) => void forum.say(admin, mention(text), { thread: topic });
    return { forum, topic, place: placeOf(forum, groupActs(say), ({ thread }) => thread === topic) };
  };
  const groupOf = (title: string) => {
    const group = telegram.group({ title, type: 'supergroup' });
    return {
      group,
      place: placeOf(
        group,
        groupActs((text) => void group.say(admin, mention(text))),
      ),
    };
  };
  const [blocked, deleted, gone] = [dm(), dm(), dm(second)];
  const [closed, ended] = [topicIn('Forum'), topicIn('Another forum')];
  const [kicked, muted] = [groupOf('Group'), groupOf('Quiet group')];
  const bot = telegram.bot.user;
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
        if (last?.text.includes(' m1.') === true && isGrowing(last.text, 4_096)) deleted.chat.remove(last);
      },
      mend: () => {},
      expects: 'whole',
    },
    {
      ...closed.place,
      what: 'a topic is closed',
      befall: () => closed.forum.closeTopic(closed.topic),
      mend: () => closed.forum.reopenTopic(closed.topic),
      expects: 'part',
    },
    {
      ...muted.place,
      what: 'muted',
      befall: () => muted.group.setMember(bot, 'restricted'),
      mend: () => muted.group.setMember(bot, 'member'),
      expects: 'part',
    },
    {
      ...ended.place,
      what: 'a topic is deleted',
      befall: () => ended.forum.deleteTopic(ended.topic),
      mend: null,
      expects: 'part',
    },
    { ...kicked.place, what: 'kicked', befall: () => kicked.group.kick(), mend: null, expects: 'part' },
    { ...gone.place, what: 'the token is revoked', befall: () => second.revoke(), mend: null, expects: 'part' },
  ];

  return {
    settings: { TELEGRAM_BOT_TOKEN: telegram.bot.token, TELEGRAM_API_ROOT: telegram.url, WAGGLE_CONFIG: config },
    places,
    wild,
    order: 'posted',
    growing: 1,
    ready: async () => {},
    waitFor: (probe, options) => telegram.waitFor(probe, options),
    inject: (random) => {
      const chats = new Set(places.map((place) => chatIds.get(place)));
      lost = injectTelegramChaos(telegram, random, lostSends, (chat) => chats.has(chat));
    },
    disturb: (random) => storm(telegram, random),
    calm: () => telegram.clearFaults(),
    mayResend: (place) => lost.some(({ chat, at }) => chat === chatIds.get(place) && Date.now() - at < RESENT_MS),
    doublesOf: (place) => lost.filter(({ chat }) => chat === chatIds.get(place)).length,
    doublesByKills: (killedAt) => (lost.length === 0 ? 0 : killedAt.length),
    describe: () => `lost sends of chats ${lost.map(({ chat }) => chat).join(' ')}`,
    calls: () => telegram.calls.length,
    struck: () => telegram.calls.flatMap(({ method, fault }) => (fault === undefined ? [] : [`${method} ${fault}`])),
    expectClean: (killedAt, order) => {
      expect(telegram.refused()).toEqual([]);
      expect(order.madeInSpite(callsIntoClosedGates(telegram), killedAt)).toEqual([]);
    },
    close: async () => {
      await telegram.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function commandIn(chat: PrivateChat): Doing {
  return {
    what: 'a command',
    answer: QUEUE,
    run: async () => {
      chat.say('/mode queue');
      return 'taken';
    },
  };
}

/** A picker and one of its buttons. What the press is told may come too late, or never: it is done all the same. */
function pressIn(telegram: TelegramServer, chat: PrivateChat): Doing {
  const pickers = () => chat.botMessages().filter(({ keyboard, text }) => keyboard !== undefined && text === QUEUE);
  return {
    what: 'a button',
    answer: QUEUE,
    run: async () => {
      chat.say('/mode');
      const patience = { timeoutMs: PRESS_MS };
      const [picker] = await telegram.waitFor(() => pickers().length > 0 && pickers(), patience).catch(() => []);
      // A picker that comes late, or one whose press has had no effect yet, reads the same.
      if (picker === undefined) return 'taken';
      chat.pressButton(picker, '/mode queue');
      await telegram.waitFor(() => pickers().length === 0, patience).catch(() => {});
      return 'taken';
    },
  };
}
