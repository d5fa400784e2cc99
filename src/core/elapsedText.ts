import type { Wording } from './wording.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time as a person says it, in its largest unit: `40 s`, `3 min`, `2 h`, `one day`. */
export function elapsedText(ms: number, wording: Wording): string {
  const count = (unit: number) => ({ n: String(Math.floor(ms / unit)) });
  if (ms < MINUTE) return wording.text('elapsed-seconds', { n: String(Math.round(ms / SECOND)) });
  if (ms < 2 * HOUR) return wording.text('elapsed-minutes', count(MINUTE));
  return ms < DAY ? wording.text('elapsed-hours', count(HOUR)) : wording.text('elapsed-days', count(DAY));
}
