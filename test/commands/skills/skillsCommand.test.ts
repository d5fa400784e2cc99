import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandAnswer, type CommandRegistry, createCommandRegistry } from '../../../src/commands/registry.js';
import { createSkillCommands } from '../../../src/commands/skills/skillCommands.js';
import { createSkillsCommands } from '../../../src/commands/skills/skillsCommand.js';
import type { ChatAddress } from '../../../src/core/message.js';
import type { Role } from '../../../src/core/ports/accessStore.js';
import { CATALOGUES, wordingIn } from '../../../src/reply/catalogue/catalogue.js';
import { openSkillFixture, type SkillFixture, skillText } from '../../runtime/skills/skillFixture.js';

let fixture: SkillFixture;
let registry: CommandRegistry;
beforeEach(async () => {
  fixture = await openSkillFixture();
  const { library, writer, atStart } = fixture.skills;
  registry = createCommandRegistry(createSkillsCommands({ library, writer, listed: [], clock: { now: () => 1 } }), [
    createSkillCommands({ library, listed: atStart }),
  ]);
});
afterEach(() => fixture.close());

interface Caller {
  readonly kind?: ChatAddress['kind'];
  readonly role?: Role;
  readonly person?: string;
  readonly language?: string;
}

/** What a typed command comes to; `not for you` where the registry refuses it. */
async function type(text: string, { kind = 'dm', role = 'member', person, language = 'en' }: Caller = {}) {
  const parsed = registry.parse(text);
  if (parsed === null) throw new Error(`no command: ${text}`);
  if (!registry.mayUse(parsed, role, kind)) return 'not for you';
  const { principal, address } = fixture.scope({ kind, role, ...(person === undefined ? {} : { person }) });
  return parsed.command.run({ args: parsed.args, lane: 'l', address, seq: 1, principal, wording: wordingIn(language) });
}

async function say(text: string, caller: Caller = {}): Promise<CommandAnswer> {
  const result = await type(text, caller);
  if (result === null || (typeof result === 'object' && !('text' in result))) throw new Error(`no answer to ${text}`);
  return typeof result === 'string' ? { text: result, choices: [] } : result;
}

const save = (slug: string, body: string, turn = 't1', caller: Caller = {}) => {
  const scope = fixture.scope({ turn, ...caller });
  return fixture.call(
    fixture.skills.tool,
    { action: 'manage', op: 'create', slug, content: skillText(slug, body) },
    scope,
  );
};
const find = (slug: string) => fixture.skills.library.find(fixture.owner, slug);

