import { InputFile } from 'grammy';
import { z } from 'zod';
import { FileTooLargeError } from '../../../core/fileTooLarge.js';
import type { OutboundFile } from '../../../core/ports/files.js';
import type { TelegramApi } from '../wire/api.js';
import { TelegramCallError } from '../wire/failure.js';

/** Time limit of an upload: that of its permit, milliseconds. */
const UPLOAD_MS = 300_000;

/** What is shown as a picture, and up to which size (Bot API, sendPhoto); anything else goes as a file. */
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);
const MAX_PHOTO_BYTES = 10_000_000;

const sentSchema = z.object({ message_id: z.number().int() });

/** What sendPhoto and sendDocument have in common here. */
export interface UploadPlace {
  readonly chat_id: number;
  readonly message_thread_id?: number;
  readonly disable_notification?: true;
  readonly reply_parameters?: { readonly message_id: number; readonly allow_sending_without_reply: boolean };
}

/**
 * Sends a file, as a picture where it is one that Telegram takes. A picture that it refuses (odd proportions, damaged) had no
 * effect, and goes as a file instead.
 *
 * @throws TelegramCallError as `TelegramApi.call`
 */
export async function uploadFile(
  api: TelegramApi,
  place: UploadPlace,
  file: OutboundFile,
  signal: AbortSignal,
): Promise<number> {
  const options = { signal, timeoutMs: UPLOAD_MS };
  const input = () => new InputFile(file.path, file.name);
  const asDocument = () =>
    api.call('sendDocument', (raw, s) => raw.sendDocument({ ...place, document: input() }, s), options);
  const asPhoto = () => api.call('sendPhoto', (raw, s) => raw.sendPhoto({ ...place, photo: input() }, s), options);
  const isPhoto = PHOTO_TYPES.has(file.mime) && file.bytes <= MAX_PHOTO_BYTES;
  const sent = isPhoto
    ? await asPhoto().catch((thrown: unknown) => {
        if (isRefusedPicture(thrown)) return asDocument();
        throw thrown;
      })
    : await asDocument();
  return sentSchema.parse(sent).message_id;
}

/** The refusal of a file that is too large; null for any other outcome. */
export function tooLargeForUpload(thrown: unknown): FileTooLargeError | null {
  const isTooLarge =
    thrown instanceof TelegramCallError && thrown.failure.kind === 'answered' && thrown.failure.status === 413;
  if (!isTooLarge) return null;
  return new FileTooLargeError('Telegram refused a file as too large', null, thrown);
}

function isRefusedPicture(thrown: unknown): boolean {
  if (!(thrown instanceof TelegramCallError) || thrown.failure.kind !== 'answered') return false;
  const { status, description } = thrown.failure;
  return status === 400 && /photo|image/i.test(description);
}
