import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import type { ScheduleStore } from '../../core/ports/scheduleStore.js';
import type { Waker } from '../../core/ports/waker.js';
import { type Schedule, scheduleIdOf } from '../../core/schedule.js';
import { nextDueAfter } from '../../runtime/schedules/nextDue.js';
import { scheduleMessage } from '../../runtime/schedules/scheduleMessage.js';

/** How many due schedules one look takes; while there are more, it looks again at once. */
const LOOK_LIMIT = 100;

export interface TickerDeps {
  readonly schedules: Pick<ScheduleStore, 'due' | 'fire' | 'halt'>;
  readonly waker: Pick<Waker, 'wake'>;
  readonly newTurnId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** How often is looked, milliseconds. */
  readonly everyMs: number;
}

/**
 * Makes messages of schedules that are due. Every process looks; the store lets each run happen once, and moves the schedule on in
 * the same transaction, so that a process may die at any point. Returns what ends it, which waits for a look under way.
 */
export function startTicker(deps: TickerDeps): () => Promise<void> {
  const { schedules, waker, clock, log } = deps;
  let looking: Promise<void> | null = null;
  let isOver = false;

  const nextOf = async (schedule: Schedule, dueAt: number, now: number): Promise<{ nextDue: number | null } | null> => {
    try {
      return { nextDue: nextDueAfter(schedule, dueAt, now) };
    } catch (thrown) {
      log.error({ schedule: scheduleIdOf(schedule.no), err: thrown }, 'a schedule cannot be read; it is paused');
      await schedules.halt({ no: schedule.no, why: 'broken', now });
      return null;
    }
  };

  const fire = async (schedule: Schedule): Promise<void> => {
    const { no, nextDue: dueAt } = schedule;
    if (dueAt === null) return;
    const now = clock.now();
    const next = await nextOf(schedule, dueAt, now);
    if (next === null) return;
    const message = scheduleMessage(schedule, { dueAt });
    const fired = await schedules.fire({ no, dueAt, ...next, message, turn: deps.newTurnId(), now });
    if (fired.outcome === 'fired') {
      waker.wake(fired.lane);
      log.info({ schedule: scheduleIdOf(no), turn: fired.turn, lateMs: now - dueAt }, 'a schedule is due');
    } else if (fired.outcome === 'skipped') {
      log.warn({ schedule: scheduleIdOf(no) }, 'the run before is not over: this one is left out');
    }
  };

  const look = async (): Promise<void> => {
    for (;;) {
      const due = await schedules.due({ now: clock.now(), limit: LOOK_LIMIT });
      for (const schedule of due) {
        if (isOver) return;
        await fire(schedule);
      }
      if (due.length < LOOK_LIMIT) return;
    }
  };

  const begin = () => {
    if (looking !== null || isOver) return;
    looking = look()
      .catch((thrown: unknown) => log.error({ err: thrown }, 'looking for due schedules failed; it is tried again'))
      .finally(() => {
        looking = null;
      });
  };
  const stop = clock.every(deps.everyMs, begin);
  begin();
  return async () => {
    isOver = true;
    stop();
    await looking;
  };
}
