import type { Clock } from '../../core/clock.js';
import type { TurnEvent } from '../../core/events.js';
import type { FeedItem, TurnFeed } from '../../core/ports/turnFeed.js';
import { FEED_START, parseFeedId } from './feedPosition.js';
import { TurnLog } from './turnLog.js';

export interface RingFeedOptions {
  readonly clock: Clock;
  /** How long a turn is kept after its last event, milliseconds. Default 10 minutes (DESIGN.md section 4). */
  readonly keepMs?: number;
  /** Bound on the memory of all kept events, bytes. Default 64 MB. */
  readonly maxBytes?: number;
  /** Share of one turn, bytes; above it its text is merged, then the oldest dropped. Default 2 MB. */
  readonly maxTurnBytes?: number;
}

interface Kept {
  readonly log: TurnLog;
  touchedAt: number;
}

const SWEEPS_PER_KEEP = 10;

/**
 * The turn feed inside one process.
 *
 * Ids are `<attempt>-<seq>`. A reader with `afterId` gets exactly what follows; one whose id is not of that form reads
 * from the start. Only the newest attempt's end ends a turn. When memory runs out, whole turns are forgotten, those that
 * ended first; a reader of a forgotten turn ends without an end event and has to look in the store.
 */
export function createRingFeed(options: RingFeedOptions): TurnFeed {
  const { clock, keepMs = 600_000, maxBytes = 64 * 1024 * 1024, maxTurnBytes = 2 * 1024 * 1024 } = options;
  const running = new Map<string, Kept>();
  const ended = new Map<string, Kept>();
  let bytes = 0;
  let stopSweep: (() => void) | null = null;
  let isClosed = false;

  const forget = (turns: Map<string, Kept>, turn: string, kept: Kept) => {
    turns.delete(turn);
    bytes -= kept.log.bytes;
    kept.log.close();
  };

  const sweep = () => {
    const before = clock.now() - keepMs;
    for (const [turn, kept] of ended) if (kept.touchedAt <= before) forget(ended, turn, kept);
    for (const [turn, kept] of running) {
      if (kept.touchedAt <= before && kept.log.readers === 0) forget(running, turn, kept);
    }
    if (running.size + ended.size === 0) {
      stopSweep?.();
      stopSweep = null;
    }
  };

  const keptOf = (turn: string): Kept => {
    const known = running.get(turn) ?? ended.get(turn);
    if (known !== undefined) return known;
    const kept = { log: new TurnLog(maxTurnBytes), touchedAt: clock.now() };
    running.set(turn, kept);
    stopSweep ??= clock.every(keepMs / SWEEPS_PER_KEEP, sweep);
    return kept;
  };

  const makeRoom = (current: Kept) => {
    for (const [turn, kept] of ended) {
      if (bytes <= maxBytes) return;
      if (kept !== current) forget(ended, turn, kept);
    }
    for (const [turn, kept] of running) {
      if (bytes <= maxBytes) return;
      if (kept === current) continue;
      if (kept.log.readers === 0) {
        forget(running, turn, kept);
      } else {
        bytes -= kept.log.bytes;
        kept.log.clear();
      }
    }
  };

  const place = (turn: string, kept: Kept) => {
    const [from, to] = kept.log.hasEnded ? [running, ended] : [ended, running];
    if (to.has(turn)) return;
    from.delete(turn);
    to.set(turn, kept);
  };

  async function* read(turn: string, afterId: string | undefined, signal: AbortSignal): AsyncGenerator<FeedItem> {
    if (isClosed || signal.aborted) return;
    const kept = keptOf(turn);
    try {
      yield* kept.log.read((afterId === undefined ? null : parseFeedId(afterId)) ?? FEED_START, signal);
    } finally {
      if (kept.log.isEmpty && kept.log.readers === 0 && running.get(turn) === kept) forget(running, turn, kept);
    }
  }

  return {
    publish: (event: TurnEvent) => {
      if (isClosed) return;
      const kept = keptOf(event.turn);
      kept.touchedAt = clock.now();
      const before = kept.log.bytes;
      kept.log.append(event);
      bytes += kept.log.bytes - before;
      place(event.turn, kept);
      if (bytes > maxBytes) makeRoom(kept);
    },
    read,
    close: async () => {
      isClosed = true;
      stopSweep?.();
      stopSweep = null;
      for (const turns of [running, ended]) for (const [turn, kept] of turns) forget(turns, turn, kept);
    },
  };
}
