import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPersonaChoices } from '../../../src/commands/personas/personaChoices.js';
import {
  createPersonaCommand,
  createPersonaSource,
  createPersonasCommand,
} from '../../../src/commands/personas/personaCommands.js';
import { type CommandRegistry, createCommandRegistry } from '../../../src/commands/registry.js';
import { choiceSchema, MAX_CHOICES } from '../../../src/core/choice.js';
import { laneIdOf } from '../../../src/core/lane.js';
import type { ChatAddress } from '../../../src/core/message.js';
import { personaPlace } from '../../../src/core/personaChoice.js';
import type { Role } from '../../../src/core/ports/accessStore.js';
import { CATALOGUES, wordingIn } from '../../../src/reply/catalogue/catalogue.js';
import { openTestShelf } from '../../runtime/personas/testShelf.js';
import { openTestDb, type TestDb } from '../../store/openTestDb.js';
import { ownAnswer } from '../ownAnswer.js';

let test: TestDb;
let registry: CommandRegistry;
const shelf = openTestShelf();
const deps = (configured: string | null = null) => {
  const { chatSettings: settings, people } = test.db;
  return { shelf, choices: createPersonaChoices({ shelf, settings, people, configured, clock: test.clock }) };
};
const registryWith = (configured: string | null) => {
  const all = deps(configured);
  return createCommandRegistry([createPersonaCommand(all), createPersonasCommand(all)], [createPersonaSource(all)]);
};
beforeAll(async () => {
  test = await openTestDb();
  registry = registryWith(null);
});
afterAll(() => test.dispose());

let chats = 0;
const newChat = (kind: ChatAddress['kind'], more: Partial<ChatAddress> = {}): ChatAddress => {
  chats += 1;
  return { platform: 'slack', account: `T${chats}`, chat: `C${chats}`, kind, ...more };
};

async function run(text: string, address: ChatAddress, role: Role = 'member', language = 'en', known = registry) {
  const parsed = known.parse(text);
  if (parsed === null) throw new Error(`${text} is no command`);
  const sender = { user: 'ada', name: 'Ada', isBot: false, verifiedBy: 'platform' } as const;
  const person = `${address.platform}:${address.account}:ada`;
  const call = { lane: laneIdOf(address), address, seq: 1, wording: wordingIn(language) };
  return parsed.command.run({ ...call, args: parsed.args, principal: { person, role, sender } });
}
const say = async (...args: Parameters<typeof run>) => ownAnswer(await run(...args));
const stored = (level: 'lane' | 'chat' | 'workspace', address: ChatAddress) =>
  test.db.chatSettings.get(personaPlace(level, laneIdOf(address), address) ?? '', 'persona');

describe('choosing who answers', () => {
  it('in a direct chat: one word there, one back', async () => {
    const dm = newChat('dm');
    expect((await say('/researcher', dm)).text).toBe(
      'From here on 🔬 **Researcher** answers here; `/persona off` goes back. Checks several sources and names every one.',
    );
    expect(await stored('chat', dm)).toBe('researcher');
    expect((await say('/persona Project Manager', dm)).text).toMatch(
      /^From here on 📋 \*\*Project Manager\*\* answers/,
    );
    expect(await stored('chat', dm)).toBe('project-manager');
    expect((await say('/persona off', dm)).text).toBe('Back to the default: no persona is chosen here.');
    expect(await stored('chat', dm)).toBeNull();
  });

  it('in a thread for the thread alone, by anybody; in a group as a whole by admins', async () => {
    const group = newChat('group');
    const thread = { ...group, thread: '17.1' };
    expect((await say('/coder', thread)).text).toMatch(/answers in this thread/);
    expect([await stored('lane', thread), await stored('chat', group)]).toEqual(['coder', null]);
    expect((await say('/coder', group)).text).toMatch(/for its admins to choose.*`\/coder your question` asks once/);
    expect((await say('/persona off', group)).text).toMatch(/for its admins/);
    expect(await stored('chat', group)).toBeNull();
    await say('/writer', group, 'admin');
    expect(await stored('chat', group)).toBe('writer');
    expect((await say('/persona off', thread)).text).toBe('Back to the default: ✍️ **Writer** answers here.');
  });

  it('for oneself, and by admins for the workspace', async () => {
    const group = newChat('group');
    expect((await say('/persona recruiter mine', group)).text).toMatch(/answers you wherever nobody else/);
    expect(await test.db.people.settings(`slack:${group.account}:ada`)).toEqual({ persona: 'recruiter' });
    expect((await say('/persona planner all', group)).text).toMatch(/whole workspace is for admins/);
    await say('/persona planner all', group, 'owner');
    expect(await stored('workspace', group)).toBe('planner');
    expect((await say('/persona off mine', group)).text).toBe('Back to the default: 🗂️ **Planner** answers here.');
  });

  it('with a question it answers that; who may not choose for all has it answer once', async () => {
    const group = newChat('group');
    expect(await run('/coder why is it red?', group)).toEqual({ ask: 'why is it red?', persona: 'coder' });
    expect(await stored('chat', group)).toBeNull();
    expect(await run('/coder why is it red?', { ...group, thread: '9' })).toMatchObject({ persona: 'coder' });
    expect(await stored('lane', { ...group, thread: '9' })).toBe('coder');
  });

  it('says so when there is nobody of that name, without markup of theirs', async () => {
    const dm = newChat('dm');
    expect((await say('/persona **pirate**', dm)).text).toBe(
      'There is no persona called "  pirate  ". `/personas` lists all.',
    );
    expect((await say('/persona coordinator', dm)).text).toMatch(/^There is no persona/);
    expect(registry.parse('/coordinator')).toBeNull();
  });

  it('the configured one is the default of all', async () => {
    const known = registryWith('analyst');
    const dm = newChat('dm');
    expect((await say('/persona off', dm, 'member', 'en', known)).text).toMatch(/Analyst/);
  });
});

