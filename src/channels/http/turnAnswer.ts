import type { Context } from 'hono';
import type { TurnRecord } from '../../core/ports/laneStore.js';
import { END_ID } from '../../http/chatEvents.js';
import { HttpError } from '../../http/httpError.js';
import type { HttpEnv } from '../../http/httpPart.js';
import { sseResponse } from '../../http/sse.js';
import { streamTurn, type TurnStreamDeps } from './turnStream.js';

export interface TurnAnswer {
  readonly turn: string;
  readonly conversation: string;
  /** What the store says of the turn, or null for one that was only just accepted. */
  readonly record: TurnRecord | null;
  readonly afterId: string | undefined;
  readonly closing: AbortSignal;
}

const EVENT_ID = /^[\w.-]{1,64}$/;

/**
 * Where a client wants to go on: its `Last-Event-ID`, or undefined for the start.
 *
 * @throws HttpError 400 when it is not an id that we gave
 */
export function resumePoint(context: Context<HttpEnv>): string | undefined {
  const id = context.req.header('Last-Event-ID');
  if (id === undefined || id === '') return undefined;
  if (EVENT_ID.test(id)) return id;
  throw new HttpError(400, 'last-event-id', 'Last-Event-ID must be the id of an event of this stream.');
}

/** The turn as an event stream; nothing at all (204) for a client that already has its end. */
export function answerWithTurn(answer: TurnAnswer, deps: TurnStreamDeps): Response {
  const { turn, conversation, record, afterId, closing } = answer;
  if (closing.aborted)
    throw new HttpError(503, 'closing', 'The gateway is closing. Your message is safe; come back for its answer.');
  if (afterId === END_ID) return new Response(null, { status: 204 });
  const opening = afterId === undefined ? ({ name: 'turn', data: { turn, conversation } } as const) : null;
  return sseResponse((gone) => streamTurn(deps, { turn, record, opening, afterId, gone, closing }));
}
