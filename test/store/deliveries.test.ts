import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallKind, SettleRequest } from '../../src/core/ports/ledger.js';
import { nonceOfSlot, slotFromDelivery } from '../../src/reply/slot.js';
import { conversationIn, fresh, LEASE_MS } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

async function speaker() {
  const talk = conversationIn(test.db);
  await talk.accept();
  const claimed = await talk.mustClaim();
  const { turn } = claimed;
  const chat = `chat-${fresh()}`;
  let token = claimed.token;
  const permit = async (kind: CallKind, chunk: string, text: string, timeoutMs = 1000) => {
    const answer = await test.db.ledger.permit({
      lane: talk.lane,
      token,
      turn,
      chunk,
      kind,
      rank: 'edit',
      chat,
      account: 'account',
      limits: [],
      payload: { text },
      timeoutMs,
      now: talk.now,
    });
    if (answer.kind !== 'granted') throw new Error(`not granted but ${JSON.stringify(answer)}`);
    return answer.call;
  };
  const settle = (call: number, chunk: string, outcome: SettleRequest['outcome'], messageId: string | null = null) =>
    test.db.ledger.settle({ call, chat, turn, chunk, outcome, messageId, now: talk.now });
  const call = async (
    kind: CallKind,
    chunk: string,
    text: string,
    outcome: SettleRequest['outcome'],
    messageId: string | null = null,
    timeoutMs = 1000,
  ) => settle(await permit(kind, chunk, text, timeoutMs), chunk, outcome, messageId);
  const rows = async () =>
    (await test.db.ledger.deliveriesOf(turn)).map(({ chunk, state, messageId, payload }) => ({
      chunk,
      state,
      messageId,
      payload,
    }));
  const takeOver = async () => {
    talk.now += LEASE_MS;
    token = (await talk.mustClaim('worker-2')).token;
  };
  return { talk, turn, chat, permit, settle, call, rows, takeOver };
}

it('follows a message from the open send to its removal', async () => {
  const { permit, settle, call, rows } = await speaker();
  const send = await permit('send', '0', 'one');
  expect(await rows()).toEqual([{ chunk: '0', state: 'open', messageId: null, payload: { text: 'one' } }]);
  await settle(send, '0', 'sent', '77');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one' } }]);
  await call('edit', '0', 'one two', 'edited', '77');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one two' } }]);
  await call('remove', '0', '', 'removed');
  expect(await rows()).toEqual([{ chunk: '0', state: 'removed', messageId: '77', payload: { text: 'one two' } }]);
});

it('knows what a lost send replaces, so that a takeover looks for it under its own nonce', async () => {
  const { turn, permit, call, takeOver } = await speaker();
  const delivery = async () => {
    const [row] = await test.db.ledger.deliveriesOf(turn);
    if (row === undefined) throw new Error('no row');
    return row;
  };
  await call('send', '0', 'one', 'sent', '77');
  const firstNonce = nonceOfSlot(turn, slotFromDelivery(await delivery()));
  await call('edit', '0', 'one two', 'gone');
  const nextNonce = nonceOfSlot(turn, slotFromDelivery(await delivery()));
  expect(nextNonce).not.toBe(firstNonce);
  await call('send', '0', 'one two', 'unknown');
  await takeOver();
  expect(await delivery()).toMatchObject({ state: 'open', messageId: null, replaces: '77' });
  expect(nonceOfSlot(turn, slotFromDelivery(await delivery()))).toBe(nextNonce);
  await call('send', '0', 'one two', 'sent', '78');
  expect(nonceOfSlot(turn, slotFromDelivery(await delivery()))).toBe(nextNonce);
  await call('remove', '0', '', 'removed');
  await permit('send', '0', 'three');
  expect(await delivery()).toMatchObject({ state: 'open', replaces: '78' });
});

it('keeps the message id while an edit is in flight, and the shown text when the edit failed', async () => {
  const { permit, settle, call, rows } = await speaker();
  await call('send', '0', 'one', 'sent', '77');
  const edit = await permit('edit', '0', 'one two');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one two' } }]);
  await settle(edit, '0', 'failed');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one' } }]);
});

it('forgets a send that surely failed and keeps one whose answer was lost', async () => {
  const { call, rows } = await speaker();
  await call('send', '0', 'one', 'failed');
  expect(await rows()).toEqual([]);
  await call('send', '0', 'one', 'unknown');
  expect(await rows()).toEqual([{ chunk: '0', state: 'open', messageId: null, payload: { text: 'one' } }]);
});

it('puts a row back to what it was when sending it again failed', async () => {
  const { call, rows } = await speaker();
  await call('send', '0', 'one', 'unknown');
  await call('send', '0', 'one more', 'failed');
  expect(await rows()).toEqual([{ chunk: '0', state: 'open', messageId: null, payload: { text: 'one' } }]);
  await call('send', '0', 'one', 'sent', '77');
  await call('edit', '0', 'two', 'gone');
  const gone = { chunk: '0', state: 'gone', messageId: '77', payload: { text: 'two' } };
  expect(await rows()).toEqual([gone]);
  await call('send', '0', 'three', 'failed');
  expect(await rows()).toEqual([gone]);
  await call('send', '0', 'three', 'sent', '78');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '78', payload: { text: 'three' } }]);
});

it('writes no row for status, other calls, and edits of messages that it does not know', async () => {
  const { call, rows } = await speaker();
  await call('status', 'status', '', 'edited');
  await call('other', 'other', '', 'edited');
  await call('edit', 'orphan:76', 'same', 'edited', '76');
  await call('remove', 'orphan:76', '', 'removed');
  expect(await rows()).toEqual([]);
});

