import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { toWaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import type { FilePart, InboundMessage, Part, ReceivedFile } from '../../core/message.js';
import type { FileSource } from '../../core/ports/files.js';
import type { Wording } from '../../core/wording.js';
import { sanitiseToolResult } from '../safety/sanitiseToolResult.js';
import { laneWorkspace } from '../workspace/laneWorkspace.js';
import { safeFileName } from '../workspace/safeFileName.js';
import { detectType, HEAD_BYTES } from './fileType.js';
import { ENDINGS, TEXT_LIKE } from './fileTypes.js';

/** Folder of a workspace for files that were received. */
export const INBOX = 'inbox';

/** Files of one turn: the largest albums have 10. */
export const MAX_FILES = 20;
const MAX_FILE_BYTES = 100_000_000;
const PARALLEL = 4;
/** All files of a turn, milliseconds. */
const FETCH_MS = 180_000;

/** A plain text of up to so many characters is given to the model at once; all of a turn's together, twice as many. */
const MAX_TEXT_CHARS = 20_000;
const MAX_ALL_TEXT_CHARS = 40_000;

export interface ReceiveDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ReceiveRequest {
  readonly lane: string;
  readonly messages: readonly InboundMessage[];
  /** Null where the platform hands out no files. */
  readonly source: FileSource | null;
  readonly wording: Wording;
  readonly signal: AbortSignal;
}

export interface Received {
  /** The messages, with what became of their files. */
  readonly messages: readonly InboundMessage[];
  /** One line for the person about every file that is not there. */
  readonly problems: readonly string[];
}

/**
 * Fetches the files of a turn's messages into the lane's workspace, under names of their own, so that a takeover finds them
 * there. A file that cannot be had becomes a line, never a failed turn; when the signal aborts, the rest is left.
 */
export async function receiveFiles(request: ReceiveRequest, deps: ReceiveDeps): Promise<Received> {
  const { messages, wording, signal } = request;
  const wanted = messages.flatMap((message) =>
    message.parts.flatMap((part, place) =>
      part.type === 'file' && part.received === undefined ? [{ message, part, place }] : [],
    ),
  );
  if (wanted.length === 0) return { messages, problems: [] };

  const folder = join(laneWorkspace(deps.dataDir, request.lane), INBOX);
  const results = new Map<FilePart, ReceivedFile>();
  const timeUp = new AbortController();
  const stopTimer = deps.clock.after(FETCH_MS, () => timeUp.abort());
  const limit = AbortSignal.any([signal, timeUp.signal]);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const line = wanted.map((entry, index) => ({ ...entry, index }));
    const fetchers = Array.from({ length: PARALLEL }, async () => {
      for (let next = line.shift(); next !== undefined; next = line.shift()) {
        if (signal.aborted) return;
        results.set(next.part, await receive(next, folder, request, limit, deps));
      }
    });
    await Promise.all(fetchers);
  } finally {
    stopTimer();
  }

  let chars = 0;
  const fill = (part: Part): Part => {
    const received = part.type === 'file' ? results.get(part) : undefined;
    if (part.type !== 'file' || received === undefined) return part;
    if ('problem' in received || received.text === undefined) return { ...part, received };
    chars += received.text.length;
    const { text: _, ...bare } = received;
    return { ...part, received: chars <= MAX_ALL_TEXT_CHARS ? received : bare };
  };
  // In the order of the files, not in that in which fetching them ended.
  const problems = wanted.flatMap(({ part }) => {
    const received = results.get(part);
    return received !== undefined && 'problem' in received ? [problemLine(part, received.problem, wording)] : [];
  });
  return { messages: messages.map((message) => ({ ...message, parts: message.parts.map(fill) })), problems };
}

/** Beginning of the name of a received file, by which it can be found again. */
export function keyOfFile(identity: string, place: number): string {
  return createHash('sha256').update(`${identity}\n${place}`).digest('hex').slice(0, 8);
}

function problemLine(part: FilePart, why: string, wording: Wording): string {
  return wording.text('file-not-received', { name: nameOf(part), why });
}

function nameOf(part: FilePart): string {
  const ending = ENDINGS[part.mime];
  return safeFileName(part.name, ending === undefined ? 'file' : `file.${ending}`);
}

async function receive(
  wanted: { readonly message: InboundMessage; readonly part: FilePart; readonly place: number; readonly index: number },
  folder: string,
  request: ReceiveRequest,
  limit: AbortSignal,
  deps: ReceiveDeps,
): Promise<ReceivedFile> {
  const { message, part, place, index } = wanted;
  const { source, wording } = request;
  if (index >= MAX_FILES) return { problem: wording.text('file-too-many', { n: String(MAX_FILES) }) };
  if (source === null) return { problem: wording.text('error-file-unavailable', {}) };
  const maxBytes = Math.min(source.maxBytes, MAX_FILE_BYTES);
  const tooLarge = () => ({ problem: wording.text('file-fetch-limit', { limit: String(Math.floor(maxBytes / 1e6)) }) });
  if (part.bytes > maxBytes) return tooLarge();

  const name = `${keyOfFile(message.identity, place)}-${nameOf(part)}`;
  const path = join(folder, name);
  const unfinished = join(folder, `.${name}.${process.pid}`);
  try {
    const known = await stat(path).catch(() => null);
    if (known === null) {
      await rm(unfinished, { force: true });
      await source.fetch({ address: message.address, ref: part.ref, to: unfinished }, limit);
      await rename(unfinished, path);
    }
    return await describe(path, `${INBOX}/${name}`, part);
  } catch (thrown) {
    deps.log.warn({ err: thrown, identity: message.identity }, "a user's file could not be fetched");
    if (limit.aborted) return { problem: wording.text('file-too-slow', {}) };
    const error = toWaggleError(thrown, 'file-unavailable');
    // The platform knows its limit better than we do, and has said it.
    if (error.code === 'file-too-large') return { problem: error.sentence };
    const isKnown = error.code === 'file-gone' || error.code === 'file-unavailable';
    return { problem: wording.text(isKnown ? `error-${error.code}` : 'error-file-unavailable', {}) };
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function describe(path: string, inWorkspace: string, part: FilePart): Promise<ReceivedFile> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
    await file.read(head, 0, head.length, 0);
    const mime = detectType(head, part.mime);
    const text = TEXT_LIKE.test(mime) && size <= MAX_TEXT_CHARS * 4 ? await shortText(path) : null;
    return { path: inWorkspace, mime, bytes: size, ...(text === null ? {} : { text }) };
  } finally {
    await file.close();
  }
}

/** The whole text, cleaned as whatever comes from outside; null when it is too long, or no UTF-8 after all. */
async function shortText(path: string): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    return text.length <= MAX_TEXT_CHARS ? sanitiseToolResult(text) : null;
  } catch {
    return null;
  }
}
