import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { silentLog } from '../../src/core/log.js';
import type { FrameScope, NewFrame } from '../../src/core/memory/frame.js';
import type { MindId, MindView } from '../../src/core/memory/reach.js';
import type { Minds } from '../../src/core/ports/minds.js';
import { memories } from '../../src/memory/mindFile/migrations/001-memories.js';
import { mindPath, oldMindPath } from '../../src/memory/mindFile/mindPath.js';
import { createMinds } from '../../src/memory/minds.js';
import { START, said } from './openTestMind.js';

let dataDir: string;
let minds: Minds;
const open = () => createMinds({ dataDir, clock: systemClock, log: silentLog });
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-minds-'));
  minds = open();
});
afterEach(async () => {
  await minds.close();
  await rm(dataDir, { recursive: true, force: true });
});

const now = START;
const ann: MindId = { kind: 'person', person: 'telegram:42:7' };
const bob: MindId = { kind: 'person', person: '../../etc/passwd\0:x' };
const team: MindId = { kind: 'workspace', workspace: 'slack:T1:T1' };
const view = (mind: MindId, ...scopes: FrameScope[]): MindView => ({
  mind,
  scopes: scopes.length > 0 ? scopes : ['private', 'shared'],
});
const save = (mind: MindId, content: string, change: Partial<NewFrame> = {}) => minds.save(mind, said(content, change));
const texts = async (views: readonly MindView[], text: string, limit = 10) =>
  (await minds.search(views, { text, limit, now })).map(({ content }) => content);

