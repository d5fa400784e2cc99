import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { OpenedFile, SentFiles } from '../../core/ports/sentFiles.js';
import { findInside } from './findInside.js';
import { laneWorkspace } from './laneWorkspace.js';

/** The outboxes of the lanes' workspaces below the data directory. */
export function createSentFiles({ dataDir }: { readonly dataDir: string }): SentFiles {
  return {
    open: async ({ lane, path }) => {
      // A tool may have put anything there: links, folders, names that lead elsewhere.
      const found = await findInside(laneWorkspace(resolve(dataDir), lane), path).catch(() => null);
      return found === null ? null : openPlainFile(found);
    },
  };
}

async function openPlainFile(path: string): Promise<OpenedFile | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  const stat = await file.stat();
  if (!stat.isFile()) {
    await file.close();
    return null;
  }
  const stream = file.createReadStream({ start: 0, end: Math.max(0, stat.size - 1) });
  const content: ReadableStream<Uint8Array> = Readable.toWeb(stream);
  return { bytes: stat.size, content };
}
