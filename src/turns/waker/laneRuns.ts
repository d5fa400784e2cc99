import { type LaneRef, laneKey } from '../../core/lane.js';
import type { Log } from '../../core/log.js';

/** Runs the handler of woken lanes, one at a time per lane in this process. */
export interface LaneRuns {
  /**
   * Runs the handler for the lane. While it already runs, it is run exactly once more afterwards, however often this is
   * called, and the call resolves at once: the first caller does that work. Never rejects.
   */
  run(lane: LaneRef): Promise<void>;
  /** Makes nothing run again; what runs, ends. Resolves when nothing runs any more. */
  close(): Promise<void>;
}

export function createLaneRuns(handler: (lane: LaneRef) => Promise<void>, log: Log): LaneRuns {
  const again = new Map<string, boolean>();
  const whenIdle: (() => void)[] = [];
  let isClosed = false;

  const runOnce = async (lane: LaneRef) => {
    try {
      await handler(lane);
    } catch (thrown) {
      log.error(
        { lane: lane.id, kind: lane.kind, err: thrown },
        'the handler of a lane threw; the sweep finds the lane',
      );
    }
  };

  return {
    run: async (lane) => {
      if (isClosed) return;
      const key = laneKey(lane);
      if (again.has(key)) {
        again.set(key, true);
        return;
      }
      do {
        again.set(key, false);
        await runOnce(lane);
      } while (again.get(key) === true && !isClosed);
      again.delete(key);
      if (again.size === 0) for (const resolve of whenIdle.splice(0)) resolve();
    },
    close: async () => {
      isClosed = true;
      if (again.size > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
