import type { Clock } from '../core/clock.js';
import { WaggleError } from '../core/errors.js';
import { type LaneRef, laneKey } from '../core/lane.js';
import type { Log } from '../core/log.js';
import type { LaneStore } from '../core/ports/laneStore.js';

/** Why a running turn's signal fired. */
export const stopped = () => new WaggleError('stopped', 'stopped by a person');
export const voided = () => new WaggleError('attempt-void', 'the message was edited or deleted');
export const laneLost = () => new WaggleError('lane-lost', 'the lane has a newer owner');
export const shuttingDown = () => new WaggleError('shutdown', 'the process is shutting down');

/** A lane that this process works on. */
export interface HeldLane {
  readonly lane: LaneRef;
  readonly token: number;
  readonly turn: string;
  readonly signal: AbortSignal;
  abort(reason: WaggleError): void;
}

/** The lanes of this process: keeps their leases alive and tells their turns when they are stopped or lost. */
export interface HeldLanes {
  /** To be called as soon as the claim is there: what is not held is not told of stops. */
  hold(lane: LaneRef, token: number, turn: string): HeldLane;
  drop(held: HeldLane): void;
  all(): readonly HeldLane[];
  /** Stops these turns if they run here. */
  stopTurns(turns: readonly string[]): void;
  /** Ends the timers and waits for the calls they started. */
  close(): Promise<void>;
}

/** How often stops that another process, or a moment before the hold, wrote are looked for: `/stop` works within 250 ms. */
const STOP_POLL_MS = 75;

export function createHeldLanes(deps: {
  lanes: Pick<LaneStore, 'renewAll' | 'stopsOf'>;
  owner: string;
  leaseMs: number;
  clock: Clock;
  log: Log;
}): HeldLanes {
  const { lanes, owner, leaseMs, clock, log } = deps;
  const held = new Map<string, { lane: HeldLane; heldSince: number }>();
  const pending = new Set<Promise<void>>();
  let isRenewing = false;
  let isPolling = false;

  const own = (work: Promise<void>, what: string) => {
    const tracked: Promise<void> = work
      .catch((thrown: unknown) => log.error({ err: thrown }, what))
      .finally(() => pending.delete(tracked));
    pending.add(tracked);
  };

  const renew = async () => {
    const askedAt = clock.now();
    const report = await lanes.renewAll({ owner, leaseMs, now: askedAt });
    const alive = new Map(report.held.map((entry) => [laneKey(entry.lane), entry]));
    for (const [key, entry] of held) {
      const renewed = alive.get(key);
      if (renewed?.token === entry.lane.token) {
        if (renewed.stopped) entry.lane.abort(stopped());
        if (renewed.isVoid) entry.lane.abort(voided());
      } else if (entry.heldSince < askedAt) {
        entry.lane.abort(laneLost());
      }
    }
  };

  const pollStops = async () => {
    for (const { lane, isVoid } of await lanes.stopsOf(owner)) {
      held.get(laneKey(lane))?.lane.abort(isVoid ? voided() : stopped());
    }
  };

  const stopRenewing = clock.every(Math.max(10, Math.floor(leaseMs / 3)), () => {
    if (held.size === 0 || isRenewing) return;
    isRenewing = true;
    own(
      renew().finally(() => {
        isRenewing = false;
      }),
      'renewing leases failed',
    );
  });
  const stopPolling = clock.every(STOP_POLL_MS, () => {
    if (held.size === 0 || isPolling) return;
    isPolling = true;
    own(
      pollStops().finally(() => {
        isPolling = false;
      }),
      'looking for stops failed',
    );
  });

  return {
    hold: (lane, token, turn) => {
      const controller = new AbortController();
      const entry: HeldLane = {
        lane,
        token,
        turn,
        signal: controller.signal,
        abort: (reason) => {
          if (!controller.signal.aborted) controller.abort(reason);
        },
      };
      held.set(laneKey(lane), { lane: entry, heldSince: clock.now() });
      return entry;
    },
    drop: (entry) => {
      if (held.get(laneKey(entry.lane))?.lane === entry) held.delete(laneKey(entry.lane));
    },
    all: () => [...held.values()].map((entry) => entry.lane),
    stopTurns: (turns) => {
      for (const { lane } of held.values()) if (turns.includes(lane.turn)) lane.abort(stopped());
    },
    close: async () => {
      stopRenewing();
      stopPolling();
      await Promise.all(pending);
    },
  };
}
