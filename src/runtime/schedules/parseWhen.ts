import { MIN_SCHEDULE_MS, type ScheduleRule } from '../../core/schedule.js';
import { localDay } from '../cost/localDay.js';
import { isTimeZone } from '../prompt/localTime.js';
import { cronNext, cronShortestGap, momentOf } from './cronTimes.js';
import type { WhenFault } from './whenFault.js';

/** When something is to run, as read from the beginning of a text. */
export type ParsedWhen =
  | { readonly ok: true; readonly rule: ScheduleRule; readonly zone: string; readonly rest: string }
  | { readonly ok: false; readonly fault: WhenFault };

const DAY_MS = 24 * 3_600_000;
const MAX_AHEAD_MS = 5 * 366 * DAY_MS;
const MAX_EVERY_MS = 31 * DAY_MS;

/** By the first letter of the unit. */
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?';

const PART = '\\d{1,6}\\s*(?:s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)(?![a-z])';
const DURATION = new RegExp(`${PART}(?:(?:\\s*,)?(?:\\s+and)?\\s*${PART})*`, 'iy');
const DURATION_PART = /(\d{1,6})\s*([a-z])/gi;
const TIME = /(?:at\s+)?(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?(?:\s?([ap])\.?m\.?)?(?![\w:])/iy;
const ISO =
  /(?:(?:at|on)\s+)?(\d{4})-(\d{2})-(\d{2})(?:(?:t|\s+(?:at\s+)?)(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,3})?\s?(z|[+-]\d{2}:?\d{2})?)?(?![\w:])/iy;
const DAY_WORD = /(?:at\s+)?(today|tomorrow)(?![\w-])/iy;
const IN = /in(?=\s*\d)/iy;
const EVERY = /(?:every|each|heartbeat(?:\s+every)?)(?=\s)/iy;
const DAILY = /(?:every\s+|each\s+)?(?:day|daily)(?![\w-])/iy;
const ON_DAYS = new RegExp(
  `(?:(?:every|each|on)\\s+)?(weekdays?|weekends?|${WEEKDAY}(?:\\s*(?:,|and|&)\\s*(?:and\\s+)?${WEEKDAY})*)(?![\\w-])`,
  'iy',
);
const CRON = /cron\s+/iy;
const CRON_FIELD = /[^\s|]+/y;
const ZONE =
  /(?:in\s+)?\(?((?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[\w+/-]+|UTC)\)?(?![\w/])/iy;
const GAP = /[\s,]*/y;

/** Reads a text from its beginning, one expression after the other. */
class Reader {
  #at = 0;

  constructor(readonly text: string) {}

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  /** White space and commas. */
  gap(): void {
    this.take(GAP);
  }

  rest(): string {
    return this.text
      .slice(this.#at)
      .replace(/^[\s|:,]+/, '')
      .trim();
  }
}

type Rule = { readonly rule: ScheduleRule } | { readonly fault: WhenFault };
interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const fault = (code: WhenFault) => ({ fault: code });
const two = (value: number) => String(value).padStart(2, '0');

/**
 * Reads when something is to run: `2026-12-24 18:00`, `at 18:00`, `tomorrow 9:00`, `in 1h 30m`, `every day 8:00`, `every monday and
 * friday 9:00`, `every weekday 8:00`, `cron 0 8 * * 1-5`, `every 30m`, `heartbeat 30m`; behind each, a time zone where it is not
 * `zone`. What follows is given back as `rest`.
 *
 * @param zone IANA name that holds where the text names none
 */
export function parseWhen(text: string, { now, zone: usual }: { now: number; zone: string }): ParsedWhen {
  const reader = new Reader(text.trim());
  // The zone decides what the words mean, and stands behind them: they are read once to find it, then again in it.
  const first = readRule(reader, now, usual);
  if ('fault' in first && first.fault !== 'past') return { ok: false, fault: first.fault };
  reader.gap();
  const named = reader.take(ZONE)?.[1];
  const zone = named === undefined ? usual : nameOfZone(named);
  if (!isTimeZone(zone)) return { ok: false, fault: 'bad-zone' };
  const read = zone === usual ? first : readRule(new Reader(text.trim()), now, zone);
  if ('fault' in read) return { ok: false, fault: read.fault };
  const wrong = checkRule(read.rule, now, zone);
  if (wrong !== null) return { ok: false, fault: wrong };
  return { ok: true, rule: read.rule, zone, rest: reader.rest() };
}

function readRule(reader: Reader, now: number, zone: string): Rule {
  if (reader.take(CRON) !== null) return readCron(reader, now, zone);
  if (reader.take(IN) !== null) {
    reader.gap();
    const ms = readDuration(reader);
    return ms === null ? fault('unreadable') : once(now + ms);
  }
  const iso = reader.take(ISO);
  if (iso !== null) return readIso(iso, zone);
  const day = reader.take(DAY_WORD)?.[1]?.toLowerCase();
  if (day !== undefined) {
    const time = readTime(reader);
    return 'fault' in time ? time : once(onDay(now, day === 'today' ? 0 : 1, time, zone));
  }
  if (reader.take(DAILY) !== null) return onWeekdays(reader, '*');
  const days = reader.take(ON_DAYS)?.[1];
  if (days !== undefined) return onWeekdays(reader, weekdaysOf(days));
  if (reader.take(EVERY) !== null) {
    reader.gap();
    const everyMs = readDuration(reader);
    return everyMs === null || everyMs === 0 ? fault('unreadable') : { rule: { kind: 'heartbeat', everyMs } };
  }
  const time = readTime(reader);
  if ('fault' in time) return time.fault === 'no-time' ? fault('unreadable') : time;
  const today = onDay(now, 0, time, zone);
  return once(today !== null && today > now ? today : onDay(now, 1, time, zone));
}

const once = (at: number | null): Rule => (at === null ? fault('bad-date') : { rule: { kind: 'once', at } });

function readDuration(reader: Reader): number | null {
  const words = reader.take(DURATION)?.[0];
  if (words === undefined) return null;
  return [...words.matchAll(DURATION_PART)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit.toLowerCase()] ?? 0),
    0,
  );
}

