import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetFrames } from '../../src/memory/frames/forgetFrames.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { askKnowledge } from '../../src/memory/knowledge/askKnowledge.js';
import { changeEntity } from '../../src/memory/knowledge/changeEntity.js';
import { entityNameKey } from '../../src/memory/knowledge/entityName.js';
import { learn } from '../../src/memory/knowledge/learn.js';
import { mindStats } from '../../src/memory/layers/mindStats.js';
import { openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());
const now = START;
const scopes = ['private', 'shared'] as const;

function teach(
  text: string,
  names: readonly string[],
  relations: readonly [string, string, string][] = [],
  change = {},
) {
  const { id } = saveFrame(mind, said(text, change));
  learn(mind, {
    frame: id,
    entities: names.map((name) => ({ type: 'project', name })),
    relations: relations.map(([from, type, to]) => ({ from, type, to, confidence: 0.9 })),
    now,
  });
  return id;
}
const ask = (text: string, limit = 10) => askKnowledge(mind, { scopes, text, limit });

describe('knowledge', () => {
  it('takes the same name in any writing for the same thing, also behind 500 others (defect 11)', () => {
    teach('Atlas runs on Postgres.', ['Atlas', 'Postgres']);
    for (let i = 0; i < 520; i += 1) teach(`Project number ${i} exists`, [`P${i}`]);
    teach('ATLAS moved.', ['ATLAS']);
    teach('Atlás uses PG.', ['Atlás', 'PG']);
    expect(ask('What about atlas?').map(({ entity }) => entity.name)).toEqual(['Atlas']);
    expect(mindStats(mind, { scopes }).entities).toBe(522);
    expect(entityNameKey('K8s')).toBe(entityNameKey('Kubernetes'));
  });

  it('joins n things of one text by n - 1 edges, not by n² (defect 11)', () => {
    teach(
      'A long list.',
      Array.from({ length: 40 }, (_, i) => `Thing ${i}`),
    );
    expect(mind.db.prepare('SELECT count(*) FROM relation').pluck().get()).toBe(19);
    expect(mind.db.prepare('SELECT count(*) FROM entity').pluck().get()).toBe(20);
  });

  it('tells relations in words, both ways, once', () => {
    for (const text of ['Ann leads Atlas.', 'Indeed, Ann leads Atlas today.'])
      teach(text, [], [['Atlas', 'led_by', 'Ann']]);
    const edge = { from: 'Atlas', type: 'led_by', to: 'Ann', confidence: 0.9, validFrom: now, validTo: null };
    expect(ask('Ann')[0]?.relations).toEqual([edge]);
    expect(ask('atlas')[0]?.relations).toEqual([edge]);
  });

  it('lets no text end what another said (graphiti#1728)', () => {
    teach('Ann leads Atlas.', ['Atlas'], [['Atlas', 'led_by', 'Ann']]);
    teach('Bob leads Atlas.', ['Atlas'], [['Atlas', 'led_by', 'Bob']]);
    teach('Carl leads Borea.', ['Borea'], [['Borea', 'led_by', 'Carl']]);
    expect(ask('Atlas')[0]?.relations.filter(({ type }) => type === 'led_by')).toHaveLength(2);
    expect(mind.db.prepare('SELECT count(*) FROM relation WHERE valid_to IS NOT NULL').pluck().get()).toBe(0);
  });

  it('shows a view only what its frames tell of', () => {
    teach('In the chat: Falcon.', ['Falcon'], [['Falcon', 'led_by', 'Ann']], { scope: 'chat:c' });
    teach('Ann is here.', ['Ann']);
    expect(ask('Falcon')).toEqual([]);
    expect(ask('*').map(({ entity }) => entity.name)).toEqual(['Ann']);
    expect(ask('Ann')[0]?.relations).toEqual([]);
    expect(
      askKnowledge(mind, { scopes: ['chat:c'], text: '*', limit: 9 })
        .map(({ entity }) => entity.name)
        .sort(),
    ).toEqual(['Ann', 'Falcon']);
  });

  it('forgets with the frame', () => {
    const id = teach('Secret Falcon.', ['Falcon']);
    forgetFrames(mind, { scopes, ids: [id], now });
    expect(ask('falcon')).toEqual([]);
    learn(mind, { frame: id, entities: [{ type: 'project', name: 'Late' }], relations: [], now });
    expect(ask('late')).toEqual([]);
  });

  it('links what tells of the same rare things, by counts and no threshold (defect 2)', () => {
    const linksOf = (id: number) =>
      mind.db
        .prepare("SELECT ref_id FROM frame_ref WHERE frame_id = ? AND kind = 'link' ORDER BY ref_id")
        .pluck()
        .all(id);
    const first = teach('Atlas needs Borea.', ['Atlas', 'Borea', 'Ann']);
    const second = teach('Borea is late.', ['Borea', 'Ann']);
    const other = teach('Borea in a chat.', ['Borea'], [], { scope: 'chat:c' });
    expect(linksOf(second)).toEqual([first]);
    expect(linksOf(other)).toEqual([]);
    for (let i = 0; i < 30; i += 1) teach(`Ann did thing ${i} today`, ['Ann']);
    expect(linksOf(teach('Ann is back at last.', ['Ann']))).toEqual([]);
  });

  it('gives the best connected first for *', () => {
    for (let i = 0; i < 3; i += 1) teach(`Atlas news ${i} of today`, ['Atlas']);
    teach('Borea news.', ['Borea']);
    expect(ask('*').map(({ entity }) => entity.name)).toEqual(['Atlas', 'Borea']);
    expect(ask('*', 1)).toHaveLength(1);
    expect(ask('atl').map(({ entity }) => entity.name)).toEqual(['Atlas']);
    expect(ask('')).toEqual([]);
  });

  it('corrects by a new version: what was known before stays in its time', () => {
    teach('Atlas exists.', ['Atlas']);
    const id = ask('atlas')[0]?.entity.id ?? 0;
    expect(changeEntity(mind, { id, change: { properties: { status: 'green' }, now: now + 5 } })).toBe(true);
    expect(changeEntity(mind, { id, change: { properties: { status: 'red', lead: 'Ann' }, now: now + 9 } })).toBe(true);
    expect(ask('atlas')[0]?.entity).toMatchObject({
      id,
      properties: { status: 'red', lead: 'Ann' },
      validFrom: now + 9,
    });
    const versions = mind.db
      .prepare('SELECT properties, valid_from, valid_to FROM entity WHERE key = ? ORDER BY id')
      .all(id);
    expect(versions).toEqual([
      { properties: '{}', valid_from: now, valid_to: now + 5 },
      { properties: '{"status":"green"}', valid_from: now + 5, valid_to: now + 9 },
      { properties: '{"status":"red","lead":"Ann"}', valid_from: now + 9, valid_to: null },
    ]);
    teach('Atlas again.', ['ATLAS']);
    expect(ask('atlas')[0]?.entity.properties).toEqual({ status: 'red', lead: 'Ann' });
    expect(mindStats(mind, { scopes }).entities).toBe(1);
  });

  it('ends an entity with its relations, and knows a new one of the name afterwards', () => {
    teach('Atlas.', ['Atlas'], [['Atlas', 'led_by', 'Ann']]);
    const id = ask('atlas')[0]?.entity.id ?? 0;
    expect(changeEntity(mind, { id, change: { ended: { reason: 'cancelled' }, now: now + 5 } })).toBe(true);
    expect(changeEntity(mind, { id, change: { ended: { reason: 'again' }, now: now + 6 } })).toBe(false);
    expect(ask('atlas')).toEqual([]);
    expect(ask('Ann')[0]?.relations).toEqual([]);
    teach('Atlas is back.', ['Atlas']);
    expect(ask('atlas')[0]?.entity.id).not.toBe(id);
  });
});
