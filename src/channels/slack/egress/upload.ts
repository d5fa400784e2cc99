import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { ChatAddress } from '../../../core/message.js';
import type { Sent } from '../../../core/ports/egress.js';
import type { OutboundFile } from '../../../core/ports/files.js';
import type { SlackApi } from '../wire/api.js';
import { saysOneOf } from '../wire/failure.js';
import { sentOf } from './sentOf.js';

/** "Files can be up to 1 GB" (docs.slack.dev, Working with files). */
export const MAX_FILE_BYTES = 1_000_000_000;

/** Uploads whose completion was begun, by nonce; those of running turns, so few. */
const MAX_KEPT = 1_000;

const placeSchema = z.object({ upload_url: z.string().min(1), file_id: z.string().min(1) });

const COMPLETED_BEFORE: ReadonlySet<string> = new Set(['file_not_found', 'file_already_completed']);

export interface Uploads {
  /** Gives a file to the chat in Slack's three steps. The answer names no message, so the file's id stands for it. */
  upload(address: ChatAddress, file: OutboundFile, nonce: string, signal: AbortSignal): Promise<Sent>;
  /** Id of the file that a send with this nonce was to show; null when this process knows of none. */
  fileOf(nonce: string): string | null;
}

/**
 * Files by Slack's external upload flow. Only its last step shows anything to anybody: a fault before it is simply tried
 * again.
 */
export function createUploads(api: SlackApi): Uploads {
  const begun = new Map<string, string>();
  const note = (nonce: string, file: string) => {
    begun.set(nonce, file);
    for (const oldest of begun.keys()) {
      if (begun.size <= MAX_KEPT) break;
      begun.delete(oldest);
    }
  };

  return {
    fileOf: (nonce) => begun.get(nonce) ?? null,
    upload: async (address, { path, name, bytes }, nonce, signal) => {
      let file: string;
      try {
        const asked = { filename: name, length: bytes };
        const place = await api.call('files.getUploadURLExternal', asked, placeSchema, { signal });
        // The call has its own limit: the governor's for uploads.
        await api.upload(place.upload_url, () => createReadStream(path), bytes, { signal, timeoutMs: 600_000 });
        file = place.file_id;
      } catch (thrown) {
        return sentOf(thrown, 'other', null);
      }
      note(nonce, file);
      try {
        const shown = {
          files: [{ id: file, title: name }],
          channel_id: address.chat,
          ...(address.thread === undefined ? {} : { thread_ts: address.thread }),
        };
        await api.call('files.completeUploadExternal', shown, z.unknown(), { signal });
        return { ok: true, id: file };
      } catch (thrown) {
        if (saysOneOf(thrown, COMPLETED_BEFORE)) return { ok: true, id: file };
        return sentOf(thrown, 'send', null);
      }
    },
  };
}
