import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHistory } from '../../../src/channels/terminal/history.js';

let dir = '';
let file = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-history-'));
  file = join(dir, 'deep', 'history');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('the input history', () => {
  it('is kept over sessions, newest first, with several lines in one entry', async () => {
    const first = await openHistory(file);
    expect(first.entries).toEqual([]);
    await first.add('one');
    await first.add('two\nlines');
    await first.add('two\nlines');
    expect((await openHistory(file)).entries).toEqual(['two\nlines', 'one']);
  });

  it('is for its owner only, also when it was not before', async () => {
    await (await openHistory(file)).add('secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o644);
    await openHistory(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('leaves out lines that cannot be read', async () => {
    await (await openHistory(file)).add('good');
    await writeFile(file, `${await readFile(file, 'utf8')}"cut sho\n7\n\n"also good"\n`);
    expect((await openHistory(file)).entries).toEqual(['also good', 'good']);
  });

  it('does not grow without end', async () => {
    await (await openHistory(file)).add('x');
    await writeFile(file, Array.from({ length: 5_000 }, (_, i) => `"entry ${i}"\n`).join(''));
    const history = await openHistory(file);
    expect(history.entries).toHaveLength(500);
    expect(history.entries[0]).toBe('entry 4999');
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(501);
    await history.add('new');
    expect((await openHistory(file)).entries[0]).toBe('new');
  });
});
