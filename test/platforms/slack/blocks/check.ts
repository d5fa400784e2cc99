import { z } from 'zod';
import { wrong } from '../errors.js';
import { type Block, messageBlock, type ViewBlock, viewBlock } from './schema.js';
import { textOfBlocks } from './visibleText.js';

const MAX_BLOCKS = 50;
const MAX_VIEW_BLOCKS = 100;
/** All markdown blocks of a message together. */
const MAX_MARKDOWN = 12_000;
/** All tables of a message together. */
const MAX_TABLE_CHARS = 10_000;
/** All blocks together: `msg_blocks_too_long` came at 13,172 to 13,297 characters in slackapi/bolt-js#2509. */
const MAX_ALL = 13_000;

const detailOf = (issue: z.core.$ZodIssue, root: string) =>
  `${issue.message} [json-pointer:/${[root, ...issue.path].join('/')}]`;

function readAll<Schema extends z.ZodType>(schema: Schema, value: unknown, max: number): z.output<Schema>[] {
  if (!Array.isArray(value)) throw wrong('invalid_blocks_format');
  if (value.length > max) throw wrong('invalid_blocks', [`no more than ${max} items allowed [json-pointer:/blocks]`]);
  const parsed = z.array(schema).safeParse(value);
  if (parsed.success) return parsed.data;
  throw wrong(
    'invalid_blocks',
    parsed.error.issues.slice(0, 3).map((issue) => detailOf(issue, 'blocks')),
  );
}

function refuseDoubles(ids: readonly string[], what: string): void {
  const double = ids.find((id, index) => ids.indexOf(id) !== index);
  if (double !== undefined) throw wrong('invalid_blocks', [`${what} \`${double}\` already exists`]);
}

const blockIds = (blocks: readonly { block_id?: string }[]) => blocks.flatMap((block) => block.block_id ?? []);

function refuseDoubleActions(blocks: readonly (Block | ViewBlock)[]): void {
  for (const block of blocks) {
    if (block.type !== 'actions') continue;
    const ids = block.elements.flatMap((element) => element.action_id ?? []);
    refuseDoubles(ids, 'action_id');
  }
}

/**
 * Checks the blocks of a message as strictly as Slack does. Throws `invalid_blocks` (with what and where), `invalid_attachments`
 * for a second table, `msg_blocks_too_long`.
 */
export function checkBlocks(value: unknown): Block[] {
  const blocks = readAll(messageBlock, value, MAX_BLOCKS);
  refuseDoubles(blockIds(blocks), 'block_id');
  refuseDoubleActions(blocks);
  if (blocks.filter((block) => block.type === 'table').length > 1) {
    throw wrong('invalid_attachments', ['only_one_table_allowed']);
  }
  const sizeOf = (type?: Block['type']) =>
    blocks
      .filter((block) => type === undefined || block.type === type)
      .reduce((sum, block) => sum + (block.type === 'markdown' ? block.text : textOfBlocks([block])).length, 0);
  if (sizeOf('markdown') > MAX_MARKDOWN) throw wrong('msg_blocks_too_long');
  if (sizeOf('table') > MAX_TABLE_CHARS) throw wrong('invalid_blocks', ['table is too large']);
  if (sizeOf() > MAX_ALL) throw wrong('msg_blocks_too_long');
  return blocks;
}

/** Checks the blocks of a modal view. Throws `invalid_blocks`. */
export function checkViewBlocks(value: unknown): ViewBlock[] {
  const blocks = readAll(viewBlock, value, MAX_VIEW_BLOCKS);
  refuseDoubles(blockIds(blocks), 'block_id');
  refuseDoubleActions(blocks);
  return blocks;
}
