import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedTurn } from '../../src/core/ports/laneStore.js';
import type { QuestionDraft } from '../../src/core/question.js';
import { type Conversation, conversationIn, messageIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

const TTL_MS = 60_000;

let test: TestDb;
let talk: Conversation;

beforeEach(async () => {
  test = await openTestDb();
  talk = conversationIn(test.db);
});
afterEach(() => test.dispose());

const draft = (fields: Partial<QuestionDraft> = {}): QuestionDraft => ({
  kind: 'approval',
  call: 'call-1',
  tool: 'wipe',
  arguments: '{"disk":"all"}',
  text: '',
  options: [],
  approvers: ['owner', 'admin'],
  shown: '',
  ...fields,
});

const ask = ({ token, turn }: ClaimedTurn, id: string, fields: Partial<QuestionDraft> = {}) =>
  test.db.questions.ask({
    lane: talk.lane,
    token,
    turn,
    id,
    draft: draft(fields),
    expiresAt: talk.now + TTL_MS,
    now: talk.now,
  });

const pause = ({ token, turn }: ClaimedTurn, question: string) =>
  test.db.lanes.pause({ lane: talk.lane, token, turn, reason: 'approval', question, now: talk.now });

const decide = (id: string, kind: 'approved' | 'denied' = 'approved') =>
  test.db.questions.decide({ id, decision: { kind }, by: 'telegram:42:owner', byName: 'Olga', now: talk.now });

const say = (text: string, user = 'ada') =>
  test.db.lanes.accept({
    message: messageIn(talk.lane.id, { user, parts: [{ type: 'text', text }] }),
    kind: 'main',
    turn: `turn-of-${text}`,
    answer: text,
    now: talk.now,
  });

/** A turn that waits for an answer. */
async function paused(fields: Partial<QuestionDraft> = {}, id = 'AAAAAA2') {
  const { turn } = await talk.accept();
  const claimed = await talk.mustClaim();
  await ask(claimed, id, fields);
  expect(await pause(claimed, id)).toBe(true);
  return { turn, claimed };
}

const due = () => test.db.lanes.due({ now: talk.now, limit: 10, kinds: ['main'] });

describe('a turn that asks', () => {
  it('gives its lane back, and nobody claims it before the answer', async () => {
    const { turn } = await paused();
    expect(await test.db.lanes.turnById(turn)).toMatchObject({ state: 'paused' });
    expect(await due()).toEqual([]);
    expect(await talk.claim()).toBeNull();
    await talk.accept();
    expect(await talk.claim()).toBeNull();
    expect(await test.db.questions.openIn(talk.lane.id)).toMatchObject({ id: 'AAAAAA2', turn, state: 'open' });
  });

  it('goes on with the very call when it is approved, and the pause counts for no expiry', async () => {
    await paused();
    expect(await decide('aaaaaa2')).toMatchObject({ outcome: 'decided', lane: talk.lane });
    expect(await due()).toEqual([talk.lane]);
    const claimed = await talk.mustClaim();
    expect(claimed).toMatchObject({ attempt: 2, expiries: 0, dead: false, stopped: false, previousOwner: null });
    expect(claimed.questions).toEqual([
      expect.objectContaining({
        call: 'call-1',
        arguments: '{"disk":"all"}',
        state: 'approved',
        decidedBy: 'telegram:42:owner',
        decidedByName: 'Olga',
      }),
    ]);
  });

  it('is decided once: the second answer changes nothing', async () => {
    await paused();
    const both = await Promise.all([decide('AAAAAA2', 'denied'), decide('AAAAAA2', 'approved')]);
    expect(both.map(({ outcome }) => outcome)).toEqual(['decided', 'over']);
    expect((await talk.mustClaim()).questions[0]?.state).toBe('denied');
    expect(await decide('AAAAAA2')).toMatchObject({ outcome: 'over', question: { state: 'denied' } });
    expect(await decide('ZZZZZZ2')).toEqual({ outcome: 'unknown' });
  });

  it('that is answered before it is paused goes on at once', async () => {
    await talk.accept();
    const claimed = await talk.mustClaim();
    await ask(claimed, 'AAAAAA2');
    await decide('AAAAAA2');
    expect(await pause(claimed, 'AAAAAA2')).toBe(true);
    expect((await talk.mustClaim()).questions[0]?.state).toBe('approved');
  });

  it('whose process dies before the pause asks the same question again', async () => {
    await talk.accept();
    const first = await ask(await talk.mustClaim(), 'AAAAAA2');
    talk.now += 10_000;
    const again = await talk.mustClaim('worker-2');
    expect(again.questions).toEqual([first]);
    expect(await ask(again, 'BBBBBB2')).toEqual(first);
  });

  it('has lost its lane: nothing is written', async () => {
    await talk.accept();
    const dead = await talk.mustClaim();
    talk.now += 10_000;
    await talk.mustClaim('worker-2');
    expect(await ask(dead, 'AAAAAA2')).toBeNull();
    expect(await pause(dead, 'AAAAAA2')).toBe(false);
  });
});

describe('time', () => {
  it('makes it a no, also where nobody looked', async () => {
    await paused();
    talk.now += TTL_MS - 1;
    expect(await due()).toEqual([]);
    expect(await talk.claim()).toBeNull();
    talk.now += 1;
    expect(await due()).toEqual([talk.lane]);
    expect((await talk.mustClaim()).questions[0]?.state).toBe('expired');
    expect(await due()).toEqual([]);
  });

  it('is over for an answer that comes before the sweep, which lets the turn go on all the same', async () => {
    await paused();
    talk.now += TTL_MS;
    expect(await decide('AAAAAA2')).toMatchObject({ outcome: 'over', question: { state: 'expired' } });
    expect(await due()).toEqual([talk.lane]);
  });
});

describe('a stop, an edit, a deletion', () => {
  it('closes the question', async () => {
    const { turn } = await paused();
    await test.db.lanes.stopTurn({ turn, now: talk.now });
    expect(await decide('AAAAAA2')).toMatchObject({ outcome: 'over', question: { state: 'stopped' } });
    const claimed = await talk.mustClaim();
    expect(claimed).toMatchObject({ stopped: true });
    expect(claimed.questions[0]?.state).toBe('stopped');
  });

  it('voids it when the turn begins anew: an old yes is for nothing that is asked then', async () => {
    const identity = 'message-to-edit';
    await talk.accept({ identity });
    const claimed = await talk.mustClaim();
    await ask(claimed, 'AAAAAA2');
    await pause(claimed, 'AAAAAA2');
    await decide('AAAAAA2');
    const message = messageIn(talk.lane.id, {
      identity: 'edit-1',
      edits: identity,
      parts: [{ type: 'text', text: 'something else' }],
      sentAt: 2,
    });
    await test.db.lanes.edit({ message, alone: false, now: talk.now });
    const anew = await talk.mustClaim();
    expect(anew.questions).toEqual([]);
    expect(await ask(anew, 'BBBBBB2')).toMatchObject({ id: 'BBBBBB2', state: 'open' });
    expect(await decide('AAAAAA2')).toMatchObject({ outcome: 'over', question: { state: 'void' } });
  });

  it('of the message takes the question along', async () => {
    const identity = 'message-to-delete';
    await talk.accept({ identity });
    const claimed = await talk.mustClaim();
    await ask(claimed, 'AAAAAA2');
    await pause(claimed, 'AAAAAA2');
    await test.db.lanes.withdraw({ account: 'telegram:42', identity, now: talk.now });
    expect(await decide('AAAAAA2')).toMatchObject({ outcome: 'over', question: { state: 'stopped' } });
    expect(await talk.mustClaim()).toMatchObject({ withdrawn: true });
  });
});

describe('an answer in words', () => {
  const question = { kind: 'question', text: 'Which disk?', approvers: [] } as const;

  it('is the next message of the person whose turn asks, and belongs to that turn', async () => {
    const { turn } = await paused(question);
    expect(await say('the small one')).toMatchObject({ outcome: 'answered', turn });
    expect((await talk.mustClaim()).questions[0]).toMatchObject({ state: 'answered', answer: 'the small one' });
    expect(await test.db.lanes.turnById('turn-of-the small one')).toMatchObject({ turn });
  });

  it('is stored once, however often its message arrives', async () => {
    const { turn } = await paused(question);
    const message = messageIn(talk.lane.id, { parts: [{ type: 'text', text: 'yes' }] });
    const request = { message, kind: 'main', turn: 'a', answer: 'yes', now: talk.now } as const;
    expect(await test.db.lanes.accept(request)).toMatchObject({ outcome: 'answered', turn });
    expect(await test.db.lanes.accept({ ...request, turn: 'b' })).toMatchObject({ outcome: 'duplicate', turn });
    await talk.finish(await talk.mustClaim());
    expect(await talk.claim()).toBeNull();
  });

  it("is not somebody else's message, nor the second one, nor one about an approval", async () => {
    const { turn } = await paused(question);
    expect(await say('mine', 'bob')).toMatchObject({ outcome: 'stored' });
    expect(await say('first')).toMatchObject({ outcome: 'answered', turn });
    expect(await say('second')).toMatchObject({ outcome: 'stored' });
    const other = conversationIn(test.db);
    talk = other;
    await paused({}, 'BBBBBB2');
    expect(await say('yes, do it')).toMatchObject({ outcome: 'stored' });
  });

  it('stays out of what an edit of the question begins anew', async () => {
    const identity = 'message-to-edit';
    await talk.accept({ identity });
    const claimed = await talk.mustClaim();
    await ask(claimed, 'AAAAAA2', question);
    await pause(claimed, 'AAAAAA2');
    await say('the small one', 'ada');
    await talk.finish(await talk.mustClaim());
    expect(await due()).toEqual([]);
    const words = messageIn(talk.lane.id, {
      identity: 'e',
      edits: identity,
      parts: [{ type: 'text', text: 'b' }],
      sentAt: 2,
    });
    await test.db.lanes.edit({ message: words, alone: false, now: talk.now });
    expect(await due()).toEqual([]);
  });
});

describe('what is kept', () => {
  it('goes with the journal, and with what a person has forgotten', async () => {
    const { claimed } = await paused();
    await decide('AAAAAA2');
    const again = await talk.mustClaim();
    await test.db.lanes.journal({
      lane: talk.lane,
      token: again.token,
      turn: claimed.turn,
      step: 0,
      data: { type: 'noted', saved: 0 },
      now: talk.now,
    });
    await talk.finish(again);
    const count = () => test.raw.prepare('SELECT count(*) FROM question').pluck().get();
    await test.db.retention.run(talk.now + 6 * 86_400_000);
    expect(count()).toBe(1);
    await test.db.people.forget('telegram:42:owner');
    expect(await test.db.questions.find('AAAAAA2')).toMatchObject({
      state: 'approved',
      decidedBy: null,
      decidedByName: null,
    });
    await test.db.retention.run(talk.now + 8 * 86_400_000);
    expect(count()).toBe(0);
  });

  it('is deleted with the turns of whoever is forgotten', async () => {
    await paused();
    await decide('AAAAAA2');
    await talk.finish(await talk.mustClaim());
    await test.db.people.forget('telegram:42:ada');
    expect(await test.db.questions.find('AAAAAA2')).toBeNull();
  });
});