describe('the picker', () => {
  it('shows everybody on its pages, with who answers now, and leads to details', async () => {
    const dm = newChat('dm');
    await say('/writer', dm);
    const pages = [await say('/persona', dm), await say('/persona page 2', dm), await say('/persona page 99', dm)];
    expect(pages[0]?.text).toMatch(/^Which persona shall answer here\? Now: ✍️ \*\*Writer\*\*\. \(1\/3\)/);
    const chosen = pages.flatMap(({ choices }) => choices.filter(({ command }) => /^\/persona [a-z-]+$/.test(command)));
    expect(new Set(chosen.map(({ command }) => command)).size).toBe(22); // 21 and the way back
    expect(pages[0]?.choices.map(({ command }) => command).slice(8)).toEqual([
      '/persona page 2',
      '/persona info 1',
      '/persona off',
    ]);
    const info = await say('/persona info 2', dm);
    const planner = info.choices.find(({ label }) => label === '🗂️ Planner');
    expect(planner?.command).toBe('/persona about planner');
    const about = await say(planner?.command ?? '', dm);
    expect(about.text).toMatch(/Planner\*\* \(changes nothing\) `\/planner`/);
    expect(about.text).toMatch(/Good for:\n- [\s\S]*Will not:\n- [\s\S]*Known to fail like this:\n(- .*\n?){3}$/);
    expect(about.choices.map(({ command }) => command)).toEqual(['/persona planner', '/persona info 2']);
    for (const { choices } of [...pages, info, about]) {
      expect(choices.length).toBeLessThanOrEqual(MAX_CHOICES);
      for (const choice of choices) expect(choiceSchema.safeParse(choice).success).toBe(true);
    }
  });

  it('in every language its labels fit buttons', async () => {
    const dm = newChat('dm');
    await say('/writer', dm);
    for (const language of Object.keys(CATALOGUES)) {
      for (const text of ['/persona', '/persona info', '/persona about hr-manager']) {
        const { choices } = await say(text, dm, 'member', language);
        for (const choice of choices) expect(choiceSchema.safeParse(choice).success).toBe(true);
      }
    }
  });

  it('looking never waits in the lane, choosing always does: what is asked next is asked of the one chosen', () => {
    const instant = (text: string) => {
      const parsed = registry.parse(text);
      return parsed !== null && registry.isInstant(parsed);
    };
    expect(['/persona', '/persona page 2', '/persona info', '/persona about coder', '/personas'].map(instant)).toEqual(
      Array(5).fill(true),
    );
    expect(['/persona coder', '/persona off', '/coder', '/coder hi'].map(instant)).toEqual(Array(4).fill(false));
  });

  it('a press takes the place of the picker only where it may choose', () => {
    const press = (text: string, role: Role, address: ChatAddress) => {
      const parsed = registry.parse(text);
      return parsed !== null && registry.mayPress(parsed, role, address);
    };
    const group = newChat('group');
    expect(press('/persona coder', 'member', group)).toBe(false);
    expect(press('/persona page 2', 'member', group)).toBe(true);
    expect(press('/persona coder', 'admin', group)).toBe(true);
    expect(press('/persona coder', 'member', { ...group, thread: '1' })).toBe(true);
    expect(press('/persona coder mine', 'member', group)).toBe(true);
    expect(press('/coder', 'member', group)).toBe(false);
  });
});

it('menus list every persona after the built-ins, each with a line of its own', async () => {
  const specs = registry.listFor('member');
  expect(specs.slice(0, 4).map(({ name }) => name)).toEqual(['persona', 'personas', 'researcher', 'writer']);
  expect(specs).toHaveLength(23);
  for (const { name, description } of specs) {
    expect(name).toMatch(/^[a-z0-9_]{1,32}$/);
    expect(description.length).toBeLessThanOrEqual(100);
  }
  const { text } = await say('/personas', newChat('dm'));
  expect(text.split('\n')).toHaveLength(21);
});
