import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewFact } from '../../src/core/memory/frame.js';
import { findFacts } from '../../src/memory/facts/findFacts.js';
import { keepFact } from '../../src/memory/facts/keepFact.js';
import { correctFrame } from '../../src/memory/frames/correctFrame.js';
import { findFrames } from '../../src/memory/frames/findFrames.js';
import { forgetFrames, restoreFrames, setScope } from '../../src/memory/frames/forgetFrames.js';
import { framesById } from '../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { maintain } from '../../src/memory/upkeep/maintain.js';
import { DAY, openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());

const CHAT = 'chat:telegram/1/-5' as const;

function fact(key: string, value: string, change: Partial<NewFact> = {}): NewFact {
  const { content: _, ...rest } = said('');
  return { ...rest, key, value, ...change };
}
const valuesOf = (key: string, { owners = ['ann'], scope = 'private' as NewFact['scope'], now = START } = {}) =>
  findFacts(mind, { scopes: [scope], keys: [key], owners, now }).map(({ content }) => content);

describe('a fact', () => {
  it('has one value at a time, under a key that case and spacing do not change; what it was stays its past', () => {
    expect(keepFact(mind, fact('Shoe  Size', '42'))).toEqual({ outcome: 'saved', id: 1, old: null });
    expect(keepFact(mind, fact('shoe size', '42 '))).toEqual({ outcome: 'known', id: 1 });
    const next = keepFact(mind, fact('SHOE SIZE', '43', { now: START + DAY }));
    expect(next).toMatchObject({ outcome: 'saved', id: 2, old: { id: 1, content: 'shoe size: 42' } });
    expect(valuesOf(' shoe size')).toEqual(['shoe size: 43']);
    expect(valuesOf('shoe')).toEqual([]);
    expect(framesById(mind, { scopes: ['private'], ids: [1] })).toMatchObject([
      { validTo: START + DAY, supersededBy: 2, fact: { key: 'shoe size', about: 'general' } },
    ]);
    const found = findFrames(mind, {
      scopes: ['private'],
      query: { text: 'shoe', limit: 9, now: START },
      vector: null,
    });
    expect(found.map(({ content }) => content)).toEqual(['shoe size: 43']);
  });

  it('keeps what it is about unless told otherwise', () => {
    const aboutOf = () =>
      findFacts(mind, { scopes: ['private'], keys: ['editor'], owners: [], now: START })[0]?.fact?.about;
    keepFact(mind, fact('editor', 'vim', { about: 'tool' }));
    keepFact(mind, fact('editor', 'emacs'));
    expect(aboutOf()).toBe('tool');
    keepFact(mind, fact('editor', 'emacs', { about: 'preference' }));
    expect(aboutOf()).toBe('preference');
    expect(valuesOf('editor')).toEqual(['editor: emacs']);
  });

  it('of a person is theirs in a group, and what is about the work is everybody’s there', () => {
    const inChat = { scope: CHAT, about: 'preference' } as const;
    keepFact(mind, fact('colour', 'green', inChat));
    keepFact(mind, fact('colour', 'blue', { ...inChat, author: 'bob' }));
    keepFact(mind, fact('branch', 'main', { scope: CHAT, about: 'project' }));
    keepFact(mind, fact('branch', 'next', { scope: CHAT, author: 'bob' }));
    expect(valuesOf('colour', { scope: CHAT })).toEqual(['colour: green']);
    expect(valuesOf('colour', { scope: CHAT, owners: ['bob'] })).toEqual(['colour: blue']);
    expect(valuesOf('colour', { scope: CHAT, owners: ['cid'] })).toEqual([]);
    expect(valuesOf('branch', { scope: CHAT })).toEqual(['branch: next']);
    expect(valuesOf('branch', { scope: 'chat:telegram/1/-6' })).toEqual([]);
    expect(valuesOf('branch')).toEqual([]);
  });

  it('of a group becomes the person’s who set it when they say that it is theirs, and the other way round', () => {
    keepFact(mind, fact('branch', 'main', { scope: CHAT, about: 'project' }));
    keepFact(mind, fact('branch', 'mine', { scope: CHAT, about: 'user' }));
    expect(valuesOf('branch', { scope: CHAT })).toEqual(['branch: mine']);
    expect(valuesOf('branch', { scope: CHAT, owners: ['bob'] })).toEqual([]);
    keepFact(mind, fact('branch', 'next', { scope: CHAT, about: 'project' }));
    for (const owner of ['ann', 'bob']) {
      expect(valuesOf('branch', { scope: CHAT, owners: [owner] })).toEqual(['branch: next']);
    }
  });

  it('of a group stays what others said when a person keeps an own value under the same key', () => {
    keepFact(mind, fact('branch', 'next', { scope: CHAT, about: 'project', author: 'bob' }));
    expect(keepFact(mind, fact('branch', 'mine', { scope: CHAT, about: 'user' }))).toMatchObject({ old: null });
    expect(valuesOf('branch', { scope: CHAT, owners: ['bob'] })).toEqual(['branch: next']);
    expect(valuesOf('branch', { scope: CHAT })).toEqual(['branch: mine', 'branch: next']);
    // What is corrected is the group's; her own stands.
    const next = said('third', { scope: CHAT, trust: 3, now: START + DAY });
    correctFrame(mind, { scopes: [CHAT], id: 1, next });
    expect(valuesOf('branch', { scope: CHAT })).toEqual(['branch: mine', 'branch: third']);
  });

  it('that is corrected is over, also where the right value stands elsewhere already', () => {
    keepFact(mind, fact('city', 'Graz', { scope: 'shared' }));
    keepFact(mind, fact('city', 'Linz'));
    const next = said('Linz', { trust: 3, now: START + DAY });
    correctFrame(mind, { scopes: ['private', 'shared'], id: 1, next });
    expect(valuesOf('city', { scope: 'shared' })).toEqual([]);
    expect(valuesOf('city')).toEqual(['city: Linz']);
  });

  it('that the person said is not replaced by what nobody vouches for', () => {
    keepFact(mind, fact('allergy', 'nuts'));
    const inferred = fact('allergy', 'none', { source: 'agent_inferred', trust: 0 });
    expect(keepFact(mind, inferred)).toMatchObject({ outcome: 'refused', old: { content: 'allergy: nuts' } });
    expect(valuesOf('allergy')).toEqual(['allergy: nuts']);
    keepFact(mind, { ...inferred, key: 'mood' });
    expect(keepFact(mind, fact('mood', 'good'))).toMatchObject({ outcome: 'saved', old: { content: 'mood: none' } });
  });

  it('is forgotten and brought back like any memory, unless its key has another value by then', () => {
    keepFact(mind, fact('gate', 'A4'));
    const chosen = { scopes: ['private'] as const, ids: [1], now: START + 1 };
    expect(forgetFrames(mind, chosen)).toBe(1);
    expect(valuesOf('gate')).toEqual([]);
    expect(restoreFrames(mind, chosen)).toBe(1);
    expect(valuesOf('gate')).toEqual(['gate: A4']);
    keepFact(mind, fact('gate', 'B2'));
    expect(restoreFrames(mind, chosen)).toBe(0);
    expect(valuesOf('gate')).toEqual(['gate: B2']);
  });

  it('stays one when it is corrected, and takes the place of what its key has where it is shared', () => {
    keepFact(mind, fact('city', 'Graz', { about: 'user' }));
    const next = said('Linz', { trust: 3, now: START + DAY });
    expect(correctFrame(mind, { scopes: ['private'], id: 1, next })).toMatchObject({ outcome: 'saved', id: 2 });
    expect(valuesOf('city')).toEqual(['city: Linz']);
    keepFact(mind, fact('city', 'Wien', { scope: 'shared' }));
    expect(setScope(mind, { scopes: ['private'], ids: [2], scope: 'shared', now: START + 2 * DAY })).toBe(1);
    expect(valuesOf('city', { scope: 'shared' })).toEqual(['city: Linz']);
    expect(valuesOf('city')).toEqual([]);
  });

  it('becomes of a text that is known without a key, and is in conflict with one that says otherwise', () => {
    saveFrame(mind, said('deadline: 5 May'));
    expect(keepFact(mind, fact('deadline', '5 May'))).toMatchObject({ outcome: 'saved', id: 1 });
    saveFrame(mind, said('My birthday is on 3 June.'));
    const kept = keepFact(mind, fact('birthday', '4 June'));
    expect(kept.outcome).toBe('saved');
    const [frame] = findFacts(mind, { scopes: ['private'], keys: ['birthday'], owners: [], now: START });
    expect(frame?.conflicts).toEqual([2]);
  });

  it('is not merged with the changes of its session', () => {
    saveFrame(mind, said('The state of things.'));
    for (let i = 0; i < 30; i += 1) keepFact(mind, fact(`key ${i}`, `value ${i}`, { now: START + i }));
    for (let slice = 0; slice < 20 && maintain(mind, { now: START + 60 * DAY }); slice += 1);
    const keys = Array.from({ length: 30 }, (_, i) => `key ${i}`);
    expect(findFacts(mind, { scopes: ['private'], keys, owners: [], now: START + 60 * DAY })).toHaveLength(30);
  });
});