it('leaves a delivery alone when a status call of the same chunk name ends', async () => {
  const { call, rows } = await speaker();
  await call('send', '0', 'one', 'sent', '77');
  await call('status', '0', '', 'failed');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one' } }]);
});

it('lists messages in the order in which they were first sent', async () => {
  const { call, rows } = await speaker();
  for (const chunk of ['0', '1', 'notice:1', '2', '10']) await call('send', chunk, chunk, 'sent', `id-${chunk}`);
  await call('edit', '0', 'again', 'edited');
  expect((await rows()).map((row) => row.chunk)).toEqual(['0', '1', 'notice:1', '2', '10']);
});

it('takes the outcome of a call from an owner that has lost the lane', async () => {
  const { permit, settle, rows, takeOver } = await speaker();
  const send = await permit('send', '0', 'one');
  await takeOver();
  await settle(send, '0', 'sent', '77');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one' } }]);
});

it('completes an open row by a late answer, but changes nothing back', async () => {
  const { talk, permit, settle, rows } = await speaker();
  const late = await permit('send', '0', 'one');
  talk.now += 1000;
  const next = await permit('status', 'status', '');
  await settle(next, 'status', 'edited');
  await settle(late, '0', 'failed');
  expect(await rows()).toEqual([{ chunk: '0', state: 'open', messageId: null, payload: { text: 'one' } }]);
  await settle(late, '0', 'sent', '77');
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: { text: 'one' } }]);
  await settle(late, '0', 'sent', '78');
  expect((await rows())[0]?.messageId).toBe('77');
});

it('does not let a late answer speak for the send that replaced it', async () => {
  const { talk, permit, settle, rows } = await speaker();
  const late = await permit('send', '0', 'one');
  talk.now += 1000;
  const again = await permit('send', '0', 'one');
  await settle(late, '0', 'sent', '77');
  expect((await rows())[0]).toMatchObject({ state: 'open', messageId: null });
  await settle(again, '0', 'sent', '78');
  expect((await rows())[0]).toMatchObject({ state: 'sent', messageId: '78' });
});

it('waits for an upload that broke off half a minute, not its whole time', async () => {
  const { talk, turn, call } = await speaker();
  await call('upload', 'file:0', 'one', 'unknown', null, 300_000);
  await call('send', '0', 'two', 'unknown');
  const untils = (await test.db.ledger.deliveriesOf(turn)).map(({ chunk, callUntil }) => [chunk, callUntil - talk.now]);
  expect(untils).toEqual([
    ['file:0', 30_000],
    ['0', 1_000],
  ]);
});

it('names the messages of an account that were sent around another one, nearest first', async () => {
  const account = `account-${fresh()}`;
  const sendAt = async (now: number, chat: string, messageId: string | null) => {
    const talk = conversationIn(test.db);
    talk.now = now;
    await talk.accept();
    const { turn, token } = await talk.mustClaim();
    const place = { turn, chunk: '0', chat };
    const answer = await test.db.ledger.permit({
      ...place,
      lane: talk.lane,
      token,
      kind: 'send',
      rank: 'edit',
      account,
      limits: [],
      payload: null,
      timeoutMs: 1000,
      now,
    });
    if (answer.kind !== 'granted') throw new Error('not granted');
    const outcome = messageId === null ? 'unknown' : 'sent';
    await test.db.ledger.settle({ ...place, call: answer.call, outcome, messageId, now });
    return turn;
  };
  const start = 50_000_000;
  await sendAt(start - 700_000, `${account}/chat/1`, '1');
  await sendAt(start - 20, `${account}/chat/1`, '10');
  await sendAt(start - 10, `${account}/chat/2`, '11');
  await sendAt(start - 5, 'another/chat/1', '99');
  const turn = await sendAt(start, `${account}/chat/3`, null);
  await sendAt(start + 10, `${account}/chat/1`, '14');
  await sendAt(start + 20, `${account}/chat/2`, '16');
  const around = (limit: number) => test.db.ledger.sentAround({ account, turn, chunk: '0', limit });
  expect((await around(5)).map(({ messageId, isBefore }) => [messageId, isBefore])).toEqual([
    ['11', true],
    ['10', true],
    ['14', false],
    ['16', false],
  ]);
  expect(await around(1)).toEqual([
    { chat: `${account}/chat/2`, messageId: '11', isBefore: true },
    { chat: `${account}/chat/1`, messageId: '14', isBefore: false },
  ]);
  expect(await test.db.ledger.sentAround({ account, turn: 'unknown', chunk: '0', limit: 5 })).toEqual([]);
});

it('knows which message ids of a chat are its own', async () => {
  const { chat, call } = await speaker();
  await call('send', '0', 'one', 'sent', '77');
  await call('upload', 'file:1', 'two', 'sent', '79');
  const ids = ['76', '77', '78', '79'];
  expect([...(await test.db.ledger.knownIds({ chat, ids }))].sort()).toEqual(['77', '79']);
  expect(await test.db.ledger.knownIds({ chat: 'another', ids })).toEqual([]);
});

it('gives null for a damaged payload and keeps the rest', async () => {
  const { turn, call, rows } = await speaker();
  await call('send', '0', 'one', 'sent', '77');
  test.raw.prepare("UPDATE delivery SET payload = '{' WHERE turn = ?").run(turn);
  expect(await rows()).toEqual([{ chunk: '0', state: 'sent', messageId: '77', payload: null }]);
});
