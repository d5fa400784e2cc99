import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { laneIdOf } from '../../core/lane.js';
import type { ChatAddress, InboundMessage, Sender } from '../../core/message.js';
import { OWNER_USER } from '../../core/person.js';
import { HttpError } from '../../http/httpError.js';

/** Longest message, characters (UTF-16 units). */
export const MAX_MESSAGE_CHARS = 50_000;
const MAX_NAME_CHARS = 128;

/** Control characters and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
const LONE_SURROGATE = /\p{Cs}/gu;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

const name = (what: string) =>
  z
    .string({ error: `${what} must be a string` })
    .min(1, `${what} must not be empty; leave it out instead`)
    .max(MAX_NAME_CHARS, `${what} may have at most ${MAX_NAME_CHARS} characters`)
    .refine((text) => !UNPRINTABLE.test(text), `${what} must not hold control characters`);

/** The body of `POST /api/chat`. */
export const chatRequestSchema = z.strictObject(
  {
    message: z
      .string({ error: 'must be a string: the text for the assistant' })
      .max(MAX_MESSAGE_CHARS, `may have at most ${MAX_MESSAGE_CHARS} characters`)
      .refine((text) => text.trim() !== '', 'must not be empty'),
    /** Messages of one conversation are answered in order and know each other; left out: a new one. */
    conversation: name('a conversation id').exactOptional(),
    /** Persona for this turn. */
    persona: name('a persona').exactOptional(),
    /** Whom the message is from, as the caller vouches for it; only with the bearer token. */
    sender: name('a sender').exactOptional(),
  },
  {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') {
        return `unknown field ${issue.keys?.join(', ')}; known are message, conversation, persona, sender`;
      }
      return 'the body must be a JSON object like {"message": "hi"}';
    },
  },
);
export type ChatRequest = z.infer<typeof chatRequestSchema>;

/** What the request says besides its body. */
export interface ChatRequestContext {
  readonly caller: 'token' | 'loopback';
  readonly idempotencyKey: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly now: number;
}

/** Account of every HTTP conversation. */
const HTTP_ACCOUNT = 'local';

/**
 * The message as the rest of Waggle knows it.
 *
 * @throws HttpError 400 for an unusable Idempotency-Key, 401 for a `sender` without the token: ignoring it would answer
 * a stranger's words with the owner's rights
 */
export function toInboundMessage(request: ChatRequest, context: ChatRequestContext): InboundMessage {
  const address: ChatAddress = {
    platform: 'http',
    account: HTTP_ACCOUNT,
    chat: request.conversation ?? randomUUID(),
    kind: 'dm',
  };
  return {
    identity: identityOf(context.idempotencyKey),
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: senderOf(request.sender, context),
    addressed: true,
    parts: [{ type: 'text', text: request.message.replace(LONE_SURROGATE, '\ufffd') }],
    sentAt: context.now,
    ...(request.persona === undefined ? {} : { persona: request.persona }),
  };
}

/** The lane of a conversation. */
export function laneOfConversation(conversation: string): string {
  return laneIdOf({ platform: 'http', account: HTTP_ACCOUNT, chat: conversation });
}

function identityOf(key: string | undefined): string {
  if (key === undefined) return randomUUID();
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new HttpError(
    400,
    'idempotency-key',
    'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
  );
}

function senderOf(named: string | undefined, { caller, acceptLanguage }: ChatRequestContext): Sender {
  if (named !== undefined && caller !== 'token') {
    throw new HttpError(
      401,
      'token-needed',
      'Only callers with the bearer token may name a sender; leave "sender" out or send the token.',
      {
        headers: { 'WWW-Authenticate': 'Bearer' },
      },
    );
  }
  const user = named ?? OWNER_USER;
  const locale = acceptLanguage?.split(/[,;]/)[0]?.trim() ?? '';
  return {
    user,
    name: user,
    isBot: false,
    verifiedBy: caller,
    ...(LANGUAGE_TAG.test(locale) ? { locale } : {}),
  };
}
