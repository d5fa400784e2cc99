import { type LaneKind, type LaneRef, laneKey } from '../../core/lane.js';
import type { Log } from '../../core/log.js';
import type { Waker } from '../../core/ports/waker.js';
import { createLaneRuns, type LaneRuns } from './laneRuns.js';

export interface InProcessWakerOptions {
  /** How many lanes of each kind are handled at a time; control and background lanes have slots of their own. */
  readonly slots: Readonly<Record<LaneKind, number>>;
  readonly log: Log;
  /** How many lanes may wait for a slot; wakes above it are dropped and left to the sweep. Default 100,000. */
  readonly maxWaiting?: number;
}

const KINDS = ['ctl', 'main', 'bg'] as const satisfies readonly LaneKind[];

/** The lanes of one kind. A lane may be in both at once: it runs and has been woken again. */
interface Line {
  /** In the order of their wakes. */
  readonly waiting: Map<string, LaneRef>;
  readonly running: Map<string, 'starting' | 'started'>;
}

/**
 * The waker of a single process. A woken lane starts in the same turn of the event loop when its kind has a free slot,
 * else it waits in line. Wakes of a waiting lane are folded into one; a lane woken while it runs goes to the end of
 * the line, so that a busy lane cannot keep a slot from others. Wakes before `run` wait for it.
 */
export function createInProcessWaker({ slots, log, maxWaiting = 100_000 }: InProcessWakerOptions): Waker {
  const newLine = (): Line => ({ waiting: new Map(), running: new Map() });
  const lines: Record<LaneKind, Line> = { main: newLine(), ctl: newLine(), bg: newLine() };
  let runs: LaneRuns | null = null;
  let isClosed = false;

  const startNext = (kind: LaneKind) => {
    const { waiting, running } = lines[kind];
    if (runs === null || isClosed) return;
    for (const [key, lane] of waiting) {
      if (running.size >= slots[kind]) return;
      if (running.has(key)) continue;
      waiting.delete(key);
      running.set(key, 'starting');
      void start(runs, key, lane);
    }
  };

  const start = async (current: LaneRuns, key: string, lane: LaneRef) => {
    const { running } = lines[lane.kind];
    await Promise.resolve();
    running.set(key, 'started');
    await current.run(lane);
    running.delete(key);
    startNext(lane.kind);
  };

  return {
    wake: (lane) => {
      const key = laneKey(lane);
      const { waiting, running } = lines[lane.kind];
      if (isClosed || running.get(key) === 'starting' || waiting.has(key) || waiting.size >= maxWaiting) return;
      waiting.set(key, lane);
      startNext(lane.kind);
    },
    run: async (handler) => {
      if (runs !== null || isClosed) throw new Error('a waker runs once');
      runs = createLaneRuns(handler, log);
      for (const kind of KINDS) startNext(kind);
    },
    close: async () => {
      isClosed = true;
      for (const { waiting } of Object.values(lines)) waiting.clear();
      await runs?.close();
    },
  };
}
