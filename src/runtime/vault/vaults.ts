import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { WaggleError } from '../../core/errors.js';
import { holdLease } from '../../core/holdLease.js';
import type { Log } from '../../core/log.js';
import type { MemoryFrame } from '../../core/memory/frame.js';
import type { MindId, MindView } from '../../core/memory/reach.js';
import type { Leases } from '../../core/ports/leases.js';
import type { Minds } from '../../core/ports/minds.js';
import type { Wording } from '../../core/wording.js';
import { orNull } from '../fileFaults.js';
import { composePages } from './composePages.js';
import { moveOwnPages } from './moveOwnPages.js';
import { type PageFile, readVaultFiles, STATE_FOLDER, TRASH } from './pageFiles.js';
import { type SyncResult, syncVault } from './syncVault.js';
import {
  readState,
  seesWhole,
  type VaultState,
  vaultPath,
  vaultsOf,
  workspacePath,
  writeState,
} from './vaultFolders.js';

/** Frames that are read at a time, and things that get a page of their own, the best connected first. */
const FRAME_PAGE = 500;
const MAX_ENTITIES = 1_000;

/** A sync takes a moment: whoever waits for one asks often. */
const ASK_EVERY_MS = 50;

/** Longer than the lease of a process that crashed; whoever has a vault for longer is stuck. Milliseconds. */
const LONGEST_WAIT_MS = 30_000;

