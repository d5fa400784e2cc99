import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonKey } from '../../src/core/ports/accessStore.js';
import { fresh } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const DAY_MS = 24 * 3600 * 1000;

function someone(): PersonKey {
  return { platform: 'telegram', account: '42', user: `user-${fresh()}` };
}

const roleOf = async (person: PersonKey) =>
  (await test.db.access.standingOf({ ...person, chat: 'c', server: null })).role;

function ask(person: PersonKey, code: string, now: number, ttlMs = DAY_MS) {
  return test.db.access.requestPairing({ ...person, name: 'Ada', code, ttlMs, tellEveryMs: DAY_MS, now });
}

it('knows nobody, then the newest role that was granted, per platform and account', async () => {
  const { access } = test.db;
  const person = someone();
  expect(await roleOf(person)).toBeNull();
  await access.grant({ ...person, role: 'guest', by: 'owner', now: 1 });
  await access.grant({ ...person, role: 'admin', by: 'owner', now: 2 });
  expect(await roleOf(person)).toBe('admin');
  expect(await roleOf({ ...person, account: '43' })).toBeNull();
  expect(await roleOf({ ...person, platform: 'discord' })).toBeNull();
});

it('tells a stranger one code a day', async () => {
  const person = someone();
  expect(await ask(person, 'ABC123', 0)).toEqual({ code: 'ABC123', tell: true });
  expect(await ask(person, 'DEF456', 1000)).toEqual({ code: 'ABC123', tell: false });
  expect(await ask(person, 'DEF456', DAY_MS)).toEqual({ code: 'DEF456', tell: true });
  expect(await ask(person, 'GHI789', DAY_MS + 1)).toEqual({ code: 'DEF456', tell: false });
  await test.db.access.takePairing({ code: 'DEF456', now: DAY_MS + 2 });
});

it('remembers that it told somebody after the code ran out', async () => {
  const person = someone();
  expect(await ask(person, 'SHORT1', 0, 1000)).toEqual({ code: 'SHORT1', tell: true });
  expect(await ask(person, 'SHORT2', 2000, 1000)).toEqual({ code: 'SHORT2', tell: false });
});

it('lets a code be used once, in any case, by whoever is first', async () => {
  const person = someone();
  await ask(person, 'aBcD99', 0);
  const takes = await Promise.all(
    ['ABCD99', 'abcd99', 'AbCd99'].map((code) => test.db.access.takePairing({ code, now: 10 })),
  );
  expect(takes.filter((taken) => taken !== null)).toEqual([
    { ...person, code: 'aBcD99', name: 'Ada', expiresAt: DAY_MS },
  ]);
  expect(await test.db.access.takePairing({ code: 'NOCODE', now: 10 })).toBeNull();
});

it('takes no code that has run out', async () => {
  await ask(someone(), 'OLD111', 0, 1000);
  expect(await test.db.access.takePairing({ code: 'OLD111', now: 1000 })).toBeNull();
});

it('refuses a code that is open for somebody else and reuses one that has run out', async () => {
  await ask(someone(), 'SAME11', 0, 1000);
  const person = someone();
  await expect(ask(person, 'same11', 999)).rejects.toMatchObject({ code: 'pairing-code-taken' });
  expect(await ask(person, 'SAME11', 1000)).toEqual({ code: 'SAME11', tell: true });
  await test.db.access.takePairing({ code: 'SAME11', now: 1001 });
});

it('lists open requests, the next to run out first', async () => {
  const now = 100 * DAY_MS;
  const [late, soon] = [someone(), someone()];
  await ask(late, 'LATE11', now, 2000);
  await ask(soon, 'SOON11', now, 1000);
  expect((await test.db.access.pairings(now)).map(({ code }) => code)).toEqual(['SOON11', 'LATE11']);
  expect((await test.db.access.pairings(now + 1000)).map(({ code }) => code)).toEqual(['LATE11']);
});
