import { type LaneKind, type LaneRef, laneKey } from '../core/lane.js';
import type { LaneMode } from '../core/laneMode.js';
import type { InboundMessage } from '../core/message.js';
import type { ClaimedTurn } from '../core/ports/laneStore.js';
import type { Waker } from '../core/ports/waker.js';
import type { Wording } from '../core/wording.js';
import { type HeldLanes, shuttingDown } from './heldLanes.js';
import { isSurelyDead } from './processIdentity.js';
import { createQuarantine } from './quarantine.js';
import { createQueueNotices } from './queueNotices.js';
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

export interface WorkerDeps extends Omit<RunLaneDeps, 'beforeEnd'> {
  readonly waker: Waker;
  readonly held: HeldLanes;
  readonly owner: string;
  readonly leaseMs: number;
  readonly sweepMs: number;
  /** `WAGGLE_CONCURRENCY`: main lanes at once. Control lanes have slots of their own. */
  readonly concurrency: number;
  /** Background lanes at once. */
  readonly backgroundSlots: number;
  /** `WAGGLE_LANE_MODE`, where a chat has not set another. */
  readonly mode: LaneMode;
  /** Whether other processes work on the store, so that commands may come whose wakes are lost. */
  readonly isShared: boolean;
  /** Our words for whoever wrote a message that waits. */
  readonly wordingFor: (message: InboundMessage) => Promise<Wording>;
  /** Whether this process has the channel that the lane belongs to. */
  readonly serves: (lane: LaneRef) => boolean;
}

/** Slots of control lanes: commands are short, so few are enough, and no turn can take them. */
const CONTROL_SLOTS = 100;
/** Kinds that the usual sweep looks for. */
const SWEPT: readonly LaneKind[] = ['main', 'ctl', 'bg'];
/** How many lanes one sweep takes up. */
const SWEEP_LIMIT = 500;
/** How often commands are looked for where a wake may be lost: `/stop` works within 250 ms, also while Redis is away. */
const CONTROL_SWEEP_MS = 100;
/** From this many crashes on a turn runs alone in its process (DESIGN.md section 3). */
const ALONE_FROM_EXPIRIES = 2;
/** How many transcript lines a turn gets at most; compaction keeps a prompt far below that. */
const HISTORY_LINES = 2000;
/** What a dead process had sent off has arrived after this time, or never will. */
const DEAD_OWNER_GRACE_MS = 1_000;
/** Pause before a store that failed is asked again to take a lane back. */
const GIVE_BACK_RETRY_MS = 1_000;

