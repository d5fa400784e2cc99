import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctFrame, settleConflict } from '../../src/memory/frames/correctFrame.js';
import { eraseAuthor } from '../../src/memory/frames/eraseAuthor.js';
import { findFrames } from '../../src/memory/frames/findFrames.js';
import {
  confirmUse,
  forgetFrames,
  restoreFrames,
  setImportance,
  setScope,
} from '../../src/memory/frames/forgetFrames.js';
import { framesById, listFrames } from '../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { learn } from '../../src/memory/knowledge/learn.js';
import { addAwareness } from '../../src/memory/layers/awarenessOps.js';
import { mindStats } from '../../src/memory/layers/mindStats.js';
import { closeSession } from '../../src/memory/layers/sessionOps.js';
import { clearLog, emptyMind } from '../../src/memory/mindFile/emptyMind.js';
import { embedHere } from '../../src/memory/search/vectorStore.js';
import { maintain } from '../../src/memory/upkeep/maintain.js';
import { DAY, openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());

const scopes = ['private', 'shared'] as const;
const now = START;
const save = (content: string, change = {}) => saveFrame(mind, said(content, change));
const frame = (id: number) => framesById(mind, { scopes, ids: [id] })[0];
const find = (text: string) =>
  findFrames(mind, { scopes, query: { text, limit: 10, now }, vector: null }).map(({ id }) => id);
const embed = () => mind.db.transaction(() => embedHere(mind, { limit: 500, now }))();

describe('forgetting', () => {
  it('takes a frame out of every search at once, and brings it back within 90 days', () => {
    const { id } = save('Has a red bicycle.');
    expect(forgetFrames(mind, { scopes, ids: [id, 99], now })).toBe(1);
    expect(find('bicycle')).toEqual([]);
    expect(mindStats(mind, { scopes }).frames).toBe(0);
    expect(frame(id)?.validTo).toBe(now);
    expect(restoreFrames(mind, { scopes, ids: [id], now: now + 90 * DAY })).toBe(0);
    expect(restoreFrames(mind, { scopes, ids: [id], now: now + 90 * DAY - 1 })).toBe(1);
    expect(find('bicycle')).toEqual([id]);
  });

  it('reaches no further than the scopes', () => {
    const { id } = save('In a chat.', { scope: 'chat:c' });
    expect(forgetFrames(mind, { scopes, ids: [id], now })).toBe(0);
    expect(setImportance(mind, { scopes, ids: [id], importance: 'critical' })).toBe(0);
    expect(setScope(mind, { scopes, ids: [id], scope: 'shared', now })).toBe(0);
    expect(correctFrame(mind, { scopes, id, next: said('x') })).toBeNull();
    confirmUse(mind, { scopes, ids: [id], now });
    expect(framesById(mind, { scopes: ['chat:c'], ids: [id] })[0]).toMatchObject({ uses: 0, validTo: null });
  });

  it('does not bring back what lives again', () => {
    const { id } = save('Has a red bicycle.');
    forgetFrames(mind, { scopes, ids: [id], now });
    const again = save('Has a red bicycle.');
    expect(again).toMatchObject({ outcome: 'saved' });
    expect(restoreFrames(mind, { scopes, ids: [id], now })).toBe(0);
    expect(find('bicycle')).toEqual([again.id]);
  });

  it('gives no number twice', () => {
    const { id } = save('One.');
    forgetFrames(mind, { scopes, ids: [id], now });
    maintain(mind, { now: now + 91 * DAY });
    expect(frame(id)).toBeUndefined();
    expect(save('Two.').id).toBeGreaterThan(id);
  });
});

describe('correcting', () => {
  it('puts the new in the place of the old, which stays as its past', () => {
    const { id } = save('Lives in Berlin.');
    const saved = correctFrame(mind, { scopes, id, next: said('Lives in Munich.', { now: now + 1 }) });
    expect(saved).toMatchObject({ outcome: 'saved', conflicts: [] });
    const next = saved?.id ?? 0;
    expect(frame(id)).toMatchObject({ validTo: now + 1, supersededBy: next, content: 'Lives in Berlin.' });
    expect(frame(next)).toMatchObject({ trust: 3, validTo: null });
    expect(find('Berlin')).toEqual([]);
    expect(find('Munich')).toEqual([next]);
    expect(correctFrame(mind, { scopes, id, next: said('Lives in Rome.') })).toBeNull();
  });

  it('is not in the power of what was inferred or found (letta-code#4097: a confirmed allergy was overwritten)', () => {
    const { id } = save('Is allergic to nuts.', { trust: 3, source: 'tool_verified' });
    for (const change of [{ source: 'agent_inferred' as const }, { trust: 0 as const, source: 'import' as const }]) {
      const text = `Eats nuts every day, said ${change.source}.`;
      const saved = correctFrame(mind, { scopes, id, next: said(text, { trust: 1, ...change }) });
      expect(saved).toMatchObject({ outcome: 'saved', conflicts: [{ id }] });
      expect(frame(id)).toMatchObject({ validTo: null, trust: 3 });
      expect(frame(saved?.id ?? 0)?.trust).not.toBe(3);
    }
    expect(frame(id)?.conflicts).toHaveLength(2);
  });

  it('with a text that is known leads to that text', () => {
    const right = save('Lives in Munich.');
    const wrong = save('Lives in Berlin.');
    expect(correctFrame(mind, { scopes, id: wrong.id, next: said('Lives in Munich.') })).toEqual({
      outcome: 'known',
      id: right.id,
    });
    expect(frame(wrong.id)).toMatchObject({ supersededBy: right.id, conflicts: [] });
    expect(frame(right.id)).toMatchObject({ conflicts: [], trust: 3 });
    expect(mindStats(mind, { scopes }).conflicts).toBe(0);
  });

  it('settles a conflict only by the person’s word, and only what is in his view', () => {
    const old = save("Ann's birthday is 5 May.");
    const fresh = save("Ann's birthday is 6 May.");
    expect(settleConflict(mind, { scopes: ['shared'], keep: fresh.id, now })).toBe(0);
    expect(settleConflict(mind, { scopes, keep: fresh.id, now })).toBe(1);
    expect(frame(old.id)).toMatchObject({ validTo: now, supersededBy: fresh.id, conflicts: [] });
    expect(frame(fresh.id)).toMatchObject({ trust: 3, validTo: null, conflicts: [] });
    expect(settleConflict(mind, { scopes, keep: old.id, now })).toBe(0);
  });
});

