import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstructionsCommand } from '../../src/commands/people/instructions.js';
import { createLinkCommand, createUnlinkCommand } from '../../src/commands/people/link.js';
import { createProfileCommand } from '../../src/commands/people/profile.js';
import { createToneCommand } from '../../src/commands/people/tone.js';
import { type Command, maySet } from '../../src/commands/registry.js';
import type { ChatAddress } from '../../src/core/message.js';
import { personIdOf } from '../../src/core/person.js';
import type { PersonKey, Role } from '../../src/core/ports/accessStore.js';
import { chatKey } from '../../src/core/ports/egress.js';
import { preferencesOf } from '../../src/core/preferences.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';
import { ownAnswer } from './ownAnswer.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

interface Caller {
  readonly account: PersonKey;
  readonly kind?: ChatAddress['kind'];
  readonly role?: Role;
  readonly language?: string;
}

const on = (platform: PersonKey['platform'], user: string): PersonKey => ({ platform, account: '42', user });

async function call(command: Command, args: string, caller: Caller) {
  const { account, kind = 'dm', role = 'member', language = 'en' } = caller;
  const sender = { user: account.user, name: 'Ada', isBot: false, verifiedBy: 'platform' } as const;
  const address: ChatAddress = { platform: account.platform, account: account.account, chat: `${kind}-1`, kind };
  const principal = { person: await test.db.people.personOf(account), role, sender };
  const wording = wordingIn(language);
  return ownAnswer(await command.run({ args, lane: 'l', address, seq: 1, principal, wording }));
}

describe('/link and /unlink', () => {
  let codes = 0;
  let moved = 0;
  const deps = () => ({
    people: test.db.people,
    moveMinds: async () => {
      moved += 1;
    },
    newCode: () => {
      codes += 1;
      return `LINK000${codes}`;
    },
    clock: test.clock,
  });

  it('make one person of the accounts that asked for a code and sent it, have the memory moved, and part them', async () => {
    const [phone, work] = [on('telegram', '7'), on('slack', 'U7')];
    const link = createLinkCommand(deps());
    const offered = await call(link, '', { account: phone });
    expect(offered.text).toContain('`/link LINK0001`');
    const done = await call(link, 'link0001', { account: work });
    expect(done.text).toBe('Linked with Telegram (7). What I remember of you is the same on both from now on.');
    expect(moved).toBe(1);
    expect(await test.db.people.personOf(work)).toBe(personIdOf(phone));
    expect((await call(link, '', { account: work })).text).toMatch(/^Linked: Slack \(U7\), Telegram \(7\)\./);
    expect((await call(link, 'LINK0001', { account: work })).text).toMatch(/unknown, used or too old/);
    const unlink = createUnlinkCommand(deps());
    expect((await call(unlink, '', { account: work })).text).toMatch(/stands by itself again/);
    expect(moved).toBe(2);
    expect((await call(unlink, '', { account: work })).text).toMatch(/not linked/);
    expect(moved).toBe(2);
  });

  it('give no code where others read along, and take none there', async () => {
    const account = on('telegram', '8');
    const link = createLinkCommand(deps());
    for (const args of ['', 'LINK0001']) {
      expect((await call(link, args, { account, kind: 'group' })).text).toMatch(/in a direct chat/);
    }
    expect((await call(createUnlinkCommand(deps()), '', { account, kind: 'group' })).text).toMatch(/in a direct chat/);
  });

  it('give a code ten minutes', async () => {
    const link = createLinkCommand(deps());
    const offered = await call(link, '', { account: on('telegram', '9') });
    const code = /LINK\d+/.exec(offered.text)?.[0] ?? '';
    await test.clock.advance(10 * 60_000);
    expect((await call(link, code, { account: on('slack', 'U9') })).text).toMatch(/too old/);
  });
});

describe('/profile', () => {
  const profile = () => createProfileCommand({ people: test.db.people, clock: test.clock });
  const account = on('telegram', '20');

  it('shows, sets and clears what is known about the person', async () => {
    expect((await call(profile(), '', { account })).text).toMatch(/^You have not told me/);
    expect((await call(profile(), 'Writing-Style short *and* dry', { account })).text).toContain('`writing_style`');
    expect((await call(profile(), 'role  Cook', { account })).text).toContain('“Cook”');
    const shown = await call(profile(), '', { account });
    expect(shown.text).toContain('- `role`: Cook\n- `writing_style`: short \\*and\\* dry');
    await call(profile(), 'role off', { account });
    expect(preferencesOf(await test.db.people.settings(personIdOf(account)), null).profile).toEqual({
      writing_style: 'short *and* dry',
    });
  });

  it('says what it takes when it is given something else, and changes nothing', async () => {
    expect((await call(profile(), 'shoes 42', { account, language: 'de' })).text).toContain('`/profile role Text`');
    expect((await call(profile(), 'brand', { account })).text).toContain('`/profile brand text`');
    expect((await call(profile(), `name ${'x'.repeat(201)}`, { account })).text).toMatch(
      /at most 200 characters, not 201/,
    );
    expect(await test.db.people.settings(personIdOf(account))).toEqual({ 'profile.writing_style': 'short *and* dry' });
  });
});

