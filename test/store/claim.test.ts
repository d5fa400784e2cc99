import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalStep } from '../../src/core/journal.js';
import { personIdOf } from '../../src/core/person.js';
import { conversationIn, fresh, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
const logged: { fields: unknown; message: string }[] = [];
beforeAll(async () => {
  const log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (fields: unknown, message: string) => void logged.push({ fields, message }),
    child: () => log,
  };
  test = await openTestDb(log);
});
afterAll(() => test.dispose());

const step: JournalStep = { type: 'directive', why: 'test', text: 'go on' };

it('takes one message a turn in queue mode, in order', async () => {
  const talk = conversationIn(test.db);
  const [one, two] = [await talk.accept(), await talk.accept()];
  const first = await talk.mustClaim();
  expect(first).toMatchObject({ token: 1, turn: one.turn, attempt: 1, expiries: 0, dead: false, stopped: false });
  expect(first.messages.map((message) => message.seq)).toEqual([one.seq]);
  expect(first.startedAt).toBe(talk.now);
  expect(await test.db.lanes.turnById(one.turn)).toMatchObject({ state: 'running', attempt: 1, startedAt: talk.now });
  expect(await talk.finish(first)).toEqual({ ok: true, more: true });
  const second = await talk.mustClaim();
  expect(second).toMatchObject({ token: 2, turn: two.turn, attempt: 1 });
  expect(await talk.finish(second)).toEqual({ ok: true, more: false });
  expect(await talk.claim()).toBeNull();
});

it('gives a lane to one owner at a time, also to the same owner', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  await talk.accept();
  await talk.mustClaim('worker-1');
  expect(await talk.claim('worker-2')).toBeNull();
  expect(await talk.claim('worker-1')).toBeNull();
  talk.now += LEASE_MS - 1;
  expect(await talk.claim('worker-2')).toBeNull();
});

it('claims nothing where nothing was ever accepted', async () => {
  expect(await conversationIn(test.db).claim()).toBeNull();
});

it('keeps main, control and background lanes apart', async () => {
  const id = `lane-${fresh()}`;
  const [main, ctl, bg] = [
    conversationIn(test.db, 'main', id),
    conversationIn(test.db, 'ctl', id),
    conversationIn(test.db, 'bg', id),
  ];
  await main.accept();
  await ctl.accept();
  await main.mustClaim();
  await ctl.mustClaim();
  expect(await bg.claim()).toBeNull();
});

it('merges only what one sender wrote in a row in collect mode', async () => {
  const talk = conversationIn(test.db);
  const a1 = await talk.accept({ user: 'ada' });
  const a2 = await talk.accept({ user: 'ada' });
  const b1 = await talk.accept({ user: 'bob' });
  const a3 = await talk.accept({ user: 'ada' });
  const first = await talk.mustClaim('worker-1', 'collect');
  expect(first.turn).toBe(a1.turn);
  expect(first.messages.map(({ seq, turn }) => [seq, turn])).toEqual([
    [a1.seq, a1.turn],
    [a2.seq, a1.turn],
  ]);
  // The absorbed turn answers as the turn that took it in.
  expect(await test.db.lanes.turnById(a2.turn)).toMatchObject({ turn: a1.turn, state: 'running' });
  await talk.finish(first);
  expect(await test.db.lanes.turnById(a2.turn)).toMatchObject({ turn: a1.turn, state: 'done' });
  const second = await talk.mustClaim('worker-1', 'collect');
  expect(second.messages.map(({ seq }) => seq)).toEqual([b1.seq]);
  await talk.finish(second);
  expect((await talk.mustClaim('worker-1', 'collect')).messages.map(({ seq }) => seq)).toEqual([a3.seq]);
});

