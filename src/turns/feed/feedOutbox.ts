import type { TurnEvent } from '../../core/events.js';
import { bytesOf, dropOldest, entryOf, type FeedEntry, mergeAll } from './feedEntry.js';

/** How far above the bound is made room at once, so that it is not done for every event. */
const ROOM = 0.8;

interface Line {
  entries: FeedEntry[];
  /** How many of the first entries are on their way; what Redis may already have is never merged with more. */
  sent: number;
}

/** Events of one turn to be sent together. */
export interface Batch {
  readonly turn: string;
  readonly events: readonly TurnEvent[];
}

/**
 * Events on their way to Redis, in order per turn. Bounded in bytes: above it the text that waits is merged, which loses
 * nothing, then the oldest text is dropped; readers find all text in the turn's last event, which goes last of all.
 */
export class FeedOutbox {
  readonly #maxBytes: number;
  readonly #lines = new Map<string, Line>();
  #bytes = 0;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Takes the count of events that were dropped since it was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  push(event: TurnEvent): void {
    const entry = entryOf(event);
    const line = this.#lines.get(event.turn);
    if (line === undefined) this.#lines.set(event.turn, { entries: [entry], sent: 0 });
    else line.entries.push(entry);
    this.#bytes += entry.bytes;
    if (this.#bytes > this.#maxBytes) this.#makeRoom();
  }

  /** What of a turn has not surely arrived in Redis. */
  pendingOf(turn: string): readonly TurnEvent[] {
    return this.#lines.get(turn)?.entries.map((entry) => entry.event) ?? [];
  }

  /** The next events to send, at most `limit`; they stay here until `settle`. */
  take(limit: number): readonly Batch[] {
    const batches: Batch[] = [];
    let left = limit;
    for (const [turn, line] of this.#lines) {
      if (left === 0) break;
      line.sent = Math.min(line.entries.length, Math.max(line.sent, left));
      const events = line.entries.slice(0, Math.min(line.sent, left)).map((entry) => entry.event);
      left -= events.length;
      batches.push({ turn, events });
    }
    return batches;
  }

  /** Lets go of the first `count` events of a turn: Redis has them, or will never take them. */
  settle(turn: string, count: number): void {
    const line = this.#lines.get(turn);
    if (line === undefined) return;
    this.#bytes -= bytesOf(line.entries.splice(0, count));
    line.sent = Math.max(0, line.sent - count);
    this.#lines.delete(turn);
    if (line.entries.length > 0) this.#lines.set(turn, line);
  }

  #makeRoom(): void {
    for (const line of this.#lines.values()) line.entries = mergeAll(line.entries, line.sent);
    this.#bytes = 0;
    for (const line of this.#lines.values()) this.#bytes += bytesOf(line.entries);
    for (const drop of [dropOldest, dropEnd]) {
      for (const [turn, line] of this.#lines) {
        while (this.#bytes > this.#maxBytes * ROOM) {
          const dropped = drop(line.entries, line.sent);
          if (dropped === undefined) break;
          this.#bytes -= dropped.bytes;
          this.#dropped += 1;
        }
        if (line.entries.length === 0) this.#lines.delete(turn);
      }
    }
  }
}

/** For an outbox that holds nothing but ends of turns: their readers have to look in the store. */
function dropEnd(entries: FeedEntry[], from: number): FeedEntry | undefined {
  return entries.splice(from, 1)[0];
}
