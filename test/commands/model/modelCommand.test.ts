import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelCommand, createModelHere, nearModels } from '../../../src/commands/model/modelCommand.js';
import { asAnswer } from '../../../src/commands/registry.js';
import { choiceSchema } from '../../../src/core/choice.js';
import { silentLog } from '../../../src/core/log.js';
import type { ChatAddress } from '../../../src/core/message.js';
import type { Role } from '../../../src/core/ports/accessStore.js';
import { wordingIn } from '../../../src/reply/catalogue/catalogue.js';
import { createModelMenu } from '../../../src/runtime/model/modelMenu.js';
import { createOfferedModels } from '../../../src/runtime/model/offeredModels.js';
import { createTurnPersonas } from '../../../src/runtime/personas/turnPersonas.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { openTestShelf } from '../../runtime/personas/testShelf.js';
import { openTestDb, type TestDb } from '../../store/openTestDb.js';
import { ownAnswer } from '../ownAnswer.js';

const MODELS = ['claude-sonnet-4-6', 'openai/gpt-5', 'openai/gpt-5-mini', 'groq/*', `x/${'long-'.repeat(20)}name`];

const shelf = openTestShelf();
let test: TestDb;
let server: ModelServer;
beforeAll(async () => {
  test = await openTestDb();
  server = await startModelServer({ models: MODELS });
});
afterAll(async () => {
  await test.dispose();
  await server.close();
  shelf.close();
});

interface Setup {
  /** Of the model server; elsewhere nothing answers. */
  readonly url?: string;
  readonly isDemo?: boolean;
  readonly isConfigured?: boolean;
  readonly budgetModel?: string;
}

function open({ url = server.url, isDemo = false, isConfigured = true, budgetModel }: Setup = {}) {
  const { clock, db } = test;
  const offered = createOfferedModels({ baseUrl: url, apiKey: '', fetch, clock, log: silentLog });
  const personas = createTurnPersonas({
    shelf,
    configured: null,
    isOffered: isConfigured ? null : offered.has,
    researchRounds: null,
  });
  const models = createModelMenu({
    model: 'usual-model',
    budgetModel: budgetModel ?? null,
    isConfigured,
    isDemo,
    offered,
    personas,
  });
  const deps = {
    people: db.people,
    settings: db.chatSettings,
    clock,
    models,
    personaHere: async () => (isConfigured ? null : shelf.getPersona('coder')),
  };
  const command = createModelCommand(deps);
  const callOf = (args: string, chat: string, role: Role, language: string) => {
    const kind = chat.startsWith('-') ? 'group' : 'dm';
    const address: ChatAddress = { platform: 'telegram', account: '42', chat, kind };
    const sender = { user: chat, name: 'Ada', isBot: false, verifiedBy: 'platform' } as const;
    const principal = { person: `telegram:42:${chat}`, role, sender };
    return { args, lane: 'l', address, seq: 1, principal, wording: wordingIn(language) };
  };
  return {
    models,
    say: async (args: string, chat: string, role: Role = 'member', language = 'en') =>
      asAnswer(ownAnswer(await command.run(callOf(args, chat, role, language)))),
    idIn: (chat: string) => createModelHere(deps).idFor(callOf('', chat, 'member', 'en')),
  };
}

