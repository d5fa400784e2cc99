import type { InboundMessage, Part } from '../../core/message.js';
import { defuseContextTags } from './defuse.js';
import { sanitizeName } from './speakerName.js';

const MAX_QUOTE_CHARS = 500;

function describeFile(part: Extract<Part, { type: 'file' }>): string {
  const name = part.name === undefined ? 'a file' : `"${sanitizeName(part.name)}"`;
  const mime = part.mime.replace(/[^\w.+/-]/g, '').slice(0, 60);
  return `[attached: ${name}, ${mime || 'unknown type'}, ${part.bytes} bytes; you cannot open it]`;
}

/**
 * A user's message as the model is given it and as the transcript keeps it: the bare text, with files named, the message
 * it replies to quoted, and in groups the speaker's name in front. Never empty, and the same for the same message.
 */
export function userText(message: InboundMessage): string {
  const body = message.parts
    .map((part) => (part.type === 'text' ? defuseContextTags(part.text) : describeFile(part)))
    .join('\n');
  const text = body.trim() === '' ? '(no text)' : body;
  const quote = message.replyTo?.trim().replace(/\s+/g, ' ').slice(0, MAX_QUOTE_CHARS) ?? '';
  const reply = quote === '' ? '' : `[in reply to: "${defuseContextTags(quote).replaceAll('"', "'")}"]\n`;
  const speaker = message.address.kind === 'group' ? `"${sanitizeName(message.sender.name)}" says: ` : '';
  return `${reply}${speaker}${text}`;
}
