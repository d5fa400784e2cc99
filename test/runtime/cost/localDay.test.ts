import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay } from '../../../src/runtime/cost/localDay.js';

const HOUR = 3_600_000;

/** How long a day lasts: the minutes whose day it is. */
function hoursOf(day: string, zone: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  let minutes = 0;
  for (let at = noon - 40 * HOUR; at < noon + 40 * HOUR; at += 60_000) if (localDay(at, zone) === day) minutes += 1;
  return minutes / 60;
}

describe('the local day', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28', 24],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    // The clock goes forward at midnight: that day has no 00:00.
    ['America/Havana', '2026-03-08', 23],
    ['Africa/Cairo', '2026-04-24', 23],
    ['Pacific/Kiritimati', '2026-06-01', 24],
  ])('in %s %s has %d hours', (zone, day, hours) => {
    expect(hoursOf(day, zone)).toBe(hours);
  });

  it('changes at midnight of the zone, not of UTC', () => {
    const midnight = Date.UTC(2026, 6, 1, 22);
    expect(localDay(midnight - 1, 'Europe/Berlin')).toBe('2026-07-01');
    expect(localDay(midnight, 'Europe/Berlin')).toBe('2026-07-02');
    expect(localDay(midnight, 'UTC')).toBe('2026-07-01');
    expect(localDay(midnight, 'Pacific/Kiritimati')).toBe('2026-07-02');
    expect(localDay(midnight, 'America/Los_Angeles')).toBe('2026-07-01');
  });

  it('never runs backwards, and each day is followed by the next one of the calendar', () => {
    const zones = ['Europe/Berlin', 'America/Havana', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kathmandu', 'UTC'];
    const start = Date.UTC(2026, 0, 1);
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 2 * 366 * 24 * 60 }), (zone, minute) => {
        const at = start + minute * 60_000;
        const [today, later] = [localDay(at, zone), localDay(at + 60_000, zone)];
        const next = new Date(Date.parse(`${today}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);
        expect([today, next]).toContain(later);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses a zone that does not exist', () => {
    expect(() => localDay(0, 'Europe/Atlantis')).toThrow(RangeError);
  });
});
