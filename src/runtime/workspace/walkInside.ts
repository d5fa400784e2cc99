import type { Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { codeOf, type Folder, openFolder } from './openFolder.js';
import { PathRefused } from './workspacePath.js';

/** Something in a workspace. Links are told, never followed. */
export interface Entry {
  /** From the workspace's root, with `/`. */
  readonly path: string;
  readonly depth: number;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  readonly stat: Stats;
}

export interface WalkOptions {
  /** Folders below the first one that are still entered; default 32. */
  readonly maxDepth?: number;
  /** Ends the walk after so many entries. */
  readonly maxEntries: number;
  readonly signal?: AbortSignal;
  /** Whether a folder is entered; default: every one. */
  entersFolder?(path: string): boolean;
}

function kindOf(stat: Stats): Entry['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  return stat.isSymbolicLink() ? 'link' : 'special';
}

/** Everything below a folder of a workspace, folders before what is in them, names in order. Without a workspace: nothing. */
export async function* walkInside(
  workspace: string,
  parts: readonly string[],
  options: WalkOptions,
): AsyncGenerator<Entry> {
  let left = options.maxEntries;
  const opened = await openFolder(workspace, parts).catch((thrown: unknown) => {
    if (parts.length === 0 && thrown instanceof PathRefused) return null;
    throw thrown;
  });
  if (opened === null) return;

  async function* below(folder: Folder, base: string, depth: number): AsyncGenerator<Entry> {
    for (const name of await namesIn(folder, left)) {
      options.signal?.throwIfAborted();
      // What goes away meanwhile is not there.
      const stat = await lstat(folder.at(name)).catch(() => null);
      if (stat === null) continue;
      if (left <= 0) return;
      left -= 1;
      const path = base === '' ? name : `${base}/${name}`;
      const kind = kindOf(stat);
      yield { path, depth, kind, stat };
      if (kind !== 'folder' || depth >= (options.maxDepth ?? 32)) continue;
      if (options.entersFolder?.(path) === false) continue;
      const inner = await openChild(folder, name);
      if (inner === null) continue;
      try {
        yield* below(inner, path, depth + 1);
      } finally {
        await inner.close();
      }
    }
  }

  try {
    yield* below(opened, parts.join('/'), 0);
  } finally {
    await opened.close();
  }
}

/** The names in a folder, at most so many: a folder of a million files is not read whole. */
async function namesIn(folder: Folder, most: number): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder.path)) {
      names.push(name);
      if (names.length >= most) break;
    }
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT' && codeOf(thrown) !== 'EACCES') throw thrown;
  }
  return names.sort();
}

/** The folder of that name; null when it is none any more, or may not be read. */
async function openChild(folder: Folder, name: string): Promise<Folder | null> {
  try {
    return await openFolder(folder.at(name), []);
  } catch (thrown) {
    if (thrown instanceof PathRefused || codeOf(thrown) === 'EACCES') return null;
    throw thrown;
  }
}
