import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFrames } from '../../src/memory/frames/findFrames.js';
import { forgetFrames } from '../../src/memory/frames/forgetFrames.js';
import { normalForm } from '../../src/memory/frames/normalForm.js';
import { framesById, listFrames } from '../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { mindStats } from '../../src/memory/layers/mindStats.js';
import { openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());

const own = ['private', 'shared'] as const;
const save = (content: string, change = {}) => saveFrame(mind, said(content, change));
const frame = (id: number) => framesById(mind, { scopes: ['private', 'shared', 'chat:c', 'chat:d'], ids: [id] })[0];
const all = (scopes: readonly ('private' | 'shared' | `chat:${string}`)[] = own) =>
  listFrames(mind, { scopes, listing: { order: 'newest', limit: 1000 }, now: START });
const find = (text: string) =>
  findFrames(mind, { scopes: own, query: { text, limit: 10, now: START }, vector: null }).map(({ content }) => content);

describe('a save', () => {
  it('keeps source, trust and confidence (defect 6)', () => {
    const { id } = save('The build is green.', { source: 'tool_verified', trust: 3 });
    expect(frame(id)).toMatchObject({ source: 'tool_verified', trust: 3, confidence: 0.9, kind: 'I', author: 'ann' });
    expect(frame(save('Bob may come.', { source: 'agent_inferred', trust: 0 }).id)).toMatchObject({
      source: 'agent_inferred',
      confidence: 0.4,
      kind: 'P',
    });
    expect(frame(save('Sure of it.', { confidence: 0.95 }).id)).toMatchObject({ confidence: 0.95 });
  });

  it('counts times in milliseconds, to the same value in all time zones (defect 4)', () => {
    const { id } = save('Now.', { validFrom: START - 5 });
    expect(frame(id)).toMatchObject({ createdAt: START, validFrom: START - 5, validTo: null });
    expect(mind.db.prepare('SELECT typeof(created_at) FROM frame').pluck().get()).toBe('integer');
  });

  it('knows a text again whatever its case, spacing, form and quotation, also after 10,000 others (defects 7, 12)', () => {
    const { id } = save('Likes green tea.');
    const insert = mind.db.prepare(
      `INSERT INTO frame (kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, scope, valid_from, created_at)
       SELECT 'P', 'g', value, 'filler ' || value, randomblob(16), 2, 3, 0.4, 1, 'private', 0, 0 FROM json_each(?)`,
    );
    insert.run(JSON.stringify(Array.from({ length: 10_000 }, (_, i) => i)));
    for (const text of [
      'likes  GREEN tea',
      ' Likes green tea!',
      'Ｌｉｋｅｓ green tea',
      '> Likes green tea.',
      '- "Likes green tea."',
      '[#1 · 2026-01-01 · you said] Likes green tea.',
    ])
      expect(save(text)).toEqual({ outcome: 'known', id });
  });

  it('finds its duplicate by an index, not by looking through frames (defect 12)', () => {
    const plan = mind.db
      .prepare(
        `EXPLAIN QUERY PLAN SELECT id FROM frame WHERE norm_hash = ? AND (scope IN (?, 'shared')) AND valid_to IS NULL`,
      )
      .all(Buffer.alloc(16), 'private');
    expect(JSON.stringify(plan)).toContain('frame_once');
    expect(JSON.stringify(plan)).not.toContain('SCAN');
  });

  it('also knows changes (P frames) again (defect 7)', () => {
    save('First.', { gop: 'g' });
    const { id } = save('Second thing altogether.', { gop: 'g' });
    expect(frame(id)?.kind).toBe('P');
    expect(save('second thing altogether', { gop: 'h' })).toEqual({ outcome: 'known', id });
  });

  it('takes a rewording for known, but never news (letta#3116)', () => {
    const { id } = save('User likes green tea with lemon.');
    expect(save('The user likes green tea with lemon')).toEqual({ outcome: 'known', id });
    expect(save('The user no longer likes green tea with lemon').outcome).toBe('saved');
    expect(save('Likes black tea with lemon').outcome).toBe('saved');
    expect(save('Likes green tea with lemon and 2 lumps of sugar').outcome).toBe('saved');
  });

  it('makes the known one weightier and more believed, never less', () => {
    const { id } = save('Ann may be a pilot.', { source: 'agent_inferred', trust: 0, importance: 'important' });
    save('Ann may be a pilot.', { importance: 'normal', confidence: 0.5 });
    expect(frame(id)).toMatchObject({ trust: 2, source: 'user_stated', importance: 'important', confidence: 0.5 });
    save('Ann may be a pilot.', { source: 'agent_inferred', trust: 0, importance: 'critical', confidence: 1 });
    expect(frame(id)).toMatchObject({ trust: 2, importance: 'important', confidence: 0.5, uses: 0 });
  });

  it('is done once per turn, also when the turn is taken over or the memory was forgotten meanwhile', () => {
    const { id } = save('Remember the milk.', { turn: 't1' });
    expect(save('remember the milk', { turn: 't1' })).toEqual({ outcome: 'known', id });
    forgetFrames(mind, { scopes: own, ids: [id], now: START });
    expect(save('Remember the milk.', { turn: 't1' })).toEqual({ outcome: 'known', id });
    expect(frame(id)?.validTo).toBe(START);
    expect(save('Remember the milk.', { turn: 't2' }).outcome).toBe('saved');
  });

  it('does not keep echoes: 668 repeats of what was recalled leave one frame (mem0#4573)', () => {
    save('Prefers answers in German.');
    save('Works on the Atlas project with Bob.');
    for (let i = 0; i < 668; i += 1) {
      const echo =
        i % 2 === 0 ? 'User prefers answers in German' : 'Prefers answers in German, works on Atlas project with Bob.';
      expect(save(echo, { source: 'agent_inferred', trust: 0, turn: `t${i}` }).outcome).toBe('known');
    }
    expect(all()).toHaveLength(2);
    expect(all().map(({ uses }) => uses)).toEqual([0, 0]);
  });

  it('is refused, in words for the person, when the mind is full', () => {
    save('One.');
    mind.db.exec('UPDATE mind_stat SET value = 1000000');
    expect(() => save('Two.')).toThrow(
      expect.objectContaining({ code: 'memory-full', sentence: expect.stringContaining('was not saved') }),
    );
    expect(save('one').outcome).toBe('known');
  });

  it('may expire, and comes back when it is said again', () => {
    const { id } = save('Is in Rome this week.', { expiresAt: START + 5 });
    const at = (now: number) => listFrames(mind, { scopes: own, listing: { order: 'newest', limit: 9 }, now }).length;
    expect([at(START + 4), at(START + 5)]).toEqual([1, 0]);
    expect(save('Is in Rome this week.', { now: START + 9, expiresAt: START + 20 })).toEqual({ outcome: 'known', id });
    expect(at(START + 10)).toBe(1);
  });

  it('finds short words and all scripts (defect 5)', () => {
    save('Voli zeleni čaj.');
    save('Живи у Београду.');
    save('用户喜欢绿茶。');
    save('Uses AI and JS v6.');
    expect(find('čaj')).toEqual(['Voli zeleni čaj.']);
    expect(find('Београду')).toEqual(['Живи у Београду.']);
    expect(find('绿茶')).toEqual(['用户喜欢绿茶。']);
    expect(find('JS')).toEqual(['Uses AI and JS v6.']);
  });
});

