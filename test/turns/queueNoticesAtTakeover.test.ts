import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ChatAddress } from '../../src/core/message.js';
import type { ClaimedTurn } from '../../src/core/ports/laneStore.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { openReplyStream } from '../../src/reply/replyStream.js';
import { createQueueNotices } from '../../src/turns/queueNotices.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { final, openReplyScene, type ReplyScene, text } from '../reply/replyScene.js';
import { type Conversation, conversationIn, LEASE_MS } from '../store/conversation.js';

/** How long the platform keeps the notice's call: longer than a lease, far shorter than the call's own limit of 30 s. */
const SLOW_MS = 5_000;

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

const addressOf = (): ChatAddress => ({
  platform: 'telegram',
  account: String(scene.telegram.bot.id),
  chat: String(chat.id),
  kind: 'dm',
});
const accept = () => talk.accept({ address: addressOf() });
const claim = (owner: string) => {
  talk.now = scene.clock.now();
  return talk.mustClaim(owner);
};
const texts = () => chat.botMessages().map((message) => message.text);

/** Answers a claimed turn; resolves when the chat shows nothing but what it should. */
async function answer(claimed: ClaimedTurn, whole: string): Promise<void> {
  const { lane, token, turn, deliveries, notBefore } = claimed;
  const { governor, clock, log, egress, workspace } = scene;
  const stream = openReplyStream(
    {
      speaker: { lane, token, turn },
      address: addressOf(),
      egress,
      deliveries,
      notBefore,
      acceptedAt: clock.now(),
      wording: wordingIn('en'),
      workspace,
    },
    { governor, ledger: scene.db.ledger, clock, log, stillWorkingMs: 0 },
  );
  stream.push(text(whole));
  stream.push(final(whole));
  let isOver = false;
  void stream.done.then(() => {
    isOver = true;
  });
  await scene.passUntil(() => isOver, 'the end of the reply');
}

/** A turn whose owner loses its lease while the notice of the message behind it is on its way. */
async function loseLeaseDuringNotice() {
  const { clock, log, db, governor, egress } = scene;
  await accept();
  await accept();
  const first = await claim('first');
  scene.telegram.inject({ method: 'sendMessage', chat: chat.id, fault: { kind: 'slow-answer', ms: SLOW_MS } });
  const notices = createQueueNotices({
    lanes: db.lanes,
    ledger: db.ledger,
    governor,
    egressFor: () => egress,
    wordingFor: async () => wordingIn('en'),
    owner: 'first',
    clock,
    log,
  });
  notices.start();
  const { lane, token, turn } = first;
  notices.begin({ lane, token, turn, signal: new AbortController().signal, abort: () => {} }, first);
  const stopRenewing = clock.every(LEASE_MS / 3, () => {
    void db.lanes.renewAll({ owner: 'first', leaseMs: LEASE_MS, now: clock.now() });
  });
  await scene.passUntil(() => texts().length === 1, 'the notice');
  stopRenewing();
  await scene.pass(LEASE_MS);
  return notices;
}

it('a notice on its way when its owner loses the lane holds no answer up longer than the platform holds the notice', async () => {
  const notices = await loseLeaseDuringNotice();
  const sentAt = scene.clock.now() - LEASE_MS;
  const taken = await claim('second');
  expect(taken.notBefore).toBeGreaterThan(scene.clock.now() + 20_000);
  await answer(taken, 'The first answer, at last.');
  expect(scene.clock.now() - sentAt).toBeLessThan(SLOW_MS + 2_500);
  expect(texts()).toContain('The first answer, at last.');
  await talk.finish(taken);
  const next = await claim('second');
  await answer(next, 'And the second answer.');
  expect(texts()).toEqual(['The first answer, at last.', 'And the second answer.']);
  expect(scene.clock.now() - sentAt).toBeLessThan(SLOW_MS + 5_000);
  expect(scene.telegram.callsOf('sendMessage', chat)).toHaveLength(3);
  await notices.close();
});

it('a notice of a process that is known to be dead is waited for a second, also by the turn that it belongs to', async () => {
  const notices = await loseLeaseDuringNotice();
  const taken = await claim('second');
  const until = scene.clock.now() + 1_000;
  await scene.db.lanes.shortenCalls({ lane: talk.lane, token: taken.token, until });
  await talk.finish(taken);
  const next = await claim('second');
  expect(next.notBefore).toBe(until);
  expect(next.deliveries).toMatchObject([{ chunk: 'notice:queue', state: 'open', callUntil: until }]);
  await scene.pass(SLOW_MS);
  await notices.close();
});
