import { createZonedParts } from '../zonedParts.js';

const partsOf = createZonedParts({
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The calendar day of a moment in a time zone, `2026-03-29`. Days of 23 and 25 hours are days like any other, because
 * nothing here counts hours.
 *
 * @param at milliseconds UTC
 * @throws RangeError when the time zone is unknown
 */
export function localDay(at: number, zone: string): string {
  const get = partsOf(at, zone);
  return `${get('year')}-${get('month')}-${get('day')}`;
}
