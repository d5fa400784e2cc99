import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { silentLog } from '../../../src/core/log.js';
import { createMinds } from '../../../src/memory/minds.js';
import { wordingIn } from '../../../src/reply/catalogue/catalogue.js';
import { idsIn, splitPage } from '../../../src/runtime/vault/pageParts.js';
import { vaultPath } from '../../../src/runtime/vault/vaultFolders.js';
import { createVaults } from '../../../src/runtime/vault/vaults.js';
import { openGatewayDb } from '../../../src/store/openGatewayDb.js';
import { newProcessId, withoutDeadHolders } from '../../../src/turns/processIdentity.js';
import { startChild } from '../../setup/childProcess.js';
import { createSeededRandom } from '../../setup/seededRandom.js';
import { personView } from './vaultFixture.js';

const ROUNDS = 8;
/** After the first things were forgotten, milliseconds. */
const KILLED_WITHIN_MS = 400;
const LAMP = 'Topics/Lamp.md';
const view = personView('ann');

function pagesIn(root: string): Readonly<Record<string, string>> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const pages = entries.filter(({ name, parentPath }) => name.endsWith('.md') && !parentPath.includes('.waggle'));
  return Object.fromEntries(
    pages.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

async function openVaults(dataDir: string) {
  const deps = { dataDir, clock: systemClock, log: silentLog };
  const db = await openGatewayDb(deps);
  const minds = createMinds(deps);
  const leases = withoutDeadHolders(db.leases);
  const vaults = createVaults({ ...deps, minds, leases, owner: newProcessId(), wordingIn });
  return { minds, vaults, close: () => Promise.all([minds.close(), db.close()]) };
}

/** A vault with one page on which somebody wrote, and one of their own. */
async function prepare(dataDir: string, root: string): Promise<void> {
  const { minds, vaults, close } = await openVaults(dataDir);
  const frame = { importance: 'normal', source: 'user_stated', trust: 2, author: 'ann', scope: 'private' } as const;
  const { id } = await minds.save(view.mind, { ...frame, content: 'There is a lamp.', now: 1 });
  const entities = [{ type: 'concept', name: 'Lamp' }];
  await minds.knowledge.learn(view.mind, { frame: id, entities, relations: [], now: 1 });
  await vaults.setUp(view, 'en');
  await close();
  writeFileSync(join(root, 'Diary.md'), 'Mine, all of it.\n');
  writeFileSync(join(root, LAMP), `${pagesIn(root)[LAMP]}\nIt is green.\n`);
}

function expectWhole(pages: Readonly<Record<string, string>>, gone: readonly string[]): void {
  for (const [path, text] of Object.entries(pages)) {
    if (path === 'Diary.md') continue;
    const page = splitPage(text);
    expect(page.hasStrayMark, path).toBe(false);
    expect(idsIn(page), path).toHaveLength(1);
    expect(
      page.parts.filter(({ kind }) => kind === 'block'),
      path,
    ).toHaveLength(1);
  }
  const all = Object.entries(pages).flat().join('\n');
  expect(gone.filter((word) => all.includes(word))).toEqual([]);
  expect(pages['Diary.md']).toBe('Mine, all of it.\n');
  expect(pages[LAMP]).toMatch(/\nIt is green\.\n$/);
}

it('two processes that sync, killed at any moment, leave whole pages, nothing that was forgotten, and people’s words', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-vault-kill-'));
  const root = join(dataDir, vaultPath(view));
  const random = createSeededRandom(7);
  const gone: string[] = [];
  try {
    await prepare(dataDir, root);
    for (let round = 0; round < ROUNDS; round += 1) {
      const children = ['a', 'b'].map((name) =>
        startChild('./children/syncForever.mjs', import.meta.url, [dataDir, `${name}${round}`]),
      );
      await Promise.all(children.map((child) => child.waitForLine((line) => line.startsWith('gone'))));
      await systemClock.sleep(random.next() * KILLED_WITHIN_MS, new AbortController().signal);
      for (const child of children) await child.stop();
      gone.push(...children.flatMap(({ lines }) => lines.flatMap((line) => /^gone (.*)$/.exec(line)?.[1] ?? [])));
      expectWhole(pagesIn(root), gone);
    }
    const { vaults, close } = await openVaults(dataDir);
    await vaults.sync(view);
    expect(await vaults.sync(view)).toMatchObject({ made: 0, changed: 0, removed: 0, kept: 0 });
    expectWhole(pagesIn(root), gone);
    await close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
