import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import type { Mind } from '../../src/core/ports/mind.js';
import { createMind } from '../../src/memory/mind.js';

let dataDir: string;
let mind: Mind;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-mind-'));
  mind = createMind({ dataDir, log: silentLog });
});
afterEach(async () => {
  await mind.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ann = { person: 'telegram:42:7' };
const bob = { person: '../../etc/passwd\0:x' };
const texts = async (query: string, limit = 10) => (await mind.search(ann, query, limit)).map((memory) => memory.text);

async function saveAll(...memories: string[]) {
  for (const [i, text] of memories.entries()) await mind.save(ann, text, i);
}

describe('a mind', () => {
  it('keeps what it is told, once', async () => {
    expect(await mind.save(ann, ' Likes green tea. ', 5)).toEqual({ saved: true, id: 1 });
    expect(await mind.save(ann, 'likes  GREEN tea', 9)).toEqual({ saved: false, id: 1 });
    expect(await mind.search(ann, 'tea', 5)).toEqual([{ id: 1, text: 'Likes green tea.', savedAt: 5 }]);
    expect(await mind.count(ann)).toBe(1);
  });

  it('belongs to one person; a stranger costs no file', async () => {
    await mind.save(ann, 'Ann has a cat.', 0);
    expect(await mind.search(bob, 'cat', 5)).toEqual([]);
    expect(await mind.count(bob)).toBe(0);
    expect((await readdir(join(dataDir, 'minds'))).filter((name) => name.endsWith('.db'))).toHaveLength(1);
    await mind.save(bob, 'Bob has a dog.', 0);
    const names = await readdir(join(dataDir, 'minds'));
    expect(names.every((name) => /^[0-9a-f]{40}\.db(-wal|-shm)?$/.test(name))).toBe(true);
    expect((await stat(join(dataDir, 'minds'))).mode & 0o077).toBe(0);
  });

  it('survives closing, and refuses afterwards', async () => {
    await mind.save(ann, 'Ann has a cat.', 0);
    await mind.close();
    await expect(mind.search(ann, 'cat', 5)).rejects.toMatchObject({ code: 'mind-failed' });
    mind = createMind({ dataDir, log: silentLog });
    expect(await texts('cat')).toEqual(['Ann has a cat.']);
  });

  it('can be shared by two processes', async () => {
    const other = createMind({ dataDir, log: silentLog });
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? mind : other).save(ann, `Fact number ${i}`, i)));
    expect(await other.count(ann)).toBe(20);
    await other.close();
  });

  it('refuses what is empty or too long', async () => {
    await expect(mind.save(ann, ' ', 0)).rejects.toMatchObject({ code: 'memory-size' });
    await expect(mind.save(ann, 'x'.repeat(8001), 0)).rejects.toMatchObject({ code: 'memory-size' });
    expect((await mind.save(ann, 'x'.repeat(8000), 0)).saved).toBe(true);
  });

  it('serves more people than it keeps files open for', async () => {
    const people = Array.from({ length: 80 }, (_, i) => ({ person: `p${i}` }));
    await Promise.all(people.map((person, i) => mind.save(person, `secret of ${i}`, 0)));
    const found = await Promise.all(people.map((person) => mind.search(person, 'secret', 5)));
    expect(found.map((memories) => memories.map((memory) => memory.text))).toEqual(
      people.map((_, i) => [`secret of ${i}`]),
    );
  });
});

describe('search', () => {
  it('finds by words, beginnings of words and without accents, best first', async () => {
    await saveAll(
      'The cat sleeps.',
      'Cats and a cat: cat food is bought on Friday.',
      'Prefers résumés in English.',
      'Nothing of the kind.',
    );
    expect((await texts('what about my cat?'))[0]).toMatch(/^(Cats|The cat)/);
    expect(await texts('resume')).toEqual(['Prefers résumés in English.']);
    expect(await texts('cat', 1)).toHaveLength(1);
  });

  it('finds short words and scripts without spaces', async () => {
    await saveAll('Works at GE.', '用户喜欢绿茶。', 'ユーザーは東京に住んでいます。');
    expect(await texts('GE')).toEqual(['Works at GE.']);
    expect(await texts('他喜欢什么茶')).toEqual(['用户喜欢绿茶。']);
    expect(await texts('東京')).toEqual(['ユーザーは東京に住んでいます。']);
  });

  it('gives the newest when nothing particular is asked', async () => {
    await saveAll('one', 'two', 'three');
    expect(await texts('What do you remember?', 2)).toEqual(['three', 'two']);
    expect(await texts('', 2)).toEqual(['three', 'two']);
    expect(await texts('zebra')).toEqual([]);
  });

  it('takes any text for a query', async () => {
    await saveAll('tea "quoted" AND (OR) NEAR * %_\\');
    for (const query of [
      '"',
      'AND OR NOT',
      'a* NEAR(b)',
      '%',
      '_x',
      '\\',
      "'; DROP TABLE memories; --",
      '\0',
      '😀',
      'x '.repeat(5000),
    ]) {
      expect(Array.isArray(await mind.search(ann, query, 5))).toBe(true);
    }
    expect(await texts('quoted')).toHaveLength(1);
  });
});
