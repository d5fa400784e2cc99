import { dayOf } from '../recall/memoryLine.js';
import {
  addPageFile,
  type PageFile,
  readPageFile,
  readVaultFiles,
  removePageFile,
  removeUnfinished,
  replacePageFile,
  TRASH,
} from './pageFiles.js';
import { freePath, nameKey, PAGE_ENDING } from './pageNames.js';
import { isOurs, mergePage, newPage, type PageContents, type PageParts, splitPage, writeBlock } from './pageParts.js';
import type { VaultPage } from './vaultPage.js';

/** What a sync did. */
export interface SyncResult {
  /** Pages that are new, that say something else now, and that are gone. */
  readonly made: number;
  readonly changed: number;
  readonly removed: number;
  /** Pages whose memories are gone, but on which somebody wrote: that stayed. */
  readonly kept: number;
  /** Generated pages that there are now. */
  readonly pages: number;
}

/** How often a file is tried again that somebody is writing meanwhile. */
const MAX_TRIES = 5;

interface Placed {
  readonly file: PageFile;
  readonly parts: PageParts;
  /** The page whose place this is; null: it holds only blocks of others. */
  readonly id: string | null;
}

const inTrash = (path: string) => path.startsWith(`${TRASH}/`);

/**
 * Makes the files of a vault say what its pages say. Each file changes as a whole; what is unchanged is not touched; whatever people
 * wrote stays, and where they moved a page to. Broken off, it can be begun again.
 *
 * @param note what the marks of a generated part tell a reader
 * @throws Error when a file cannot be read or written; an AbortError when the signal aborts between two files
 */
export async function syncVault(
  root: string,
  pages: readonly VaultPage[],
  note: string,
  signal: AbortSignal,
): Promise<SyncResult> {
  await removeUnfinished(root);
  const { pages: files, paths } = await readVaultFiles(root);
  const placed = place(files);
  const taken = new Set(paths.map(nameKey));
  const pathById = new Map(
    placed.flatMap(({ id, file }) => (id === null || inTrash(file.path) ? [] : [[id, file.path] as const])).reverse(),
  );
  const missing = pages.filter(({ id }) => !pathById.has(id));
  for (const { id, folder, title } of missing) pathById.set(id, freePath(folder, title, taken));
  const contents = contentsOf(pages, pathById, note);

  const counts = { made: 0, changed: 0, removed: 0, kept: 0 };
  for (const one of placed) {
    signal.throwIfAborted();
    const outcome = await renew(root, one, inTrash(one.file.path) ? NOTHING : contents);
    if (outcome !== null) counts[outcome] += 1;
  }
  for (const { id, folder, title } of missing) {
    signal.throwIfAborted();
    let path = pathById.get(id) ?? freePath(folder, title, taken);
    // Somebody may have put a file there meanwhile; links to the page are put right by the next sync.
    while (!(await addPageFile(root, path, newPage(id, contents)))) path = freePath(folder, title, taken);
    counts.made += 1;
  }
  return { ...counts, pages: pages.length };
}

/** The files that hold something of ours, each with the page that it is; of two with one page the first in order is. */
function place(files: readonly PageFile[]): readonly Placed[] {
  const read = files.map((file) => ({ file, parts: splitPage(file.text) })).filter(({ parts }) => isOurs(parts));
  const named = new Set(read.flatMap(({ file, parts }) => (inTrash(file.path) ? [] : (parts.id ?? []))));
  return read.map(({ file, parts }) => {
    if (parts.id !== null) return { file, parts, id: parts.id };
    const block = parts.parts.find((part) => part.kind === 'block');
    if (block === undefined || named.has(block.id) || inTrash(file.path)) return { file, parts, id: null };
    // Somebody took the front matter away.
    named.add(block.id);
    return { file, parts, id: block.id };
  });
}

type Outcome = 'changed' | 'removed' | 'kept' | null;

async function renew(root: string, placed: Placed, contents: PageContents): Promise<Outcome> {
  let { file, parts } = placed;
  const id = placed.id;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const text = mergePage(parts, id, contents);
    if (text === file.text) return null;
    const isGone = id !== null && contents.blockOf(id) === null;
    const isEmpty = isGone && text.trim() === '';
    if (isEmpty ? await removePageFile(root, file) : await replacePageFile(root, file, text)) {
      return isEmpty ? 'removed' : isGone ? 'kept' : 'changed';
    }
    const again = await readPageFile(root, file.path);
    if (again === null) return null;
    file = again;
    parts = splitPage(again.text);
  }
  throw new Error(`${file.path} is being written by somebody else`);
}

/** Nothing is live: what is of ours goes. */
const NOTHING: PageContents = { blockOf: () => null, headOf: () => [] };

function contentsOf(pages: readonly VaultPage[], pathById: ReadonlyMap<string, string>, note: string): PageContents {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const blocks = new Map<string, string>();
  const pathOf = (id: string) => {
    const path = byId.has(id) ? pathById.get(id) : undefined;
    return path === undefined ? null : path.slice(0, -PAGE_ENDING.length);
  };
  return {
    blockOf: (id) => {
      const page = byId.get(id);
      if (page === undefined) return null;
      const block = blocks.get(id) ?? writeBlock(id, page.body(pathOf), note);
      blocks.set(id, block);
      return block;
    },
    headOf: (id) => {
      const page = byId.get(id);
      return page === undefined ? [] : headLines(page);
    },
  };
}

/** YAML of one line each. JSON is YAML, so whatever a kind may hold stays within its quotes. */
function headLines({ id, kind, sources, created, updated }: VaultPage): readonly string[] {
  return [
    `waggle-id: ${id}`,
    `waggle-kind: ${JSON.stringify(kind)}`,
    ...(created === null ? [] : [`waggle-created: ${dayOf(created)}`]),
    ...(updated === null ? [] : [`waggle-updated: ${dayOf(updated)}`]),
    `waggle-sources: [${sources.join(', ')}]`,
  ];
}