describe('scope, weight and use', () => {
  it('are changed where the person says so', () => {
    const { id } = save('Plays chess.');
    expect(setScope(mind, { scopes, ids: [id], scope: 'shared', now })).toBe(1);
    expect(setImportance(mind, { scopes, ids: [id], importance: 'critical' })).toBe(1);
    confirmUse(mind, { scopes, ids: [id], now });
    expect(frame(id)).toMatchObject({ scope: 'shared', importance: 'critical', uses: 1 });
    expect(mindStats(mind, { scopes: ['private'] }).frames).toBe(0);
    expect(mindStats(mind, { scopes: ['shared'] }).frames).toBe(1);
  });

  it('meet a twin in the other scope', () => {
    const shared = save('Plays chess.', { scope: 'shared', author: 'ann' });
    mind.db.prepare("UPDATE frame SET scope = 'private' WHERE id = ?").run(shared.id);
    const chat = save('Plays chess.', { scope: 'chat:c' });
    expect(setScope(mind, { scopes: ['chat:c'], ids: [chat.id], scope: 'private', now })).toBe(1);
    expect(listFrames(mind, { scopes, listing: { order: 'newest', limit: 9 }, now }).map(({ id }) => id)).toEqual([
      shared.id,
    ]);
  });

  it('showing a frame is no use of it (defect 3)', () => {
    const { id } = save('Plays chess.');
    find('chess');
    listFrames(mind, { scopes, listing: { order: 'weightiest', limit: 9 }, now });
    expect(frame(id)?.uses).toBe(0);
  });
});

describe('erasing for good', () => {
  const bytes = () => Buffer.concat(['', '-wal'].map((end) => readFileSync(mind.file + end)));

  it('an author leaves no byte of what one said: text, words, vectors, names, summaries, log', () => {
    save('Bob likes the aardvark house.', { author: 'bob', scope: 'chat:c', gop: 'g' });
    const { id } = save('My pincode is Xylophone77 in Quetzaltenango.', { scope: 'chat:c', gop: 'g' });
    const corrected = correctFrame(mind, {
      scopes: ['chat:c'],
      id,
      next: said('My pincode is Zanzibar88 in Quetzaltenango.', { scope: 'chat:c' }),
    });
    learn(mind, {
      frame: corrected?.id ?? 0,
      entities: [{ type: 'place', name: 'Quetzaltenango' }],
      relations: [{ from: 'Ann', type: 'affiliated_with', to: 'Quetzaltenango', confidence: 0.8 }],
      now,
    });
    addAwareness(mind, {
      category: 'task',
      content: 'Ask about Zanzibar88',
      priority: 5,
      metadata: { author: 'ann' },
      now,
    });
    closeSession(mind, { gop: 'g', summary: 'They spoke of Quetzaltenango.', now });
    embed();
    const forgotten = save('The Wombatwagon is mine.', { scope: 'chat:c' });
    forgetFrames(mind, { scopes: ['chat:c'], ids: [forgotten.id], now });
    for (let i = 0; i < 50; i += 1) save(`Bob note ${i} of the aardvark`, { author: 'bob', scope: 'chat:c' });
    expect(bytes().includes('Quetzaltenango')).toBe(true);

    expect(eraseAuthor(mind, { author: 'ann' })).toBe(3);
    clearLog(mind);

    const left = bytes().toString('latin1').toLowerCase();
    for (const word of ['xylophone', 'zanzibar', 'quetzal', 'wombat', 'pincode']) expect(left).not.toContain(word);
    expect(left).toContain('aardvark');
    for (const table of ['frame_vector', 'frame_bits', 'embed_outbox', 'frame_ref', 'entity_frame', 'relation_frame'])
      expect(
        mind.db.prepare(`SELECT count(*) FROM ${table} WHERE frame_id NOT IN (SELECT id FROM frame)`).pluck().get(),
      ).toBe(0);
    expect(mind.db.prepare('SELECT count(*) FROM entity').pluck().get()).toBe(0);
    expect(mindStats(mind, { scopes: ['chat:c'] }).frames).toBe(51);
  });

  it('concerns nobody else (mem0#3928)', () => {
    save('Bob says hello.', { author: 'bob' });
    save('Nobody in particular.', { author: null });
    expect(eraseAuthor(mind, { author: 'ann' })).toBe(0);
    expect(mindStats(mind, { scopes }).frames).toBe(2);
  });

  it('of all leaves an empty file that belongs to nobody', () => {
    save('The Wombatwagon is mine.');
    embed();
    mind.db.prepare("INSERT INTO meta VALUES ('owner', 'person wombat')").run();
    expect(emptyMind(mind)).toBe(1);
    clearLog(mind);
    expect(bytes().toString('latin1').toLowerCase()).not.toContain('wombat');
    expect(mind.db.prepare('SELECT count(*) FROM meta').pluck().get()).toBe(0);
    expect(save('New here.').outcome).toBe('saved');
  });
});