it('hands an expired turn with all its messages and steps to the next owner before anything queued', async () => {
  const talk = conversationIn(test.db);
  const one = await talk.accept();
  await talk.accept();
  const late = await talk.accept({ user: 'bob' });
  const first = await talk.mustClaim('worker-1', 'collect');
  await test.db.lanes.journal({ lane: talk.lane, token: 1, turn: one.turn, step: 0, data: step, now: talk.now });
  const startedAt = talk.now;
  talk.now += LEASE_MS;
  const second = await talk.mustClaim('worker-2');
  expect(second).toMatchObject({ token: 2, turn: one.turn, attempt: 2, expiries: 0, startedAt });
  expect(await test.db.lanes.turnById(one.turn)).toMatchObject({ state: 'running', startedAt });
  expect(second.messages).toEqual(first.messages);
  expect(second.journal).toEqual([step]);
  await talk.finish(second);
  expect((await talk.mustClaim('worker-2')).turn).toBe(late.turn);
});

it('counts expiries without a new step and gives the turn up at the third', async () => {
  const talk = conversationIn(test.db);
  await talk.accept();
  await talk.mustClaim();
  const seen: unknown[] = [];
  for (let expiry = 0; expiry < 4; expiry += 1) {
    talk.now += LEASE_MS;
    const { attempt, expiries, dead } = await talk.mustClaim();
    seen.push([attempt, expiries, dead]);
  }
  expect(seen).toEqual([
    [2, 1, false],
    [3, 2, false],
    [4, 3, true],
    [5, 4, true],
  ]);
});

it('starts counting anew after a step', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  await talk.mustClaim();
  talk.now += LEASE_MS;
  const second = await talk.mustClaim();
  expect(second.expiries).toBe(1);
  await test.db.lanes.journal({ lane: talk.lane, token: second.token, turn, step: 0, data: step, now: talk.now });
  talk.now += LEASE_MS;
  expect((await talk.mustClaim()).expiries).toBe(0);
  talk.now += LEASE_MS;
  expect((await talk.mustClaim()).expiries).toBe(1);
});

it('does not count releases and pauses as expiries', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const first = await talk.mustClaim();
  await test.db.lanes.release({ lane: talk.lane, token: first.token, now: talk.now });
  const second = await talk.mustClaim();
  expect(second).toMatchObject({ attempt: 2, expiries: 0 });
  await test.db.lanes.pause({ lane: talk.lane, token: second.token, turn, reason: 'approval', now: talk.now });
  talk.now += 10 * LEASE_MS;
  await test.db.lanes.resume({ turn, now: talk.now });
  expect(await talk.mustClaim()).toMatchObject({ attempt: 3, expiries: 0, dead: false });
});

it('makes the new owner wait for the open calls of the old one', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  const first = await talk.mustClaim();
  const chat = `chat-${fresh()}`;
  const permit = await test.db.ledger.permit({
    lane: talk.lane,
    token: first.token,
    turn,
    chunk: '0',
    kind: 'send',
    rank: 'first',
    chat,
    account: 'account',
    limits: [],
    payload: { text: 'so far' },
    timeoutMs: 30_000,
    now: talk.now,
  });
  expect(permit.kind).toBe('granted');
  const until = talk.now + 30_000;
  talk.now += LEASE_MS;
  const second = await talk.mustClaim();
  expect(second.notBefore).toBe(until);
  expect(second.deliveries).toEqual([
    {
      turn,
      chunk: '0',
      state: 'open',
      messageId: null,
      replaces: null,
      payload: { text: 'so far' },
      callUntil: until,
    },
  ]);
  talk.now = until;
  expect((await talk.mustClaim()).notBefore).toBe(0);
});

