import type { FilePart, Part } from '../../../core/message.js';
import { FRAME_FIELDS, KIND_NAMES } from './messageKinds.js';
import type { TelegramFile, TelegramMessage, TelegramRecording } from './schema.js';

/** What a message holds besides its text. `unread`: names of the fields that hold something nobody here can read. */
export interface Attachments {
  readonly parts: readonly Part[];
  readonly unread: readonly string[];
}

/**
 * What a message holds besides its text: files by their platform reference, and for everything that has no text of
 * its own a line in square brackets that says what it was, so that nothing a person sends is passed over in silence.
 */
export function attachmentsOf(message: TelegramMessage): Attachments {
  const parts: Part[] = [];
  const add = (file: TelegramFile, mime: string, name?: string) => parts.push(filePart(file, mime, name));
  // Words that somebody else spoke are not the sender's.
  const isOwn = message.forward_origin === undefined;
  const addVoice = (file: TelegramRecording, mime: string) =>
    parts.push({ ...filePart(file, mime), ...lengthOf(file), ...(isOwn ? { voice: true } : {}) });

  const largest = message.photo?.reduce((best, size) =>
    size.width * size.height > best.width * best.height ? size : best,
  );
  if (largest !== undefined) add(largest, 'image/jpeg');
  if (message.video !== undefined) add(message.video, 'video/mp4');
  if (message.video_note !== undefined) addVoice(message.video_note, 'video/mp4');
  if (message.voice !== undefined) addVoice(message.voice, 'audio/ogg');
  if (message.audio !== undefined) {
    const { performer, title } = message.audio;
    const name = [performer, title].filter((word) => word !== undefined).join(' - ') || undefined;
    parts.push({ ...filePart(message.audio, 'audio/mpeg', name), ...lengthOf(message.audio) });
  }
  // An animation is repeated in `document`, for clients that do not know animations.
  if (message.animation !== undefined) add(message.animation, 'video/mp4');
  else if (message.document !== undefined) add(message.document, 'application/octet-stream');

  if (parts.length > 0 || message.text !== undefined) return { parts, unread: [] };
  const readable = describe(message);
  if (readable !== null) return { parts: [{ type: 'text', text: `[${readable}]` }], unread: [] };
  const unread = Object.keys(message).filter((field) => !FRAME_FIELDS.has(field));
  const names = unread.map((field) => KIND_NAMES[field] ?? field.replaceAll('_', ' '));
  return {
    parts: unread.length === 0 ? [] : [{ type: 'text', text: `[${names.join(', ')}: cannot be read here]` }],
    unread,
  };
}

function lengthOf({ duration }: TelegramRecording): { readonly seconds?: number } {
  return duration === undefined ? {} : { seconds: duration };
}

function filePart(file: TelegramFile, mime: string, name?: string): FilePart {
  const shown = file.file_name ?? name;
  return {
    type: 'file',
    ref: file.file_id,
    mime: file.mime_type ?? mime,
    bytes: file.file_size ?? 0,
    ...(shown === undefined ? {} : { name: shown }),
  };
}

function describe(message: TelegramMessage): string | null {
  const { sticker, dice, poll, checklist, contact, venue, location } = message;
  if (sticker !== undefined) return sticker.emoji === undefined ? 'a sticker' : `a sticker: ${sticker.emoji}`;
  if (dice !== undefined) return `a throw of ${dice.emoji}: ${dice.value}`;
  if (poll !== undefined) return `a poll: ${poll.question} — ${poll.options.map((option) => option.text).join(' / ')}`;
  if (checklist !== undefined)
    return `a checklist: ${checklist.title} — ${checklist.tasks.map((task) => task.text).join(' / ')}`;
  if (contact !== undefined) {
    return `a contact: ${[contact.first_name, contact.last_name].filter(Boolean).join(' ')}, ${contact.phone_number}`;
  }
  if (venue !== undefined) return `a place: ${venue.title}, ${venue.address}`;
  if (location !== undefined) return `a location: ${location.latitude}, ${location.longitude}`;
  return null;
}
