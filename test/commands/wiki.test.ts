import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandCall } from '../../src/commands/registry.js';
import { createWikiCommands } from '../../src/commands/wiki/wikiCommands.js';
import { choiceSchema, MAX_CHOICES } from '../../src/core/choice.js';
import { toWaggleError } from '../../src/core/errors.js';
import type { ChatAddress } from '../../src/core/message.js';
import type { Role } from '../../src/core/ports/accessStore.js';
import { chatKey } from '../../src/core/ports/egress.js';
import { CATALOGUES, wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { reachOf } from '../../src/runtime/walls/reachOf.js';
import { openVaultFixture, personView, type VaultFixture } from '../runtime/vault/vaultFixture.js';
import { ownAnswer } from './ownAnswer.js';

let fixture: VaultFixture;
beforeEach(async () => {
  fixture = await openVaultFixture();
});
afterEach(() => fixture.close());

interface Caller {
  readonly user?: string;
  readonly kind?: ChatAddress['kind'];
  readonly role?: Role;
  readonly language?: string;
}

async function say(text: string, { user = 'ada', kind = 'dm', role = 'member', language = 'en' }: Caller = {}) {
  const { vaults, minds, dataDir } = fixture;
  const commands = createWikiCommands({
    vaults,
    minds,
    dataDir,
    openReach: async ({ principal, address }: CommandCall) => reachOf(principal, address),
  });
  const [, name, args = ''] = /^\/(\w+)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = commands.find(({ spec }) => spec.name === name);
  if (command === undefined) throw new Error(`no command ${text}`);
  const address: ChatAddress = { platform: 'telegram', account: '42', chat: kind === 'dm' ? user : '-1', kind };
  const sender = { user, name: user, isBot: false, verifiedBy: 'platform' } as const;
  const principal = { person: `telegram:42:${user}`, role, sender };
  const call = { args: args.trim(), lane: 'l', address, seq: 1, principal, wording: wordingIn(language) };
  const answer = ownAnswer(await command.run(call));
  for (const choice of answer.choices) expect(choiceSchema.parse(choice)).toEqual(choice);
  expect(answer.choices.length).toBeLessThanOrEqual(MAX_CHOICES);
  return { text: answer.text, commands: answer.choices.map((choice) => choice.command) };
}

const ada = personView('telegram:42:ada');
const place = { platform: 'telegram', account: '42' } as const;
const group = { kind: 'workspace', workspace: 'telegram:42:-1' } as const;
const remember = (content: string) => fixture.save(ada.mind, content, { author: ada.mind.kind });

describe('the wiki', () => {
  it('is made on request, also of an empty memory, says where it is, and what each sync changed', async () => {
    for (const text of ['/wiki_sync', '/wiki_search cat', '/wiki_setup remove']) {
      expect(await say(text)).toEqual({
        text: 'There is no wiki here yet. `/wiki_setup` makes one of what I remember here.',
        commands: ['/wiki_setup'],
      });
    }
    const made = await say('/wiki_setup');
    expect(made.text).toMatch(/^The wiki is there \(one page\), in the folder `wiki\/u\/telegram-42-ada-[0-9a-f]{12}`/);
    expect(made.text).toContain('I remember nothing here yet');
    await remember('My cat is called Momo.');
    expect((await say('/wiki_sync')).text).toBe('Synced: one page new, one page changed. The wiki has 2 pages.');
    expect((await say('/wiki_sync')).text).toBe('Nothing has changed. The wiki has 2 pages.');
    expect((await say('/wiki_sync facts notes')).text).toContain('it always takes the whole wiki');
    const known = await say('/wiki_setup');
    expect(known.text).toMatch(/last synced 2026-03-05\.$/);
    expect(known.commands).toEqual(['/wiki_sync', '/wiki_setup remove']);
    expect((await say('/wiki_setup maybe')).text).toContain('`/wiki_setup remove` takes it away');
    expect((await say('/wiki_setup', { role: 'owner' })).text).toContain(fixture.dataDir);
    expect((await say('/wiki_setup', { role: 'owner', kind: 'group' })).text).not.toContain(fixture.dataDir);
  });

  it('is made anew where its record is damaged, and says so until then', async () => {
    await remember('My cat is called Momo.');
    await say('/wiki_setup');
    writeFileSync(join(fixture.folder(ada), '.waggle/vault.json'), '{"version": 7}');
    for (const text of ['/wiki_sync', '/wiki_search cat', '/wiki_setup remove']) {
      const error = await say(text).then(
        () => null,
        (thrown: unknown) => toWaggleError(thrown).toUserFacing(),
      );
      expect(error?.sentence).toMatch(/damaged\. `\/wiki_setup` makes it anew/);
      expect(error && wordingIn('en').error(error)).toEqual(error);
    }
    expect((await say('/wiki_setup')).text).toMatch(/^The wiki is there/);
    expect((await say('/wiki_sync')).text).toMatch(/^Nothing has changed/);
  });

  it('is removed after a second word, and what people wrote stays', async () => {
    await remember('My cat is called Momo.');
    await say('/wiki_setup');
    expect((await say('/wiki_setup  REMOVE')).commands).toEqual(['/wiki_setup remove now']);
    expect((await say('/wiki_search momo')).text).toContain('One page fits');
    const index = fixture.files(ada)['Index.md'] ?? '';
    fixture.write(ada, 'Index.md', `${index}\nMine.\n`);
    expect((await say('/wiki_setup remove now')).text).toBe('Gone: one page, one page stayed because you wrote on it.');
    expect(fixture.files(ada)).toEqual({ 'Index.md': 'Mine.\n' });
    expect((await say('/wiki_sync')).commands).toEqual(['/wiki_setup']);
  });

  it('is searched page by page, people’s notes included, and each page is shown whole', async () => {
    for (let i = 1; i <= 8; i += 1)
      fixture.write(ada, `Trips/Day ${i}.md`, `On day ${i} we saw a heron.\n\n![[pic.png]] [[Index|home]]\n`);
    await remember('I like herons.');
    await say('/wiki_setup');
    expect((await say('/wiki_search')).text).toMatch(/^What shall I look for\?/);
    expect((await say('/wiki_search ?!')).text).toMatch(/^What shall I look for\?/);
    expect((await say('/wiki_search zeppelin')).text).toMatch(/^No page of the wiki fits that/);
    const first = await say('/wiki_search heron');
    expect(first.text).toMatch(/^9 pages fit[\s\S]*✎ not written by me\nPage 1 of 2$/);
    expect(first.text).toContain('- **Day 1** ✎: On day 1 we saw a heron\\.');
    expect(first.commands).toHaveLength(7);
    expect(first.commands.at(-1)).toBe('/wiki_search page 2 heron');
    const second = await say('/wiki_search page 2 heron');
    expect(second.text).toContain('Page 2 of 2');
    expect(second.commands.at(-1)).toBe('/wiki_search page 1 heron');
    const day = await say(first.commands.find((command) => command.includes('open')) ?? '');
    expect(day.text).toMatch(/saw a heron\.\n\npic\.png home$|I like herons\.$/);
    expect((await say('/wiki_search open 0123456789')).text).toBe('That page is not there any more.');
    expect((await say('/wiki_search open source')).text).toMatch(/^No page/);
    const long = `heron ${'and a very long question '.repeat(8)}`;
    expect((await say(`/wiki_search ${long}`)).text).toContain('`/wiki_search page 2 …`');
  });

  it('shows a group the group’s pages only, and nobody another’s', async () => {
    await remember('I earn 4,000 a month.');
    await fixture.save(group, 'The wifi of the club is called Hive.', {
      scope: `chat:${chatKey({ ...place, chat: '-1' })}`,
    });
    await say('/wiki_setup');
    await say('/wiki_setup', { user: 'eve' });
    await say('/wiki_setup', { kind: 'group' });
    expect((await say('/wiki_search earn')).text).toContain('4,000');
    for (const caller of [{ user: 'eve' }, { kind: 'group' }, { kind: 'group', user: 'eve' }] as const) {
      expect((await say('/wiki_search earn', caller)).text).toMatch(/^No page/);
    }
    expect((await say('/wiki_search wifi', { kind: 'group', user: 'eve' })).text).toContain('Hive');
    expect((await say('/wiki_search wifi')).text).toMatch(/^No page/);
  });
});

it.each(Object.keys(CATALOGUES))('all of it is said in %s', async (language) => {
  const caller = { language };
  for (const content of ['My cat is called Momo.', 'I like herons.']) await remember(content);
  const texts = [
    await say('/wiki_sync', caller),
    await say('/wiki_setup', caller),
    await say('/wiki_search momo', caller),
    await say('/wiki_sync', caller),
    await say('/wiki_setup', caller),
    await say('/wiki_setup remove', caller),
    await say('/wiki_setup remove now', caller),
  ].map(({ text }) => text);
  for (const text of texts) expect(text).not.toMatch(/[{}]|Thinking|undefined/);
  if (language !== 'en') for (const text of texts) expect(text).not.toMatch(/\b(wiki has|fits?|I remember)\b/);
});
