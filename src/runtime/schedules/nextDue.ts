import { MIN_SCHEDULE_MS, type Schedule } from '../../core/schedule.js';
import { cronNext } from './cronTimes.js';

/**
 * When a schedule that is due at `dueAt` is due next, as seen at `now`; null: never again. What was missed meanwhile is not made up
 * for, and no rule comes sooner after a run than the shortest interval.
 *
 * @throws Error when the rule or its zone cannot be read any more
 */
export function nextDueAfter(
  { rule, zone }: Pick<Schedule, 'rule' | 'zone'>,
  dueAt: number,
  now: number,
): number | null {
  switch (rule.kind) {
    case 'once':
      return null;
    case 'cron':
      return cronNext(rule.pattern, zone, Math.max(now, dueAt + MIN_SCHEDULE_MS - 1));
    case 'heartbeat':
      return dueAt + rule.everyMs * (Math.floor(Math.max(0, now - dueAt) / rule.everyMs) + 1);
  }
}

/** When a schedule that is made, or goes on, at `now` is due first; null: never. A one-shot keeps its time, also a past one. */
export function firstDue({ rule, zone }: Pick<Schedule, 'rule' | 'zone'>, now: number): number | null {
  switch (rule.kind) {
    case 'once':
      return rule.at;
    case 'cron':
      return cronNext(rule.pattern, zone, now);
    case 'heartbeat':
      return now + rule.everyMs;
  }
}
