import { isEndOfTurn, type TurnEvent } from '../../core/events.js';
import type { FeedItem } from '../../core/ports/turnFeed.js';
import { bytesOf, dropOldest, entryOf, type FeedEntry, itemAfter, mergeAll } from './feedEntry.js';
import { comparePositions, FEED_START, type FeedPosition } from './feedPosition.js';

/**
 * The kept events of one turn, in the order of (attempt, seq), and its readers. Bounded in bytes: above `maxBytes`
 * neighbouring text events are merged, so a reader from the start still gets all text in order; when even that is too
 * much, the oldest text goes (the `final` event repeats all of it). The end of the turn is never dropped.
 *
 * Readers pull at their own speed from the one list; nobody waits for them.
 */
export class TurnLog {
  readonly #maxBytes: number;
  #entries: FeedEntry[] = [];
  #bytes = 0;
  #newest: FeedPosition = FEED_START;
  #end: FeedPosition | null = null;
  #closed = false;
  #readers = 0;
  readonly #waiting = new Set<() => void>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Memory of the kept events, estimated. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many readers are attached. */
  get readers(): number {
    return this.#readers;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Whether the turn's last event has arrived. */
  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** Whether it holds the turn from its very first event on. */
  get startsAtFirst(): boolean {
    const first = this.#entries[0];
    return first !== undefined && first.attempt === 1 && first.first === 1;
  }

  /**
   * Adds an event that is newer than all others. Doubled events, late ones of an earlier attempt and anything after
   * the end are left out.
   */
  append(event: TurnEvent): void {
    if (comparePositions(event, this.#newest) > 0) this.#add(event, this.#entries.length);
  }

  /** Adds an event at its place, wherever that is; readers that are past it never see it. */
  insert(event: TurnEvent): void {
    const index = this.#indexAfter(event);
    const before = this.#entries[index - 1];
    const doubled = before !== undefined && before.attempt === event.attempt && before.seq >= event.seq;
    const next = this.#entries[index];
    const inRun = next !== undefined && next.attempt === event.attempt && next.first <= event.seq;
    if (!doubled && !inRun) this.#add(event, index);
  }

  /**
   * The events after `after` as they come. Ends after the turn's last event (at once when that is where the reader is),
   * and when the signal aborts or the log is closed. A position behind the turn's end never existed: such a reader gets
   * the last event, so that none waits for ever or leaves without the answer.
   */
  async *read(after: FeedPosition, signal: AbortSignal): AsyncGenerator<FeedItem, void, void> {
    let position = after;
    this.#readers += 1;
    try {
      while (!signal.aborted && !this.#closed) {
        const entry = this.#entries[this.#indexAfter(position)] ?? this.#endBefore(position);
        if (entry !== undefined) {
          const item = itemAfter(entry, position);
          position = entry;
          yield item;
          if (isEndOfTurn(entry.event)) return;
        } else {
          if (this.#end !== null) return;
          await this.#change(signal);
        }
      }
    } finally {
      this.#readers -= 1;
    }
  }

  /** Forgets the kept events; readers stay attached and go on with what comes. */
  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }

  /** Forgets everything and ends all readers. */
  close(): void {
    this.#closed = true;
    this.clear();
    this.#notify();
  }

  #add(event: TurnEvent, index: number): void {
    if (this.#closed || (this.#end !== null && event.attempt <= this.#end.attempt)) return;
    if (isEndOfTurn(event) && event.attempt < this.#newest.attempt) return;
    if (event.attempt > this.#newest.attempt) this.#voidEarlierEnd();
    const entry = entryOf(event);
    this.#entries.splice(index, 0, entry);
    this.#bytes += entry.bytes;
    if (comparePositions(event, this.#newest) > 0) this.#newest = { attempt: event.attempt, seq: event.seq };
    if (isEndOfTurn(event)) this.#end = { attempt: event.attempt, seq: event.seq };
    if (this.#bytes > this.#maxBytes) this.#shrink();
    this.#notify();
  }

  /** A turn that was taken over after an end that nobody stored: only the newest attempt's end counts. */
  #voidEarlierEnd(): void {
    this.#end = null;
    this.#entries = this.#entries.filter((entry) => !isEndOfTurn(entry.event));
    this.#bytes = bytesOf(this.#entries);
  }

  #endBefore(position: FeedPosition): FeedEntry | undefined {
    return this.#end !== null && comparePositions(position, this.#end) > 0 ? this.#entries.at(-1) : undefined;
  }

  #indexAfter(position: FeedPosition): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && comparePositions(entry, position) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #shrink(): void {
    this.#entries = mergeAll(this.#entries);
    this.#bytes = bytesOf(this.#entries);
    while (this.#bytes > this.#maxBytes) {
      const dropped = dropOldest(this.#entries);
      if (dropped === undefined) return;
      this.#bytes -= dropped.bytes;
    }
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  #notify(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
