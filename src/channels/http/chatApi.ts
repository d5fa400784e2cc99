import { toWaggleError } from '../../core/errors.js';
import type { InboundMessage } from '../../core/message.js';
import type { Accept, Acceptance } from '../../core/ports/ingress.js';
import type { TurnRecord } from '../../core/ports/laneStore.js';
import type { SentFiles } from '../../core/ports/sentFiles.js';
import { HttpError } from '../../http/httpError.js';
import type { HttpPart } from '../../http/httpPart.js';
import { readJson } from '../../http/jsonBody.js';
import { type ChatRequest, chatRequestSchema, toInboundMessage } from './chatRequest.js';
import { type CommandRouteDeps, mountCommandRoutes } from './commandRoutes.js';
import { mountFileRoutes } from './fileRoutes.js';
import { mountQuestionRoutes } from './questionRoutes.js';
import { type ScoreMessage, screenMessage } from './screenMessage.js';
import { answerWithTurn, resumePoint } from './turnAnswer.js';
import { mountTurnRoutes, type TurnRouteDeps } from './turnRoutes.js';
import { viewOf } from './turnView.js';

export interface ChatApiDeps extends TurnRouteDeps, CommandRouteDeps {
  readonly files: SentFiles;
  readonly accept: Accept;
  readonly scoreMessage: ScoreMessage;
  /** The id of the persona that a caller names, by id or command; null when there is none. */
  readonly personaId: (name: string) => string | null;
}

/** The chat endpoint: `POST /api/chat`, `/api/turns`, the files of turns, and `/api/commands`. */
export function createChatApi(deps: ChatApiDeps): HttpPart {
  return {
    name: 'chat',
    mount: (app) => {
      app.route({
        method: 'POST',
        path: '/api/chat',
        auth: 'token-or-loopback',
        handle: async (context) => {
          const afterId = resumePoint(context);
          const request = await readJson(context.env.incoming, chatRequestSchema);
          screenMessage(request.message, { score: deps.scoreMessage, log: deps.log });
          const message = toInboundMessage(withKnownPersona(request, deps), {
            caller: context.get('caller') === 'token' ? 'token' : 'loopback',
            idempotencyKey: context.req.header('Idempotency-Key'),
            acceptLanguage: context.req.header('Accept-Language'),
            now: deps.clock.now(),
          });
          const { turn, record } = await acceptOnce(message, request.conversation !== undefined, deps);
          const conversation = record === null ? message.address.chat : viewOf(record).conversation;
          return answerWithTurn({ turn, conversation, record, afterId, closing: app.closing }, deps);
        },
      });
      mountTurnRoutes(app, deps);
      mountQuestionRoutes(app, deps);
      mountFileRoutes(app, deps);
      mountCommandRoutes(app, deps);
    },
  };
}

/**
 * The request with the persona's id.
 *
 * @throws HttpError 400 when there is no such persona: an answer by somebody else would not be what was asked for
 */
function withKnownPersona(request: ChatRequest, { personaId }: ChatApiDeps): ChatRequest {
  const { persona: named } = request;
  if (named === undefined) return request;
  const persona = personaId(named);
  if (persona !== null) return { ...request, persona };
  throw new HttpError(400, 'unknown-persona', 'There is no persona of this name. /personas as a message lists them.');
}

/** Stores a message, or finds the turn that the same Idempotency-Key started before; `record` is what is known of that. */
async function acceptOnce(
  message: InboundMessage,
  isConversationGiven: boolean,
  deps: ChatApiDeps,
): Promise<{ turn: string; record: TurnRecord | null }> {
  const acceptance = await acceptOrExplain(message, deps);
  if (acceptance.outcome === 'refused') {
    throw new HttpError(403, 'refused', 'This sender may not talk to the gateway. Its owner can change that.');
  }
  const { turn } = acceptance;
  if (acceptance.outcome === 'stored') return { turn, record: null };
  const record = await deps.lanes.turnById(turn);
  if (record !== null && isConversationGiven && record.lane.id !== message.lane) {
    throw new HttpError(
      409,
      'idempotency-key',
      'This Idempotency-Key was used for a message of another conversation. Use a new key for each message.',
    );
  }
  return { turn: record?.turn ?? turn, record };
}

async function acceptOrExplain(message: InboundMessage, { accept, log }: ChatApiDeps): Promise<Acceptance> {
  try {
    return await accept(message);
  } catch (thrown) {
    const error = toWaggleError(thrown);
    log.error({ err: error, lane: message.lane }, 'an HTTP message could not be stored');
    throw new HttpError(
      503,
      'not-stored',
      'The message could not be stored, so nothing was done with it. Please send it again.',
      { cause: error },
    );
  }
}
