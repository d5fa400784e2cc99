/** Building a format takes about 100 microseconds, so each zone has one; there are about 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/**
 * The calendar day of a moment in a time zone, `2026-03-29`. Days of 23 and 25 hours are days like any other, because
 * nothing here counts hours.
 *
 * @param at milliseconds UTC
 * @throws RangeError when the time zone is unknown
 */
export function localDay(at: number, zone: string): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.get('year') ?? ''}-${parts.get('month') ?? ''}-${parts.get('day') ?? ''}`;
}
