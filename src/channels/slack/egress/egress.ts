import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { ChatAddress } from '../../../core/message.js';
import type { Egress, Sent } from '../../../core/ports/egress.js';
import { BUTTON_BLOCKS } from '../buttons.js';
import { renderSlack } from '../render/render.js';
import type { SlackApi } from '../wire/api.js';
import { authorOf } from './face.js';
import { findSent, METADATA_TYPE } from './findSent.js';
import { limitsOfCall, limitsOfFind } from './pace.js';
import { contentOf } from './payload.js';
import { createResponses, UNCHANGEABLE } from './responses.js';
import { type CallShape, sentOf } from './sentOf.js';
import { createStatus } from './status.js';
import { MAX_FILE_BYTES, showFile, stageFile } from './upload.js';

/**
 * Text of one message, in UTF-16 units: chat.update refuses more as `text`, and all blocks together may hold about 13,000
 * (spec/channels.md). 50 blocks, some of them for buttons.
 */
const LIMITS = { maxUnits: 4_000, maxParts: 50 - BUTTON_BLOCKS, maxLines: null } as const;

/** What a response_url shows is never edited, and may be used 5 times only: as much goes into each as blocks can hold. */
const RESPONSE_LIMITS = { ...LIMITS, maxUnits: 12_000 } as const;

/** Edits are scarce (pace.ts), and a short answer is mostly whole within this time after its first words, milliseconds. */
const FIRST_MESSAGE_AFTER_MS = 250;

/** A status goes by itself after two minutes (assistant.threads.setStatus). */
const STATUS_EVERY_MS = 90_000;

const postedSchema = z.object({ ts: z.string().min(1) });

/** A streamed answer passes through half-written links: their previews would come and go with every edit. */
const NO_PREVIEW = { unfurl_links: false, unfurl_media: false } as const;

/** The sending half: one call each, never repeated, its outcome told as it is. */
export function createSlackEgress(deps: {
  readonly api: SlackApi;
  /** Whether the token may name who writes (`FACE_SCOPE`); without it messages are the bot's own. */
  readonly hasFaces: boolean;
  readonly clock: Clock;
}): Egress {
  const { api, hasFaces, clock } = deps;
  const responses = createResponses(api, () => clock.now());
  const showStatus = createStatus({ api, clock });

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
    firstMessageAfterMs: FIRST_MESSAGE_AFTER_MS,
    maxFileBytes: MAX_FILE_BYTES,
    render: renderSlack,
    limitsFor: (address, kind, rank) => (responses.isFor(address) ? [] : limitsOfCall(address, kind, rank)),
    oneWay: (address) => (responses.isFor(address) ? RESPONSE_LIMITS : null),

    send: async (address, rendered, options, signal) => {
      const content = contentOf(rendered, options);
      if (content instanceof WaggleError) return refused(content);
      if (responses.isFor(address)) return responses.send(address, content, signal);
      return attempt('send', null, async () => {
        const message = {
          channel: address.chat,
          ...threadOf(address),
          ...content,
          ...(hasFaces ? authorOf(options.face) : {}),
          ...NO_PREVIEW,
          metadata: { event_type: METADATA_TYPE, event_payload: { nonce: options.nonce } },
        };
        return (await api.call('chat.postMessage', message, postedSchema, { signal })).ts;
      });
    },

    edit: async (address, id, rendered, buttons, signal) => {
      const content = contentOf(rendered, buttons);
      if (content instanceof WaggleError) return refused(content);
      if (responses.names(id)) return UNCHANGEABLE;
      return attempt('edit', id, async () => {
        await api.call('chat.update', { channel: address.chat, ts: id, ...content }, z.unknown(), { signal });
        return id;
      });
    },

    remove: async (address, id, signal) => {
      if (responses.names(id)) return UNCHANGEABLE;
      return attempt('remove', id, async () => {
        await api.call('chat.delete', { channel: address.chat, ts: id }, z.unknown(), { signal });
        return id;
      });
    },

    status: async (address, signal, text) =>
      responses.isFor(address) ? { ok: true, id: '' } : showStatus(address, signal, text),

    stage: async (address, file, signal) =>
      responses.isFor(address)
        ? refused(new WaggleError('slack-file', 'a file cannot be given where the bot is no member'))
        : stageFile(api, file, signal),

    upload: (address, file, { staged }, signal) => showFile(api, address, file.name, staged ?? '', signal),

    limitsToFind: limitsOfFind,
    findSent: (address, lost, signal) => findSent(api, address, lost, signal),
  };
}

/** Replies name the thread's first message: a reply's own ts would open a wrong thread. */
function threadOf(address: ChatAddress): { thread_ts?: string } {
  return address.thread === undefined ? {} : { thread_ts: address.thread };
}
