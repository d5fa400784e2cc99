import { z } from 'zod';
import type { ChatAddress } from '../../../core/message.js';
import type { LostSend, Sent } from '../../../core/ports/egress.js';
import type { SlackApi } from '../wire/api.js';
import { sentOf } from './sentOf.js';

/** Kind of the metadata that our messages carry; its `nonce` tells them apart. */
export const METADATA_TYPE = 'waggle_reply';

/** How much older than the send, by our clock, a message may seem: clocks differ. Milliseconds. */
const CLOCK_SKEW_MS = 300_000;

const PAGE = 200;
/** A chat in which more was said meanwhile is read so far. */
const MAX_PAGES = 10;

const pageSchema = z.object({
  messages: z
    .array(
      z.looseObject({
        ts: z.string(),
        metadata: z
          .looseObject({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()).exactOptional() })
          .exactOptional(),
        files: z.array(z.looseObject({ id: z.string().exactOptional() })).exactOptional(),
      }),
    )
    .default([]),
  response_metadata: z.looseObject({ next_cursor: z.string().exactOptional() }).exactOptional(),
});

/** Reads a thread, or the newest messages of a chat, back for a message of ours. One with a file has no metadata: the file tells it. */
export async function findSent(
  api: SlackApi,
  address: ChatAddress,
  lost: LostSend,
  signal: AbortSignal,
): Promise<Sent | null> {
  const { nonce, since, staged } = lost;
  const oldest = since === 0 ? {} : { oldest: String(Math.max(0, since - CLOCK_SKEW_MS) / 1000) };
  const place =
    address.thread === undefined
      ? { method: 'conversations.history', args: { channel: address.chat } }
      : { method: 'conversations.replies', args: { channel: address.chat, ts: address.thread } };
  let cursor: string | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const args = { ...place.args, ...oldest, limit: PAGE, include_all_metadata: true, ...(cursor ? { cursor } : {}) };
      const { messages, response_metadata } = await api.call(place.method, args, pageSchema, { signal });
      const found = messages.find(
        ({ metadata, files }) =>
          (metadata?.event_type === METADATA_TYPE && metadata.event_payload?.nonce === nonce) ||
          (staged !== undefined && files?.some(({ id }) => id === staged) === true),
      );
      if (found !== undefined) return { ok: true, id: found.ts };
      cursor = response_metadata?.next_cursor;
      if (cursor === undefined || cursor === '') return null;
    }
    return null;
  } catch (thrown) {
    return sentOf(thrown, 'other', null);
  }
}
