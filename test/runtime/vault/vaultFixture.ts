import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog } from '../../../src/core/log.js';
import type { NewFrame } from '../../../src/core/memory/frame.js';
import type { MindId, MindView } from '../../../src/core/memory/reach.js';
import type { Minds } from '../../../src/core/ports/minds.js';
import { createMinds } from '../../../src/memory/minds.js';
import { wordingIn } from '../../../src/reply/catalogue/catalogue.js';
import { vaultPath } from '../../../src/runtime/vault/vaultFolders.js';
import { createVaults, type Vaults } from '../../../src/runtime/vault/vaults.js';
import { withVaults } from '../../../src/runtime/vault/withVaults.js';
import { cognify, extractByRules } from '../../../src/runtime/writeBack/cognify/cognify.js';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';
import { openTestDb } from '../../store/openTestDb.js';

/** Minds with vaults in a data directory of their own. */
export interface VaultFixture {
  readonly dataDir: string;
  readonly clock: FakeClock;
  /** With vaults at their heels, as the gateway has them. */
  readonly minds: Minds;
  readonly vaults: Vaults;
  /** Vaults as another process has them. */
  otherProcess(): Vaults;
  /** Another process has a vault for itself, and does not give it back for so long. */
  block(view: MindView, ttlMs: number): Promise<void>;
  /** Saves a memory with what it tells of names, and returns its id. */
  save(mind: MindId, content: string, change?: Partial<NewFrame>): Promise<number>;
  folder(view: MindView): string;
  /** Every file of a vault by its path, hidden ones as well. */
  files(view: MindView): Readonly<Record<string, string>>;
  /** Somebody writes a file of a vault. */
  write(view: MindView, path: string, text: string): void;
  close(): Promise<void>;
}

export const DAY = Date.UTC(2026, 2, 5);

export async function openVaultFixture(): Promise<VaultFixture> {
  const test = await openTestDb();
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-vaults-'));
  const clock = createFakeClock(DAY);
  const bare = createMinds({ dataDir, clock, log: silentLog });
  const vaultsOf = (owner: string) =>
    createVaults({ dataDir, minds: bare, leases: test.db.leases, owner, wordingIn, clock, log: silentLog });
  const vaults = vaultsOf('here');
  const folder = (view: MindView) => join(dataDir, vaultPath(view));
  return {
    dataDir,
    clock,
    vaults,
    minds: withVaults(bare, vaults, silentLog),
    otherProcess: () => vaultsOf('there'),
    block: async (view, ttlMs) => {
      await test.db.leases.acquire({ name: `wiki ${vaultPath(view)}`, owner: 'stuck', ttlMs, now: clock.now() });
    },
    save: async (mind, content, change = {}) => {
      const { id } = await bare.save(mind, {
        content,
        importance: 'normal',
        source: 'user_stated',
        trust: 2,
        author: 'ann',
        scope: 'private',
        now: clock.now(),
        ...change,
      });
      await cognify({ mind, id, extraction: extractByRules(content), now: clock.now() }, bare);
      return id;
    },
    folder,
    files: (view) => {
      const root = folder(view);
      const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = entries.map((entry) => join(entry.parentPath, entry.name));
      return Object.fromEntries(
        paths.toSorted().map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
      );
    },
    write: (view, path, text) => {
      const full = join(folder(view), path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
    },
    close: async () => {
      await bare.close();
      await test.dispose();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const personView = (person: string): MindView => ({
  mind: { kind: 'person', person },
  scopes: ['private', 'shared'],
});
