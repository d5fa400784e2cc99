import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChatAddress } from '../../src/core/message.js';
import type { ClaimedTurn } from '../../src/core/ports/laneStore.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import type { HeldLane } from '../../src/turns/heldLanes.js';
import { createQueueNotices } from '../../src/turns/queueNotices.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { openReplyScene, type ReplyScene } from '../reply/replyScene.js';
import { type Conversation, conversationIn, LEASE_MS } from '../store/conversation.js';

let scene: ReplyScene;
let chat: PrivateChat;
let talk: Conversation;
beforeAll(async () => {
  scene = await openReplyScene();
});
afterAll(() => scene.close());
beforeEach(() => {
  chat = scene.chat();
  talk = conversationIn(scene.db);
});

/** The notices of one process. */
function openProcess(owner: string) {
  const { clock, log } = scene;
  const { lanes, ledger } = scene.db;
  const { governor, egress } = scene;
  const wordingFor = async () => wordingIn('en');
  const notices = createQueueNotices({
    lanes,
    ledger,
    governor,
    egressFor: () => egress,
    wordingFor,
    owner,
    clock,
    log,
  });
  notices.start();
  const stopRenewing = clock.every(LEASE_MS / 3, () => {
    void lanes.renewAll({ owner, leaseMs: LEASE_MS, now: clock.now() });
  });
  const hold = (claimed: ClaimedTurn): HeldLane => {
    const { lane, token, turn } = claimed;
    const held = { lane, token, turn, signal: new AbortController().signal, abort: () => {} };
    notices.begin(held, claimed);
    return held;
  };
  const close = () => {
    stopRenewing();
    return notices.close();
  };
  return { ...notices, hold, close };
}

async function accept(user = 'ada') {
  const address: ChatAddress = {
    platform: 'telegram',
    account: String(scene.telegram.bot.id),
    chat: String(chat.id),
    kind: 'dm',
  };
  talk.now = scene.clock.now();
  return talk.accept({ address, user });
}

const claim = (owner: string) => {
  talk.now = scene.clock.now();
  return talk.mustClaim(owner);
};
const texts = () => chat.botMessages().map(({ text }) => text);
const sends = () => scene.telegram.callsOf('sendMessage', chat).length;

it('tells each person once, follows the position, and goes on where a dead process left off', async () => {
  await accept();
  const first = openProcess('first');
  first.hold(await claim('first'));
  await accept();
  await accept();
  await accept('bob');
  await scene.pass(3_000);
  expect(texts()).toEqual([]);
  await scene.passUntil(() => texts().length === 2, 'two notices');
  expect(texts()).toEqual(['One message is before yours …', '3 messages are before yours …']);
  expect(chat.notifications()).toEqual([]);
  await first.close();

  await scene.pass(LEASE_MS);
  const second = openProcess('second');
  const taken = await claim('second');
  const held = second.hold(taken);
  await scene.pass(3_000);
  expect(sends()).toBe(2);
  await second.settle(held);
  await talk.finish(taken);
  second.hold(await claim('second'));
  await scene.passUntil(() => texts()[1] === '2 messages are before yours …', 'the new position');
  expect(sends()).toBe(2);
  await second.close();
});

it('says nothing more once the turn is about to end', async () => {
  await accept();
  const process = openProcess('settling');
  const held = process.hold(await claim('settling'));
  await accept();
  await scene.pass(3_500);
  await process.settle(held);
  await scene.pass(3_000);
  expect(texts()).toEqual([]);
  await process.close();
});

it('says nothing to whoever joins the running turn', async () => {
  await accept();
  const process = openProcess('steering');
  process.hold({ ...(await claim('steering')), mode: 'steer' });
  await accept();
  await accept('bob');
  await scene.passUntil(() => texts().length > 0, 'a notice');
  await scene.pass(3_000);
  expect(texts()).toEqual(['2 messages are before yours …']);
  await process.close();
});
