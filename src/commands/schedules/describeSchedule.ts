import { cutText } from '../../core/cutText.js';
import { escapeMarkdown } from '../../core/escapeMarkdown.js';
import { type Schedule, type ScheduleRule, scheduleIdOf } from '../../core/schedule.js';
import type { Wording } from '../../core/wording.js';
import { timeText } from '../../runtime/schedules/timeText.js';

const WHAT_CHARS = 120;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Any Sunday. */
const SUNDAY = Date.UTC(2026, 10, 1);
/** A time of day on some weekdays, which is said in words. */
const BY_WEEKDAY = /^(\d{1,2}) (\d{1,2}) \* \* (\*|\d(?:[,-]\d)*)$/;

/** A schedule in one line: id, times, what comes next, what is done. */
export function scheduleLine(schedule: Schedule, wording: Wording): string {
  const { no, prompt } = schedule;
  return `- \`${scheduleIdOf(no)}\` ${ruleText(schedule.rule, wording)}; ${nextText(schedule, wording)}: ${whatText(prompt)}`;
}

/** What is done at each run, shortened to part of a line. */
export function whatText(prompt: string): string {
  return escapeMarkdown(cutText(prompt.replace(/\s+/g, ' '), WHAT_CHARS), 2 * WHAT_CHARS);
}

/** When it runs next, or why it does not. */
export function nextText({ paused, nextDue, zone }: Schedule, { text, language }: Wording): string {
  if (paused !== null) return text(`schedule-is-${paused}`, {});
  return nextDue === null ? '' : text('schedule-next', { time: timeText(nextDue, zone, language) });
}

/** How often it runs. */
export function ruleText(rule: ScheduleRule, { text, language }: Wording): string {
  switch (rule.kind) {
    case 'once':
      return text('schedule-once', {});
    case 'heartbeat':
      return text('schedule-every', { elapsed: spanText(rule.everyMs, text) });
    case 'cron': {
      const [, minute = '', hour = '', days = ''] = BY_WEEKDAY.exec(rule.pattern) ?? [];
      if (days === '') return `cron \`${rule.pattern}\``;
      const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
      return days === '*'
        ? text('schedule-daily', { time })
        : text('schedule-days', { time, days: dayNames(days, language) });
    }
  }
}

/** Exact, unlike the usual text for a span of time: it is what was asked for. */
function spanText(ms: number, text: Wording['text']): string {
  if (ms % DAY_MS === 0) return text('elapsed-days', { n: String(ms / DAY_MS) });
  if (ms % HOUR_MS === 0) return text('elapsed-hours', { n: String(ms / HOUR_MS) });
  return ms % 60_000 === 0
    ? text('elapsed-minutes', { n: String(ms / 60_000) })
    : text('elapsed-seconds', { n: String(ms / 1000) });
}

/** `1,3-5` as names of weekdays. */
function dayNames(days: string, language: string): string {
  const numbers = days.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: Math.max(1, to - from + 1) }, (_, i) => from + i);
  });
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const names = numbers.map((day) => format.format(SUNDAY + day * DAY_MS));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