it('ends a turn whose message cannot be read, says so in the log, and goes on with the next', async () => {
  const talk = conversationIn(test.db);
  const broken = await talk.accept();
  const shapeless = await talk.accept();
  const sound = await talk.accept();
  test.raw.prepare('UPDATE inbox SET message = ? WHERE seq = ?').run('{"identity":', broken.seq);
  test.raw.prepare('UPDATE inbox SET message = ? WHERE seq = ?').run('{"identity":"x"}', shapeless.seq);
  logged.length = 0;
  const claimed = await talk.mustClaim();
  expect(claimed.turn).toBe(sound.turn);
  expect(await test.db.lanes.turnById(broken.turn)).toMatchObject({ state: 'dead', endedAt: talk.now });
  expect(await test.db.lanes.turnById(shapeless.turn)).toMatchObject({ state: 'dead' });
  expect(logged).toHaveLength(2);
  expect(await talk.finish(claimed)).toEqual({ ok: true, more: false });
});

it('does not let a damaged row slip into a collected turn', async () => {
  const talk = conversationIn(test.db);
  const [one, broken, three] = [await talk.accept(), await talk.accept(), await talk.accept()];
  test.raw.prepare("UPDATE inbox SET message = 'nonsense' WHERE seq = ?").run(broken.seq);
  const first = await talk.mustClaim('worker-1', 'collect');
  expect(first.messages.map(({ seq }) => seq)).toEqual([one.seq]);
  await talk.finish(first);
  const second = await talk.mustClaim('worker-1', 'collect');
  expect(second.messages.map(({ seq }) => seq)).toEqual([three.seq]);
  expect(await test.db.lanes.turnById(broken.turn)).toMatchObject({ state: 'dead' });
});

it('takes a turn over with the messages that are left when one of several is damaged', async () => {
  const talk = conversationIn(test.db);
  const [one, two] = [await talk.accept(), await talk.accept()];
  await talk.mustClaim('worker-1', 'collect');
  test.raw.prepare("UPDATE inbox SET message = '[]' WHERE seq = ?").run(one.seq);
  talk.now += LEASE_MS;
  const again = await talk.mustClaim();
  expect(again.messages.map(({ seq }) => seq)).toEqual([two.seq]);
  expect(again.turn).toBe(one.turn);
});

it('gives a turn with a damaged journal up, visibly: the message can still be answered', async () => {
  const talk = conversationIn(test.db);
  const { turn } = await talk.accept();
  await talk.mustClaim();
  for (const at of [0, 1]) {
    await test.db.lanes.journal({ lane: talk.lane, token: 1, turn, step: at, data: step, now: talk.now });
  }
  test.raw
    .prepare("UPDATE journal SET data = '{}' WHERE step = 1 AND turn = (SELECT seq FROM turn WHERE id = ?)")
    .run(turn);
  talk.now += LEASE_MS;
  expect(await talk.mustClaim()).toMatchObject({ dead: true, journal: [step] });
});

describe('an album', () => {
  const album = { album: 'a1' };

  it('is one turn once none of its messages has come for a second, whatever came between them', async () => {
    const talk = conversationIn(test.db);
    const first = await talk.accept(album);
    expect(await talk.claim()).toBeNull();
    talk.now += 700;
    const other = await talk.accept({ user: 'bob' });
    const second = await talk.accept(album);
    talk.now += 900;
    expect(await talk.claim()).toBeNull();
    talk.now += 100;
    const claimed = await talk.mustClaim();
    expect(claimed.turn).toBe(first.turn);
    expect(claimed.messages.map(({ seq }) => seq)).toEqual([first.seq, second.seq]);
    expect(await talk.finish(claimed)).toEqual({ ok: true, more: true });
    expect((await talk.mustClaim()).turn).toBe(other.turn);
  });

  it('of another person, or with another key, is a turn of its own; a late message too', async () => {
    const talk = conversationIn(test.db);
    const turns = [
      await talk.accept(album),
      await talk.accept({ ...album, user: 'bob' }),
      await talk.accept({ album: 'a2' }),
    ];
    talk.now += 1_000;
    const claimed = await talk.mustClaim();
    expect(claimed.messages).toHaveLength(1);
    turns.push(await talk.accept(album));
    talk.now += 1_000;
    const order = [claimed.turn];
    await talk.finish(claimed);
    for (let i = 0; i < 3; i += 1) {
      const next = await talk.mustClaim();
      order.push(next.turn);
      await talk.finish(next);
    }
    expect(order).toEqual(turns.map(({ turn }) => turn));
  });

  it('goes on with all of its messages after a takeover', async () => {
    const talk = conversationIn(test.db);
    for (let i = 0; i < 3; i += 1) await talk.accept(album);
    talk.now += 1_000;
    await talk.mustClaim();
    talk.now += LEASE_MS + 1;
    expect((await talk.mustClaim('worker-2')).messages).toHaveLength(3);
  });
});

