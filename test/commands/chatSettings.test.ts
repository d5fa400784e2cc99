import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContextCommand } from '../../src/commands/context.js';
import { createModeCommand } from '../../src/commands/mode.js';
import { type Command, maySet } from '../../src/commands/registry.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { Role } from '../../src/core/ports/accessStore.js';
import { chatKey } from '../../src/core/ports/egress.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';
import { ownAnswer } from './ownAnswer.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const inChat = (chat: string, kind: ChatAddress['kind']): ChatAddress => ({
  platform: 'telegram',
  account: '42',
  chat,
  kind,
});

async function call(command: Command, args: string, role: Role, address: ChatAddress) {
  const sender = { user: 'ada', name: 'Ada', isBot: false, verifiedBy: 'platform' } as const;
  const principal = { person: 'telegram:42:ada', role, sender };
  return ownAnswer(await command.run({ args, lane: 'l', address, seq: 1, principal, wording: wordingIn('en') }));
}

describe('/mode', () => {
  const command = () => createModeCommand({ settings: test.db.chatSettings, configured: 'queue', clock: test.clock });
  const stored = (address: ChatAddress) => test.db.chatSettings.get(chatKey(address), 'mode');

  it('says what holds and offers the others to whoever may choose', async () => {
    const dm = await call(command(), '', 'member', inChat('1', 'dm'));
    expect(dm.text).toMatch(/^`queue`/);
    expect(dm.choices.map((choice) => choice.command)).toEqual([
      '/mode queue',
      '/mode collect',
      '/mode steer',
      '/mode interrupt',
    ]);
    expect((await call(command(), 'faster', 'member', inChat('-1', 'group'))).choices).toEqual([]);
  });

  it('is set in a direct chat by its person, in a group by admins, and goes back to what is configured', async () => {
    const dm = inChat('2', 'dm');
    expect((await call(command(), 'Steer', 'member', dm)).text).toMatch(/^`steer`/);
    expect(await stored(dm)).toBe('steer');
    expect((await call(command(), '', 'member', dm)).text).toMatch(/^`steer`/);
    expect((await call(command(), 'auto', 'member', dm)).text).toMatch(/^`queue`/);
    expect(await stored(dm)).toBeNull();
    const group = inChat('-2', 'group');
    expect(maySet(command().spec, 'member', 'group')).toBe(false);
    await call(command(), 'collect', 'admin', group);
    expect(await stored(group)).toBe('collect');
  });
});

describe('/context', () => {
  const command = () => {
    const { chatSettings, overheard } = test.db;
    return createContextCommand({ settings: chatSettings, overheard, clock: test.clock });
  };

  it('is for groups, set by admins, and forgets what was kept when it is switched off', async () => {
    expect((await call(command(), 'on', 'owner', inChat('3', 'dm'))).text).toContain('for groups');
    const group = inChat('-3', 'group');
    const lane = 'telegram:42:-3';
    expect(maySet(command().spec, 'member', 'group')).toBe(false);
    expect((await call(command(), 'on', 'admin', group)).text).toContain('read along');
    const now = test.clock.now();
    const said = { lane, account: 'telegram:42', identity: '7', person: 'p', name: 'Bob', text: 'hi', at: now, now };
    await test.db.overheard.keep(said);
    const shown = await call(command(), '', 'admin', group);
    expect(shown.choices.map((choice) => choice.command)).toEqual(['/context off']);
    expect((await call(command(), '', 'member', group)).choices).toEqual([]);
    await call(command(), 'off', 'admin', group);
    expect(await test.db.overheard.recent({ lane, now })).toEqual([]);
    expect(await test.db.chatSettings.get(chatKey(group), 'context')).toBeNull();
  });
});
