import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MIN_SCHEDULE_MS } from '../../../src/core/schedule.js';
import { nextDueAfter } from '../../../src/runtime/schedules/nextDue.js';

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe');
const pattern = fc.constantFrom('0 8 * * *', '30 2 * * *', '*/5 * * * *', '0 9 * * 1,5', '58,3 * * * *', '0 0 29 2 *');
const rule = fc.oneof(
  pattern.map((text) => ({ kind: 'cron' as const, pattern: text })),
  fc
    .integer({ min: MIN_SCHEDULE_MS, max: 31 * 86_400_000 })
    .map((everyMs) => ({ kind: 'heartbeat' as const, everyMs })),
);
const START = Date.UTC(2026, 0, 1);

it('is due next after now, never sooner than the shortest interval, and once for all that was missed', () => {
  fc.assert(
    fc.property(
      zone,
      rule,
      fc.integer({ min: 0, max: 400 * 86_400 }),
      fc.integer({ min: 0, max: 90 * 86_400_000 }),
      (at, how, seconds, lateMs) => {
        const dueAt = START + seconds * 1000;
        const now = dueAt + lateMs;
        const next = nextDueAfter({ rule: how, zone: at }, dueAt, now);
        expect(next).not.toBeNull();
        expect(next).toBeGreaterThan(now);
        expect((next ?? 0) - dueAt).toBeGreaterThanOrEqual(MIN_SCHEDULE_MS);
      },
    ),
  );
});
