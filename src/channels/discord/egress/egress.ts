import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import { FileTooLargeError } from '../../../core/fileTooLarge.js';
import type { Log } from '../../../core/log.js';
import type { ChatAddress } from '../../../core/message.js';
import type { Egress, Rendered, SendOptions, Sent } from '../../../core/ports/egress.js';
import type { OutboundFile } from '../../../core/ports/files.js';
import { componentsOf } from '../components.js';
import { openWay } from '../interactionWay.js';
import { nonceOf } from '../nonce.js';
import { payloadSchema } from '../payload.js';
import { INTERACTION_OVER, NO_ACCESS, NO_HISTORY_FOR_REPLY, THREAD_ARCHIVED } from '../wire/codes.js';
import type { DiscordRequest, DiscordRest } from '../wire/rest.js';
import { createBucketGates } from './bucketGates.js';
import { type CallShape, codeOf, isTooLarge, sentOf } from './errors.js';
import { createOpenThreads } from './openThreads.js';
import { limitsOfCall } from './pace.js';
import { createUploadLimit, HIGHEST_LIMIT } from './uploadLimit.js';

/**
 * Content holds 2000 characters; counted in UTF-16 units, which is never less. Beyond about 17 lines of dense text clients
 * clip a message (spec/channels.md).
 */
const LIMITS = { maxUnits: 2000, maxParts: 1, maxLines: 17 } as const;

/** "Typing" shows for 10 s. */
const STATUS_EVERY_MS = 8_000;

const UPLOAD_TIMEOUT_MS = 300_000;

/** Message flags: no link previews (they would come and go with every edit), and no notification. */
const SUPPRESS_EMBEDS = 1 << 2;
const SUPPRESS_NOTIFICATIONS = 1 << 12;

/** Nothing that an answer says rings anybody's phone, whatever it names. */
const NO_MENTIONS = { parse: [], replied_user: false } as const;

const messageSchema = z.object({ id: z.string().min(1), content: z.string() });

export interface DiscordEgressDeps {
  readonly rest: DiscordRest;
  readonly application: string;
  /** `ChannelDeps.instance`. */
  readonly instance: string;
  readonly render: Egress['render'];
  readonly clock: Clock;
  readonly log: Log;
}

