import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { FileTooLargeError } from '../../../core/fileTooLarge.js';
import type { ChatAddress } from '../../../core/message.js';
import type { Sent } from '../../../core/ports/egress.js';
import type { OutboundFile } from '../../../core/ports/files.js';
import type { SlackApi } from '../wire/api.js';
import { saysOneOf } from '../wire/failure.js';
import { sentOf } from './sentOf.js';

/** "Files can be up to 1 GB" (docs.slack.dev, Working with files). */
export const MAX_FILE_BYTES = 1_000_000_000;

/** The caller's limit is the one that counts; this is more than it ever gives an upload, milliseconds. */
const LONGEST_MS = 600_000;

const placeSchema = z.object({ upload_url: z.string().min(1), file_id: z.string().min(1) });

/** What is said of a file that was shown before, or that never came. */
const NOT_TO_BE_SHOWN: ReadonlySet<string> = new Set(['file_not_found', 'file_already_completed']);

const TOO_LARGE: ReadonlySet<string> = new Set(['file_upload_size_restricted']);

/**
 * The first two steps of Slack's external upload flow: an address, and the bytes. Only the last one shows the file, so a fault here is
 * simply tried again. `ok` carries the file's id.
 */
export async function stageFile(api: SlackApi, file: OutboundFile, signal: AbortSignal): Promise<Sent> {
  const { path, name, bytes } = file;
  try {
    const asked = { filename: name, length: bytes };
    const place = await api.call('files.getUploadURLExternal', asked, placeSchema, { signal, timeoutMs: LONGEST_MS });
    const open = () => createReadStream(path);
    await api.upload(place.upload_url, open, bytes, { signal, timeoutMs: LONGEST_MS });
    return { ok: true, id: place.file_id };
  } catch (thrown) {
    const sent = sentOf(thrown, 'other', null);
    return saysOneOf(thrown, TOO_LARGE) ? { ok: false, kind: 'refused', cause: tooLarge(file, thrown) } : sent;
  }
}

/** The last step. The answer names no message, so the file's id stands for it. */
export async function showFile(
  api: SlackApi,
  address: ChatAddress,
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    const shown = {
      files: [{ id: file, title: name }],
      channel_id: address.chat,
      ...(address.thread === undefined ? {} : { thread_ts: address.thread }),
    };
    await api.call('files.completeUploadExternal', shown, z.unknown(), { signal });
    return { ok: true, id: file };
  } catch (thrown) {
    // The chat tells which of the two it is.
    if (saysOneOf(thrown, NOT_TO_BE_SHOWN)) return { ok: false, kind: 'unknown', cause: thrown };
    return sentOf(thrown, 'send', null);
  }
}

function tooLarge(file: OutboundFile, cause: unknown): FileTooLargeError {
  return new FileTooLargeError(`Slack does not take a file of ${file.bytes} bytes`, null, cause);
}
