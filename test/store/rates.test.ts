import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RateLimit } from '../../src/core/ports/rates.js';
import { fresh } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const messages: RateLimit = { kind: 'messages', windowMs: 60_000, max: 3 };
const turns: RateLimit = { kind: 'turns', windowMs: 3_600_000, max: 4 };

const someone = () => `telegram:42:${fresh()}`;
const take = (person: string, now: number, limits: readonly RateLimit[] = [messages]) =>
  test.db.rates.take({ person, limits, now });

it('takes so many in a window, tells once, and begins anew after it', async () => {
  const person = someone();
  for (const now of [1000, 1001, 1002]) expect(await take(person, now)).toBeNull();
  expect(await take(person, 1003)).toEqual({ ...messages, until: 61_000, tell: true });
  expect(await take(person, 60_999)).toEqual({ ...messages, until: 61_000, tell: false });
  expect(await take(person, 61_000)).toBeNull();
  expect(await take(someone(), 1003)).toBeNull();
});

it('what one limit refuses counts against no other', async () => {
  const person = someone();
  for (const now of [0, 1, 2]) expect(await take(person, now, [messages, turns])).toBeNull();
  for (const now of [3, 4, 5, 6])
    expect(await take(person, now, [messages, turns])).toMatchObject({ kind: 'messages' });
  expect(await take(person, 60_000, [messages, turns])).toBeNull();
  expect(await take(person, 60_001, [messages, turns])).toMatchObject({ kind: 'turns', until: 3_600_000, tell: true });
  expect(await take(person, 60_002)).toBeNull();
});

it('counts all that come at once, whoever counts', async () => {
  const person = someone();
  const answers = await Promise.all(Array.from({ length: 50 }, () => take(person, 5)));
  expect(answers.filter((answer) => answer === null)).toHaveLength(3);
  expect(answers.filter((answer) => answer?.tell === true)).toHaveLength(1);
});

it('a window from the future, by a clock that was set back, locks nobody out', async () => {
  const person = someone();
  for (let n = 0; n < 4; n += 1) await take(person, 10_000_000);
  expect(await take(person, 1000)).toBeNull();
});

it('never takes more than the limit within one window of its first message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 30 }), async (gaps) => {
      const person = someone();
      let now = 1;
      const taken: number[] = [];
      for (const gap of gaps) {
        now += gap;
        if ((await take(person, now)) === null) taken.push(now);
      }
      for (let index = 0; index + 3 < taken.length; index += 3) {
        expect((taken[index + 3] ?? 0) - (taken[index] ?? 0)).toBeGreaterThanOrEqual(60_000);
      }
    }),
    { numRuns: 20 },
  );
});