export function createWorker(deps: WorkerDeps): Worker {
  const { lanes, clock, log, held, waker } = deps;
  const running = new Map<string, Promise<void>>();
  const slots: Readonly<Record<LaneKind, number>> = {
    main: deps.concurrency,
    ctl: CONTROL_SLOTS,
    bg: deps.backgroundSlots,
  };
  const counts: Record<LaneKind, number> = { main: 0, ctl: 0, bg: 0 };
  /** Lanes woken while they were running: a message may have come just after the last claim found nothing. */
  const wokenAgain = new Set<string>();
  const sweeping = new Set<string>();
  let isTaking = false;
  let missedForSlots = false;
  let stopSweeps: readonly (() => void)[] = [];
  const notices = createQueueNotices(deps);
  const laneDeps: RunLaneDeps = { ...deps, beforeEnd: notices.settle };
  const quarantine = createQuarantine({ clock, onPatienceOver: () => takeNextAlone() });

  /** What the owner before had sent off is not waited for in full when that process surely is no more. */
  const shortenCallsOfDead = async (claimed: ClaimedTurn): Promise<ClaimedTurn> => {
    if (claimed.previousOwner === null || !isSurelyDead(claimed.previousOwner)) return claimed;
    const until = clock.now() + DEAD_OWNER_GRACE_MS;
    await lanes.shortenCalls({ lane: claimed.lane, token: claimed.token, until });
    const deliveries = claimed.deliveries.map((entry) => ({ ...entry, callUntil: Math.min(entry.callUntil, until) }));
    return { ...claimed, deliveries, notBefore: Math.min(claimed.notBefore, until) };
  };

  const mayRun = (claimed: ClaimedTurn): boolean => {
    const { lane, expiries, dead } = claimed;
    if (lane.kind !== 'main' || dead || expiries < ALONE_FROM_EXPIRIES || quarantine.isAlone(lane)) return true;
    return quarantine.enter(lane, counts.main - 1);
  };

  /** Runs the lane's next turn. True when the lane may have more for this worker. */
  const runNext = async (lane: LaneRef): Promise<boolean> => {
    const { owner, leaseMs, mode } = deps;
    const historyLines = lane.kind === 'main' ? HISTORY_LINES : 0;
    const claimed = await lanes.claim({ lane, owner, leaseMs, mode, historyLines, now: clock.now() });
    if (claimed === null) return false;
    const hold = held.hold(lane, claimed.token, claimed.turn);
    try {
      if (!mayRun(claimed)) {
        quarantine.add(lane);
        await giveBack(claimed, 'release');
        return false;
      }
      if (quarantine.isAlone(lane)) {
        const { turn, expiries } = claimed;
        log.warn({ turn, expiries }, 'this turn ended its process before: it runs alone');
      }
      const ready = await shortenCallsOfDead(claimed);
      notices.begin(hold, ready);
      const result = await runClaimed(ready, hold, laneDeps);
      if (result.kind === 'finished') {
        if (result.hasBackground) waker.wake({ id: lane.id, kind: 'bg' });
        return result.more;
      }
      // Whoever was asked may have answered already: the next claim tells.
      if (result.kind === 'paused') return true;
      await notices.settle(hold);
      const isMine = await giveBack(claimed, result.kind === 'broken' ? 'breakOff' : 'release');
      if (isMine && result.kind === 'left') waker.wake(lane);
      return false;
    } catch (thrown) {
      log.error({ turn: claimed.turn, err: thrown }, 'a claimed turn could not be begun; it is tried again');
      await notices.settle(hold);
      await giveBack(claimed, 'breakOff');
      return false;
    } finally {
      held.drop(hold);
    }
  };

  /**
   * Harmless when a newer owner has the lane: the token is checked. Does not end before the store took the lane back, because
   * its lease is renewed as long as this process has other lanes.
   */
  const giveBack = async ({ lane, token }: ClaimedTurn, how: 'release' | 'breakOff'): Promise<boolean> => {
    for (;;) {
      try {
        const now = clock.now();
        if (how === 'release') return await lanes.release({ lane, token, now });
        return await lanes.breakOff({ lane, token, retryAt: now + deps.leaseMs, now });
      } catch (thrown) {
        log.error({ lane: lane.id, err: thrown }, 'a lane could not be given back');
        if (!isTaking) return false;
        await clock.sleep(GIVE_BACK_RETRY_MS);
      }
    }
  };

  const runTurns = async (lane: LaneRef) => {
    let hasMore = true;
    while (hasMore && isTaking) {
      hasMore = await runNext(lane);
      if (!quarantine.isAlone(lane)) continue;
      // What waits behind a turn that was alone is a turn like any other.
      if (hasMore) wokenAgain.add(laneKey(lane));
      return;
    }
    if (hasMore) waker.wake(lane);
  };

  const start = (lane: LaneRef): Promise<void> => {
    const key = laneKey(lane);
    const run = runTurns(lane)
      .catch((thrown: unknown) =>
        log.error({ lane: lane.id, err: thrown }, 'working on a lane failed; the sweep tries again'),
      )
      .finally(() => {
        running.delete(key);
        counts[lane.kind] -= 1;
        quarantine.leave(lane);
        takeNextAlone();
        if (wokenAgain.delete(key)) void take(lane);
        if (missedForSlots && isTaking && quarantine.admits(lane)) {
          missedForSlots = false;
          void sweep(SWEPT);
        }
      });
    counts[lane.kind] += 1;
    running.set(key, run);
    return run;
  };

  const takeNextAlone = () => {
    if (!isTaking) return;
    const lane = quarantine.next(counts.main);
    if (lane !== null) void start(lane);
  };

  const take = (lane: LaneRef): Promise<void> => {
    const current = running.get(laneKey(lane));
    if (current !== undefined) {
      wokenAgain.add(laneKey(lane));
      return current;
    }
    if (!isTaking || !deps.serves(lane)) return Promise.resolve();
    if (!quarantine.admits(lane) || counts[lane.kind] >= slots[lane.kind]) {
      missedForSlots = true;
      return Promise.resolve();
    }
    return start(lane);
  };

  /** Lanes of a channel that this process does not have must not hide others: they may wait for it for ever. */
  const findDue = async (kinds: readonly LaneKind[]): Promise<readonly LaneRef[]> => {
    for (let limit = SWEEP_LIMIT; ; limit *= 4) {
      const due = await lanes.due({ now: clock.now(), limit, kinds });
      const served = due.filter(deps.serves);
      if (served.length > 0 || due.length < limit) return served;
    }
  };

  const sweep = async (kinds: readonly LaneKind[]) => {
    const key = kinds.join();
    if (sweeping.has(key) || !isTaking) return;
    sweeping.add(key);
    try {
      for (const lane of await findDue(kinds)) void take(lane);
    } catch (thrown) {
      log.error({ err: thrown }, 'sweeping the store failed');
    } finally {
      sweeping.delete(key);
    }
  };

  return {
    start: async () => {
      isTaking = true;
      const main = clock.every(deps.sweepMs, () => void sweep(SWEPT));
      const control = deps.isShared ? clock.every(CONTROL_SWEEP_MS, () => void sweep(['ctl'])) : () => {};
      stopSweeps = [main, control];
      notices.start();
      await Promise.all([sweep(SWEPT), waker.run(take)]);
    },
    drain: async (drainMs) => {
      isTaking = false;
      for (const stopSweep of stopSweeps) stopSweep();
      quarantine.close();
      const over = Promise.all(running.values());
      const limit = new AbortController();
      await Promise.race([over, clock.sleep(drainMs, limit.signal).catch(() => {})]);
      limit.abort();
      for (const entry of held.all()) entry.abort(shuttingDown());
      await Promise.all(running.values());
      await notices.close();
    },
    running: () => running.size,
  };
}
