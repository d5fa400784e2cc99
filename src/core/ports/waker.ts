import type { LaneRef } from '../lane.js';

/**
 * Tells workers that a lane has work. Only a hint: a lost, doubled or late wake costs latency, never a message, because
 * workers sweep the store.
 */
export interface Waker {
  /** Never waits and never throws; a wake that cannot be sent is dropped. */
  wake(lane: LaneRef): void;
  /**
   * Calls `handler` for wakes until closed. Resolves when it takes wakes, or will do so by itself as soon as its connection
   * is there. The handler never throws. To be called once.
   */
  run(handler: (lane: LaneRef) => Promise<void>): Promise<void>;
  /** Stops taking wakes, waits for running handlers, and lets go of connections. */
  close(): Promise<void>;
}