/** The sending half: REST calls, each made once, its outcome told as it is. Needs no gateway. */
export function createDiscordEgress(deps: DiscordEgressDeps): Egress {
  const { rest, application, instance, render, clock, log } = deps;
  const threads = createOpenThreads({ rest, log });
  const gates = createBucketGates(clock);
  const uploads = createUploadLimit({ rest, clock, log });

  const call = async (shape: CallShape, address: ChatAddress, request: DiscordRequest, options: CallLimits) => {
    const answer = await rest.call(request, options);
    gates.note(shape, address.chat, answer.closedUntil);
    return answer.body;
  };

  /** Answers by the interaction's own route, which works where the bot itself sees nothing. */
  const byWay = (token: string, below: string): `/${string}` =>
    `/webhooks/${application}/${encodeURIComponent(token)}${below}`;

  /**
   * Makes a call in a channel. An archived thread is opened first; where the bot has no access, the address' interaction is
   * used while its token is good.
   */
  const inChannel = async (
    address: ChatAddress,
    shape: CallShape,
    id: string | null,
    signal: AbortSignal,
    ways: { channel(channel: string): Promise<string>; interaction?(token: string): Promise<string> },
  ): Promise<Sent> => {
    const closedFor = gates.closedFor(shape, address.chat);
    if (closedFor > 0) return { ok: false, kind: 'wait', ms: closedFor, scope: 'chat' };
    const way = openWay(address, clock);
    /** What this call used up the other processes are told. */
    const done = (sentId: string): Sent => {
      const spentMs = gates.closedFor(shape, address.chat);
      return { ok: true, id: sentId, ...(spentMs > 0 ? { spentMs } : {}) };
    };
    try {
      if (way !== null && way.message === id && ways.interaction !== undefined) {
        try {
          return done(await ways.interaction(way.token));
        } catch (thrown) {
          if (!INTERACTION_OVER.has(codeOf(thrown) ?? 0)) throw thrown;
        }
      }
      const channel = await threads.channelOf(address, signal);
      try {
        return done(await ways.channel(channel));
      } catch (thrown) {
        const code = codeOf(thrown);
        if (code === THREAD_ARCHIVED) {
          await unarchive(channel, signal);
          return done(await ways.channel(channel));
        }
        if (way === null || ways.interaction === undefined || !NO_ACCESS.has(code ?? 0)) throw thrown;
        return done(await ways.interaction(way.token));
      }
    } catch (thrown) {
      return sentOf(thrown, shape, id);
    }
  };

  const unarchive = (channel: string, signal: AbortSignal) =>
    rest.call(
      { name: 'unarchive', method: 'PATCH', path: `/channels/${channel}`, json: { archived: false } },
      { signal },
    );

  /** Creates a message; one that says it cannot be a reply here is sent as none. */
  const create = async (address: ChatAddress, channel: string, body: MessageBody, limits: CreateLimits) => {
    const path = `/channels/${channel}/messages` as const;
    const request = (json: MessageBody): DiscordRequest => ({
      name: 'createMessage',
      method: 'POST',
      path,
      json,
      ...(limits.file === undefined ? {} : { file: limits.file }),
    });
    try {
      return await call('create', address, request(body), limits);
    } catch (thrown) {
      if (codeOf(thrown) !== NO_HISTORY_FOR_REPLY) throw thrown;
      const { message_reference: _, ...bare } = body;
      return call('create', address, request(bare), limits);
    }
  };

  const remove: Egress['remove'] = (address, id, signal) => {
    const request = (path: `/${string}`, asBot: boolean) =>
      call('remove', address, { name: 'deleteMessage', method: 'DELETE', path, asBot }, { signal }).then(() => id);
    return inChannel(address, 'remove', id, signal, {
      channel: (channel) => request(`/channels/${channel}/messages/${id}`, true),
      interaction: (token) => request(byWay(token, `/messages/${id}`), false),
    });
  };

  const edit: Egress['edit'] = async (address, id, rendered, buttons, signal) => {
    const content = contentOf(rendered);
    if (content instanceof WaggleError) return { ok: false, kind: 'refused', cause: content };
    const json = {
      content,
      components: componentsOf(buttons),
      allowed_mentions: NO_MENTIONS,
      flags: SUPPRESS_EMBEDS,
    };
    const request = (path: `/${string}`, asBot: boolean) =>
      call('edit', address, { name: 'editMessage', method: 'PATCH', path, json, asBot }, { signal }).then(() => id);
    return inChannel(address, 'edit', id, signal, {
      channel: (channel) => request(`/channels/${channel}/messages/${id}`, true),
      interaction: (token) => request(byWay(token, `/messages/${id}`), false),
    });
  };

  return {
    limits: LIMITS,
    notices: 'message',
    sendsAreIdempotent: true,
    maxFileBytes: HIGHEST_LIMIT,
    statusEveryMs: STATUS_EVERY_MS,
    render,
    limitsFor: limitsOfCall,

    send: async (address, rendered, options, signal) => {
      const content = contentOf(rendered);
      if (content instanceof WaggleError) return { ok: false, kind: 'refused', cause: content };
      const components = componentsOf(options);
      const body = bodyOf(instance, options, { content, ...(components.length === 0 ? {} : { components }) });
      let isOlder = false;
      const sent = await inChannel(address, 'create', null, signal, {
        channel: async (channel) => {
          const message = messageSchema.parse(await create(address, channel, body, { signal }));
          isOlder = message.content !== content;
          return message.id;
        },
        // A follow-up takes no nonce; it is the way only where the channel itself is closed to the bot.
        interaction: async (token) => {
          const { nonce: _, enforce_nonce: __, message_reference: ___, ...json } = body;
          const query = { wait: 'true' };
          const request = {
            name: 'followUp',
            method: 'POST',
            path: byWay(token, ''),
            query,
            json,
            asBot: false,
          } as const;
          return messageSchema.parse(await call('create', address, request, { signal })).id;
        },
      });
      if (!sent.ok || !isOlder) return sent;
      // The nonce was used before, with a text of an earlier try: that message is there, and is brought up to date.
      const edited = await edit(address, sent.id, rendered, options, signal);
      if (edited.ok) return sent;
      // It was deleted, and the nonce with it used up: the message needs another one.
      if (edited.kind === 'gone') return edited;
      return { ok: false, kind: 'unknown', cause: new Error('an earlier text could not be replaced') };
    },

    edit,
    remove,

    status: async (address, signal) => {
      const sent = await inChannel(address, 'status', null, signal, {
        channel: async (channel) => {
          const path = `/channels/${channel}/typing` as const;
          await call('status', address, { name: 'typing', method: 'POST', path }, { signal });
          return '';
        },
        // The placeholder of an interaction says "thinking" already.
        interaction: async () => '',
      });
      return sent;
    },

    upload: async (address, file, options, signal) => {
      const limit = await uploads.limitFor(address, file.bytes, signal);
      if (file.bytes > limit) return { ok: false, kind: 'refused', cause: tooLarge(file, limit) };
      const sent = await inChannel(address, 'create', null, signal, {
        channel: async (channel) => {
          const body = bodyOf(instance, options, { attachments: [{ id: 0, filename: file.name }] });
          const limits = { signal, timeoutMs: UPLOAD_TIMEOUT_MS, file };
          return messageSchema.parse(await create(address, channel, body, limits)).id;
        },
      });
      if (sent.ok || sent.kind !== 'refused' || !isTooLarge(sent.cause)) return sent;
      uploads.forget(address);
      return { ...sent, cause: tooLarge(file, null, sent.cause) };
    },
  };
}

interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

type CreateLimits = CallLimits & { readonly file?: OutboundFile };

/** What a new message holds, as the API takes it. */
type MessageBody = ReturnType<typeof bodyOf>;

function bodyOf(
  instance: string,
  options: Pick<SendOptions, 'silent' | 'replyTo' | 'nonce'>,
  content: { content?: string; components?: readonly object[]; attachments?: readonly object[] },
) {
  const { silent, replyTo, nonce } = options;
  return {
    ...content,
    nonce: nonceOf(nonce, instance),
    enforce_nonce: true,
    allowed_mentions: NO_MENTIONS,
    flags: SUPPRESS_EMBEDS | (silent ? SUPPRESS_NOTIFICATIONS : 0),
    // The anchor of a thread that is still to be opened names a message of another channel.
    ...(replyTo === null || !/^\d+$/.test(replyTo)
      ? {}
      : { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
  };
}

/** An error when it was not this channel's `render` that made the message. */
function contentOf(rendered: Rendered): string | WaggleError {
  const payload = payloadSchema.safeParse(rendered.payload);
  if (payload.success) return payload.data.content;
  return new WaggleError('discord-payload', `not a Discord message: ${z.prettifyError(payload.error)}`);
}

function tooLarge(file: OutboundFile, limit: number | null, cause?: unknown): FileTooLargeError {
  return new FileTooLargeError(`Discord does not take a file of ${file.bytes} bytes here`, limit, cause);
}
