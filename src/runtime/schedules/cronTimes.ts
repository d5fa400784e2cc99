import { Cron } from 'croner';

/** Far enough ahead to find whatever comes at all (29 February), and quick: about 10 ms where there is nothing. */
const SAMPLED_RUNS = 400;

/**
 * The first time after `after` at which a cron pattern fires in a zone, milliseconds UTC; null: never again. A local time that a clock
 * change leaves out counts at the end of the gap, one that comes twice counts once, where the pattern names a single time of day.
 *
 * @throws Error when the pattern or the zone cannot be read
 */
export function cronNext(pattern: string, zone: string, after: number): number | null {
  return openCron(pattern, zone).nextRun(new Date(after))?.getTime() ?? null;
}

/**
 * The shortest time between two of the pattern's next runs, milliseconds; Infinity where there are fewer than two.
 *
 * @throws as `cronNext`
 */
export function cronShortestGap(pattern: string, zone: string, after: number): number {
  const runs = openCron(pattern, zone).nextRuns(SAMPLED_RUNS, new Date(after));
  return runs.slice(1).reduce((least, run, i) => Math.min(least, run.getTime() - (runs[i]?.getTime() ?? 0)), Infinity);
}

/**
 * The moment of a local date and time, `2026-12-24T18:00:00`; one that a clock change leaves out is moved on by the change, of one that
 * comes twice it is the first.
 *
 * @throws Error when the zone cannot be read
 */
export function momentOf(local: string, zone: string): number | null {
  return new Cron(local, { timezone: zone, paused: true, allowPast: true }).getOnce()?.getTime() ?? null;
}

function openCron(pattern: string, zone: string): Cron {
  return new Cron(pattern, { timezone: zone, mode: '5-part', paused: true });
}
