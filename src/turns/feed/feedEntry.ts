import { isEndOfTurn, type TurnEvent } from '../../core/events.js';
import type { FeedItem } from '../../core/ports/turnFeed.js';
import { type FeedPosition, feedIdOf } from './feedPosition.js';

/** What a kept event costs besides its characters: object, hidden fields, array slot. Measured roughly, rounded up. */
const ENTRY_BYTES = 160;
/** What one merged delta costs besides its characters: its place in `ends`. */
const END_BYTES = 8;
/** A run of merged text ends at this many UTF-16 units, so that cutting a resumed reader's part out of it stays cheap. */
const RUN_UNITS = 16_384;

/** A kept event, or a run of merged text events with neighbouring seqs. */
export interface FeedEntry {
  readonly attempt: number;
  /** Seq of the first event in it. */
  readonly first: number;
  /** Seq of the last event in it. */
  readonly seq: number;
  readonly event: TurnEvent;
  /** For a run: where each merged delta ends in the text, in UTF-16 units; `ends[i]` belongs to seq `first + i`. */
  readonly ends: number[] | null;
  /** Memory that it is counted with. */
  readonly bytes: number;
}

/** An entry for one event. */
export function entryOf(event: TurnEvent): FeedEntry {
  const units = event.type === 'text' ? event.delta.length : JSON.stringify(event).length;
  const { attempt, seq } = event;
  return { attempt, first: seq, seq, event, ends: null, bytes: ENTRY_BYTES + 2 * units };
}

/** Both entries as one run of text, which takes over the `ends` of `a`; null when they must stay apart. */
export function mergeEntries(a: FeedEntry, b: FeedEntry): FeedEntry | null {
  if (a.event.type !== 'text' || b.event.type !== 'text') return null;
  if (a.attempt !== b.attempt || a.seq + 1 !== b.first) return null;
  const offset = a.event.delta.length;
  if (offset >= RUN_UNITS) return null;
  const ends = a.ends ?? [offset];
  for (const end of b.ends ?? [b.event.delta.length]) ends.push(offset + end);
  const delta = a.event.delta + b.event.delta;
  return {
    attempt: a.attempt,
    first: a.first,
    seq: b.seq,
    event: { ...b.event, delta },
    ends,
    bytes: ENTRY_BYTES + 2 * delta.length + END_BYTES * ends.length,
  };
}

/** What a reader at `position` gets of an entry that ends after it: of a run, only the text that it has not had. */
export function itemAfter(entry: FeedEntry, position: FeedPosition): FeedItem {
  const id = feedIdOf(entry);
  const { event } = entry;
  if (event.type !== 'text' || entry.ends === null) return { id, event };
  if (entry.attempt !== position.attempt || position.seq < entry.first) return { id, event };
  return { id, event: { ...event, delta: event.delta.slice(entry.ends[position.seq - entry.first]) } };
}

/** Merges neighbouring text from `from` on. Entries before it are left as they are. */
export function mergeAll(entries: readonly FeedEntry[], from = 0): FeedEntry[] {
  const kept = entries.slice(0, from);
  for (const entry of entries.slice(from)) {
    const previous = kept.length > from ? kept.at(-1) : undefined;
    const merged = previous === undefined ? null : mergeEntries(previous, entry);
    if (merged === null) kept.push(entry);
    else kept[kept.length - 1] = merged;
  }
  return kept;
}

/** Removes the oldest text from `from` on, else the oldest entry that does not end the turn; undefined when there is none. */
export function dropOldest(entries: FeedEntry[], from = 0): FeedEntry | undefined {
  const oldest = (fits: (entry: FeedEntry) => boolean) =>
    entries.findIndex((entry, index) => index >= from && fits(entry));
  const text = oldest((entry) => entry.event.type === 'text');
  const index = text >= 0 ? text : oldest((entry) => !isEndOfTurn(entry.event));
  return index < 0 ? undefined : entries.splice(index, 1)[0];
}

/** Memory of entries, estimated. */
export function bytesOf(entries: readonly FeedEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.bytes, 0);
}
