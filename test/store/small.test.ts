import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { conversationIn } from './conversation.js';
import { makeDataDir, openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

describe('leases', () => {
  it('belong to one owner until they end or are released', async () => {
    const { leases } = test.db;
    const take = (owner: string, now: number) => leases.acquire({ name: 'telegram:42', owner, ttlMs: 1000, now });
    expect(await take('a', 0)).toEqual({ ok: true });
    expect(await take('b', 500)).toEqual({ ok: false, owner: 'a', until: 1000 });
    expect(await take('a', 500)).toEqual({ ok: true });
    expect(await take('b', 1499)).toEqual({ ok: false, owner: 'a', until: 1500 });
    expect(await take('b', 1500)).toEqual({ ok: true });
    await leases.release({ name: 'telegram:42', owner: 'a' });
    expect(await take('a', 1501)).toEqual({ ok: false, owner: 'b', until: 2500 });
    await leases.release({ name: 'telegram:42', owner: 'b' });
    expect(await take('a', 1502)).toEqual({ ok: true });
  });
});

describe('transcripts', () => {
  it('give the newest lines since the last fresh start, oldest first', async () => {
    const talk = conversationIn(test.db);
    const say = async (content: string) => {
      await talk.accept();
      const transcript = [{ role: 'assistant' as const, content, shown: null }];
      await talk.finish(await talk.mustClaim(), 'done', { transcript });
    };
    const lane = talk.lane.id;
    const heard = async (limit: number) =>
      (await test.db.transcripts.history({ lane, limit })).map((entry) => entry.content);
    for (const content of ['one', 'two', 'three']) await say(content);
    expect(await heard(2)).toEqual(['two', 'three']);
    await test.db.transcripts.startAfresh({ lane, now: 5 });
    expect(await heard(10)).toEqual([]);
    await say('four');
    expect(await heard(10)).toEqual(['four']);
    await test.db.transcripts.startAfresh({ lane, now: 6 });
    expect(await heard(10)).toEqual([]);
    expect(await test.db.transcripts.history({ lane: 'unknown', limit: 10 })).toEqual([]);
    await test.db.transcripts.startAfresh({ lane: 'unknown', now: 6 });
  });

  it('puts a summary where the lines stood that it sums up, and can sum that up again', async () => {
    const talk = conversationIn(test.db);
    for (let i = 1; i <= 4; i += 1) {
      await talk.accept();
      const transcript = [{ role: 'user' as const, content: `line ${i}`, shown: null }];
      await talk.finish(await talk.mustClaim(), 'done', { transcript });
    }
    const lane = talk.lane.id;
    const read = async () => test.db.transcripts.history({ lane, limit: 10 });
    const [, second, third] = await read();
    const summary = await test.db.transcripts.compact({
      lane,
      turn: 't',
      from: second?.no ?? 0,
      to: third?.no ?? 0,
      summary: 'two and three',
      now: 9,
    });
    expect(summary).toMatchObject({ role: 'summary', content: 'two and three' });
    expect((await read()).map((entry) => entry.content)).toEqual(['line 1', 'two and three', 'line 4']);
    const last = (await read()).at(-1);
    await test.db.transcripts.compact({
      lane,
      turn: 't',
      from: summary.no,
      to: last?.no ?? 0,
      summary: 'the rest',
      now: 9,
    });
    expect((await read()).map((entry) => entry.content)).toEqual(['line 1', 'the rest']);
    const foreign = { lane: 'another', turn: 't', from: summary.no, to: summary.no, summary: 'x', now: 9 };
    await expect(test.db.transcripts.compact(foreign)).rejects.toMatchObject({ code: 'transcript-line' });
  });
});

describe('meta', () => {
  it('keeps small values and one id for each data directory', async () => {
    const dataDir = makeDataDir();
    const options = { dataDir, clock: createFakeClock(), log: silentLog };
    const [first, second] = await Promise.all([openGatewayDb(options), openGatewayDb(options)]);
    const id = first.meta.dataDirectoryId;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.meta.dataDirectoryId).toBe(id);
    expect(id).not.toBe(test.db.meta.dataDirectoryId);
    expect(await first.meta.get('menu')).toBeNull();
    await first.meta.set('menu', 'hash-1');
    await first.meta.set('menu', 'hash-2');
    expect(await second.meta.get('menu')).toBe('hash-2');
    await Promise.all([first.close(), second.close()]);
    const third = await openGatewayDb(options);
    expect(third.meta.dataDirectoryId).toBe(id);
    await third.close();
    rmSync(dataDir, { recursive: true });
  });
});