function files(folder = join(dataDir, 'minds')): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('minds', () => {
  it('keep each owner in a file of his own, which nobody else can read', async () => {
    await save(ann, 'Ann has a cat.');
    await save(bob, 'Bob has a dog.');
    await save(team, 'The team has a parrot.', { scope: 'shared' });
    expect(await texts([view(ann), view(team)], 'has')).toHaveLength(2);
    expect(await texts([view(bob)], 'cat')).toEqual([]);
    expect(
      files()
        .filter((file) => file.endsWith('.db'))
        .map((file) => file.slice(dataDir.length + 1)),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^minds\/u\/[0-9a-f]{2}\/[0-9a-f]{40}\.db$/),
        expect.stringMatching(/^minds\/w\//),
      ]),
    );
    for (const file of files()) expect(statSync(file).mode & 0o077).toBe(0);
    for (const folder of ['minds', 'minds/u', 'minds/w']) expect(statSync(join(dataDir, folder)).mode & 0o077).toBe(0);
    expect((await minds.all()).map((mind) => JSON.stringify(mind)).sort()).toEqual(
      [ann, bob, team].map((mind) => JSON.stringify(mind)).sort(),
    );
  });

  it('cost a stranger nothing', async () => {
    expect(await texts([view(ann)], 'cat')).toEqual([]);
    expect(await minds.list(view(ann), { order: 'newest', limit: 5 })).toEqual([]);
    expect(await minds.get(view(ann), [1])).toEqual([]);
    expect(await minds.stats(view(ann))).toMatchObject({ frames: 0, bytes: 0 });
    expect(await minds.identity.get(ann)).toBeNull();
    expect(await minds.awareness.list(ann, now)).toEqual([]);
    expect(await minds.knowledge.query(view(ann), '*', 5)).toEqual([]);
    expect(await minds.signals.due(ann, now)).toEqual([]);
    expect(await minds.forget(view(ann), [1], now)).toBe(0);
    expect(await minds.erase(ann, null)).toBe(0);
    expect(await minds.maintain(ann, now)).toBe(false);
    expect(await minds.all()).toEqual([]);
    expect(files()).toEqual([]);
  });

  it('survive closing, and refuse afterwards', async () => {
    await save(ann, 'Ann has a cat.');
    await minds.close();
    await expect(texts([view(ann)], 'cat')).rejects.toMatchObject({ code: 'mind-failed' });
    expect(files().filter((file) => !file.endsWith('.db'))).toEqual([]);
    minds = open();
    expect(await texts([view(ann)], 'cat')).toEqual(['Ann has a cat.']);
  });

  it('tell the person what cannot be saved', async () => {
    for (const content of [' ', 'x'.repeat(8001)]) {
      await expect(save(ann, content)).rejects.toMatchObject({
        code: 'memory-size',
        sentence: expect.stringContaining('8000 characters'),
      });
    }
    expect((await save(ann, ` ${'x'.repeat(8000)} `)).outcome).toBe('saved');
    await expect(minds.correct(view(ann), 99, said('y'))).rejects.toMatchObject({ code: 'memory-unknown' });
  });

  it('serve more people than they keep files open for', async () => {
    const people = Array.from({ length: 80 }, (_, i): MindId => ({ kind: 'person', person: `p${i}` }));
    await Promise.all(people.map((person, i) => save(person, `secret of ${i}`)));
    const found = await Promise.all(people.map((person) => texts([view(person)], 'secret')));
    expect(found).toEqual(people.map((_, i) => [`secret of ${i}`]));
  });

  it('fail alone when their file is damaged', async () => {
    const file = mindPath(dataDir, ann);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'this is no database, and never was one, whatever it is called. '.repeat(50));
    await expect(save(ann, 'x')).rejects.toMatchObject({
      code: 'mind-failed',
      sentence: expect.stringContaining('could not be reached'),
    });
    expect((await save(bob, 'Bob has a dog.')).outcome).toBe('saved');
  });

  it('fuse what several know by rank, the workspace a little before the person', async () => {
    for (let i = 0; i < 5; i += 1) {
      await save(ann, `Parrot note ${i} of Ann`);
      await save(team, `Parrot note ${i} of the team`, { scope: 'shared' });
    }
    const found = await minds.search([view(ann), view(team, 'shared')], { text: 'parrot', limit: 6, now });
    expect(found).toHaveLength(6);
    expect(found[0]?.mind).toEqual(team);
    expect(new Set(found.map(({ mind }) => mind.kind)).size).toBe(2);
    expect(await texts([view(team, 'chat:x')], 'parrot')).toEqual([]);
    expect(await texts([{ mind: team, scopes: [] }], 'parrot')).toEqual([]);
  });

  it('give the same session to calls at the same time, also of two processes', async () => {
    const other = open();
    const sessions = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? minds : other).sessions.ensureActive(ann, 'lane', now)),
    );
    expect(new Set(sessions.map(({ gop }) => gop)).size).toBe(1);
    await minds.sessions.close(ann, sessions[0]?.gop ?? '', 'Done.', now);
    expect(await other.sessions.list(ann, 5)).toMatchObject([{ status: 'closed', summary: 'Done.' }]);
    await other.close();
  });

  it('wait for another process without holding up other minds', async () => {
    await save(ann, 'Ann has a cat.');
    const blocker = new BetterSqlite3(mindPath(dataDir, ann));
    blocker.exec('BEGIN IMMEDIATE');
    const order: string[] = [];
    const blocked = save(ann, 'Ann has two cats now.').then(() => order.push('ann'));
    const others = Array.from({ length: 8 }, (_, i): MindId => ({ kind: 'person', person: `p${i}` }));
    await Promise.all(others.map((other, i) => save(other, `Note ${i}`)));
    order.push('others');
    expect(await texts([view(others[0] ?? ann)], 'note')).toEqual(['Note 0']);
    blocker.exec('COMMIT');
    blocker.close();
    await blocked;
    expect(order).toEqual(['others', 'ann']);
  });

  it('are embedded in the background', async () => {
    await save(ann, 'Ann has a cat.');
    for (let tries = 0; (await minds.stats(view(ann))).unembedded > 0; tries += 1) expect(tries).toBeLessThan(1000);
    expect((await minds.stats(view(ann))).frames).toBe(1);
  });
});

