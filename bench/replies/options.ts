import { parseArgs } from 'node:util';
import { PLATFORM_NAMES, type PlatformName } from './platforms.js';

/** How much is measured. */
export interface Effort {
  /** Length of the answer whose edits are counted, milliseconds. */
  readonly editMs: number;
  /** Rounds of three answers beside each other. */
  readonly shortRounds: number;
  readonly longRounds: number;
  /** Share of the pause after which a platform's allowance is whole again; less is enough where few rounds follow each other. */
  readonly refill: number;
  /** How long 500 lanes are watched, milliseconds. */
  readonly lanesMs: number;
  /** CPU time for each figure of rendering, seconds. */
  readonly renderSeconds: number;
}

const WHOLE: Effort = { editMs: 30_000, shortRounds: 8, longRounds: 4, refill: 1, lanesMs: 20_000, renderSeconds: 2 };
const QUICK: Effort = { editMs: 8_000, shortRounds: 4, longRounds: 1, refill: 0.2, lanesMs: 5_000, renderSeconds: 0.3 };

export interface ReplyOptions {
  readonly effort: Effort;
  readonly platforms: readonly PlatformName[];
  readonly json: boolean;
}

export const USAGE = `Usage: npm run bench:replies -- [--quick] [--only NAME]... [--json]
  --quick      less than three minutes, for comparing one's own changes
  --only NAME  a platform (${PLATFORM_NAMES.join(', ')}); may be repeated
  --json       the results as JSON instead of a table`;

/** @throws Error when the arguments are none of ours */
export function readOptions(args: readonly string[]): ReplyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  });
  const { only } = values;
  const unknown = only.filter((name) => !PLATFORM_NAMES.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`nothing is called ${unknown.join(', ')}`);
  return {
    effort: values.quick ? QUICK : WHOLE,
    platforms: only.length === 0 ? PLATFORM_NAMES : PLATFORM_NAMES.filter((name) => only.includes(name)),
    json: values.json,
  };
}
