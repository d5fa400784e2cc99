import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentFile } from '../../core/events.js';
import { laneWorkspace } from './laneWorkspace.js';

/** Folder of a workspace for files that go to the chat; each lies in a folder named by its content. */
export const OUTBOX = 'outbox';

/** Puts a text into a lane's outbox as a file for the chat. The same text and name are the same file. */
export async function putInOutbox(
  dataDir: string,
  lane: string,
  file: { readonly name: string; readonly mime: string; readonly text: string },
): Promise<SentFile> {
  const { name, mime, text } = file;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const folder = join(laneWorkspace(dataDir, lane), OUTBOX, hash);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), text, { mode: 0o600 });
  return { path: `${OUTBOX}/${hash}/${name}`, name, mime, bytes: Buffer.byteLength(text) };
}
