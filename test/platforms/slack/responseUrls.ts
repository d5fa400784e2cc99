import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { announceMessage, changeAndAnnounce, removeAndAnnounce } from './announce.js';
import { ApiError } from './errors.js';
import { readContent } from './methods/content.js';
import type { ResponseUrl, ServerState } from './state.js';
import { type EphemeralMessage, type StoredMessage, storeMessage, takeTs } from './world.js';

const MAX_USES = 5;
const LIFE_MS = 1_800_000;

/** Opens the address that answers one interaction; gives its URL. */
export function openResponseUrl(state: ServerState, fields: Omit<ResponseUrl, 'path' | 'at' | 'uses'>): string {
  const path = `/response/${fields.app.id}/${randomUUID()}`;
  state.responseUrls.set(path, { ...fields, path, at: state.clock.now(), uses: 0 });
  return `${state.base}${path}`;
}

const responseSchema = z.looseObject({
  text: z.string().exactOptional(),
  blocks: z.unknown().optional(),
  attachments: z.array(z.record(z.string(), z.unknown())).exactOptional(),
  response_type: z.enum(['ephemeral', 'in_channel']).exactOptional(),
  replace_original: z.boolean().exactOptional(),
  delete_original: z.boolean().exactOptional(),
  thread_ts: z.string().exactOptional(),
});

const isStored = (message: StoredMessage | EphemeralMessage): message is StoredMessage => 'reactions' in message;

/**
 * Applies an answer to an interaction: replaces or deletes the message it came from, or says something new, to the user alone
 * unless `in_channel`. The app need not be a member. A command came from no message: what it is answered with always comes as a new one
 * (slackapi/bolt-js#2287, slackapi/bolt-python#1268).
 */
export function applyResponse(state: ServerState, target: ResponseUrl, value: unknown): void {
  const parsed = responseSchema.safeParse(value);
  if (!parsed.success) throw new ApiError('invalid_payload', 'client', { status: 400 });
  const channel = state.world.channels.get(target.channel);
  if (channel === undefined || channel.deleted) throw new ApiError('channel_not_found', 'world', { status: 404 });
  if (channel.archived) throw new ApiError('channel_is_archived', 'world', { status: 410 });
  const { original } = target;
  const at = state.clock.now();
  if (parsed.data.delete_original === true) {
    if (original === undefined) return;
    if (isStored(original)) removeAndAnnounce(state, channel, original);
    else original.deletedAt = at;
    state.watch.changed();
    return;
  }
  const { text, blocks } = readContent(parsed.data);
  if (parsed.data.replace_original === true && original !== undefined) {
    if (isStored(original)) changeAndAnnounce(state, channel, original, { text, blocks });
    else Object.assign(original, { text, blocks });
  } else {
    const thread = parsed.data.thread_ts ?? target.thread;
    const place = thread === undefined ? {} : { thread };
    if (parsed.data.response_type === 'in_channel') {
      const fields = { from: target.app.user, app: target.app, at, text, blocks, ...place };
      const message = storeMessage(channel, fields);
      announceMessage(state, channel, message);
    } else {
      const ts = takeTs(channel, at);
      const user = target.user.id;
      const message = { ts, channel: channel.id, user, app: target.app, at, text, blocks, ...place };
      channel.ephemerals.push(message);
    }
  }
  state.watch.changed();
}

/** One POST to such an address: five uses within thirty minutes. Throws an `ApiError` with 404 after that. */
export function useResponseUrl(state: ServerState, target: ResponseUrl | undefined, value: unknown): void {
  if (target === undefined) throw new ApiError('invalid_url', 'client', { status: 404 });
  if (state.clock.now() - target.at > LIFE_MS) throw new ApiError('expired_url', 'world', { status: 404 });
  if (target.uses >= MAX_USES) throw new ApiError('used_url', 'client', { status: 404 });
  applyResponse(state, target, value);
  target.uses += 1;
}
