import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../../src/core/log.js';
import { loadHttpToken, TOKEN_FILE } from '../../src/http/token.js';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waggle-token-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const load = (configured?: string, log: Log = silentLog) => loadHttpToken({ dataDir, configured, log });

describe('the HTTP token', () => {
  it('is the configured one where there is one, and nothing is written', async () => {
    expect(await load('from-the-environment')).toEqual({ token: 'from-the-environment', source: 'environment' });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is made once, 32 random bytes, for its owner only, and kept', async () => {
    const first = await load();
    expect(first.source).toBe('generated');
    expect(Buffer.from(first.token, 'base64url')).toHaveLength(32);
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect((await stat(join(dataDir, TOKEN_FILE))).mode & 0o777).toBe(0o600);
    expect(await load()).toEqual({ token: first.token, source: 'file' });
    expect(await readdir(dataDir)).toEqual([TOKEN_FILE]);
  });

  it('makes the data directory where it is missing', async () => {
    const made = await loadHttpToken({ dataDir: join(dataDir, 'a', 'b'), log: silentLog });
    expect(made.source).toBe('generated');
  });

  it('is one and the same for all who ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => load()));
    expect(new Set(all.map(({ token }) => token)).size).toBe(1);
    expect(all.filter(({ source }) => source === 'generated').length).toBe(1);
    expect(await readdir(dataDir)).toEqual([TOKEN_FILE]);
  });

  it('in a file that others may read is taken from them, with a warning', async () => {
    const { token } = await load();
    await chmod(join(dataDir, TOKEN_FILE), 0o644);
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (_, message) => warnings.push(message) };
    expect((await load(undefined, log)).token).toBe(token);
    expect((await stat(join(dataDir, TOKEN_FILE))).mode & 0o777).toBe(0o600);
    expect(warnings).toHaveLength(1);
  });

  it.each(['', 'short', 'has spaces in the middle of it', 'ünïcödé-ünïcödé-ünïcödé'])(
    'refuses a file that holds %j',
    async (text) => {
      await writeFile(join(dataDir, TOKEN_FILE), text, { mode: 0o600 });
      await expect(load()).rejects.toMatchObject({ code: 'http-token-file' });
      expect(await readFile(join(dataDir, TOKEN_FILE), 'utf8')).toBe(text);
    },
  );
});