describe('erasing', () => {
  it('a person takes the file, and nobody else', async () => {
    await save(ann, 'The Wombatwagon is mine.');
    await save(bob, 'Bob has a dog.');
    expect(await minds.erase(ann, null)).toBe(1);
    expect(existsSync(mindPath(dataDir, ann))).toBe(false);
    expect(await minds.all()).toEqual([bob]);
    expect(await texts([view(bob)], 'dog')).toEqual(['Bob has a dog.']);
    expect((await save(ann, 'Hello again.')).id).toBe(1);
  });

  it('leaves nothing that the work in the background could bring back', async () => {
    for (let i = 0; i < 20; i += 1) {
      const saved = save(ann, `Note ${i}`);
      const reading = texts([view(ann)], 'note');
      await saved;
      const erased = minds.erase(ann, null);
      await Promise.all([reading, erased, minds.maintain(ann, now), texts([view(ann)], 'note')]);
      await minds.stats(view(ann));
      expect(files().filter((file) => file.endsWith('.db'))).toEqual([]);
    }
    expect(await minds.all()).toEqual([]);
  });

  it('goes through while another process has the mind open, which then goes on with an empty one', async () => {
    const other = open();
    await save(ann, 'The Wombatwagon is mine.');
    expect((await other.search([view(ann)], { text: 'wombatwagon', limit: 5, now })).length).toBe(1);
    expect(await minds.erase(ann, null)).toBe(1);
    expect(files().some((file) => readFileSync(file).includes('ombatwagon'))).toBe(false);
    expect(await other.search([view(ann)], { text: 'wombatwagon', limit: 5, now })).toEqual([]);
    expect(await minds.all()).toEqual([]);
    await other.save(ann, said('Back again.'));
    expect(await texts([view(ann)], 'back again')).toEqual(['Back again.']);
    expect(await minds.all()).toEqual([ann]);
    await other.close();
  });

  it('an author leaves the others of a workspace', async () => {
    await save(team, 'Ann likes the parrot.', { scope: 'shared' });
    await save(team, 'Bob likes the parrot, too.', { scope: 'shared', author: 'bob' });
    expect(await minds.erase(team, 'ann')).toBe(1);
    expect(await texts([view(team, 'shared')], 'parrot')).toEqual(['Bob likes the parrot, too.']);
  });
});

describe('merging', () => {
  it('moves each memory once, with what it knows and who said it', async () => {
    await save(ann, 'Likes green tea.', { importance: 'important' });
    await save(bob, 'likes green tea', { author: 'bob' });
    const { id } = await save(bob, 'Leads Atlas.', { author: 'bob' });
    await minds.knowledge.learn(bob, {
      frame: id,
      entities: [{ type: 'project', name: 'Atlas' }],
      relations: [{ from: 'Atlas', type: 'led_by', to: 'Bob', confidence: 0.9 }],
      now,
    });
    await minds.identity.set(bob, { name: 'Hal' }, now);
    await minds.awareness.add(bob, { category: 'task', content: 'Call Eve', priority: 5, now });
    for (let i = 0; i < 3; i += 1)
      await minds.signals.record(bob, { category: 'correction', key: 'k', detail: 'd', author: 'bob', now });
    const old = await save(bob, 'Lives in Rome.', { author: 'bob' });
    await minds.correct(view(bob), old.id, said('Lives in Oslo.', { author: 'bob' }));
    await minds.sessions.ensureActive(bob, 'lane', now);
    await minds.sessions.ensureActive(ann, 'lane', now);

    expect(await minds.merge(bob, ann, now)).toEqual({ moved: 2, known: 1 });

    expect(existsSync(mindPath(dataDir, bob))).toBe(false);
    expect(await minds.all()).toEqual([ann]);
    const frames = await minds.list(view(ann), { order: 'newest', limit: 10 });
    expect(frames.map(({ content, author }) => [content, author]).sort()).toEqual([
      ['Leads Atlas.', 'bob'],
      ['Likes green tea.', 'ann'],
      ['Lives in Oslo.', 'bob'],
    ]);
    expect(await texts([view(ann)], 'Oslo')).toEqual(['Lives in Oslo.']);
    const oslo = frames.find(({ content }) => content === 'Lives in Oslo.');
    const past = await minds.get(view(ann), [1, 2, 3, 4, 5]);
    expect(past.find(({ content }) => content === 'Lives in Rome.')?.supersededBy).toBe(oslo?.id);
    expect((await minds.knowledge.query(view(ann), 'atlas', 5))[0]?.relations).toMatchObject([
      { type: 'led_by', to: 'Bob' },
    ]);
    expect(await minds.identity.get(ann)).toEqual({ name: 'Hal' });
    expect(await minds.awareness.list(ann, now)).toMatchObject([{ content: 'Call Eve' }]);
    expect(await minds.signals.due(ann, now)).toMatchObject([{ key: 'k', count: 3 }]);
    expect(
      (await minds.sessions.list(ann, 9)).filter(({ status, lane }) => status === 'active' && lane === 'lane'),
    ).toHaveLength(1);
    expect(await minds.merge(bob, ann, now)).toEqual({ moved: 0, known: 0 });
  });
});

