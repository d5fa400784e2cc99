import { afterAll, beforeAll, expect, it } from 'vitest';
import { personIdOf } from '../../src/core/person.js';
import type { PersonKey } from '../../src/core/ports/accessStore.js';
import { fresh } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const LATER = 1_000_000;

function on(platform: PersonKey['platform']): PersonKey {
  return { platform, account: '42', user: `user:${fresh()}` };
}

async function linkTo(first: PersonKey, second: PersonKey, now = 1) {
  const code = `CODE${fresh()}`;
  await test.db.people.offerLink({ ...first, code, expiresAt: LATER });
  return test.db.people.link({ ...second, code: code.toLowerCase(), now });
}

it('takes every account for a person of its own until two are linked with one code', async () => {
  const { people } = test.db;
  const [ada, work] = [on('telegram'), on('slack')];
  expect(await people.personOf(ada)).toBe(personIdOf(ada));
  expect(await people.accountsOf(personIdOf(ada))).toEqual([ada]);
  expect(await linkTo(ada, work)).toEqual({
    outcome: 'linked',
    from: personIdOf(work),
    into: personIdOf(ada),
    with: ada,
  });
  expect(await people.personOf(work)).toBe(personIdOf(ada));
  expect(await people.accountsOf(personIdOf(ada))).toEqual(expect.arrayContaining([ada, work]));
  expect(await people.accountsOf(personIdOf(work))).toEqual([]);
  expect(await people.accountsOf('nobody')).toEqual([]);
});

it('takes a code once, while it is young, and the newest of an account only', async () => {
  const { people } = test.db;
  const [ada, eve, work] = [on('telegram'), on('discord'), on('slack')];
  const [old, newer] = [`A${fresh()}`, `B${fresh()}`];
  await people.offerLink({ ...ada, code: old, expiresAt: 100 });
  expect(await people.link({ ...work, code: old, now: 100 })).toEqual({ outcome: 'unknown' });
  await people.offerLink({ ...ada, code: newer, expiresAt: LATER });
  expect(await people.link({ ...work, code: old, now: 1 })).toEqual({ outcome: 'unknown' });
  expect(await people.link({ ...ada, code: newer, now: 1 })).toEqual({ outcome: 'same' });
  expect(await people.link({ ...work, code: newer, now: 1 })).toMatchObject({ outcome: 'linked' });
  expect(await people.link({ ...eve, code: newer, now: 1 })).toEqual({ outcome: 'unknown' });
  expect(await people.personOf(eve)).toBe(personIdOf(eve));
});

it('brings along the accounts that were linked to the second one', async () => {
  const { people } = test.db;
  const [a, b, c] = [on('telegram'), on('slack'), on('discord')];
  await linkTo(b, c);
  await linkTo(a, b);
  for (const account of [a, b, c]) expect(await people.personOf(account)).toBe(personIdOf(a));
});

it('gives an account that leaves a person of its own, and the others keep theirs', async () => {
  const { people } = test.db;
  const [a, b] = [on('telegram'), on('slack')];
  expect(await people.unlink({ ...a, now: 5 })).toBeNull();
  await linkTo(a, b);
  // The common person bears the first account's name.
  const left = await people.unlink({ ...a, now: 5 });
  expect(left).toEqual({ from: personIdOf(a), own: expect.not.stringMatching(new RegExp(`^${personIdOf(a)}$`)) });
  expect(await people.personOf(a)).toBe(left?.own);
  expect(await people.personOf(b)).toBe(personIdOf(a));
  expect(await people.accountsOf(personIdOf(a))).toEqual([b]);
  expect(await people.accountsOf(left?.own ?? '')).toEqual([a]);
  expect(await people.unlink({ ...b, now: 6 })).toBeNull();
});

it('asks for the memory to be moved in the same breath, and forgets that when it was done', async () => {
  const { people } = test.db;
  for (const { no } of await people.pendingMoves()) await people.finishMove(no);
  const [a, b] = [on('telegram'), on('slack')];
  await linkTo(a, b);
  await people.unlink({ ...b, now: 5 });
  const moves = await people.pendingMoves();
  expect(moves).toEqual([
    { no: expect.any(Number), from: personIdOf(b), into: personIdOf(a), author: null },
    { no: expect.any(Number), from: personIdOf(a), into: personIdOf(b), author: personIdOf(b) },
  ]);
  await people.finishMove(moves[0]?.no ?? 0);
  expect(await people.pendingMoves()).toEqual(moves.slice(1));
});

it('keeps what people set for themselves, and the first account has the say when two are linked', async () => {
  const { people } = test.db;
  const [a, b] = [on('telegram'), on('slack')];
  const set = (account: PersonKey, name: string, value: string | null) =>
    people.set({ person: personIdOf(account), name, value, now: 1 });
  await set(a, 'tone', 'dry');
  await set(b, 'tone', 'warm');
  await set(b, 'profile.role', 'cook');
  await set(b, 'instructions', 'x');
  await set(b, 'instructions', null);
  await linkTo(a, b);
  expect(await people.settings(personIdOf(a))).toEqual({ tone: 'dry', 'profile.role': 'cook' });
  expect(await people.settings(personIdOf(b))).toEqual({});
});