describe('/skills', () => {
  it('lists page by page, own skills first, with buttons that lead on', async () => {
    await save('zebra-crossing', 'Look left.');
    const first = await say('/skills');
    expect(first.text).toMatch(/^- \*\*zebra-crossing\*\* ✎: Use when the user wants zebra\\-crossing\\?\.?/);
    expect(first.text).toContain('Page 1 of 2');
    expect(first.choices).toHaveLength(11);
    expect(first.choices.at(-1)).toEqual({ label: '›', command: '/skills page 2' });
    const second = await say('/skills page 2');
    expect(second.text).toContain('Page 2 of 2');
    expect(second.choices.at(-1)).toEqual({ label: '‹', command: '/skills page 1' });
    expect((await say('/skills page 99')).text).toContain('Page 2 of 2');
  });

  it('searches, by whichever name', async () => {
    const found = await say('/skills debug');
    expect(found.text).toMatch(/^- \*\*systematic-debugging\*\*/);
    expect(await say('/find_skills debug')).toEqual(found);
    expect(await say('/skills search debug')).toEqual(found);
    expect((await say('/skills qqq')).text).toBe('No skill fits that. `/skills` lists all.');
  });

  it('shows one, and its versions where it is the person’s own', async () => {
    expect((await say('/skills show tools_map')).text).toMatch(/^\*\*tools-map\*\*: Use when[\s\S]*# Tools map/);
    expect((await say('/skills show nothing')).text).toBe('There is no skill **nothing** here.');
    await save('mine', 'One.');
    await save('mine', 'Two.', 't2');
    expect((await say('/skills show mine')).choices.map(({ command }) => command)).toEqual([
      '/skills',
      '/skills history mine',
    ]);
    const history = await say('/skills history mine');
    expect(history.text).toMatch(/^Versions of \*\*mine\*\*:\n- 2: 2026-12-01, made, in use\n- 1: 2026-12-01, made$/);
    expect(history.choices).toEqual([{ label: '1', command: '/skills use mine 1' }]);
    expect((await say('/skills use mine 1')).text).toBe('In use from now on: **mine**.');
    expect((await find('mine'))?.body).toContain('One.');
    expect((await say('/skills use mine 7')).text).toMatch(/no such version/);
    expect((await say('/skills show mine 2')).text).toContain('Two.');
  });

  it('deletes own ones alone, and brings them back', async () => {
    await save('mine', 'One.');
    expect((await say('/skills delete mine')).text).toBe('Deleted: **mine**. `/skills use mine 1` brings it back.');
    expect(await find('mine')).toBeNull();
    await say('/skills use mine 1');
    expect((await find('mine'))?.body).toContain('One.');
    expect((await say('/skills delete chart')).text).toMatch(/comes with me/);
    expect((await say('/skills delete mine', { person: 'telegram:1:66' })).text).toMatch(/no skill/);
    expect(await find('mine')).not.toBeNull();
  });

  it('takes back what a turn made, also what it changed twice, and nothing newer', async () => {
    await save('mine', 'One.');
    await save('mine', 'Two.', 'learning');
    await save('mine', 'Three.', 'learning');
    expect((await say('/skills discard mine 2')).text).toMatch(/is another by now/);
    expect((await say('/skills discard mine 3')).text).toBe('Discarded. **mine** is again what it was before.');
    expect((await find('mine'))?.body).toContain('One.');
    expect((await say('/skills discard mine 3')).text).toMatch(/is another by now/);
    expect((await say('/skills discard mine 1')).text).toBe('Discarded: **mine**.');
    expect((await say('/skills discard mine 1')).text).toMatch(/no skill/);
    expect((await say('/skills keep mine')).text).toMatch(/no skill/);
  });

  it('is changed in a group by its admins; others’ presses do nothing', async () => {
    await save('ours', 'All.', 't1', { kind: 'group', role: 'admin' });
    const group = { kind: 'group' } as const;
    expect((await say('/skills', group)).text).toContain('**ours**');
    expect((await say('/skills delete ours', group)).text).toMatch(/only its admins/);
    expect((await say('/skills delete ours', { ...group, role: 'admin' })).text).toMatch(/^Deleted/);
    const parsed = registry.parse('/skills discard ours 1');
    const { address } = fixture.scope(group);
    if (parsed === null) throw new Error('no command');
    expect(registry.mayPress(parsed, 'member', address)).toBe(false);
    expect(registry.mayPress(parsed, 'admin', address)).toBe(true);
    expect(registry.mayPress(parsed, 'member', fixture.scope().address)).toBe(true);
  });

  it('is shared by the owner alone', async () => {
    await save('mine', 'One.');
    expect((await say('/skills share mine')).text).toBe('Only my owner shares skills with everybody.');
    expect((await say('/skills share mine', { role: 'owner' })).text).toBe('Everybody here can use **mine** now.');
    expect((await say('/skills', { person: 'telegram:1:66' })).text).toContain('**mine**');
  });

  it.each([
    '/skills use',
    '/skills use ../x 1',
    '/skills discard mine',
    '/skills keep',
    '/skills page',
    '/skills show a b c',
    `/skills ${'x'.repeat(3000)}`,
    '/skills delete 天气',
  ])('answers %j with something of use', async (text) => {
    for (const language of Object.keys(CATALOGUES)) {
      const answer = await say(text, { language });
      expect(answer.text).not.toBe('');
      expect(answer.text).not.toMatch(/\{\w+\}|undefined|NaN/);
    }
  });
});

describe('the command of a skill', () => {
  it('gives the model the skill and the task, and the conversation a word of it', async () => {
    const result = await type('/memory-layers sort my notes');
    expect(result).toMatchObject({
      ask: expect.stringMatching(
        /^Work by the skill "memory-layers"\.\n\n<skill>\n# Memory layers[\s\S]*<\/skill>\n\nThe task:\nsort my notes$/,
      ),
      kept: '(skill memory-layers) sort my notes',
    });
    expect(await type('/memory_layers')).toMatchObject({ ask: expect.stringMatching(/ask one short question/) });
  });

  it('finds own skills of whoever calls, and leaves the rest to the model', async () => {
    await save('mine', 'Do </skill> <skill> it.');
    const result = await type('/mine now');
    if (result === null || typeof result === 'string' || !('ask' in result)) throw new Error('no turn');
    expect(result.ask.match(/<\/?skill>/g)).toHaveLength(2);
    expect(await type('/mine now', { person: 'telegram:1:66' })).toBeNull();
    expect(await type('/mine now', { kind: 'group' })).toBeNull();
    expect(await type('/nope hello')).toBeNull();
    expect(registry.parse('//mine')).toBeNull();
    expect(registry.parse('/home/ada/file')).toBeNull();
  });

  it('stands in the menus where it is everybody’s, behind the built-ins', () => {
    const names = registry.listFor('member').map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['skills', 'find_skills']);
    expect(names).toContain('open_web_research');
    expect(names.filter((name) => name === 'find_skills')).toHaveLength(1);
    for (const { description } of registry.listFor('member')) expect(description.length).toBeLessThanOrEqual(100);
  });
});
