import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';

/** Logs faults that may come by the thousand: each kind once a minute at most, with the number left out since. */
export interface QuietLog {
  warn(kind: string, thrown: unknown, message: string): void;
}

const QUIET_MS = 60_000;
const MAX_KINDS = 200;

export function createQuietLog(log: Log, clock: Clock): QuietLog {
  const kinds = new Map<string, { loggedAt: number; leftOut: number }>();
  return {
    warn: (kind, thrown, message) => {
      const seen = kinds.get(kind);
      if (seen !== undefined && clock.now() - seen.loggedAt < QUIET_MS) {
        seen.leftOut += 1;
        return;
      }
      if (seen === undefined && kinds.size >= MAX_KINDS) kinds.clear();
      kinds.set(kind, { loggedAt: clock.now(), leftOut: 0 });
      log.warn({ err: thrown, leftOut: seen?.leftOut ?? 0 }, message);
    },
  };
}
