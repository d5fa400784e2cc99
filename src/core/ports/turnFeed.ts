import type { TurnEvent } from '../events.js';

/** Position in a feed, as text that a client may hand back (`Last-Event-ID`). */
export interface FeedItem {
  readonly id: string;
  readonly event: TurnEvent;
}

/** Live events of turns for readers in any process; kept 10 minutes after the turn's last event. */
export interface TurnFeed {
  /** Never waits and never throws. */
  publish(event: TurnEvent): void;
  /**
   * Events of a turn after `afterId` (from the first kept one when undefined or not an id), ending after the turn's last
   * event or when aborted. Waits for a turn that has not published yet. Ends without the turn's last event when the feed
   * was closed or had to forget the turn, and waits in vain for a turn that ended longer ago than it is kept: look in the
   * store then.
   */
  read(turn: string, afterId: string | undefined, signal: AbortSignal): AsyncIterable<FeedItem>;
  close(): Promise<void>;
}
