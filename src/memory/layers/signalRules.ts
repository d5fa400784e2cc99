import type { SignalCategory } from '../../core/memory/layers.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** When a signal is worth showing, and how long it rests afterwards. */
export interface SignalRule {
  /** So often it must have been seen (runtime spec 5). */
  readonly threshold: number;
  /** Not seen for so long, it is over. */
  readonly freshMs: number;
  /** Rest after it was shown, doubled with each showing since it was last seen, up to `maxRestMs`. */
  readonly restMs: number;
  readonly maxRestMs: number;
}

/** A correction is to be followed every day, so it rests for hours; a hint that nobody takes up must not nag. */
export const SIGNAL_RULES: Readonly<Record<SignalCategory, SignalRule>> = {
  capability_gap: { threshold: 2, freshMs: 90 * DAY, restMs: DAY, maxRestMs: 30 * DAY },
  correction: { threshold: 3, freshMs: 365 * DAY, restMs: HOUR, maxRestMs: DAY },
  workflow_pattern: { threshold: 3, freshMs: 7 * DAY, restMs: DAY, maxRestMs: 7 * DAY },
  skill_promotion: { threshold: 1, freshMs: 90 * DAY, restMs: 3 * DAY, maxRestMs: 30 * DAY },
};

/** So many signals a prompt shows at most. */
export const MAX_DUE = 3;