describe('/instructions and /tone', () => {
  const deps = () => ({ people: test.db.people, settings: test.db.chatSettings, clock: test.clock });
  const account = on('telegram', '30');
  const group = { platform: 'telegram', account: '42', chat: 'group-1', kind: 'group' } as const;
  const stored = async (name: string) => ({
    own: (await test.db.people.settings(personIdOf(account)))[name] ?? null,
    group: await test.db.chatSettings.get(chatKey(group), name),
  });

  it("are the person's in a direct chat, and the group's in a group, where admins set them", async () => {
    const instructions = createInstructionsCommand(deps());
    const tone = createToneCommand(deps());
    for (const { spec } of [instructions, tone]) expect(maySet(spec, 'member', 'group')).toBe(false);
    await call(instructions, 'No emoji.\nMetric units.', { account });
    await call(instructions, 'Speak Dutch.', { account, kind: 'group', role: 'admin' });
    await call(tone, 'Legal', { account });
    await call(tone, 'casual', { account, kind: 'group', role: 'admin' });
    expect(await stored('instructions')).toEqual({ own: 'No emoji.\nMetric units.', group: 'Speak Dutch.' });
    expect(await stored('tone')).toEqual({ own: 'legal', group: 'casual' });
    expect((await call(instructions, '', { account })).text).toContain('> No emoji.\n> Metric units.');
    expect((await call(instructions, '', { account, kind: 'group' })).text).toContain('> Speak Dutch.');
    await call(instructions, 'off', { account });
    await call(tone, 'auto', { account });
    expect(await stored('instructions')).toEqual({ own: null, group: 'Speak Dutch.' });
    expect(await stored('tone')).toEqual({ own: null, group: 'casual' });
    expect((await call(instructions, '', { account })).text).toMatch(/^There are no standing/);
  });

  it('say what they take when they are given something else, and change nothing', async () => {
    const long = await call(createInstructionsCommand(deps()), 'x'.repeat(1501), { account });
    expect(long.text).toMatch(/at most 1500 characters, not 1501/);
    expect((await call(createToneCommand(deps()), 'rude', { account })).text).toContain('`legal`, `marketing`, `auto`');
    expect(await stored('instructions')).toMatchObject({ own: null });
  });

  it('offer the tones as buttons to whoever may choose', async () => {
    const asked = await call(createToneCommand(deps()), '', { account, language: 'de' });
    expect(asked.choices.map((choice) => choice.command)).toEqual(
      ['professional', 'casual', 'technical', 'legal', 'marketing', 'auto'].map((name) => `/tone ${name}`),
    );
    expect(asked.choices[1]?.label).toBe('locker');
    expect((await call(createToneCommand(deps()), '', { account, kind: 'group' })).choices).toEqual([]);
  });
});

describe('the preferences of a turn', () => {
  it("are the person's, and before them the group's", () => {
    const own = { instructions: 'a', tone: 'legal', 'profile.role': 'Cook', 'profile.age': '7', persona: 'x' };
    expect(preferencesOf(own, { instructions: 'b', tone: 'casual' })).toEqual({
      instructions: { group: 'b', own: 'a' },
      tone: 'casual',
      profile: { role: 'Cook' },
      model: null,
      isWhole: false,
    });
    const chosen = { model: 'opus', stream: 'off' };
    expect(preferencesOf(chosen, null)).toMatchObject({ model: 'opus', isWhole: true });
    expect(preferencesOf(chosen, {})).toMatchObject({ model: null, isWhole: false });
    expect(preferencesOf({}, chosen)).toMatchObject({ model: 'opus', isWhole: true });
    expect(preferencesOf(own, {})).toMatchObject({ instructions: { group: null, own: 'a' }, tone: null });
    expect(preferencesOf(own, null)).toMatchObject({ instructions: { group: null, own: 'a' }, tone: 'legal' });
    expect(preferencesOf({ ...own, tone: 'rude' }, null)).toMatchObject({ tone: null });
  });
});
