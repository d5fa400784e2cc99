import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, orNull } from '../fileFaults.js';
import { PAGE_ENDING } from './pageNames.js';

/** The folder of what a vault knows of itself; hidden, so that Obsidian leaves it alone. */
export const STATE_FOLDER = '.waggle';
const UNFINISHED = 'unfinished';
/** Where Obsidian puts deleted pages if it is set so. */
export const TRASH = '.trash';

/** A larger file is no page that anybody reads. Bytes. */
const MAX_BYTES = 8_000_000;
/** How deep folders are looked into, and how many entries there may be: a vault may hold much that is not ours. */
const MAX_DEPTH = 12;
const MAX_ENTRIES = 50_000;
/** Files that are read at a time. */
const AT_ONCE = 16;

/** A Markdown file of a vault. */
export interface PageFile {
  /** From the vault's folder, with `/` between. */
  readonly path: string;
  readonly text: string;
  /** Changes whenever the file does. */
  readonly stamp: string;
}

export interface VaultFiles {
  readonly pages: readonly PageFile[];
  /** Every path below the folder, also of what is no page. */
  readonly paths: readonly string[];
}

/** Everything in a vault's folder. Links are not followed; hidden folders are left out, but for the trash. */
export async function readVaultFiles(root: string): Promise<VaultFiles> {
  const paths: string[] = [];
  const files: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = (await orNull(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (paths.length >= MAX_ENTRIES) return;
      paths.push(path);
      const isHidden = entry.name.startsWith('.') && path !== TRASH;
      if (entry.isDirectory() && !isHidden && depth < MAX_DEPTH) await visit(path, depth + 1);
      if (entry.isFile() && !isHidden && entry.name.toLowerCase().endsWith(PAGE_ENDING)) files.push(path);
    }
  };
  await visit('', 0);
  const pages: PageFile[] = [];
  for (let i = 0; i < files.length; i += AT_ONCE) {
    const some = await Promise.all(files.slice(i, i + AT_ONCE).map((path) => readPageFile(root, path)));
    pages.push(...some.flatMap((page) => page ?? []));
  }
  return { pages, paths };
}

/** One file; null where there is none, or where it is a link or too large. */
export async function readPageFile(root: string, path: string): Promise<PageFile | null> {
  const full = join(root, path);
  const stamp = await stampOf(full);
  if (stamp === null) return null;
  const text = await orNull(readFile(full, 'utf8'));
  return text === null ? null : { path, text, stamp };
}

/**
 * Puts a text where nothing lies, whole or not at all. False: something lies there by now.
 *
 * @throws Error when a folder on the way is a link: nothing is written outside of the vault
 */
export async function addPageFile(root: string, path: string, text: string): Promise<boolean> {
  await makeFolders(root, path);
  return withUnfinished(root, text, async (unfinished) => {
    const target = join(root, path);
    try {
      await link(unfinished, target);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      // Some file systems have no hard links.
      if ((await orNull(lstat(target))) !== null) return false;
      await rename(unfinished, target);
      return true;
    }
  });
}

/** Puts a text in the place of a file's, whole or not at all. False: the file has changed since it was read. */
export async function replacePageFile(root: string, file: PageFile, text: string): Promise<boolean> {
  return withUnfinished(root, text, async (unfinished) => {
    const target = join(root, file.path);
    if ((await stampOf(target)) !== file.stamp) return false;
    await rename(unfinished, target);
    return true;
  });
}

/** Removes a file, and the folders that are empty without it. False: the file has changed since it was read. */
export async function removePageFile(root: string, file: PageFile): Promise<boolean> {
  const target = join(root, file.path);
  if ((await stampOf(target)) !== file.stamp) return false;
  await rm(target, { force: true });
  for (let folder = dirname(file.path); folder !== '.'; folder = dirname(folder)) {
    const isGone = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!isGone) break;
  }
  return true;
}

/** Removes what a sync left that was broken off. */
export async function removeUnfinished(root: string): Promise<void> {
  await rm(join(root, STATE_FOLDER, UNFINISHED), { recursive: true, force: true });
}

/** Puts one of the vault's own files in place, whole or not at all. */
export async function putStateFile(root: string, name: string, text: string): Promise<void> {
  await mkdir(join(root, STATE_FOLDER), { recursive: true, mode: 0o700 });
  await withUnfinished(root, text, (unfinished) => rename(unfinished, join(root, STATE_FOLDER, name)));
}

async function withUnfinished<Value>(
  root: string,
  text: string,
  put: (path: string) => Promise<Value>,
): Promise<Value> {
  const folder = join(root, STATE_FOLDER, UNFINISHED);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await writeFile(file, text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    return await put(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function makeFolders(root: string, path: string): Promise<void> {
  let folder = root;
  for (const name of path.split('/').slice(0, -1)) {
    folder = join(folder, name);
    const found = await orNull(lstat(folder));
    if (found === null) await mkdir(folder, { mode: 0o700 });
    else if (!found.isDirectory()) throw new Error(`${folder} is no folder`);
  }
}

async function stampOf(path: string): Promise<string | null> {
  const found = await orNull(lstat(path, { bigint: true }));
  if (found === null || !found.isFile() || found.size > MAX_BYTES) return null;
  return `${found.mtimeNs}/${found.size}/${found.ino}`;
}
