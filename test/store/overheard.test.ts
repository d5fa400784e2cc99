import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatKeyOfLane } from '../../src/core/ports/egress.js';
import { OVERHEARD_LIMIT, OVERHEARD_MS } from '../../src/core/ports/overheard.js';
import { fresh } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const NOW = 10 * OVERHEARD_MS;
const ACCOUNT = 'telegram:42';

function say(lane: string, text: string, fields: { at?: number; person?: string; identity?: string } = {}) {
  const { at = NOW, person = 'telegram:42:ada', identity = `said-${fresh()}` } = fields;
  return test.db.overheard.keep({ lane, account: ACCOUNT, identity, person, name: 'Ada', text, at, now: NOW });
}

const textsOf = async (lane: string, now = NOW) =>
  (await test.db.overheard.recent({ lane, now })).map(({ text }) => text);

it('keeps the last thirty of a day, lane by lane, oldest first', async () => {
  const [lane, other] = [`telegram:42:${fresh()}`, `telegram:42:${fresh()}`];
  await say(lane, 'yesterday', { at: NOW - OVERHEARD_MS - 1 });
  await say(other, 'elsewhere');
  for (let i = 1; i <= OVERHEARD_LIMIT + 5; i += 1) await say(lane, `line ${i}`);
  const texts = await textsOf(lane);
  expect(texts).toHaveLength(OVERHEARD_LIMIT);
  expect([texts[0], texts.at(-1)]).toEqual(['line 6', 'line 35']);
  expect(await textsOf(other)).toEqual(['elsewhere']);
  expect(test.raw.prepare('SELECT count(*) FROM overheard WHERE lane = ?').pluck().get(lane)).toBe(OVERHEARD_LIMIT);
  expect(await textsOf(lane, NOW + OVERHEARD_MS + 1)).toEqual([]);
});

it('keeps a message once, follows its edits, and drops it when it is gone', async () => {
  const lane = `telegram:42:${fresh()}`;
  const identity = `said-${fresh()}`;
  await say(lane, 'first', { identity });
  await say(lane, 'again', { identity });
  expect(await textsOf(lane)).toEqual(['first']);
  await test.db.overheard.change({ account: ACCOUNT, identity, text: 'edited' });
  await test.db.overheard.change({ account: 'telegram:43', identity, text: 'by another account' });
  expect(await textsOf(lane)).toEqual(['edited']);
  await test.db.overheard.drop({ account: ACCOUNT, identity });
  expect(await textsOf(lane)).toEqual([]);
});

it('drops what a chat with its threads said, and what a person said', async () => {
  const chat = `telegram:42:${fresh()}`;
  const lanes = [chat, `${chat}:7`, `${chat}0`];
  for (const lane of lanes) await say(lane, 'words');
  await test.db.overheard.clear(chatKeyOfLane(chat));
  expect(await Promise.all(lanes.map((lane) => textsOf(lane)))).toEqual([[], [], ['words']]);
  const person = `telegram:42:${fresh()}`;
  await say(chat, 'of one', { person });
  await say(chat, 'of another');
  expect(await test.db.overheard.forget(person)).toBe(1);
  expect(await textsOf(chat)).toEqual(['of another']);
});

it('lets retention delete what is older than a day', async () => {
  const lane = `telegram:42:${fresh()}`;
  await say(lane, 'old');
  const counts = await test.db.retention.run(NOW + OVERHEARD_MS + 1);
  expect(counts.overheard).toBeGreaterThan(0);
  expect(test.raw.prepare('SELECT count(*) FROM overheard').pluck().get()).toBe(0);
});
