import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { SentFile } from '../../core/events.js';
import { laneIdOf } from '../../core/lane.js';
import { detectType, HEAD_BYTES, typeOfName } from '../attachments/fileType.js';
import { findInside } from '../workspace/findInside.js';
import { laneWorkspace } from '../workspace/laneWorkspace.js';
import { OUTBOX } from '../workspace/outbox.js';
import { safeFileName } from '../workspace/safeFileName.js';
import { SEND_FILE_TOOL } from './sentFiles.js';
import { defineTool, type ToolDefinition } from './toolDefinition.js';

/** More than chats take; the platform's own limit is told when the file is given to it. */
const MAX_BYTES = 100_000_000;

const args = z.object({
  path: z.string().min(1).max(500).describe('Path of the file within the workspace.'),
  name: z.string().min(1).max(200).describe('Name that the user sees. Leave it out to keep its own.').optional(),
});

/**
 * Gives a file of the lane's workspace to the chat. The call copies it to the outbox, so that what is delivered is what was there
 * when it was sent; the delivery follows from the call's result in the journal (`sentFilesIn`), so the call changes nothing
 * itself and may be repeated.
 */
export function createSendFile(deps: { readonly dataDir: string }): ToolDefinition {
  return defineTool({
    name: SEND_FILE_TOOL,
    description:
      'Send a file from the workspace to the user. It arrives below your answer; say in the answer what it is. Send each file once.',
    args,
    idempotent: true,
    mutating: false,
    parallelSafe: false,
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    execute: async ({ path, name }, { scope, signal }) => {
      if (scope === null) throw new Error('there is no chat to send a file to');
      const workspace = laneWorkspace(deps.dataDir, laneIdOf(scope.address));
      const outbox = join(workspace, OUTBOX);
      return copyOut(await findInside(workspace, path), outbox, name, signal);
    },
  });
}

async function copyOut(
  path: string,
  outbox: string,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<SentFile & { readonly note: string }> {
  // Opened without following a link: what was looked at above may have been exchanged meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const unfinished = join(outbox, `.${randomUUID()}`);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('only files can be sent, no folders');
    if (found.size === 0) throw new Error('the file is empty');
    if (found.size > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES / 1_000_000} MB`);
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const head = Buffer.alloc(Math.min(found.size, HEAD_BYTES));
    await file.read(head, 0, head.length, 0);
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    };
    const source = createReadStream('', { fd: file.fd, autoClose: false, start: 0 });
    await pipeline(source, measure, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }), { signal });
    const name = safeFileName(wanted ?? path, 'file');
    const folder = hash.digest('hex').slice(0, 16);
    await mkdir(join(outbox, folder), { recursive: true, mode: 0o700 });
    await rename(unfinished, join(outbox, folder, name));
    const mime = detectType(head, typeOfName(name) ?? '');
    return { path: `${OUTBOX}/${folder}/${name}`, name, mime, bytes, note: 'The file is sent below your answer.' };
  } finally {
    await rm(unfinished, { force: true });
    await file.close();
  }
}
