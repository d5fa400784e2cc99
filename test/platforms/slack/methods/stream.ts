import { z } from 'zod';
import { announceChange, announceMessage } from '../announce.js';
import { checkBlocks } from '../blocks/check.js';
import type { Block } from '../blocks/schema.js';
import { textOfBlocks } from '../blocks/visibleText.js';
import { wrong } from '../errors.js';
import { json, ts } from '../params.js';
import { messageToWire } from '../wire.js';
import { type ChannelRecord, changeMessage, type StoredMessage, storeMessage } from '../world.js';
import { metadataParam, readMetadata } from './content.js';
import { type MethodContext, method } from './method.js';
import { openChannel, ownMessage, readThread } from './place.js';

const MAX_MARKDOWN = 12_000;
const channel = z.string().min(1);
const chunk = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown_text'), text: z.string() }),
  z.strictObject({ type: z.literal('blocks'), blocks: z.array(z.unknown()) }),
  z.looseObject({ type: z.literal('task_update'), id: z.string(), title: z.string(), status: z.string() }),
  z.looseObject({ type: z.literal('plan_update'), title: z.string() }),
]);
const streamed = { markdown_text: z.string().exactOptional(), chunks: json(z.unknown()).exactOptional() };

interface Streamed {
  markdown_text?: string;
  chunks?: unknown;
}

/** The Markdown that a call adds, and whole blocks. */
function readStreamed(params: Streamed): { text: string; blocks: Block[] } {
  const chunks = z.array(chunk).safeParse(params.chunks ?? []);
  if (!chunks.success) throw wrong('invalid_chunks');
  const texts = chunks.data.map((entry) => (entry.type === 'markdown_text' ? entry.text : ''));
  const text = [params.markdown_text ?? '', ...texts].join('');
  if (text.length > MAX_MARKDOWN) throw wrong('msg_too_long');
  const blocks = chunks.data.flatMap((entry) => (entry.type === 'blocks' ? entry.blocks : []));
  return { text, blocks: blocks.length === 0 ? [] : checkBlocks(blocks) };
}

function grow(context: MethodContext, message: StoredMessage, added: { text: string; blocks: Block[] }): void {
  if (added.text === '' && added.blocks.length === 0) return;
  const last = message.blocks.at(-1);
  const before = last?.type === 'markdown' ? message.blocks.slice(0, -1) : message.blocks;
  const markdown = (last?.type === 'markdown' ? last.text : '') + added.text;
  const blocks: Block[] = [
    ...before,
    ...(markdown === '' ? [] : [{ type: 'markdown' as const, text: markdown }]),
    ...added.blocks,
  ];
  if (markdown.length > MAX_MARKDOWN) throw wrong('msg_too_long');
  changeMessage(message, { text: textOfBlocks(blocks), blocks }, context.state.clock.now());
}

/** The growing message; a stream that ran too long has ended by itself. */
function growing(context: MethodContext, record: ChannelRecord, stamp: string): StoredMessage {
  const message = ownMessage(context, record, stamp, 'message_not_owned_by_app');
  if (message.streaming === 'in_progress' && (message.streamEndsAt ?? 0) <= context.state.clock.now()) {
    message.streaming = 'completed';
  }
  if (message.streaming !== 'in_progress') throw wrong('message_not_in_streaming_state');
  return message;
}

export const startStream = method(
  z.object({
    channel,
    thread_ts: ts,
    ...streamed,
    recipient_user_id: z.string().exactOptional(),
    recipient_team_id: z.string().exactOptional(),
  }),
  (params, context) => {
    const { state, app } = context;
    const added = readStreamed(params);
    const record = openChannel(context, params.channel);
    if (record.kind !== 'im' && params.recipient_user_id === undefined) throw wrong('missing_recipient_user_id');
    if (record.kind !== 'im' && params.recipient_team_id === undefined) throw wrong('missing_recipient_team_id');
    const { thread, altered } = readThread(context, record, params.thread_ts);
    const at = state.clock.now();
    const message = storeMessage(record, {
      from: app.user,
      app,
      at,
      altered,
      streaming: 'in_progress',
      streamEndsAt: at + state.streamMs,
      ...(thread === undefined ? {} : { thread }),
    });
    record.statuses.delete(thread ?? '');
    grow(context, message, added);
    announceMessage(state, record, message);
    return { channel: record.id, ts: message.ts };
  },
);

export const appendStream = method(z.object({ channel, ts, ...streamed }), (params, context) => {
  const added = readStreamed(params);
  const record = openChannel(context, params.channel);
  const message = growing(context, record, params.ts);
  if (added.text === '' && params.chunks === undefined) throw wrong('no_text');
  grow(context, message, added);
  context.state.watch.changed();
  return { channel: record.id, ts: message.ts };
});

export const stopStream = method(
  z.object({ channel, ts, ...streamed, blocks: json(z.unknown()).exactOptional(), metadata: metadataParam }),
  (params, context) => {
    const added = readStreamed(params);
    const last = params.blocks === undefined ? [] : checkBlocks(params.blocks);
    const metadata = readMetadata(params.metadata);
    const record = openChannel(context, params.channel);
    const message = growing(context, record, params.ts);
    const previous = messageToWire(context.state, record, message);
    grow(context, message, { text: added.text, blocks: [...added.blocks, ...last] });
    if (message.blocks.length === 0) throw wrong('no_text');
    message.streaming = 'completed';
    if (metadata !== undefined && metadata !== 'remove') message.metadata = metadata;
    announceChange(context.state, record, message, previous);
    return { channel: record.id, ts: message.ts, message: messageToWire(context.state, record, message, true) };
  },
);
