import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { SentFile } from '../../core/events.js';
import { detectType, HEAD_BYTES, typeOfName } from '../attachments/fileType.js';
import { type Folder, openFolder } from './openFolder.js';
import { OUTBOX } from './outbox.js';
import { openInside } from './readInside.js';
import { safeFileName } from './safeFileName.js';
import { PathRefused } from './workspacePath.js';

/** More than chats take; the platform's own limit is told when the file is given to it. */
const MAX_BYTES = 100_000_000;

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Copies a file of a workspace to its outbox, for the chat. No link is followed, neither on the way to the file nor to the outbox:
 * what runs in the sandbox may have put one in either place.
 *
 * @param wanted name that the chat is shown; its own by default
 * @throws PathRefused and Error when there is no such file, or it is empty, too large or none that can be sent
 */
export async function copyToOutbox(
  workspace: string,
  path: string,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<SentFile> {
  const file = await openInside(workspace, path);
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw new Error('only files can be sent, no folders');
    if (!found.isFile()) throw new PathRefused(`"${path}" is no plain file`);
    if (found.size === 0) throw new Error('the file is empty');
    if (found.size > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES / 1_000_000} MB`);
    const head = Buffer.alloc(Math.min(found.size, HEAD_BYTES));
    await file.read(head, 0, head.length, 0);
    const name = safeFileName(wanted ?? path, 'file');
    const outbox = await openFolder(workspace, [OUTBOX], { create: true });
    try {
      const { hash, bytes } = await copy(file, workspace, outbox, name, signal);
      return { path: `${OUTBOX}/${hash}/${name}`, name, mime: detectType(head, typeOfName(name) ?? ''), bytes };
    } finally {
      await outbox.close();
    }
  } finally {
    await file.close();
  }
}

/** Writes the copy below a folder that is named by what is in it. */
async function copy(
  from: FileHandle,
  workspace: string,
  outbox: Folder,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly hash: string; readonly bytes: number }> {
  const unfinished = outbox.at(`.${randomUUID()}`);
  try {
    const to = await open(unfinished, CREATE, 0o600);
    const sum = createHash('sha256');
    let bytes = 0;
    const measure = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length;
        // A file that grows while it is copied.
        if (bytes > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES / 1_000_000} MB`);
        sum.update(chunk);
        yield chunk;
      }
    };
    const source = createReadStream('', { fd: from.fd, autoClose: false, start: 0 });
    // The stream closes the handle, whatever becomes of it.
    await pipeline(source, measure, to.createWriteStream(), { signal });
    const hash = sum.digest('hex').slice(0, 16);
    const folder = await openFolder(workspace, [OUTBOX, hash], { create: true });
    try {
      await rename(unfinished, folder.at(name));
    } finally {
      await folder.close();
    }
    return { hash, bytes };
  } finally {
    await rm(unfinished, { force: true });
  }
}