export interface VaultsDeps {
  /** `WAGGLE_DATA_DIR` */
  readonly dataDir: string;
  /** The minds as they are: what changes one goes through `withVaults`. */
  readonly minds: Pick<Minds, 'list' | 'knowledge'>;
  /** By which processes that share the data directory take turns. */
  readonly leases: Leases;
  /** Who we are, unique per process. */
  readonly owner: string;
  readonly wordingIn: (language: string) => Wording;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Vault {
  /** From the data directory, with `/` between. */
  readonly path: string;
  readonly state: VaultState;
}

/**
 * The knowledge vaults of a data directory: folders of Markdown pages that are built from memory and can be opened with Obsidian. Each
 * shows what one view of a mind shows, and nothing else. Methods reject with the WaggleError `wiki-failed` where files cannot be
 * read or written.
 */
export interface Vaults {
  /** Null where none was set up. */
  find(view: MindView): Promise<Vault | null>;
  /** Makes the vault of a view, or gives it another language, and syncs it. */
  setUp(view: MindView, language: string): Promise<Vault & { readonly result: SyncResult }>;
  /** Null where none was set up. */
  sync(view: MindView): Promise<SyncResult | null>;
  /** Takes the generated pages away; what people wrote stays. Null where none was set up. */
  remove(view: MindView): Promise<SyncResult | null>;
  /** The Markdown files of a vault, people's own as well; null where none was set up. */
  files(view: MindView): Promise<readonly PageFile[] | null>;
  /** Syncs every vault of a mind, so that what it no longer holds is not kept there. */
  refresh(mind: MindId): Promise<void>;
  /** Deletes every vault of a mind with all that is in it. */
  erase(mind: MindId): Promise<void>;
  /** Gives what a person wrote in a vault to another, as when two accounts become one person, and syncs that one's. */
  move(from: MindId, into: MindId): Promise<void>;
}

export function createVaults(deps: VaultsDeps): Vaults {
  const { dataDir, minds, wordingIn, clock } = deps;
  const alone = createTurns(deps);
  const rootOf = (path: string) => join(dataDir, path);

  const framesOf = async (view: MindView): Promise<readonly MemoryFrame[]> => {
    const frames: MemoryFrame[] = [];
    for (;;) {
      const after = frames.at(-1)?.id;
      const listing = { order: 'newest', limit: FRAME_PAGE, ...(after === undefined ? {} : { after }) } as const;
      const page = await minds.list(view, listing);
      frames.push(...page);
      if (page.length < FRAME_PAGE) return frames;
    }
  };

  /** Only while the vault is ours: what is read here is written before anybody reads again. */
  const syncAt = async (path: string, state: VaultState, signal: AbortSignal): Promise<SyncResult> => {
    const view = { mind: state.mind, scopes: state.scopes };
    const frames = await framesOf(view);
    const known = await minds.knowledge.map(view, MAX_ENTITIES, clock.now());
    const entities = seesWhole(view)
      ? known
      : known.map((mapped) => ({ ...mapped, entity: { ...mapped.entity, properties: {} } }));
    const wording = wordingIn(state.language);
    const store = state.mind.kind === 'person' ? 'personal' : 'workspace';
    const pages = composePages({ store, frames, entities }, wording);
    const result = await syncVault(rootOf(path), pages, wording.text('wiki-mark', {}), signal);
    await writeState(rootOf(path), { ...state, syncedAt: clock.now() });
    return result;
  };

  const syncIfThere = (path: string) =>
    alone(path, async (signal) => {
      const state = await readState(rootOf(path));
      return state === null ? null : syncAt(path, state, signal);
    });

  const clear = async (path: string, signal: AbortSignal): Promise<SyncResult | null> => {
    if ((await readState(rootOf(path))) === null) return null;
    const result = await syncVault(rootOf(path), [], '', signal);
    await rm(join(rootOf(path), STATE_FOLDER), { recursive: true, force: true });
    const { paths } = await readVaultFiles(rootOf(path));
    if (paths.length === 0) await rm(rootOf(path), { recursive: true, force: true });
    return result;
  };

  const moveVault = async (source: string, target: string, into: MindId, signal: AbortSignal): Promise<void> => {
    const [from, to] = [rootOf(source), rootOf(target)];
    if (!(await isThere(from))) return;
    const state = await readState(from);
    const moved = state === null ? null : { ...state, mind: into };
    if (!(await isThere(to))) {
      if (moved !== null) await writeState(from, moved);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await rename(from, to);
      return;
    }
    await syncVault(from, [], '', signal);
    await moveOwnPages(from, to);
    if (moved !== null && (await readState(to)) === null) await writeState(to, moved);
    await rm(from, { recursive: true, force: true });
  };

  const refresh = async (mind: MindId): Promise<void> => {
    const paths = await orFailed(vaultsOf(dataDir, mind));
    const failures: unknown[] = [];
    // One that cannot be written keeps no other from losing what the mind no longer holds.
    for (const path of paths) await syncIfThere(path).catch((thrown: unknown) => failures.push(thrown));
    if (failures.length > 0) throw failures[0];
  };

  return {
    find: async (view) => {
      const path = vaultPath(view);
      const state = await orFailed(readState(rootOf(path)));
      return state === null ? null : { path, state };
    },
    setUp: (view, language) => {
      const path = vaultPath(view);
      return alone(path, async (signal) => {
        await mkdir(rootOf(path), { recursive: true, mode: 0o700 });
        const state = { mind: view.mind, scopes: view.scopes, language, syncedAt: null };
        await writeState(rootOf(path), state);
        return { path, state, result: await syncAt(path, state, signal) };
      });
    },
    sync: (view) => syncIfThere(vaultPath(view)),
    remove: (view) => alone(vaultPath(view), (signal) => clear(vaultPath(view), signal)),
    files: async (view) => {
      const root = rootOf(vaultPath(view));
      if ((await orFailed(readState(root))) === null) return null;
      const { pages } = await orFailed(readVaultFiles(root));
      return pages.filter(({ path }) => !path.startsWith(`${TRASH}/`));
    },
    refresh,
    erase: async (mind) => {
      const all = workspacePath(mind);
      for (const path of mind.kind === 'person' ? [all] : await orFailed(vaultsOf(dataDir, mind))) {
        await alone(path, () => rm(rootOf(path), { recursive: true, force: true }));
      }
      await orFailed(rm(rootOf(all), { recursive: true, force: true }));
    },
    move: async (from, into) => {
      const [source, target] = [workspacePath(from), workspacePath(into)];
      if (source === target) return;
      const [first, second] = source < target ? [source, target] : [target, source];
      await alone(first, () => alone(second, (signal) => moveVault(source, target, into, signal)));
      await refresh(into);
    },
  };
}

/** One at a time for each folder: in this process by waiting in line, between processes by a lease. */
function createTurns({ leases, owner, clock, log }: Pick<VaultsDeps, 'leases' | 'owner' | 'clock' | 'log'>) {
  const tails = new Map<string, Promise<unknown>>();

  const underLease = async <Value>(path: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    const done = new AbortController();
    const results: { readonly value: Value }[] = [];
    const lease = {
      leases,
      name: `wiki ${path}`,
      owner,
      askEveryMs: ASK_EVERY_MS,
      words: {
        heldElsewhere: 'another process is at the wiki; waiting',
        takenOver: 'the wiki is ours again',
        lost: 'the wiki was taken by another process',
      },
      clock,
      log,
    };
    const stopWaiting = clock.after(LONGEST_WAIT_MS, () => done.abort());
    try {
      await holdLease(lease, done.signal, async (held) => {
        stopWaiting();
        results.push({ value: await work(held) });
        done.abort();
      });
    } finally {
      stopWaiting();
    }
    const [result] = results;
    if (result === undefined) throw new Error(`its lease could not be had within ${LONGEST_WAIT_MS} ms`);
    return result.value;
  };

  return <Value>(path: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    const result = (tails.get(path) ?? Promise.resolve()).then(() => orFailed(underLease(path, work)));
    const tail = result.then(
      () => {},
      () => {},
    );
    tails.set(path, tail);
    void tail.then(() => tails.get(path) === tail && tails.delete(path));
    return result;
  };
}

async function isThere(path: string): Promise<boolean> {
  return (await orNull(lstat(path))) !== null;
}

async function orFailed<Value>(doing: Promise<Value>): Promise<Value> {
  try {
    return await doing;
  } catch (thrown) {
    if (thrown instanceof WaggleError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    throw new WaggleError('wiki-failed', `the wiki could not be read or written: ${detail}`, {
      cause: thrown,
      sentence: 'The files of the wiki could not be read or written. Please try again.',
    });
  }
}