describe('what a turn is given with its claim', () => {
  it('is the language of its chat, the role of its sender and the history that was asked for', async () => {
    const talk = conversationIn(test.db);
    await talk.accept();
    const first = await talk.mustClaim();
    expect(first).toMatchObject({ language: null, history: [], overheard: [] });
    expect(first.standing.role).toBeNull();
    const entries = ['one', 'two', 'three'].map((content) => ({ role: 'user' as const, content, shown: null }));
    await talk.finish(first, 'done', { transcript: entries });
    const chat = `telegram:42/chat/${talk.lane.id}`;
    await test.db.chatSettings.set({ chat, name: 'language', value: 'ru', by: 'x', now: talk.now });
    await test.db.access.grant({
      platform: 'telegram',
      account: '42',
      user: 'bob',
      role: 'admin',
      by: 'x',
      now: talk.now,
    });
    await talk.accept({ user: 'bob' });
    const claimed = await test.db.lanes.claim({
      lane: talk.lane,
      owner: 'worker-1',
      leaseMs: LEASE_MS,
      mode: 'queue',
      historyLines: 2,
      now: talk.now,
    });
    expect(claimed).toMatchObject({ language: 'ru', standing: { role: 'admin' } });
    expect(claimed?.history.map(({ content }) => content)).toEqual(['two', 'three']);
  });

  it('is the person behind its sender, whose accounts may be linked, with what he set for himself', async () => {
    const { people } = test.db;
    const talk = conversationIn(test.db);
    const mail = { platform: 'slack' as const, account: 'T1', user: 'ann' };
    const ann = { platform: 'telegram' as const, account: '42', user: `ann-${talk.lane.id}` };
    await talk.accept({ user: ann.user });
    const alone = await talk.mustClaim();
    expect(alone.person).toEqual({ key: personIdOf(ann), settings: {} });
    await talk.finish(alone);
    await people.offerLink({ ...mail, code: 'CLAIM1', expiresAt: talk.now + 1 });
    await people.link({ ...ann, code: 'CLAIM1', now: talk.now });
    await people.set({ person: personIdOf(mail), name: 'tone', value: 'casual', now: talk.now });
    await talk.accept({ user: ann.user });
    expect((await talk.mustClaim()).person).toEqual({ key: personIdOf(mail), settings: { tone: 'casual' } });
  });

  it('is what a group said besides, and only in a group', async () => {
    const overheard = async (kind: 'dm' | 'group') => {
      const talk = conversationIn(test.db);
      const { id } = talk.lane;
      const address = { platform: 'telegram', account: '42', chat: id, kind } as const;
      const said = { name: 'Eve', text: 'lunch?', at: talk.now, person: 'telegram:42:eve', now: talk.now };
      await test.db.overheard.keep({ ...said, lane: id, account: 'telegram:42', identity: `said-${fresh()}` });
      await talk.accept({ address });
      const request = { lane: talk.lane, owner: 'w', leaseMs: LEASE_MS, mode: 'queue', now: talk.now } as const;
      return (await test.db.lanes.claim({ ...request, historyLines: 1 }))?.overheard.map(({ text }) => text);
    };
    expect(await overheard('dm')).toEqual([]);
    expect(await overheard('group')).toEqual(['lunch?']);
  });
});
