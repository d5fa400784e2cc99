import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewFrame } from '../../src/core/memory/frame.js';
import { keepFact } from '../../src/memory/facts/keepFact.js';
import { addConflict } from '../../src/memory/frames/conflicts.js';
import { keepAndFold } from '../../src/memory/frames/foldRepeats.js';
import { restoreFrames } from '../../src/memory/frames/forgetFrames.js';
import { framesById } from '../../src/memory/frames/readFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { DAY, openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());

const MODEL = 'meaning';
/** Texts of one number mean the same to the model, nearly; of different numbers something else altogether. */
function vectorOf(meaning: number, angle = 0): Float32Array {
  const values = new Float32Array(64);
  values[meaning % 64] = Math.cos(angle);
  values[(meaning + 1) % 64] = Math.sin(angle);
  return values;
}

const frame = (id: number) => framesById(mind, { scopes: ['private', 'shared', 'chat:c'], ids: [id] })[0];

/** Saves a text, and gives it its vector as the embedding pump does. */
function keep(
  content: string,
  { angle = 0, meaning = 3, ...fields }: Partial<NewFrame> & { angle?: number; meaning?: number } = {},
) {
  const { outcome, id } = saveFrame(mind, said(content, fields));
  expect(outcome).toBe('saved');
  embed(id, content, angle, meaning);
  return id;
}

function embed(id: number, content: string, angle = 0, meaning = 3) {
  keepAndFold(mind, { model: MODEL, vectors: [{ id, content, values: vectorOf(meaning, angle) }], now: START + DAY });
}

const OLDER = 'Ann takes the early train to Graz on weekdays.';
const SAME = 'Ann on weekdays takes the early train to Graz.';

describe('a text that says the same in other words', () => {
  it('is folded into the older one, which becomes as weighty and as believed, and can be brought back', () => {
    const old = keep(OLDER, { trust: 1, source: 'import' });
    const fresh = keep(SAME, { angle: 0.1, importance: 'important' });
    expect(frame(fresh)).toMatchObject({ validTo: START + DAY, supersededBy: old });
    expect(frame(old)).toMatchObject({ validTo: null, importance: 'important', trust: 2, content: OLDER });
    expect(restoreFrames(mind, { scopes: ['private'], ids: [fresh], now: START + 2 * DAY })).toBe(1);
    expect(frame(fresh)).toMatchObject({ validTo: null, supersededBy: null });
  });

  it('is found among others that are as near and say something else', () => {
    keep('Ann takes the late bus to Linz on Sundays.');
    const old = keep(OLDER, { angle: 0.05 });
    keep('Bo takes the early train to Wien on weekdays.', { angle: 0.02 });
    const fresh = keep(SAME, { angle: 0.04 });
    expect(frame(fresh)?.supersededBy).toBe(old);
  });

  it.each<[what: string, older: string, fresh: string]>([
    ['a number', 'Ann takes the train at 7:12 to Graz.', 'Ann takes to Graz the train at 8:12.'],
    ['a name', 'In spring Ann takes the train to Graz.', 'In spring Ann takes the train to Linz.'],
    ['a letter', 'the boxes stand in row c of the shed', 'in row d of the shed the boxes stand'],
    ['a denial', OLDER, 'Ann does not take the early train to Graz on weekdays.'],
    ['a time', 'Ann takes the early train to Graz.', 'Ann formerly takes the early train to Graz.'],
    ['most words', OLDER, 'Ann commutes by rail at dawn to Graz.'],
  ])('is left alone where it differs in %s', (_what, older, fresh) => {
    keep(older);
    expect(frame(keep(fresh, { angle: 0.1 }))?.validTo).toBeNull();
  });

  it('is left alone where it is less near, of another author, in another scope, or the older one', () => {
    const old = keep(OLDER);
    expect(frame(keep(SAME, { angle: 0.4 }))?.validTo).toBeNull();
    expect(frame(keep(`${SAME} `, { angle: 0.1, author: 'bob' }))?.validTo).toBeNull();
    expect(frame(keep(SAME, { angle: 0.1, scope: 'chat:c' }))?.validTo).toBeNull();
    embed(old, OLDER, 0.1);
    expect(frame(old)?.validTo).toBeNull();
  });

  it('is left alone where it stands in conflict, or is a fact', () => {
    keep(OLDER);
    const other = keep('Something else altogether.', { meaning: 20 });
    const { id } = saveFrame(mind, said(SAME));
    addConflict(mind, id, other);
    embed(id, SAME, 0.1);
    expect(frame(id)?.validTo).toBeNull();
    keep('shoe size of Ann: 42', { meaning: 40 });
    const fact = keepFact(mind, { ...said(''), key: 'size', value: 'shoe size of Ann is 42' });
    if (fact.outcome !== 'saved') throw new Error('not saved');
    embed(fact.id, 'size: shoe size of Ann is 42', 0.1, 40);
    expect(frame(fact.id)?.validTo).toBeNull();
  });

  it('is not looked for in the large batches of an import, whose vectors are kept', () => {
    const old = keep(OLDER);
    const texts = [SAME, ...Array.from({ length: 8 }, (_, i) => `filler ${i}`)];
    const vectors = texts.map((content, i) => {
      const { id } = saveFrame(mind, said(content));
      return { id, content, values: vectorOf(i === 0 ? 3 : 20 + i, 0.1) };
    });
    keepAndFold(mind, { model: MODEL, vectors, now: START + DAY });
    expect(frame(old)?.validTo).toBeNull();
    for (const { id } of vectors) expect(frame(id)?.validTo).toBeNull();
    const kept = mind.db.prepare('SELECT count(*) FROM frame_bits').pluck().get();
    expect(kept).toBe(10);
  });
});
