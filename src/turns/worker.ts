import { type LaneKind, type LaneRef, laneKey } from '../core/lane.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { Waker } from '../core/ports/waker.js';
import { type HeldLanes, shuttingDown } from './heldLanes.js';
import { isSurelyDead } from './processIdentity.js';
import { type RunLaneDeps, runClaimed } from './runLane.js';

/** Takes lanes that have work, runs their turns, and sweeps the store for what no wake announced. */
export interface Worker {
  /** Starts to take lanes; resolves when the waker is connected or has given up waiting for it. */
  start(): Promise<void>;
  /** Takes no new lanes, gives running turns `drainMs`, then gives them back for others, with a wake. */
  drain(drainMs: number): Promise<void>;
  /** How many lanes are being worked on. */
  running(): number;
}

export interface WorkerDeps extends RunLaneDeps {
  readonly waker: Waker;
  readonly held: HeldLanes;
  readonly owner: string;
  readonly leaseMs: number;
  readonly sweepMs: number;
  /** `WAGGLE_CONCURRENCY`: main lanes at once. Control lanes have slots of their own. */
  readonly concurrency: number;
  readonly mode: 'queue' | 'collect';
  /** Whether this process has the channel that the lane belongs to. */
  readonly serves: (lane: LaneRef) => boolean;
}

/** Slots of control lanes: commands are short, so few are enough, and no turn can take them. */
const CONTROL_SLOTS = 100;
/** How many lanes one sweep takes up. */
const SWEEP_LIMIT = 500;
/** From this many crashes on a turn runs alone in its process (DESIGN.md section 3). */
const ALONE_FROM_EXPIRIES = 2;
/** What a dead process had sent off has arrived after this time, or never will. */
const DEAD_OWNER_GRACE_MS = 1_000;
/** How long a turn that must run alone waits for the others at most. */
const ALONE_WAIT_MS = 30_000;

export function createWorker(deps: WorkerDeps): Worker {
  const { lanes, clock, log, held, waker } = deps;
  const running = new Map<string, Promise<void>>();
  const kinds: readonly LaneKind[] = ['main', 'ctl'];
  const slots: Readonly<Record<LaneKind, number>> = { main: deps.concurrency, ctl: CONTROL_SLOTS, bg: 0 };
  const counts: Record<LaneKind, number> = { main: 0, ctl: 0, bg: 0 };
  /** Lanes woken while they were running: a message may have come just after the last claim found nothing. */
  const wokenAgain = new Set<string>();
  let isTaking = false;
  let isSweeping = false;
  let missedForSlots = false;
  let alone: string | null = null;
  let stopSweeping = () => {};

  const waitForOthers = async () => {
    const until = clock.now() + ALONE_WAIT_MS;
    while (counts.main > 1 && clock.now() < until) await clock.sleep(100);
  };

  const claim = async (lane: LaneRef): Promise<ClaimedTurn | null> => {
    const { owner, leaseMs, mode } = deps;
    const claimed = await lanes.claim({ lane, owner, leaseMs, mode, now: clock.now() });
    if (claimed === null || claimed.previousOwner === null || !isSurelyDead(claimed.previousOwner)) return claimed;
    const until = clock.now() + DEAD_OWNER_GRACE_MS;
    await lanes.shortenCalls({ lane, token: claimed.token, until });
    const deliveries = claimed.deliveries.map((entry) => ({ ...entry, callUntil: Math.min(entry.callUntil, until) }));
    return { ...claimed, deliveries, notBefore: Math.min(claimed.notBefore, until) };
  };

  const runTurns = async (lane: LaneRef) => {
    const key = laneKey(lane);
    for (;;) {
      if (!isTaking) return;
      const claimed = await claim(lane);
      if (claimed === null) return;
      const hold = held.hold(lane, claimed.token, claimed.turn);
      const mustBeAlone = claimed.expiries >= ALONE_FROM_EXPIRIES && !claimed.dead && lane.kind === 'main';
      try {
        if (mustBeAlone) {
          log.warn(
            { turn: claimed.turn, expiries: claimed.expiries },
            'this turn ended its process before: it runs alone',
          );
          alone = key;
          await waitForOthers();
        }
        const result = await runClaimed(claimed, hold, deps);
        if (result.kind === 'left') {
          await giveBack(lane, claimed);
          return;
        }
        if (!result.more) return;
      } finally {
        if (alone === key) alone = null;
        held.drop(hold);
      }
    }
  };

  /** Harmless when a newer owner has the lane: the token is checked. */
  const giveBack = async (lane: LaneRef, claimed: ClaimedTurn) => {
    const isMine = await lanes.release({ lane, token: claimed.token, now: clock.now() });
    if (isMine) waker.wake(lane);
  };

  const take = (lane: LaneRef): Promise<void> => {
    const key = laneKey(lane);
    const current = running.get(key);
    if (current !== undefined) {
      wokenAgain.add(key);
      return current;
    }
    if (!isTaking || !deps.serves(lane)) return Promise.resolve();
    if ((alone !== null && lane.kind === 'main') || counts[lane.kind] >= slots[lane.kind]) {
      missedForSlots = true;
      return Promise.resolve();
    }
    const run = runTurns(lane)
      .catch((thrown: unknown) =>
        log.error({ lane: lane.id, err: thrown }, 'working on a lane failed; the sweep tries again'),
      )
      .finally(() => {
        running.delete(key);
        counts[lane.kind] -= 1;
        if (wokenAgain.delete(key)) void take(lane);
        if (missedForSlots && isTaking) {
          missedForSlots = false;
          void sweep();
        }
      });
    counts[lane.kind] += 1;
    running.set(key, run);
    return run;
  };

  const sweep = async () => {
    if (isSweeping || !isTaking) return;
    isSweeping = true;
    try {
      const due = await lanes.due({ now: clock.now(), limit: SWEEP_LIMIT, kinds });
      for (const lane of due) void take(lane);
    } catch (thrown) {
      log.error({ err: thrown }, 'sweeping the store failed');
    } finally {
      isSweeping = false;
    }
  };

  return {
    start: async () => {
      isTaking = true;
      stopSweeping = clock.every(deps.sweepMs, () => void sweep());
      await Promise.all([sweep(), waker.run(take)]);
    },
    drain: async (drainMs) => {
      isTaking = false;
      stopSweeping();
      const over = Promise.all(running.values());
      const limit = new AbortController();
      await Promise.race([over, clock.sleep(drainMs, limit.signal).catch(() => {})]);
      limit.abort();
      for (const entry of held.all()) entry.abort(shuttingDown());
      await Promise.all(running.values());
    },
    running: () => running.size,
  };
}
