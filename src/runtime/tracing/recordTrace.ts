import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { TraceEvent, TurnTrace } from '../../core/ports/traces.js';
import { listenToTurn, type TurnEventPayload } from './turnEvents.js';

/** Bounds of one trace: a turn of 64 rounds with 16 calls each has about 2,300 events. */
const MAX_EVENTS = 4000;
const MAX_FIELD_CHARS = 300;
/** How far secrets are looked for, so that one is not cut in half before it is recognised. */
const EXAMINED_CHARS = 3000;
const MAX_LIST_ITEMS = 30;

/** Takes secrets out of a text: configured ones, and what looks like a key. */
export type Redact = (text: string) => string;

/**
 * Records what a turn's stages tell until it is ended; every event also becomes a debug line of the turn's log.
 *
 * @returns what ends the recording and gives the trace
 */
export function recordTrace(
  turn: { readonly turn: string; readonly attempt: number },
  deps: { readonly clock: Clock; readonly log: Log; readonly redact: Redact },
): () => TurnTrace {
  const { clock, log } = deps;
  const startedAt = clock.now();
  const events: TraceEvent[] = [];
  let dropped = 0;

  const clean = (text: string) => deps.redact(text.slice(0, EXAMINED_CHARS)).slice(0, MAX_FIELD_CHARS);
  const cleanField = (value: TurnEventPayload[string]) => {
    if (typeof value === 'string') return clean(value);
    if (typeof value === 'object' && value !== null) return value.slice(0, MAX_LIST_ITEMS).map(clean);
    return value;
  };

  const stop = listenToTurn(turn.turn, (payload) => {
    const { stage, ...rest } = payload;
    if (events.length >= MAX_EVENTS) {
      dropped += 1;
      return;
    }
    const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, cleanField(value)]));
    events.push({ ms: clock.now() - startedAt, stage, fields });
    log.debug(fields, stage);
  });

  return () => {
    stop();
    return { turn: turn.turn, attempt: turn.attempt, startedAt, endedAt: clock.now(), events, dropped };
  };
}