describe('scopes', () => {
  it('keep chats apart, also what they know alike', () => {
    const inC = save('The code word is Falcon.', { scope: 'chat:c' });
    const inD = save('The code word is Falcon.', { scope: 'chat:d' });
    expect([inC.outcome, inD.outcome]).toEqual(['saved', 'saved']);
    expect(all(['chat:c']).map(({ id }) => id)).toEqual([inC.id]);
    expect(framesById(mind, { scopes: ['chat:c'], ids: [inD.id] })).toEqual([]);
    expect(framesById(mind, { scopes: [], ids: [inC.id] })).toEqual([]);
  });

  it('never show a conflict across chats, nor something private to all', () => {
    save("The team's deadline is Friday.", { scope: 'chat:c' });
    expect(save("The team's deadline is Monday.", { scope: 'chat:d' })).toMatchObject({ conflicts: [] });
    save('My birthday is 5 May.');
    expect(save('My birthday is 6 May.', { scope: 'shared' })).toMatchObject({ conflicts: [] });
  });

  it('are widened by the person himself only', () => {
    const { id } = save('Plays chess.');
    expect(save('Plays chess.', { scope: 'shared' })).toEqual({ outcome: 'known', id });
    expect(frame(id)?.scope).toBe('shared');
    expect(save('Plays chess.', { scope: 'private' })).toEqual({ outcome: 'known', id });
    expect(frame(id)?.scope).toBe('shared');
  });

  it('leave to each author what he said', () => {
    const ann = save('I like tea a lot.', { scope: 'chat:c' });
    const bob = save('I like tea a lot.', { scope: 'chat:c', author: 'bob' });
    expect(bob).toMatchObject({ outcome: 'saved', conflicts: [] });
    expect(ann.id).not.toBe(bob.id);
    expect(save('I do not like tea a lot.', { scope: 'chat:c', author: 'bob' })).toMatchObject({
      conflicts: [{ id: bob.id }],
    });
  });
});

