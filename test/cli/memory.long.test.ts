import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.js';
import { createMinds } from '../../src/memory/minds.js';
import { wordingIn } from '../../src/reply/catalogue/catalogue.js';
import { createVaults } from '../../src/runtime/vault/vaults.js';
import { openGatewayDb } from '../../src/store/openGatewayDb.js';
import { createFakeClock } from '../setup/fakeClock.js';
import { useCommandLine } from './commandLine.js';

const { home, run: waggle } = useCommandLine('memory');

it('an operator lists, searches, forgets, exports and imports memories', { timeout: 60_000 }, async () => {
  expect(await waggle('ls')).toMatchObject({ code: 0, out: 'Nothing is remembered yet.\n' });
  const minds = createMinds({ dataDir: join(home(), 'data'), clock: createFakeClock(), log: silentLog });
  const ada = { kind: 'person', person: 'telegram:42:ada' } as const;
  const now = Date.UTC(2026, 10, 5);
  const frame = {
    importance: 'normal',
    source: 'user_stated',
    trust: 2,
    author: ada.person,
    scope: 'private',
    now,
  } as const;
  await minds.save(ada, { ...frame, content: 'The cat is called Momo.\u001b[2J' });
  await minds.save(ada, { ...frame, content: 'The rent is due on Monday.' });
  await minds.save({ kind: 'person', person: 'telegram:42:bob' }, { ...frame, content: 'Bob likes tea.' });
  await minds.close();

  expect((await waggle('ls')).out).toContain('2  person/telegram:42:ada\n');
  const shown = await waggle('show', 'ada');
  expect(shown.out).toContain('1  2026-11-05  The cat is called Momo.[2J  [normal; private; trust 2]');
  expect(shown.out).not.toContain('\u001b');
  expect((await waggle('show', 'ada', '--limit', '1')).out.trim().split('\n')).toHaveLength(1);
  expect((await waggle('search', 'person/telegram:42:ada', 'rent')).out).toContain('due on Monday');
  expect(await waggle('search', 'ada', 'zeppelin')).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing fits'),
  });
  expect(await waggle('show', '42')).toMatchObject({ code: 1, err: expect.stringContaining('more than one mind') });
  expect(await waggle('show', 'carl')).toMatchObject({ code: 1, err: expect.stringContaining('no mind carl') });

  expect(await waggle('forget', 'ada', '2')).toMatchObject({ code: 0, out: '1 forgotten.\n' });
  expect((await waggle('show', 'ada')).out).not.toContain('rent');
  expect(await waggle('forget', 'ada', '2', '--undo')).toMatchObject({ out: '1 brought back.\n' });
  expect(await waggle('forget', 'ada', 'two')).toMatchObject({ code: 1, err: expect.stringContaining('its number') });
  expect((await waggle('stats', 'ada')).out).toMatch(/^ +2 {2}frames$/m);

  const file = join(home(), 'ada.json');
  expect(await waggle('export', 'ada', file)).toMatchObject({ code: 0, out: `2 memories written to ${file}.\n` });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'waggle-memory-1', accounts: [ada.person] });
  const into = 'person/slack:T1:U1';
  expect(await waggle('import', file, '--into', into)).toMatchObject({ out: '2 memories imported, 0 were known.\n' });
  expect(await waggle('import', file, '--into', into)).toMatchObject({ out: '0 memories imported, 2 were known.\n' });
  expect((await waggle('show', into)).out).toMatch(/2026-11-05 {2}The rent .*trust 1/);
  expect(await waggle('import', file, '--into', 'ada')).toMatchObject({
    code: 1,
    err: expect.stringContaining('names no mind'),
  });
  await writeFile(file, '{}');
  expect(await waggle('import', file, '--into', into)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no export'),
  });
});

it('what an operator forgets is gone from the pages of the wiki as well', { timeout: 60_000 }, async () => {
  const dataDir = join(home(), 'data');
  const deps = { dataDir, clock: createFakeClock(), log: silentLog };
  const db = await openGatewayDb(deps);
  const minds = createMinds(deps);
  const mind = { kind: 'person', person: 'telegram:42:ada' } as const;
  const frame = { importance: 'normal', source: 'user_stated', trust: 2, author: null, scope: 'private' } as const;
  await minds.save(mind, { ...frame, content: 'The cat is called Momo.', now: 1 });
  await minds.save(mind, { ...frame, content: 'The rent is due on Monday.', now: 1 });
  const vaults = createVaults({ ...deps, minds, leases: db.leases, owner: 'gateway', wordingIn });
  const { path } = await vaults.setUp({ mind, scopes: ['private', 'shared'] }, 'en');
  const read = async () => {
    const files = await readdir(join(dataDir, path), { recursive: true });
    const pages = files.filter((name) => name.endsWith('.md'));
    return (await Promise.all(pages.map((name) => readFile(join(dataDir, path, name), 'utf8')))).join('\n');
  };
  expect(await read()).toContain('Momo');
  expect(await waggle('forget', 'ada', '1')).toMatchObject({ code: 0, out: '1 forgotten.\n' });
  expect(await read()).not.toContain('Momo');
  expect(await read()).toContain('rent');
  await waggle('forget', 'ada', '1', '--undo');
  expect(await read()).toContain('Momo');
  await minds.close();
  await db.close();
});
