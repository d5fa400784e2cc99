import type { Part } from '../../../core/message.js';
import { textOfAttachments, textOfBlocks } from './blockText.js';
import type { SlackContent, SlackFile } from './schema.js';

/** Blocks repeat a person's text; they count where they say clearly more than it. */
const MORE_BY = 1.25;
const MORE_THAN_CHARS = 10;

/** What a message says, in Slack's own markup. */
export interface SlackWords {
  /** What its author wrote: its text, or its blocks where they say more. */
  readonly own: string;
  /** What its attachments say besides: messages that the author passes on, alerts of integrations. */
  readonly attached: string;
}

export function wordsOf({ text, blocks, attachments }: SlackContent): SlackWords {
  const own = text ?? '';
  const inBlocks = textOfBlocks(blocks);
  const size = (said: string) => said.replace(/\s+/g, '').length;
  const isMore = size(inBlocks) > size(own) * MORE_BY + MORE_THAN_CHARS || own.trim() === '';
  const body = isMore && inBlocks !== '' ? inBlocks : own;
  const attached = textOfAttachments(attachments);
  return { own: body, attached: body.includes(attached) ? '' : attached };
}

/** Everything that a message says, as one text. */
export function saidBy(content: SlackContent): string {
  const { own, attached } = wordsOf(content);
  return [own, attached].filter((part) => part.trim() !== '').join('\n');
}

/** The files of a message: those that Slack holds by their id, others as a line that says where they lie. */
export function fileParts(files: readonly SlackFile[]): readonly Part[] {
  return files.map((file): Part => {
    const name = file.name ?? file.title ?? null;
    if (file.mode === 'tombstone' || file.mode === 'hidden_by_limit') {
      return { type: 'text', text: '[a file that is no longer there]' };
    }
    if (file.mode === 'external') {
      return { type: 'text', text: `[a file: ${[name, file.url_private].filter(Boolean).join(', ')}]` };
    }
    return {
      type: 'file',
      ref: file.id,
      mime: file.mimetype || 'application/octet-stream',
      bytes: Math.floor(file.size ?? 0),
      ...(name === null ? {} : { name }),
      ...(file.subtype === 'slack_audio' ? { voice: true as const } : {}),
      ...(typeof file.duration_ms === 'number' ? { seconds: file.duration_ms / 1000 } : {}),
    };
  });
}
