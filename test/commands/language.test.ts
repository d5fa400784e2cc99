import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLanguageCommand } from '../../src/commands/language.js';
import { asAnswer, type CommandCall, createCommandRegistry } from '../../src/commands/registry.js';
import { spellOut } from '../../src/commands/spellOut.js';
import { choiceSchema } from '../../src/core/choice.js';
import type { Role } from '../../src/core/ports/accessStore.js';
import { LANGUAGE_NAMES, wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createWordingFor } from '../../src/turns/wordingFor.js';
import { createRecordingLog } from '../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';
import { ownAnswer } from './ownAnswer.js';

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

const sender = { user: '5', name: 'Ada', isBot: false, verifiedBy: 'platform', locale: 'fr-CA' } as const;
const addressOf = (kind: 'dm' | 'group') => ({ platform: 'telegram', account: '42', chat: '7', kind }) as const;

const command = () =>
  createLanguageCommand({
    settings: test.db.chatSettings,
    setting: 'language',
    languages: { names: LANGUAGE_NAMES, wordingIn },
    clock: test.clock,
  });

const ask = async (args: string, overrides: Partial<CommandCall> = {}) => {
  const address = addressOf('dm');
  const principal = { person: 'telegram:42:5', role: 'member', sender } as const;
  const call = { args, lane: 'l', address, seq: 1, principal, wording: wordingIn('en'), ...overrides };
  return ownAnswer(await command().run(call));
};

const languageIn = async (kind: 'dm' | 'group' = 'dm', locale: string = sender.locale) => {
  const wordingFor = createWordingFor({
    settings: test.db.chatSettings,
    language: 'es',
    log: createRecordingLog(),
  });
  return (await wordingFor({ address: addressOf(kind), sender: { ...sender, locale } })).language;
};

describe('/language', () => {
  it('without a code offers every language as a button that fits every platform', async () => {
    const { text, choices } = await ask('');
    expect(text).toBe('Which language shall my notices have here?');
    expect(choices.map(({ command }) => command)).toEqual(
      Object.keys(LANGUAGE_NAMES).map((code) => `/language ${code}`),
    );
    for (const choice of choices) expect(choiceSchema.safeParse(choice).success).toBe(true);
  });

  it('spells the choices out for readers without buttons', async () => {
    const text = spellOut(await ask(''));
    expect(text).toMatch(
      /^Which language shall my notices have here\?\n\n- `\/language en` English\n- `\/language de` Deutsch\n/,
    );
    expect(spellOut(asAnswer('plain'))).toBe('plain');
  });

  it('overrides the language of the platform, until it is told auto', async () => {
    expect(await languageIn()).toBe('fr');
    expect((await ask('DE')).text).toBe('Hinweise sind hier auf Deutsch.');
    expect(await languageIn()).toBe('de');
    await ask('auto');
    expect(await languageIn()).toBe('fr');
    expect(await languageIn('dm', 'it')).toBe('es');
  });

  it('says what there is when a code is unknown', async () => {
    expect((await ask('klingon')).text).toContain('`en`, `de`');
    expect(await languageIn()).toBe('fr');
  });

  it('is for admins alone in a group', async () => {
    const address = addressOf('group');
    const registry = createCommandRegistry([command()]);
    const mayUse = (text: string, role: Role, kind: 'dm' | 'group') => {
      const parsed = registry.parse(text);
      return parsed !== null && registry.mayUse(parsed, role, kind);
    };
    expect(mayUse('/language de', 'member', 'group')).toBe(false);
    expect(mayUse('/language', 'member', 'group')).toBe(true);
    expect(mayUse('/language de', 'admin', 'group')).toBe(true);
    expect(mayUse('/language de', 'member', 'dm')).toBe(true);
    expect(mayUse('/language', 'guest', 'dm')).toBe(false);
    expect((await ask('', { address })).choices).toEqual([]);
    expect(await languageIn('group')).toBe('fr');
    const principal = { person: 'telegram:42:5', role: 'admin', sender } as const;
    await ask('ru', { address, principal });
    expect(await languageIn('group')).toBe('ru');
  });
});
