/** What can be wrong with the words for when something is to run. */
export const WHEN_FAULTS = [
  'unreadable',
  'no-time',
  'bad-time',
  'bad-date',
  'past',
  'too-far',
  'too-often',
  'too-seldom',
  'bad-cron',
  'never',
  'bad-zone',
] as const;
export type WhenFault = (typeof WHEN_FAULTS)[number];

/** What the model is told of a fault; people are told by the catalogue (`schedule-bad-...`). */
export const FAULT_TEXTS: Readonly<Record<WhenFault, string>> = {
  unreadable:
    'when cannot be read. Use one of: 2026-12-24T18:00 | in 20m | every day 8:00 | every monday 9:00 | every weekday 8:00 | cron 0 8 * * 1-5 | every 30m',
  'no-time': 'when names a day but no time of day; add one, such as 8:00',
  'bad-time': 'the time of day does not exist; use 0:00 to 23:59',
  'bad-date': 'there is no such day in the calendar',
  past: 'that time is over already; get_time tells the time',
  'too-far': 'that is more than five years ahead',
  'too-often': 'the shortest interval is 5 minutes',
  'too-seldom': 'the longest interval is 31 days; use a date or cron',
  'bad-cron':
    'the cron pattern cannot be read: five fields (minute, hour, day of month, month, weekday), such as 0 8 * * 1-5',
  never: 'the cron pattern never comes true',
  'bad-zone': 'there is no such time zone; use an IANA name, such as Europe/Berlin',
};
