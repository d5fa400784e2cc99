import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFrames } from '../../src/memory/frames/findFrames.js';
import { restoreFrames } from '../../src/memory/frames/forgetFrames.js';
import { framesById, listFrames } from '../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { SLICE_ROWS } from '../../src/memory/upkeep/ageFrames.js';
import { maintain } from '../../src/memory/upkeep/maintain.js';
import { DAY, openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());

const scopes = ['private', 'shared'] as const;
const save = (content: string, change = {}) => saveFrame(mind, said(content, change));
const frame = (id: number) => framesById(mind, { scopes, ids: [id] })[0];
const upkeep = (now: number) => mind.db.transaction(() => maintain(mind, { now }))();
const living = (now: number) => listFrames(mind, { scopes, listing: { order: 'newest', limit: 5000 }, now });

const FACTS = [
  'Bakes bread on Sundays.',
  'Owns two bicycles.',
  'Plays the cello.',
  'Studied chemistry once.',
  'Reads crime novels.',
  'Grows tomatoes.',
  'Collects stamps.',
  'Swims every morning.',
  'Speaks some Welsh.',
  'Has a sister called Eve.',
  'Dislikes loud music.',
  'Keeps bees.',
  'Votes by mail.',
  'Drinks oolong.',
  'Repairs clocks.',
  'Walks to the office.',
];

describe('ageing', () => {
  it('ends temporary frames after 30 days without use and deprecated ones after 90, not after one (defect 3)', () => {
    const temporary = save('Asked about trains.', { importance: 'temporary' });
    const used = save('Asked about planes.', { importance: 'temporary' });
    mind.db.prepare('UPDATE frame SET last_use = ? WHERE id = ?').run(START + 20 * DAY, used.id);
    const deprecated = save('Old habit.', { importance: 'deprecated' });
    const normal = save('Plays the cello.');
    upkeep(START + 29 * DAY);
    expect(living(START + 29 * DAY)).toHaveLength(4);
    upkeep(START + 30 * DAY);
    expect([temporary, used, deprecated, normal].map(({ id }) => frame(id)?.validTo === null)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    upkeep(START + 90 * DAY);
    expect([used, deprecated, normal].map(({ id }) => frame(id)?.validTo === null)).toEqual([false, false, true]);
  });

  it('deletes what was over for 90 days, with everything that hangs on it', () => {
    const { id } = save('Over.', { expiresAt: START + DAY });
    upkeep(START + DAY);
    expect(frame(id)?.validTo).toBe(START + DAY);
    upkeep(START + 91 * DAY);
    expect(frame(id)).toBeUndefined();
    for (const table of ['frame_fts', 'embed_outbox', 'frame_ref'])
      expect(mind.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  });

  it('works in slices', () => {
    mind.db
      .prepare(
        `INSERT INTO frame (kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, scope, valid_from, created_at)
         SELECT 'I', 'g', value, 'temp ' || value, randomblob(16), 1, 3, 0.4, 1, 'private', 0, 0 FROM json_each(?)`,
      )
      .run(JSON.stringify(Array.from({ length: SLICE_ROWS + 10 }, (_, i) => i)));
    expect(upkeep(START)).toBe(true);
    expect(living(START)).toHaveLength(10);
    expect(upkeep(START)).toBe(false);
    expect(living(START)).toHaveLength(0);
  });
});

describe('merging changes', () => {
  const late = START + 15 * DAY;

  it('puts many old changes of a session into states that are shown whole, and cuts no fact off (defect 8)', () => {
    for (const [i, fact] of FACTS.entries())
      save(fact, { gop: 'g', importance: i === 3 ? 'temporary' : 'normal', now: START + i });
    upkeep(late);
    const left = living(late);
    const merged = left.filter(({ content }) => content.includes('\n'));
    expect(merged.length).toBeGreaterThan(0);
    for (const { kind, content, importance, trust, author } of merged) {
      expect({ kind, importance, trust, author }).toEqual({ kind: 'I', importance: 'normal', trust: 2, author: 'ann' });
      expect(content.length).toBeLessThanOrEqual(300);
    }
    const text = left.map(({ content }) => content).join('\n');
    for (const fact of FACTS) expect(text.split(fact)).toHaveLength(2);
    const found = findFrames(mind, { scopes, query: { text: 'cello', limit: 3, now: late }, vector: null });
    expect(found[0]?.content).toContain('Plays the cello.');
    expect(
      mind.db
        .prepare('SELECT count(*) FROM embed_outbox o JOIN frame f ON f.id = o.frame_id WHERE f.valid_to IS NULL')
        .pluck()
        .get(),
    ).toBe(left.length);
  });

  it('keeps the originals restorable and named', () => {
    const ids = FACTS.map((fact, i) => save(fact, { gop: 'g', now: START + i }).id);
    upkeep(late);
    const merged = living(late).find(({ content }) => content.includes('\n'));
    const refs = z
      .array(z.number())
      .parse(
        mind.db
          .prepare("SELECT ref_id FROM frame_ref WHERE kind = 'merged' AND frame_id = ? ORDER BY ref_id")
          .pluck()
          .all(merged?.id),
      );
    expect(refs.length).toBeGreaterThan(1);
    expect(refs.every((id) => ids.includes(id) && frame(id)?.supersededBy === merged?.id)).toBe(true);
    expect(restoreFrames(mind, { scopes, ids: refs, now: late + DAY })).toBe(refs.length);
  });

  it('leaves alone what is young, weighty, in conflict, of use, or of another author or scope', () => {
    save('Opening.', { gop: 'g' });
    for (const fact of FACTS.slice(0, 11)) save(fact, { gop: 'g', now: late - DAY });
    upkeep(late);
    expect(living(late).every(({ content }) => !content.includes('\n'))).toBe(true);
    save('Opening.', { gop: 'h', author: 'bob' });
    for (const [i, fact] of FACTS.entries())
      save(`Bob ${fact}`, {
        gop: 'h',
        author: `a${i}`,
        scope: i % 2 ? 'private' : 'shared',
        importance: i % 3 ? 'normal' : 'critical',
      });
    upkeep(late);
    expect(living(late).every(({ content }) => !content.includes('\n'))).toBe(true);
  });

  it('comes round to all sessions, a few at a time', () => {
    for (let s = 0; s < 25; s += 1)
      for (const fact of FACTS.slice(0, 12))
        save(`${fact.slice(0, -1)} ${s}.`, { gop: `g${String(s).padStart(2, '0')}`, author: `p${s}` });
    let slices = 1;
    while (upkeep(late)) slices += 1;
    expect(slices).toBe(2);
    const merged = new Set(
      living(late)
        .filter(({ content }) => content.includes('\n'))
        .map(({ gop }) => gop),
    );
    expect(merged.size).toBe(25);
    expect(upkeep(late)).toBe(true);
  });
});
