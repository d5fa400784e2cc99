import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { ChatAddress } from '../../../core/message.js';
import type { Egress, Sent } from '../../../core/ports/egress.js';
import { BUTTON_BLOCKS } from '../buttons.js';
import { cleanText } from '../render/blocks.js';
import { renderSlack } from '../render/render.js';
import type { SlackApi } from '../wire/api.js';
import { SlackCallError } from '../wire/failure.js';
import { findSent, METADATA_TYPE } from './findSent.js';
import { limitsOfCall } from './pace.js';
import { contentOf } from './payload.js';
import { createResponses } from './responses.js';
import { type CallShape, sentOf } from './sentOf.js';
import { createUploads, MAX_FILE_BYTES } from './upload.js';

/**
 * Text of one message, in UTF-16 units: chat.update refuses more as `text`, and all blocks together may hold about 13,000
 * (spec/channels.md). 50 blocks, some of them for buttons.
 */
const LIMITS = { maxUnits: 4_000, maxParts: 50 - BUTTON_BLOCKS, maxLines: null } as const;

/** A status goes by itself after two minutes (assistant.threads.setStatus). */
const STATUS_EVERY_MS = 90_000;

/** Longest line of a status. */
const MAX_STATUS = 100;

const postedSchema = z.object({ ts: z.string().min(1) });

/** A streamed answer passes through half-written links: their previews would come and go with every edit. */
const NO_PREVIEW = { unfurl_links: false, unfurl_media: false } as const;

/** The sending half: one call each, never repeated, its outcome told as it is. */
export function createSlackEgress({ api, clock }: { api: SlackApi; clock: Clock }): Egress {
  const responses = createResponses(api, () => clock.now());
  const uploads = createUploads(api);
  /** A 429 of a status closes nothing but further ones. */
  let statusClosedUntil = 0;

  const attempt = async (shape: CallShape, id: string | null, run: () => Promise<string>): Promise<Sent> => {
    try {
      return { ok: true, id: await run() };
    } catch (thrown) {
      return sentOf(thrown, shape, id);
    }
  };

  const refused = (cause: WaggleError): Sent => ({ ok: false, kind: 'refused', cause });

  return {
    limits: LIMITS,
    notices: 'status',
    statusEveryMs: STATUS_EVERY_MS,
    maxFileBytes: MAX_FILE_BYTES,
    render: renderSlack,
    limitsFor: (address, kind, rank) => limitsOfCall(address, kind, rank, responses.isFor(address)),

    send: async (address, rendered, options, signal) => {
      const content = contentOf(rendered, options);
      if (content instanceof WaggleError) return refused(content);
      if (responses.isFor(address)) return responses.send(address, content, options.nonce, signal);
      return attempt('send', null, async () => {
        const message = {
          channel: address.chat,
          ...threadOf(address),
          ...content,
          ...NO_PREVIEW,
          metadata: { event_type: METADATA_TYPE, event_payload: { nonce: options.nonce } },
        };
        return (await api.call('chat.postMessage', message, postedSchema, { signal })).ts;
      });
    },

    edit: async (address, id, rendered, buttons, signal) => {
      const content = contentOf(rendered, buttons);
      if (content instanceof WaggleError) return refused(content);
      if (responses.isFor(address)) return responses.edit(address, id, content, signal);
      return attempt('edit', id, async () => {
        await api.call('chat.update', { channel: address.chat, ts: id, ...content }, z.unknown(), { signal });
        return id;
      });
    },

    remove: (address, id, signal) => {
      if (responses.isFor(address)) return responses.remove(address, id, signal);
      return attempt('remove', id, async () => {
        await api.call('chat.delete', { channel: address.chat, ts: id }, z.unknown(), { signal });
        return id;
      });
    },

    status: async (address, signal, text = '') => {
      // Only threads show a status.
      if (address.thread === undefined || responses.isFor(address)) return { ok: true, id: '' };
      const now = clock.now();
      if (now < statusClosedUntil) return { ok: false, kind: 'retry', ms: statusClosedUntil - now, cause: 'a 429' };
      try {
        const status = cleanText(text).replace(/\s+/g, ' ').slice(0, MAX_STATUS);
        const shown = {
          channel_id: address.chat,
          thread_ts: address.thread,
          status,
          ...(status === '' ? {} : { loading_messages: [status] }),
        };
        await api.call('assistant.threads.setStatus', shown, z.unknown(), { signal });
        return { ok: true, id: '' };
      } catch (thrown) {
        const sent = sentOf(thrown, 'other', null);
        if (!(thrown instanceof SlackCallError) || thrown.failure.kind !== 'limited') return sent;
        const { retryAfterMs } = thrown.failure;
        statusClosedUntil = clock.now() + retryAfterMs;
        return { ok: false, kind: 'retry', ms: retryAfterMs, cause: thrown };
      }
    },

    upload: async (address, file, { nonce }, signal) => {
      if (responses.isFor(address)) {
        return refused(new WaggleError('slack-file', 'a file cannot be given where the bot is no member'));
      }
      return uploads.upload(address, file, nonce, signal);
    },

    findSent: async (address, { nonce, since }, signal) => {
      // What a response_url showed is in no history, and said twice it would only be read twice.
      if (responses.isFor(address)) return null;
      return findSent(api, address, { nonce, since, file: uploads.fileOf(nonce) }, signal);
    },
  };
}

/** Replies name the thread's first message: a reply's own ts would open a wrong thread. */
function threadOf(address: ChatAddress): { thread_ts?: string } {
  return address.thread === undefined ? {} : { thread_ts: address.thread };
}