describe('/model', () => {
  it('says what answers and why, and offers what the endpoint lists, by buttons that every platform takes', async () => {
    const { text, choices } = await open({ budgetModel: 'cheap' }).say('', '1');
    expect(text).toMatch(
      /^The model here is `usual-model`, as `WAGGLE_MODEL` says\.\nShort, simple messages go to `cheap`/,
    );
    expect(text).toContain('The model service has 4 models:\n- `claude-sonnet-4-6`\n- `openai/gpt-5`');
    expect(choices.map(({ command }) => command)).toEqual([
      '/model claude-sonnet-4-6',
      '/model openai/gpt-5',
      '/model openai/gpt-5-mini',
    ]);
    for (const choice of choices) expect(choiceSchema.safeParse(choice).success, choice.label).toBe(true);
  });

  it('names the persona whose preference it is, and the default', async () => {
    expect((await open({ isConfigured: false }).say('', '2')).text).toMatch(
      /which the persona 💻 \*\*Coder\*\* prefers/,
    );
    const silent = open({ isConfigured: false, url: 'http://127.0.0.1:9' });
    expect((await silent.say('', '2')).text).toMatch(/`usual-model`, the default\.[\s\S]*does not list its models/);
  });

  it('turns pages of long lists', async () => {
    const many = await startModelServer({ models: Array.from({ length: 20 }, (_, n) => `m-${n + 1}`) });
    const { say } = open({ url: many.url });
    expect((await say('', '3')).choices.map(({ label }) => label)).toContain('› 2/3');
    const last = await say('page 9', '3');
    expect(last.text).toContain('(3/3)\n- `m-17`');
    expect(last.choices.map(({ command }) => command)).toEqual([
      '/model m-17',
      '/model m-18',
      '/model m-19',
      '/model m-20',
      '/model page 2',
    ]);
    await many.close();
  });

  it('is chosen whatever the case, by a list entry for many, and given up', async () => {
    const { say, idIn } = open();
    expect((await say('OpenAI/GPT-5', '4')).text).toContain('`openai/gpt-5` answers you');
    expect(await idIn('4')).toBe('openai/gpt-5');
    expect((await say('groq/llama-4', '4')).text).not.toContain('could not check');
    expect((await say('usual-model', '4')).text).toContain('could not check the name');
    for (const word of ['off', 'default']) {
      await say('openai/gpt-5', '4');
      expect((await say(word, '4')).text).toBe('The model here is `usual-model`, as `WAGGLE_MODEL` says.');
      expect(await idIn('4')).toBe('usual-model');
    }
  });

  it('that is unknown is refused with the names that may be meant, and nothing is changed', async () => {
    const { say, idIn } = open();
    const { text, choices } = await say('gpt5-mini', '5');
    expect(text).toContain('no model `gpt5-mini`; nothing was changed. Did you mean');
    expect(choices.map(({ command }) => command)[0]).toBe('/model openai/gpt-5-mini');
    expect((await say('sonnet', '5')).text).toContain('- `claude-sonnet-4-6`');
    expect((await say('xylophone', '5')).text).toContain('`/model` lists those that it has');
    for (const name of ['`rm`', 'two words', '', '../../etc', '-x']) await say(name, '5');
    expect(await idIn('5')).toBe('usual-model');
  });

  it('takes any name that can be one where the endpoint lists none, and says so', async () => {
    const { say, idIn } = open({ url: 'http://127.0.0.1:9' });
    expect((await say('my/own-model:7b', '6')).text).toContain('could not check the name');
    expect(await idIn('6')).toBe('my/own-model:7b');
    expect((await say('no model', '6')).text).toContain('has no model');
  });

  it('in a group is its own, and members are offered nothing', async () => {
    const { say, idIn } = open();
    await say('openai/gpt-5', '-7', 'admin');
    const shown = await say('', '-7');
    expect(shown).toEqual({ text: 'The model here is `openai/gpt-5`, chosen with `/model`.', choices: [] });
    expect(await idIn('8')).toBe('usual-model');
  });

  it('that was chosen and is gone is told of', async () => {
    await open({ url: 'http://127.0.0.1:9' }).say('old-model', '9');
    const { say, idIn } = open();
    expect(await idIn('9')).toBe('usual-model');
    expect((await say('', '9')).text).toMatch(
      /^The model `old-model` that was chosen here is no longer offered; `usual/,
    );
  });

  it('is not to be chosen where the demo answers', async () => {
    const { say } = open({ isDemo: true });
    for (const args of ['', 'openai/gpt-5', 'off']) {
      expect((await say(args, '10', 'member', 'de')).text).toMatch(/^Hier antwortet das Demo-Modell/);
    }
  });
});

describe('near names', () => {
  it('are found fast in the longest list', () => {
    const list = Array.from({ length: 5_000 }, (_, n) => `vendor-${n % 7}/model-name-${n}`);
    expect(nearModels('vendor-3/model-nmae-4321', list)).toHaveLength(5);
    expect(nearModels('x'.repeat(200), list)).toEqual([]);
  });
});
