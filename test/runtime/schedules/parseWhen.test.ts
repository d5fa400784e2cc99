import { describe, expect, it } from 'vitest';
import { parseWhen } from '../../../src/runtime/schedules/parseWhen.js';

/** Tuesday, 2026-12-01 14:00 in Berlin. */
const NOW = Date.parse('2026-12-01T13:00:00Z');
const parse = (text: string, zone = 'Europe/Berlin') => parseWhen(text, { now: NOW, zone });
const once = (iso: string) => ({ kind: 'once', at: Date.parse(iso) });
const cron = (pattern: string) => ({ kind: 'cron', pattern });
const beat = (everyMs: number) => ({ kind: 'heartbeat', everyMs });

describe('the words for when', () => {
  it.each([
    ['2026-12-24T18:00', once('2026-12-24T17:00:00Z'), ''],
    ['at 2026-12-24 18:00 wrap the presents', once('2026-12-24T17:00:00Z'), 'wrap the presents'],
    ['2026-12-24T18:00:30+05:30 x', once('2026-12-24T12:30:30Z'), 'x'],
    ['2026-12-24T18:00Z', once('2026-12-24T18:00:00Z'), ''],
    ['2026-07-01 8:00'.replace('2026', '2027'), once('2027-07-01T06:00:00Z'), ''],
    ['in 20m drink water', once('2026-12-01T13:20:00Z'), 'drink water'],
    ['in 1h30m | call', once('2026-12-01T14:30:00Z'), 'call'],
    ['in 1 hour and 30 minutes: call', once('2026-12-01T14:30:00Z'), 'call'],
    ['In 2 Days 3 monkeys', once('2026-12-03T13:00:00Z'), '3 monkeys'],
    ['in 1w, 2d', once('2026-12-10T13:00:00Z'), ''],
    ['at 18:00 stop working', once('2026-12-01T17:00:00Z'), 'stop working'],
    ['at 9:00', once('2026-12-02T08:00:00Z'), ''],
    ['6pm', once('2026-12-01T17:00:00Z'), ''],
    ['tomorrow 12am x', once('2026-12-01T23:00:00Z'), 'x'],
    ['today at 23:59', once('2026-12-01T22:59:00Z'), ''],
    ['every day 8:00 the weather', cron('0 8 * * *'), 'the weather'],
    ['daily at 8.30', cron('30 8 * * *'), ''],
    ['every monday 9:00 | open invoices', cron('0 9 * * 1'), 'open invoices'],
    ['every Mon, Wed and Fridays at 7pm gym', cron('0 19 * * 1,3,5'), 'gym'],
    ['every weekday 8:00', cron('0 8 * * 1-5'), ''],
    ['weekends 10:00', cron('0 10 * * 0,6'), ''],
    ['cron 0 8 * * 1-5 the report', cron('0 8 * * 1-5'), 'the report'],
    ['cron */15 9-17 * * MON-FRI', cron('*/15 9-17 * * MON-FRI'), ''],
    ['cron @daily x', cron('@daily'), 'x'],
    ['cron 0 8 L * *', cron('0 8 L * *'), ''],
    ['heartbeat 30m look at the queue', beat(1_800_000), 'look at the queue'],
    ['heartbeat every 2 hours', beat(7_200_000), ''],
    ['every 30 minutes', beat(1_800_000), ''],
    ['every day 8:00\nFirst line\nsecond', cron('0 8 * * *'), 'First line\nsecond'],
  ])('%j', (text, rule, rest) => {
    expect(parse(text)).toEqual({ ok: true, rule, zone: 'Europe/Berlin', rest });
  });

  it('takes a time zone behind them', () => {
    expect(parse('every day 8:00 America/New_York the markets')).toEqual({
      ok: true,
      rule: cron('0 8 * * *'),
      zone: 'America/New_York',
      rest: 'the markets',
    });
    expect(parse('2026-12-24 18:00 Asia/Kolkata')).toMatchObject({ rule: once('2026-12-24T12:30:00Z') });
    expect(parse('at 15:00 UTC')).toMatchObject({ rule: once('2026-12-01T15:00:00Z'), zone: 'UTC' });
    expect(parse('today 14:30 (Asia/Tokyo)')).toEqual({ ok: false, fault: 'past' });
    // Over in Berlin, still to come in New York.
    expect(parse('2026-12-01 13:30 America/New_York')).toMatchObject({ rule: once('2026-12-01T18:30:00Z') });
    expect(parse('every day 8:00 News/Weather please')).toMatchObject({ rest: 'News/Weather please' });
  });

  it('moves a time that a clock change leaves out to the end of the gap, and takes the first of one that comes twice', () => {
    expect(parse('2027-03-28 02:30')).toMatchObject({ rule: once('2027-03-28T01:30:00Z') });
    expect(parse('2027-10-31 02:30')).toMatchObject({ rule: once('2027-10-31T00:30:00Z') });
  });

  it.each([
    ['', 'unreadable'],
    ['soon', 'unreadable'],
    ['in a while', 'unreadable'],
    ['in 20 parsecs', 'unreadable'],
    ['every so often', 'unreadable'],
    ['every 0m', 'unreadable'],
    ['9 lives', 'unreadable'],
    ['2026-12-24 wrap', 'no-time'],
    ['tomorrow call mum', 'no-time'],
    ['every day', 'no-time'],
    ['every monday', 'no-time'],
    ['at 25:00', 'bad-time'],
    ['every day 13pm', 'bad-time'],
    ['2026-12-24 18:60', 'bad-time'],
    ['2027-02-30 8:00', 'bad-date'],
    ['2026-13-01 8:00', 'bad-date'],
    ['2026-11-30 8:00', 'past'],
    ['today 8:00', 'past'],
    ['2040-01-01 8:00', 'too-far'],
    ['every 4m', 'too-often'],
    ['heartbeat 30s', 'too-often'],
    ['cron * * * * *', 'too-often'],
    ['cron 0,1 8 * * *', 'too-often'],
    ['cron 59 23 * * *', null],
    ['cron 58,1 * * * *', 'too-often'],
    ['every 60 days', 'too-seldom'],
    ['cron 61 * * * *', 'bad-cron'],
    ['cron 0 8 * *', 'bad-cron'],
    ['cron 0 8 * * weekly', 'bad-cron'],
    ['cron', 'unreadable'],
    ['cron 0 0 30 2 *', 'never'],
    ['every day 8:00 Europe/Berln', 'bad-zone'],
  ])('%j: %s', (text, fault) => {
    const parsed = parse(text);
    expect(parsed.ok ? null : parsed.fault).toBe(fault);
  });
});
