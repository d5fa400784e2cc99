import { z } from 'zod';
import { changeAndAnnounce } from '../announce.js';
import { wrong } from '../errors.js';
import { json, ts } from '../params.js';
import type { AssistantRecord, ChannelRecord } from '../world.js';
import { type MethodContext, method } from './method.js';
import { openChannel, readThread } from './place.js';

/** A status ends by itself after two minutes. */
const STATUS_MS = 120_000;
const MAX_PROMPTS = 4;
const where = { channel_id: z.string(), thread_ts: ts };

function assistantThread(context: MethodContext, id: string, stamp: string): AssistantRecord {
  const record: ChannelRecord = openChannel(context, id);
  const thread = record.assistants.get(stamp);
  if (thread === undefined) throw wrong('invalid_thread_ts');
  return thread;
}

export const setStatus = method(
  z.object({
    ...where,
    status: z.string(),
    loading_messages: json(z.array(z.string()).max(10)).exactOptional(),
  }),
  (params, context) => {
    const { clock, watch } = context.state;
    const record = openChannel(context, params.channel_id);
    const { thread } = readThread(context, record, params.thread_ts);
    if (params.status === '' || thread === undefined) record.statuses.delete(params.thread_ts);
    else {
      const loading = params.loading_messages ?? [];
      const at = clock.now();
      record.statuses.set(thread, { status: params.status, loading, at, until: at + STATUS_MS });
    }
    watch.changed();
    return {};
  },
);

export const setTitle = method(z.object({ ...where, title: z.string().min(1) }), (params, context) => {
  assistantThread(context, params.channel_id, params.thread_ts).title = params.title;
  const record = openChannel(context, params.channel_id);
  const root = record.messages.get(params.thread_ts);
  // The thread's first message carries the title, so apps see it change.
  if (root !== undefined) changeAndAnnounce(context.state, record, root, { text: params.title, blocks: [] });
  return {};
});

const prompt = z.strictObject({ title: z.string().min(1), message: z.string().min(1) });

export const setSuggestedPrompts = method(
  z.object({ ...where, title: z.string().exactOptional(), prompts: json(z.array(prompt).min(1)) }),
  (params, context) => {
    if (params.prompts.length > MAX_PROMPTS) throw wrong('too_many_prompts');
    const thread = assistantThread(context, params.channel_id, params.thread_ts);
    thread.prompts = params.prompts;
    if (params.title === undefined) delete thread.promptsTitle;
    else thread.promptsTitle = params.title;
    context.state.watch.changed();
    return {};
  },
);
