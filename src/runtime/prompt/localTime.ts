/** Building a format takes about 100 microseconds, so each zone has one; there are about 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  formats.set(zone, format);
  return format;
}

/** Whether this machine knows the time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
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
  const parts = new Map(
    formatOf(zone)
      .formatToParts(now)
      .map((part) => [part.type, part.value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const offset = get('timeZoneName').replace(/^GMT/, 'UTC');
  const date = `${get('year')}-${get('month')}-${get('day')}`;
  return `${get('weekday')}, ${date} ${get('hour')}:${get('minute')} (${zone}, ${offset})`;
}
