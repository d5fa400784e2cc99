import { z } from 'zod';
import { turnEventBodySchema, turnEventBodyToJson } from '../../core/eventSchema.js';
import type { TurnEvent } from '../../core/events.js';
import { feedIdOf, parseFeedId } from './feedPosition.js';

/** Entries kept of one turn's stream, roughly (`MAXLEN ~`). */
const MAX_ENTRIES = 20_000;
const FIELD = 'e';

/** Redis key of a turn's stream. */
export function streamKeyOf(prefix: string, turn: string): string {
  return `${prefix}:feed:${turn}`;
}

/**
 * Arguments of the XADD for an event. Its id is the event's place in the turn, so Redis itself keeps the order and
 * refuses what is doubled or belongs to an attempt that was taken over; sending it again is harmless.
 */
export function xaddArguments(
  prefix: string,
  event: TurnEvent,
): [string, 'MAXLEN', '~', number, string, string, string] {
  const { turn, attempt, seq, ...body } = event;
  return [
    streamKeyOf(prefix, turn),
    'MAXLEN',
    '~',
    MAX_ENTRIES,
    feedIdOf({ attempt, seq }),
    FIELD,
    turnEventBodyToJson(body),
  ];
}

/** Whether an XADD was refused because the stream already is at that event or behind it. */
export function isAlreadyInStream(error: Error): boolean {
  return error.message.includes('equal or smaller than');
}

const entrySchema = z.tuple([z.string(), z.array(z.string())]);
const replySchema = z.array(z.tuple([z.string(), z.array(entrySchema)])).nullable();

/** One stream's part of an XREAD reply. */
export interface StreamPart {
  readonly key: string;
  readonly entries: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

/** Reads an XREAD reply. @throws ZodError when it is none */
export function parseStreams(reply: unknown): readonly StreamPart[] {
  return (replySchema.parse(reply) ?? []).map(([key, entries]) => ({
    key,
    entries: entries.map(([id, fields]) => ({ id, fields })),
  }));
}

/** The event in a stream entry. @throws Error (SyntaxError, ZodError) when it is none, because somebody else wrote it */
export function parseEvent(turn: string, entry: StreamPart['entries'][number]): TurnEvent {
  const position = parseFeedId(entry.id);
  if (position === null) throw new Error(`a feed entry has the id ${entry.id}`);
  const body: unknown = JSON.parse(entry.fields[1] ?? '');
  return { turn, ...position, ...turnEventBodySchema.parse(body) };
}
