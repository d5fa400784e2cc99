import type { TurnEvent } from '../../core/events.js';

/**
 * Place of an event in its turn: events are ordered by attempt, then by seq. As text (`<attempt>-<seq>`) it is the feed
 * item's id, the same in every process and both feeds, so a client may resume wherever it connects next. Redis takes the
 * same text as a stream entry id.
 */
export interface FeedPosition {
  readonly attempt: number;
  readonly seq: number;
}

/** Before every event. */
export const FEED_START: FeedPosition = { attempt: 0, seq: 0 };

const ID = /^(0|[1-9]\d{0,9})-(0|[1-9]\d{0,9})$/;

/** The id of an event's feed item. */
export function feedIdOf(position: Pick<TurnEvent, 'attempt' | 'seq'>): string {
  return `${position.attempt}-${position.seq}`;
}

/** Reads an id back; null when it is not one of ours. */
export function parseFeedId(id: string): FeedPosition | null {
  const match = ID.exec(id);
  return match === null ? null : { attempt: Number(match[1]), seq: Number(match[2]) };
}

/** Negative when `a` comes before `b`, 0 when they are the same event, else positive. */
export function comparePositions(a: FeedPosition, b: FeedPosition): number {
  return a.attempt - b.attempt || a.seq - b.seq;
}
