import type { Part } from '../../../core/message.js';
import { fileRef } from '../fileRef.js';
import type { DiscordAttachment, DiscordContent, DiscordEmbed } from './schema.js';

/**
 * What a message holds: its words, its files by reference, and for everything that has no words of its own a line in square
 * brackets that says what it was, so that nothing a person sends is passed over in silence.
 *
 * @param read turns Discord's signs for people and places into words
 */
export function partsOf(
  message: DiscordContent,
  place: { channel: string; message: string },
  read: (text: string) => string,
): Part[] {
  const parts: Part[] = [];
  const add = (text: string) => {
    if (text.trim() !== '') parts.push({ type: 'text', text });
  };
  add(read(message.content));
  for (const file of message.attachments ?? []) parts.push(filePart(file, place));
  for (const { name } of message.sticker_items ?? []) add(`[a sticker: ${name}]`);
  if (message.poll !== null && message.poll !== undefined) {
    const answers = (message.poll.answers ?? []).map((answer) => answer.poll_media.text ?? '').join(' / ');
    add(`[a poll: ${message.poll.question.text ?? ''} — ${answers}]`);
  }
  // Beside words an embed with an address is the preview of a link; without any it is what was said.
  for (const embed of message.embeds ?? []) {
    if (typeof embed.url === 'string' && message.content.trim() !== '') continue;
    add(read(embedText(embed)));
  }
  return parts;
}

/** The words of an embed, line by line. */
function embedText(embed: DiscordEmbed): string {
  const fields = (embed.fields ?? []).map(({ name, value }) => `${name}: ${value}`);
  const lines = [embed.author?.name, embed.title, embed.description, ...fields, embed.footer?.text];
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
}

/** The words that a message shows, for quoting it. */
export function plainWordsOf(message: DiscordContent, read: (text: string) => string): string {
  return partsOf(message, { channel: '0', message: '0' }, read)
    .map((part) => (part.type === 'text' ? part.text : `[a file: ${part.name ?? part.mime}]`))
    .join('\n');
}

function filePart(file: DiscordAttachment, place: { channel: string; message: string }): Part {
  const isVoice = typeof file.waveform === 'string';
  const mime = file.content_type?.split(';')[0] ?? (isVoice ? 'audio/ogg' : 'application/octet-stream');
  const seconds = file.duration_secs ?? null;
  return {
    type: 'file',
    ref: fileRef({ ...place, attachment: file.id }),
    mime,
    bytes: file.size,
    name: file.filename,
    ...(isVoice ? { voice: true } : {}),
    ...(seconds === null ? {} : { seconds }),
  };
}
