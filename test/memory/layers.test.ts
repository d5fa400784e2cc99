import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AWARENESS_LIMIT } from '../../src/core/memory/layers.js';
import { eraseAuthor } from '../../src/memory/frames/eraseAuthor.js';
import { saveFrame } from '../../src/memory/frames/saveFrame.js';
import { addAwareness, listAwareness, removeAwareness, updateAwareness } from '../../src/memory/layers/awarenessOps.js';
import { getIdentity, setIdentity } from '../../src/memory/layers/identityOps.js';
import { mindStats } from '../../src/memory/layers/mindStats.js';
import { closeSession, ensureActive, listSessions } from '../../src/memory/layers/sessionOps.js';
import { commitSurfaced, dueSignals, recordSignal } from '../../src/memory/layers/signalOps.js';
import { DAY, openTestMind, START, said, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeEach(() => {
  mind = openTestMind();
});
afterEach(() => mind.remove());
const now = START;

describe('identity', () => {
  it('is what was set, field by field; an empty text takes a field back', () => {
    expect(getIdentity(mind)).toBeNull();
    setIdentity(mind, { fields: { name: 'Waggle', role: 'helper' }, now });
    setIdentity(mind, { fields: { role: '', systemPrompt: 'Be brief.' }, now });
    expect(getIdentity(mind)).toEqual({ name: 'Waggle', systemPrompt: 'Be brief.' });
    setIdentity(mind, { fields: { name: '', systemPrompt: '' }, now });
    expect(getIdentity(mind)).toBeNull();
  });
});

describe('awareness', () => {
  const add = (content: string, priority: number, expiresAt?: number) =>
    addAwareness(mind, { category: 'task', content, priority, now, ...(expiresAt !== undefined && { expiresAt }) });
  const contents = (at = now) => listAwareness(mind, { now: at }).map(({ content }) => content);

  it('keeps ten entries on write: the least urgent and oldest goes, the newest never', () => {
    for (let i = 0; i < 30; i += 1) add(`task ${i}`, i % 10);
    expect(listAwareness(mind, { now })).toHaveLength(AWARENESS_LIMIT);
    expect(mind.db.prepare('SELECT count(*) FROM awareness').pluck().get()).toBe(AWARENESS_LIMIT);
    add('small matter', 0);
    expect(contents()).toContain('small matter');
    expect(contents()[0]).toBe('task 29');
  });

  it('lets what is over go first', () => {
    add('over soon', 10, now + 5);
    for (let i = 1; i < AWARENESS_LIMIT; i += 1) add(`task ${i}`, 3);
    expect(contents(now + 5)).toHaveLength(AWARENESS_LIMIT - 1);
    addAwareness(mind, { category: 'flag', content: 'new', priority: 1, now: now + 5 });
    expect(contents(now + 5)).toHaveLength(AWARENESS_LIMIT);
  });

  it('changes what is given and merges metadata', () => {
    const id = addAwareness(mind, {
      category: 'pending',
      content: 'a',
      priority: 99,
      metadata: { x: '1', y: '2' },
      now,
    });
    expect(updateAwareness(mind, { id, change: { content: 'b', metadata: { y: '3' } } })).toBe(true);
    expect(listAwareness(mind, { now })).toEqual([
      {
        id,
        category: 'pending',
        content: 'b',
        priority: 10,
        metadata: { x: '1', y: '3' },
        createdAt: now,
        expiresAt: null,
      },
    ]);
    expect(removeAwareness(mind, { id })).toBe(true);
    expect(removeAwareness(mind, { id })).toBe(false);
    expect(updateAwareness(mind, { id, change: {} })).toBe(false);
  });
});

describe('sessions', () => {
  it('one is active per lane until it is closed', () => {
    const first = ensureActive(mind, { lane: 'l1', now });
    expect(first).toMatchObject({ lane: 'l1', status: 'active', startedAt: now, endedAt: null });
    expect(first.gop).toMatch(/^session:2026-01-01T00:00:00\.000Z:[0-9a-f]{6}$/);
    expect(ensureActive(mind, { lane: 'l1', now: now + 9 })).toEqual(first);
    expect(ensureActive(mind, { lane: 'l2', now }).gop).not.toBe(first.gop);
    closeSession(mind, { gop: first.gop, summary: 'Done.', now: now + 10 });
    const second = ensureActive(mind, { lane: 'l1', now: now + 11 });
    expect(second.gop).not.toBe(first.gop);
    closeSession(mind, { gop: first.gop, summary: 'Again.', now: now + 12 });
    expect(listSessions(mind, { limit: 9 }).find(({ gop }) => gop === first.gop)).toMatchObject({
      status: 'closed',
      summary: 'Done.',
      endedAt: now + 10,
    });
    expect(listSessions(mind, { limit: 1 })).toEqual([second]);
    expect(mindStats(mind, { scopes: [] }).sessions).toBe(3);
  });

  it('take the frames that name none into the newest active one', () => {
    const { id } = saveFrame(mind, said('One.'));
    const { gop } = ensureActive(mind, { lane: 'l1', now: now + 5 });
    saveFrame(mind, said('Two.', { now: now + 6 }));
    saveFrame(mind, said('Three.', { gop: 'import' }));
    const gops = mind.db.prepare('SELECT gop_id FROM frame ORDER BY id').pluck().all();
    expect(gops[1]).toBe(gop);
    expect(gops[2]).toBe('import');
    expect(id).toBe(1);
  });
});

describe('signals', () => {
  const record = (
    category: 'correction' | 'capability_gap' | 'workflow_pattern' | 'skill_promotion',
    key: string,
    at = now,
    author: string | null = 'ann',
  ) => recordSignal(mind, { category, key, detail: `about ${key} by ${author}`, author, now: at });
  const due = (at = now) => dueSignals(mind, { now: at }).map(({ key }) => key);

  it('are due when they were seen often enough, three at most, the most frequent first', () => {
    for (let i = 0; i < 2; i += 1) for (const key of ['a', 'b']) record('correction', key);
    expect(due()).toEqual([]);
    record('correction', 'a');
    record('skill_promotion', 's');
    for (let i = 0; i < 5; i += 1) record('capability_gap', 'g');
    for (let i = 0; i < 4; i += 1) record('workflow_pattern', 'w');
    expect(due()).toEqual(['g', 'w', 'a']);
    expect(due(now + 8 * DAY)).toEqual(['g', 'a', 's']);
  });

  it('rest after they were shown and come again: once and never again was the fault (defect 10)', () => {
    for (let i = 0; i < 3; i += 1) record('correction', 'tone');
    const shown = [{ category: 'correction' as const, key: 'tone' }];
    expect(due()).toEqual(['tone']);
    commitSurfaced(mind, { signals: shown, now });
    expect(due(now + 1)).toEqual([]);
    expect(due(now + 3_600_000)).toEqual(['tone']);
    commitSurfaced(mind, { signals: shown, now: now + 3_600_000 });
    expect(due(now + 2 * 3_600_000)).toEqual([]);
    for (let i = 0; i < 20; i += 1) commitSurfaced(mind, { signals: shown, now });
    expect(due(now + DAY)).toEqual(['tone']);
    commitSurfaced(mind, { signals: [{ category: 'correction', key: 'unknown' }], now });
  });

  it('add up over authors, and lose what one of them gave when it is erased, with what nobody is known to have given', () => {
    record('correction', 'tone', now, 'ann');
    record('correction', 'tone', now + 1, 'bob');
    record('correction', 'tone', now + 2, 'ann');
    record('skill_promotion', 'old', now, null);
    const all = () => dueSignals(mind, { now: now + 3 }).map(({ key, count, detail }) => [key, count, detail]);
    expect(all()).toEqual([
      ['tone', 3, 'about tone by ann'],
      ['old', 1, 'about old by null'],
    ]);
    commitSurfaced(mind, { signals: [{ category: 'correction', key: 'tone' }], now: now + 3 });
    record('correction', 'tone', now + 4, 'cid');
    expect(all()).toEqual([['old', 1, 'about old by null']]);
    eraseAuthor(mind, { author: 'ann' });
    const left = mind.db.prepare('SELECT author, detail FROM signal ORDER BY author').all();
    expect(left).toEqual([
      { author: 'bob', detail: 'about tone by bob' },
      { author: 'cid', detail: 'about tone by cid' },
    ]);
  });

  it('are not marked by being looked at', () => {
    record('skill_promotion', 's');
    expect([due(), due()]).toEqual([['s'], ['s']]);
  });
});
