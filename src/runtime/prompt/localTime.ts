import { createZonedParts } from '../zonedParts.js';

const partsOf = createZonedParts({
  weekday: 'long',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'shortOffset',
});

/** Whether this machine knows the time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    partsOf(0, zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * A point in time as people and models read it: `Thursday, 2026-01-01 14:05 (Europe/Berlin, UTC+1)`.
 *
 * @param now milliseconds UTC
 * @throws RangeError when the time zone is unknown
 */
export function describeTime(now: number, zone: string): string {
  const get = partsOf(now, zone);
  const offset = get('timeZoneName').replace(/^GMT/, 'UTC');
  const date = `${get('year')}-${get('month')}-${get('day')}`;
  return `${get('weekday')}, ${date} ${get('hour')}:${get('minute')} (${zone}, ${offset})`;
}
