import { z } from 'zod';
import { checkBlocks } from '../blocks/check.js';
import { escapeFlaws } from '../blocks/mrkdwn.js';
import type { Block } from '../blocks/schema.js';
import { textOfBlocks } from '../blocks/visibleText.js';
import { wrong } from '../errors.js';
import { json } from '../params.js';
import type { Metadata } from '../world.js';

/** Longest text; what is longer is cut without a word. */
export const MAX_TEXT = 40_000;
/** Longest text of chat.update. */
export const MAX_UPDATE_TEXT = 4000;
const MAX_MARKDOWN = 12_000;
const MAX_ATTACHMENTS = 100;
/** Bytes of a message's metadata. */
const MAX_METADATA = 16_384;

/** What a message is made of, in every method that writes one. */
export const contentParams = {
  text: z.string().exactOptional(),
  markdown_text: z.string().exactOptional(),
  blocks: json(z.unknown()).exactOptional(),
  attachments: json(z.array(z.record(z.string(), z.unknown()))).exactOptional(),
};

export interface Content {
  text: string;
  blocks: Block[];
  attachments: Record<string, unknown>[];
  altered: string[];
}

interface ContentParams {
  text?: string | undefined;
  markdown_text?: string | undefined;
  blocks?: unknown;
  attachments?: Record<string, unknown>[] | undefined;
}

/** Cuts a text that is too long; the length it had is noted. */
function cut(text: string): { text: string; altered: string[] } {
  if (text.length <= MAX_TEXT) return { text, altered: [] };
  return { text: text.slice(0, MAX_TEXT), altered: [`text of ${text.length} characters cut to ${MAX_TEXT}`] };
}

/** All texts in Slack's own markup among blocks. */
function markupOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'section' && block.type !== 'context') return [];
    const objects = block.type === 'context' ? block.elements : [block.text, ...(block.fields ?? [])];
    return objects.flatMap((object) => (object?.type === 'mrkdwn' ? [object.text] : []));
  });
}

function readMarkdown(text: string, others: readonly unknown[]): Content {
  if (others.some((other) => other !== undefined)) throw wrong('markdown_text_conflict');
  if (text.length > MAX_MARKDOWN) throw wrong('msg_too_long');
  if (text.trim() === '') throw wrong('no_text');
  const blocks: Block[] = [{ type: 'markdown', text }];
  return { text: textOfBlocks(blocks), blocks, attachments: [], altered: [] };
}

/** Checks what a message is made of. Throws `no_text`, `invalid_blocks` and their like. */
export function readContent(params: ContentParams): Content {
  if (params.markdown_text !== undefined) {
    return readMarkdown(params.markdown_text, [params.text, params.blocks, params.attachments]);
  }
  const blocks = params.blocks === undefined ? [] : checkBlocks(params.blocks);
  const attachments = params.attachments ?? [];
  if (attachments.length > MAX_ATTACHMENTS) throw wrong('too_many_attachments');
  const given = params.text ?? '';
  if (given.trim() === '' && blocks.length === 0 && attachments.length === 0) throw wrong('no_text');
  const { text, altered } = cut(given);
  const flaws = [given, ...markupOf(blocks)].flatMap((markup) => escapeFlaws(markup));
  return { text, blocks, attachments, altered: [...altered, ...flaws] };
}

/** A message's metadata as a parameter. */
export const metadataParam = json(z.unknown()).exactOptional();

const metadataSchema = z.strictObject({
  event_type: z.string().regex(/^[A-Za-z0-9_.-]{1,255}$/),
  event_payload: z.record(z.string(), z.unknown()),
});

/** Checks metadata; an empty object removes it. Throws `invalid_metadata_format`, `metadata_too_large`. */
export function readMetadata(value: unknown): Metadata | 'remove' | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return 'remove';
  const parsed = metadataSchema.safeParse(value);
  if (!parsed.success)
    throw wrong(
      'invalid_metadata_format',
      parsed.error.issues.map((issue) => issue.message),
    );
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_METADATA) throw wrong('metadata_too_large');
  return parsed.data;
}
