import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { LaneStore, TurnRecord } from '../../core/ports/laneStore.js';
import type { TurnFeed } from '../../core/ports/turnFeed.js';
import { type ChatEvent, END_ID, endsTurn } from '../../http/chatEvents.js';
import { sseComment, sseEvent, sseRetry } from '../../http/sse.js';
import { createFeedSource } from './feedSource.js';
import { viewOf } from './turnView.js';
import { chatEventOf, endingOf, type NoticeText } from './wire.js';

/** Silence after which a comment keeps the connection open, milliseconds. */
const KEEP_ALIVE_MS = 15_000;
/** Silence after which the store is asked whether the turn ended without the feed's knowing (expired, Redis away). */
const STORE_CHECK_MS = 3_000;
/** The same when the store says already that the turn is over: what the feed still has comes at once. */
const OVER_PATIENCE_MS = 250;

const UNKNOWN_TURN: ChatEvent = {
  name: 'error',
  data: { code: 'turn-unknown', message: 'This turn is not known any more. Please send the message again.' },
};

export interface TurnStreamDeps {
  readonly feed: TurnFeed;
  readonly lanes: Pick<LaneStore, 'turnById'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly noticeText: NoticeText;
}

export interface TurnStreamRequest {
  readonly turn: string;
  /** What the store says of the turn, where that is known already. */
  readonly record: TurnRecord | null;
  /** Written as the first event; null in a resumed stream. */
  readonly opening: ChatEvent | null;
  /** Id of the last event that the client has. */
  readonly afterId: string | undefined;
  /** The client is gone. */
  readonly gone: AbortSignal;
  /** The server closes. */
  readonly closing: AbortSignal;
}

/**
 * A turn's events as SSE frames, from the live feed and, where that has nothing, from the store, up to the one that ends
 * the turn. Reading it, or leaving it, has no effect on the turn.
 *
 * A message that another turn takes in (modes collect and steer) is answered by that one: a second `turn` event names it
 * and its events follow.
 */
export async function* streamTurn(
  deps: TurnStreamDeps,
  request: TurnStreamRequest,
): AsyncGenerator<string, void, void> {
  const { clock, lanes } = deps;
  const signal = AbortSignal.any([request.gone, request.closing]);
  let turn = request.turn;
  let source = createFeedSource(deps, turn, request.afterId, signal);
  let ending = request.record === null ? null : endingOf(request.record);
  let wroteAt = clock.now();
  let heardAt = clock.now();
  try {
    yield sseRetry();
    if (request.opening !== null) yield sseEvent(request.opening.name, request.opening.data);
    while (!signal.aborted) {
      const patience = ending === null ? STORE_CHECK_MS : OVER_PATIENCE_MS;
      const item = await source.next(heardAt + patience - clock.now());
      if (signal.aborted) break;
      heardAt = clock.now();
      if (item !== null) {
        const event = chatEventOf(item.event, deps.noticeText);
        if (event === null) continue;
        wroteAt = heardAt;
        yield sseEvent(event.name, event.data, endsTurn(event) ? END_ID : item.id);
        if (endsTurn(event)) return;
      } else if (ending !== null) {
        yield sseEvent(ending.name, ending.data, END_ID);
        return;
      } else {
        const record = await lanes.turnById(turn);
        ending = record === null ? UNKNOWN_TURN : endingOf(record);
        if (record !== null && record.turn !== turn) {
          await source.close();
          turn = record.turn;
          source = createFeedSource(deps, turn, undefined, signal);
          wroteAt = heardAt;
          yield sseEvent('turn', { turn, conversation: viewOf(record).conversation });
        } else if (heardAt - wroteAt >= KEEP_ALIVE_MS) {
          wroteAt = heardAt;
          yield sseComment('keep-alive');
        }
      }
    }
    if (!request.gone.aborted) yield sseComment('the gateway is closing; come back with Last-Event-ID');
  } finally {
    await source.close();
  }
}