describe('parting', () => {
  it('takes along what one account gave, and nothing else', async () => {
    const mine = await save(ann, 'Leads Atlas.', { author: 'ann-slack' });
    await save(ann, 'Likes green tea.', { author: 'ann-telegram' });
    for (const [frame, name] of [
      [mine.id, 'Atlas'],
      [mine.id + 1, 'Tea'],
    ] as const)
      await minds.knowledge.learn(ann, { frame, entities: [{ type: 'thing', name }], relations: [], now });
    await minds.awareness.add(ann, { category: 'task', content: 'Call Eve', priority: 5, now });
    const own: MindId = { kind: 'person', person: 'slack:T1:U1' };
    expect(await minds.merge(ann, own, now, 'ann-slack')).toEqual({ moved: 1, known: 0 });
    expect(await texts([view(own)], '')).toEqual(['Leads Atlas.']);
    expect(await texts([view(ann)], '')).toEqual(['Likes green tea.']);
    const names = async (mind: MindId) =>
      (await minds.knowledge.query(view(mind), '*', 9)).map(({ entity }) => entity.name);
    expect([await names(own), await names(ann)]).toEqual([['Atlas'], ['Tea']]);
    expect(await minds.awareness.list(own, now)).toEqual([]);
    expect(readFileSync(mindPath(dataDir, ann)).includes('Atlas')).toBe(false);
    expect(await minds.merge(ann, own, now, 'ann-slack')).toEqual({ moved: 0, known: 0 });
  });
});

describe('minds of an older version', () => {
  function leaveOld(key: string, ...memoriesOfIt: readonly string[]) {
    mkdirSync(join(dataDir, 'minds'), { recursive: true });
    const db = new BetterSqlite3(oldMindPath(dataDir, key));
    db.exec(memories.sql);
    db.pragma('user_version = 1');
    const insert = db.prepare('INSERT INTO memories (text, fingerprint, saved_at) VALUES (?, hex(randomblob(32)), 5)');
    for (const text of memoriesOfIt) insert.run(text);
    db.close();
  }

  it('are found where they are looked for now, a group’s by its chat only', async () => {
    leaveOld('telegram:42:7', 'Likes green tea.', 'Has a cat.');
    leaveOld('group:slack:T1/chat/C1', 'The code word is Falcon.');
    leaveOld('group:slack:T1/chat/C2', 'The code word is Heron.');
    const all = await Promise.all([texts([view(ann)], 'tea'), texts([view(ann)], 'cat')]);
    expect(all).toEqual([['Likes green tea.'], ['Has a cat.']]);
    expect(await texts([view(team, 'shared', 'chat:slack:T1/chat/C1')], 'code word')).toEqual([
      'The code word is Falcon.',
    ]);
    expect(await texts([view(team, 'shared')], 'code word')).toEqual([]);
    expect(existsSync(oldMindPath(dataDir, 'telegram:42:7'))).toBe(false);
    expect(existsSync(oldMindPath(dataDir, 'group:slack:T1/chat/C2'))).toBe(true);
    expect(await minds.erase(team, null)).toBe(1);
  });

  it('are erased with their owner though nobody has looked at them', async () => {
    leaveOld('telegram:42:7', 'Likes green tea.');
    expect(await minds.erase(ann, null)).toBe(1);
    expect(files()).toEqual([]);
  });

  it('do no harm when they are damaged', async () => {
    mkdirSync(join(dataDir, 'minds'), { recursive: true });
    writeFileSync(oldMindPath(dataDir, 'telegram:42:7'), 'no database '.repeat(500));
    expect((await save(ann, 'Has a cat.')).outcome).toBe('saved');
    expect(await texts([view(ann)], 'cat')).toEqual(['Has a cat.']);
  });

  it('say why when they cannot be read', async () => {
    await save(ann, 'x y z');
    await minds.close();
    const db = new BetterSqlite3(mindPath(dataDir, ann));
    db.pragma('user_version = 99');
    db.close();
    minds = open();
    await expect(texts([view(ann)], 'x')).rejects.toMatchObject({
      code: 'mind-too-new',
      sentence: expect.stringContaining('newer version'),
    });
  });
});