function readTime(reader: Reader): TimeOfDay | { readonly fault: WhenFault } {
  reader.gap();
  const match = reader.take(TIME);
  if (match === null) return fault('no-time');
  const [, hours, minutes, half] = match;
  if (minutes === undefined && half === undefined) return fault('no-time');
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (half === undefined) return hour < 24 && minute < 60 ? { hour, minute } : fault('bad-time');
  if (hour < 1 || hour > 12 || minute > 59) return fault('bad-time');
  return { hour: (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute };
}

function readIso(match: RegExpExecArray, zone: string): Rule {
  const [, year, month, day, hours, minutes, seconds = '00', offset] = match;
  const date = `${year}-${month}-${day}`;
  // The calendar gives what it was given only for days that there are.
  const known = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 10) !== date) return fault('bad-date');
  if (hours === undefined || minutes === undefined) return fault('no-time');
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return fault('bad-time');
  const local = `${date}T${two(Number(hours))}:${minutes}:${seconds}`;
  if (offset === undefined) return once(momentOf(local, zone));
  const at = Date.parse(
    `${local}${offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()}`,
  );
  return Number.isNaN(at) ? fault('bad-time') : once(at);
}

/** A time of the day that lies so many days after today, in the zone. */
function onDay(now: number, days: number, { hour, minute }: TimeOfDay, zone: string): number | null {
  const today = Date.parse(`${localDay(now, zone)}T00:00:00Z`);
  const date = new Date(today + days * DAY_MS).toISOString().slice(0, 10);
  return momentOf(`${date}T${two(hour)}:${two(minute)}:00`, zone);
}

function onWeekdays(reader: Reader, days: string): Rule {
  const time = readTime(reader);
  if ('fault' in time) return time;
  return { rule: { kind: 'cron', pattern: `${time.minute} ${time.hour} * * ${days}` } };
}

function weekdaysOf(words: string): string {
  const text = words.toLowerCase();
  if (text.startsWith('weekday')) return '1-5';
  if (text.startsWith('weekend')) return '0,6';
  const named = text.match(/[a-z]+/g) ?? [];
  const numbers = named.map((name) => WEEKDAYS.indexOf(name.slice(0, 3))).filter((number) => number >= 0);
  return [...new Set(numbers)].sort((a, b) => a - b).join(',');
}

/** Five fields; `@daily` and its like stand alone. */
function readCron(reader: Reader, now: number, zone: string): Rule {
  const fields: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    reader.gap();
    const field = reader.take(CRON_FIELD)?.[0];
    if (field === undefined) return fault('bad-cron');
    fields.push(field);
    if (count === 0 && field.startsWith('@')) break;
  }
  const pattern = fields.join(' ');
  try {
    cronNext(pattern, zone, now);
  } catch {
    return fault('bad-cron');
  }
  return { rule: { kind: 'cron', pattern } };
}

function checkRule(rule: ScheduleRule, now: number, zone: string): WhenFault | null {
  switch (rule.kind) {
    case 'once':
      if (rule.at <= now) return 'past';
      return rule.at > now + MAX_AHEAD_MS ? 'too-far' : null;
    case 'heartbeat':
      if (rule.everyMs < MIN_SCHEDULE_MS) return 'too-often';
      return rule.everyMs > MAX_EVERY_MS ? 'too-seldom' : null;
    case 'cron': {
      const next = cronNext(rule.pattern, zone, now);
      if (next === null) return 'never';
      if (next > now + MAX_AHEAD_MS) return 'too-far';
      return cronShortestGap(rule.pattern, zone, now) < MIN_SCHEDULE_MS ? 'too-often' : null;
    }
  }
}

function nameOfZone(text: string): string {
  return text.toLowerCase() === 'utc' ? 'UTC' : text;
}
