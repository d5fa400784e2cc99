import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccessMode, createAccessPolicy } from '../../src/access/policy.js';
import type { ChatAddress, Sender } from '../../src/core/message.js';
import type { ChatRole } from '../../src/core/ports/accessStore.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const entry = (user: string) => ({ platform: 'discord' as const, account: null, user });

function policy(mode: AccessMode = 'pairing', openRole: ChatRole = 'member') {
  const { access: store } = test.db;
  return createAccessPolicy({ mode, openRole, owners: [entry('owner')], allowed: [entry('listed')], store });
}

function place(chat: string, more: Partial<ChatAddress> = {}): ChatAddress {
  return { platform: 'discord', account: 'app', chat, kind: 'group', ...more };
}

const sender = (user: string, more: Partial<Sender> = {}): Sender => ({
  user,
  name: user,
  isBot: false,
  verifiedBy: 'platform',
  ...more,
});

const decide = (user: string, address: ChatAddress, mode?: AccessMode, more?: Partial<Sender>) =>
  policy(mode).decide({ address, sender: sender(user, more) });

const byAdmin = { by: 'discord:app:boss', now: 1 };
const guest = { allowed: true, role: 'guest', ground: 'chat' };
const member = { allowed: true, role: 'member', ground: 'chat' };
const nothing = { allowed: false, answer: 'nothing' };

it('lets the people of one chat in and nobody elsewhere, and no longer once it is closed', async () => {
  const chat = { platform: 'discord', account: 'app', scope: 'chat', id: 'c1' } as const;
  await test.db.access.openPlace({ ...chat, role: 'guest', ...byAdmin });
  expect(await decide('eve', place('c1'))).toEqual(guest);
  expect(await decide('eve', place('c1', { thread: 't' }))).toEqual(guest);
  expect(await decide('eve', place('c2'))).toEqual(nothing);
  expect(await decide('eve', place('c1', { account: 'other' }))).toEqual(nothing);
  expect(await decide('eve', { ...place('c1'), platform: 'slack' })).toEqual(nothing);
  expect(await decide('eve', place('d', { kind: 'dm' }))).toEqual({ allowed: false, answer: 'pairing' });
  await test.db.access.openPlace({ ...chat, role: 'member', ...byAdmin });
  expect(await decide('eve', place('c1'))).toEqual(member);
  expect(await test.db.access.closePlace(chat)).toBe(true);
  expect(await test.db.access.closePlace(chat)).toBe(false);
  expect(await decide('eve', place('c1'))).toEqual(nothing);
});

it('lets the people of a server in wherever it has chats, but not outsiders, and the better role counts', async () => {
  const server = { platform: 'discord', account: 'app', scope: 'server', id: 'g1' } as const;
  await test.db.access.openPlace({ ...server, role: 'guest', ...byAdmin });
  expect(await decide('eve', place('c3', { community: 'g1' }))).toEqual(guest);
  expect(await decide('eve', place('c4', { community: 'g1' }))).toEqual(guest);
  expect(await decide('eve', place('c4', { community: 'g2' }))).toEqual(nothing);
  expect(await decide('eve', place('g1'))).toEqual(nothing);
  expect(await decide('eve', place('c4', { community: 'g1' }), 'pairing', { isOutside: true })).toEqual(nothing);
  await test.db.access.openPlace({ ...server, scope: 'chat', id: 'c4', role: 'member', ...byAdmin });
  expect(await decide('eve', place('c4', { community: 'g1' }))).toEqual(member);
  expect(await decide('eve', place('c3', { community: 'g1' }))).toEqual(guest);
  await test.db.access.closePlace(server);
});

it('a role that was granted counts before what a chat gives, up and down', async () => {
  const chat = { platform: 'discord', account: 'app', scope: 'chat', id: 'c5' } as const;
  await test.db.access.openPlace({ ...chat, role: 'member', ...byAdmin });
  const person = { platform: 'discord', account: 'app', user: 'known' } as const;
  await test.db.access.grant({ ...person, role: 'guest', ...byAdmin });
  expect(await decide('known', place('c5'))).toEqual({ allowed: true, role: 'guest', ground: 'granted' });
  await test.db.access.grant({ ...person, role: 'admin', ...byAdmin });
  expect(await decide('known', place('c5'))).toEqual({ allowed: true, role: 'admin', ground: 'granted' });
  expect(await test.db.access.revoke(person)).toBe(true);
  expect(await decide('known', place('c5'))).toEqual(member);
  expect(await decide('known', place('c6'))).toEqual(nothing);
});

it('a block shuts out of everything that is not configured as owner, until a role is granted again', async () => {
  const person = (user: string) => ({ platform: 'discord', account: 'app', user }) as const;
  const chat = { platform: 'discord', account: 'app', scope: 'chat', id: 'c7' } as const;
  await test.db.access.openPlace({ ...chat, role: 'member', ...byAdmin });
  for (const user of ['owner', 'listed', 'mallory']) await test.db.access.block({ ...person(user), ...byAdmin });
  expect(await decide('owner', place('c7'))).toMatchObject({ role: 'owner' });
  expect(await decide('listed', place('c7'))).toEqual(nothing);
  expect(await decide('mallory', place('c7'))).toEqual(nothing);
  expect(await decide('mallory', place('x', { kind: 'dm' }))).toEqual(nothing);
  expect(await decide('mallory', place('c7'), 'open')).toEqual(nothing);
  await test.db.access.grant({ ...person('mallory'), role: 'member', ...byAdmin });
  expect(await decide('mallory', place('x', { kind: 'dm' }))).toMatchObject({ role: 'member' });
});

it('gives everybody the configured role in mode open, and a chat may give more', async () => {
  const open = policy('open', 'guest');
  const address = place('c8');
  expect(await open.decide({ address, sender: sender('eve') })).toMatchObject({ role: 'guest', ground: 'open' });
  const chat = { platform: 'discord', account: 'app', scope: 'chat', id: 'c8' } as const;
  await test.db.access.openPlace({ ...chat, role: 'member', ...byAdmin });
  expect(await open.decide({ address, sender: sender('eve') })).toMatchObject({ role: 'member', ground: 'chat' });
});