describe('a contradiction', () => {
  it('keeps both, each naming the other; nothing is superseded (mem0#5867, #4536)', () => {
    const old = save('Is allergic to nuts.');
    const fresh = save('Is not allergic to nuts.', { now: START + 1 });
    expect(fresh).toMatchObject({ outcome: 'saved', conflicts: [{ id: old.id, validTo: null }] });
    expect(frame(old.id)).toMatchObject({ conflicts: [fresh.id], validTo: null, supersededBy: null });
    expect(frame(fresh.id)).toMatchObject({ conflicts: [old.id] });
    expect(find('nuts').sort()).toEqual(['Is allergic to nuts.', 'Is not allergic to nuts.']);
    expect(mindStats(mind, { scopes: own }).conflicts).toBe(2);
    const conflicting = listFrames(mind, {
      scopes: own,
      listing: { order: 'newest', limit: 9, hasConflicts: true },
      now: START,
    });
    expect(conflicting).toHaveLength(2);
  });

  it('is found in a large mind, not among the last 50 only', () => {
    const { id } = save("Ann's birthday is 5 May.");
    for (let i = 0; i < 300; i += 1) save(`Note ${i}: bought ${i} apples at shop ${i % 7}`, { gop: `g${i % 9}` });
    expect(save("Ann's birthday is 7 June.")).toMatchObject({ conflicts: [{ id }] });
  });
});

describe('any saves in any order', () => {
  const texts = [
    'tea',
    'Tea.',
    ' TEA ',
    'Likes tea',
    'likes tea!',
    'Does not like tea',
    'Lives in Rome',
    'Lives in Bonn',
    '茶',
    '"tea"',
  ];
  const arbitraryFrames = fc.array(
    fc.record({
      text: fc.constantFrom(...texts),
      author: fc.constantFrom('ann', 'bob'),
      scope: fc.constantFrom('private' as const, 'shared' as const, 'chat:c' as const),
      turn: fc.option(fc.constantFrom('t1', 't2'), { nil: undefined }),
    }),
    { maxLength: 25 },
  );
  const rowsSchema = z.array(z.object({ content: z.string(), scope: z.string(), author: z.string() }));

  it('leave each text once per scope and author, lose none, and keep each in the index', () => {
    fc.assert(
      fc.property(arbitraryFrames, (frames) => {
        const own = openTestMind();
        try {
          for (const [i, { text, author, scope, turn }] of frames.entries()) {
            saveFrame(own, said(text, { author, scope, now: START + i, ...(turn !== undefined && { turn }) }));
          }
          const rows = rowsSchema.parse(
            own.db.prepare('SELECT content, scope, author FROM frame WHERE valid_to IS NULL').all(),
          );
          const keys = rows.map((row) => JSON.stringify([normalForm(row.content), row.scope, row.author]));
          expect(new Set(keys).size).toBe(keys.length);
          const kept = new Set(rows.map((row) => JSON.stringify([normalForm(row.content), row.author])));
          for (const { text, author } of frames) {
            if (frames.some((frame) => frame.turn !== undefined)) break;
            expect(kept).toContain(JSON.stringify([normalForm(text), author]));
          }
          const { frames: counted } = mindStats(own, { scopes: ['private', 'shared', 'chat:c'] });
          expect(counted).toBe(rows.length);
          expect(own.db.prepare('SELECT count(*) FROM frame_fts').pluck().get()).toBe(
            own.db.prepare('SELECT count(*) FROM frame').pluck().get(),
          );
        } finally {
          own.remove();
        }
      }),
      { numRuns: 25 },
    );
  });
});
