import type { RawApi } from 'grammy';
import type { InlineKeyboardMarkup } from 'grammy/types';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { WaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { ChatAddress } from '../../../core/message.js';
import { chatKey, type Egress, type Rendered, type Sent } from '../../../core/ports/egress.js';
import type { Neighbour } from '../../../core/ports/ledger.js';
import { fileLimitsOf } from '../files/fileLimits.js';
import { keyboardOf } from '../keyboard.js';
import { DEFAULT_API_ROOT, type TelegramApi } from '../wire/api.js';
import { TelegramCallError } from '../wire/failure.js';
import type { ChatMoves } from './chatMoves.js';
import { createClosedTopics } from './closedTopic.js';
import { type CallShape, sentOf } from './errors.js';
import { createFloodScope } from './floodScope.js';
import { createOrphanSearch } from './orphan.js';
import { limitsOfCall, type TelegramRate } from './pace.js';
import { payloadSchema } from './payload.js';
import { createSentButtons } from './sentButtons.js';
import { uploadFile } from './upload.js';

/** Bot API: text of a message after entities parsing, in UTF-16 units; entities of a message (spec/channels.md). */
const LIMITS = { maxUnits: 4096, maxParts: 100, maxLines: null } as const;

/** "The status is set for 5 seconds or less" (sendChatAction). */
const STATUS_EVERY_MS = 4_500;

const sentSchema = z.object({ message_id: z.number().int() });

/** A streamed answer passes through half-written links: their previews would come and go with every edit. */
const NO_PREVIEW = { is_disabled: true } as const;

/** Stands for the message of a call that concerns none. */
const NO_MESSAGE = 0;

/** Pause before the store is asked again which groups have moved. */
const UNKNOWN_MOVES_MS = 1_000;

const LEFT_BEHIND = 'the message stayed in the group that became a supergroup';

export interface TelegramEgressDeps {
  readonly api: TelegramApi;
  readonly render: Egress['render'];
  readonly rate: TelegramRate;
  readonly moves: ChatMoves;
  /** Told when the answer to a call says that a group has a new id. Never throws, never waits. */
  readonly onMoved: (move: { account: string; from: string; to: string }) => void;
  /** The largest file that the server takes, bytes. */
  readonly maxFileBytes?: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** The sending half: one Bot API call each, never repeated, its outcome told as it is. */
export function createTelegramEgress(deps: TelegramEgressDeps): Egress {
  const { api, render, rate, moves, onMoved, maxFileBytes = fileLimitsOf(DEFAULT_API_ROOT).upload, clock, log } = deps;
  const floodScope = createFloodScope(clock);
  const buttons = createSentButtons();

  /** Makes a call in the chat's present place; a group that turns out to have moved is followed, once. */
  const inChat = async (
    address: ChatAddress,
    shape: CallShape,
    id: string | null,
    invoke: (chat: number, message: number) => Promise<string>,
  ): Promise<Sent> => {
    const failed = (thrown: unknown) => sentOf(thrown, shape, id, () => floodScope(address.chat));
    try {
      await moves.known();
    } catch (thrown) {
      return { ok: false, kind: 'retry', ms: UNKNOWN_MOVES_MS, cause: thrown };
    }
    const message = id === null ? NO_MESSAGE : moves.numberOf(address.chat, id);
    if (message === null) return { ok: false, kind: 'gone', cause: LEFT_BEHIND };
    try {
      return { ok: true, id: await invoke(Number(moves.current(address.chat)), message) };
    } catch (thrown) {
      const to = movedTo(thrown);
      if (to === null) return failed(thrown);
      moves.note(address.chat, to);
      onMoved({ account: address.account, from: address.chat, to });
      if (id !== null) return { ok: false, kind: 'gone', cause: LEFT_BEHIND };
      try {
        return { ok: true, id: await invoke(Number(to), NO_MESSAGE) };
      } catch (again) {
        return failed(again);
      }
    }
  };

  const call = async <T>(method: string, signal: AbortSignal, invoke: Parameters<typeof api.call<T>>[1]): Promise<T> =>
    api.call(method, invoke, { signal });

  const editText = async (
    chat: number,
    message: number,
    address: ChatAddress,
    id: string,
    content: Content,
    signal: AbortSignal,
  ) => {
    const request = { chat_id: chat, message_id: message, ...content.fields };
    await call('editMessageText', signal, (raw, s) => raw.editMessageText(request, s));
    buttons.note(address.chat, id, content.keyboard);
    return id;
  };

  const remove: Egress['remove'] = (address, id, signal) =>
    inChat(address, 'remove', id, async (chat, message) => {
      await call('deleteMessage', signal, (raw, s) => raw.deleteMessage({ chat_id: chat, message_id: message }, s));
      return id;
    });

  /** A message that stayed behind in a group that moved cannot be replied to. */
  const replyParameters = (chat: string, replyTo: string | null) => {
    const message = replyTo === null ? null : moves.numberOf(chat, replyTo);
    return message === null ? {} : { reply_parameters: { message_id: message, allow_sending_without_reply: true } };
  };

  const findOrphan = createOrphanSearch({ clock, log });

  return {
    limits: LIMITS,
    notices: 'message',
    statusEveryMs: STATUS_EVERY_MS,
    render,
    limitsFor: (address, kind, rank) => limitsOfCall(address, kind, rank, rate),

    send: async (address, rendered, options, signal) => {
      const content = contentOf(rendered, keyboardOf(options));
      if (content instanceof WaggleError) return { ok: false, kind: 'refused', cause: content };
      const { silent, replyTo } = options;
      return inChat(address, 'send', null, async (chat) => {
        const request = {
          chat_id: chat,
          ...threadOf(address),
          ...content.fields,
          ...(silent ? { disable_notification: true } : {}),
          ...replyParameters(address.chat, replyTo),
        };
        const answer = await call('sendMessage', signal, (raw, s) => raw.sendMessage(request, s));
        const id = moves.nameOf(address.chat, sentSchema.parse(answer).message_id);
        buttons.note(address.chat, id, content.keyboard);
        return id;
      });
    },

    edit: async (address, id, rendered, options, signal) => {
      const content = contentOf(rendered, keyboardOf(options));
      if (content instanceof WaggleError) return { ok: false, kind: 'refused', cause: content };
      return inChat(address, 'edit', id, (chat, message) => editText(chat, message, address, id, content, signal));
    },

    remove,

    closedPlace: createClosedTopics(clock),

    maxFileBytes,
    upload: (address, file, { silent, replyTo }, signal) =>
      inChat(address, 'send', null, async (chat) => {
        const place = {
          chat_id: chat,
          ...threadOf(address),
          ...(silent ? { disable_notification: true as const } : {}),
          ...replyParameters(address.chat, replyTo),
        };
        return moves.nameOf(address.chat, await uploadFile(api, place, file, signal));
      }),

    status: (address, signal) =>
      inChat(address, 'status', null, async (chat) => {
        const request = { chat_id: chat, ...threadOf(address), action: 'typing' as const };
        await call('sendChatAction', signal, (raw, s) => raw.sendChatAction(request, s));
        return '';
      }),

    removeOrphan: async (address, resent, knownIds, governed) => {
      const content = contentOf(resent.rendered, buttons.of(address.chat, resent.id));
      if (content instanceof WaggleError || moves.current(address.chat) !== address.chat) return false;
      return findOrphan({
        resentId: resent.id,
        knownIds,
        around: sharingIds(address, resent.around ?? []),
        probe: (id, note) =>
          governed('edit', async (signal) => {
            try {
              await editText(Number(address.chat), Number(id), address, id, content, signal);
              note('changed');
              return { ok: true, id };
            } catch (thrown) {
              const sent = sentOf(thrown, 'edit', id, () => floodScope(address.chat));
              // Only "message is not modified" makes a success of a failed call.
              if (sent.ok) note('same');
              return sent;
            }
          }),
        remove: (id) => governed('remove', (signal) => remove(address, id, signal)),
      });
    },
  };
}

/** What a message holds, as sendMessage and editMessageText take it. */
interface Content {
  readonly fields: Pick<Parameters<RawApi['sendMessage']>[0], 'text' | 'entities' | 'link_preview_options'> & {
    readonly reply_markup?: InlineKeyboardMarkup;
  };
  readonly keyboard: InlineKeyboardMarkup | null;
}

/** An error when it was not this channel's `render` that made the message, or something does not fit a button. */
function contentOf(rendered: Rendered, keyboard: InlineKeyboardMarkup | WaggleError | null): Content | WaggleError {
  const payload = payloadSchema.safeParse(rendered.payload);
  if (!payload.success) {
    return new WaggleError('telegram-payload', `not a Telegram message: ${z.prettifyError(payload.error)}`);
  }
  const { text, entities } = payload.data;
  if (keyboard instanceof WaggleError) return keyboard;
  const fields = { text, entities, link_preview_options: NO_PREVIEW };
  return { fields: keyboard === null ? fields : { ...fields, reply_markup: keyboard }, keyboard };
}

/** Forum topic of an address. General has none: `addressOf` leaves it out. */
function threadOf(address: ChatAddress): { message_thread_id?: number } {
  return address.thread === undefined ? {} : { message_thread_id: Number(address.thread) };
}

function movedTo(thrown: unknown): string | null {
  return thrown instanceof TelegramCallError && thrown.failure.kind === 'answered' ? thrown.failure.migrateTo : null;
}

/**
 * The messages that take their numbers from the same counter: a supergroup has its own, all other chats of a bot share one
 * (spec/channels.md; tdlib, `MessageId`).
 */
function sharingIds(address: ChatAddress, around: readonly Neighbour[]): readonly Neighbour[] {
  const own = chatKey(address);
  const isSupergroup = (chat: string) => chat.includes('/chat/-100');
  return around.filter(({ chat }) => (isSupergroup(own) ? chat === own : !isSupergroup(chat)));
}
