import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAudit } from '../../src/access/audit.js';
import { createAllowCommand } from '../../src/commands/access/allow.js';
import { asAnswer, type CommandCall } from '../../src/commands/registry.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { ChatRole } from '../../src/core/ports/accessStore.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const group = (chat: string, more: Partial<ChatAddress> = {}): ChatAddress => ({
  platform: 'discord',
  account: 'app',
  chat,
  community: 'guild',
  kind: 'group',
  ...more,
});

async function say(args: string, address: ChatAddress, openRole: ChatRole | null = null) {
  const { db, clock } = test;
  const audit = createAudit({ store: db.audit, clock, redact: (text) => text });
  const command = createAllowCommand({ access: db.access, audit, openRole, clock });
  const call: CommandCall = {
    args,
    lane: 'lane',
    address,
    seq: 1,
    principal: {
      person: 'discord:app:boss',
      role: 'admin',
      sender: { user: 'boss', name: 'Boss', isBot: false, verifiedBy: 'platform' },
    },
    wording: wordingIn('en'),
  };
  const answer = await command.run(call);
  if (answer === null || (typeof answer === 'object' && !('text' in answer))) throw new Error('no answer');
  return asAnswer(answer);
}

const placesOf = async (id: string) =>
  (await test.db.access.openPlaces())
    .filter((place) => place.id === id)
    .map(({ scope, role, by }) => ({ scope, role, by }));

it('lets a chat in as guests, then as members, and closes it again; each is in the audit log', async () => {
  const address = group('a');
  expect((await say('', address)).text).toContain('only people whom I know');
  const opened = await say('here', address);
  expect(opened.text).toContain('Everybody in this chat may talk to me, as **guest**.');
  expect(opened.choices.map(({ command }) => command)).toEqual(['/allow off']);
  expect(await placesOf('a')).toEqual([{ scope: 'chat', role: 'guest', by: 'discord:app:boss' }]);
  expect((await say('HERE chat Member', address)).text).toContain('as **member**');
  expect(await placesOf('a')).toEqual([{ scope: 'chat', role: 'member', by: 'discord:app:boss' }]);
  expect((await say('off', address)).text).toContain('only people whom I know');
  expect(await placesOf('a')).toEqual([]);
  expect((await say('off', address)).text).toContain('That was not let in.');
  const lines = await test.db.audit.newest({ limit: 100, actor: 'discord:app:boss' });
  expect(lines.map(({ kind, decision, reason }) => [kind, decision, reason])).toEqual([
    ['chat', 'allow', 'everybody in this chat may write, as guest'],
    ['chat', 'allow', 'everybody in this chat may write, as member'],
    ['chat', 'deny', 'not everybody in this chat may write any more'],
  ]);
});

it('lets a server in, says so in each of its chats, and takes one away without the other', async () => {
  await say('here server', group('b', { community: 'g2' }));
  await say('here', group('b', { community: 'g2' }));
  const elsewhere = await say('', group('c', { community: 'g2' }));
  expect(elsewhere.text).toContain('Everybody on this server');
  expect(elsewhere.text).not.toContain('in this chat may');
  const left = await say('off', group('b', { community: 'g2' }));
  expect(left.text).toContain('Everybody on this server');
  expect(left.choices.map(({ command }) => command)).toEqual(['/allow off server']);
  await say('off workspace', group('c', { community: 'g2' }));
  expect(await placesOf('g2')).toEqual([]);
});

it('says what it cannot do, and then does nothing', async () => {
  const before = (await test.db.access.openPlaces()).length;
  const telegram: ChatAddress = { platform: 'telegram', account: '42', chat: '-100', kind: 'group' };
  expect((await say('here server', telegram)).text).toContain('no server');
  expect((await say('here', { ...telegram, chat: '7', kind: 'dm' })).text).toContain('for groups');
  const wrong = [
    'please',
    'here everybody',
    'here owner',
    'off member',
    'here chat server',
    'here guest member',
    'here a b c',
  ];
  for (const args of wrong) expect((await say(args, group('d'))).text, args).toMatch(/^`\/allow here` lets in/);
  expect((await test.db.access.openPlaces()).length).toBe(before);
});

it('where everybody is answered anyway it does not say otherwise', async () => {
  expect((await say('', group('e'), 'member')).text).toContain('I answer everybody anyway');
});
