import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SYSTEM_NAMES, type SystemName } from './systems.js';

export const MEASURE_NAMES = ['start', 'turns', 'streams', 'isolation', 'crowd200', 'crowd1000', 'prompt'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** How much is measured. */
export interface Effort {
  /** Processes started for "start -> first poll". */
  readonly starts: number;
  /** Turns before anything is measured, so that hot code is compiled: as in a process that runs for a while. */
  readonly warmUp: number;
  /** Rounds in which the systems are measured in turns, and turns of a system in each. */
  readonly turnRounds: number;
  readonly turnsPerRound: number;
  readonly streamRounds: number;
  readonly isolationRounds: number;
  /** At most; fewer when the time is up, but one at least. */
  readonly crowdRounds: number;
}

const WHOLE: Effort = {
  starts: 3,
  warmUp: 60,
  turnRounds: 6,
  turnsPerRound: 20,
  streamRounds: 3,
  isolationRounds: 2,
  crowdRounds: 3,
};
const QUICK: Effort = {
  starts: 1,
  warmUp: 30,
  turnRounds: 3,
  turnsPerRound: 15,
  streamRounds: 1,
  isolationRounds: 1,
  crowdRounds: 1,
};

export interface Options {
  readonly effort: Effort;
  readonly systems: readonly SystemName[];
  readonly measures: readonly MeasureName[];
  readonly json: boolean;
  /** Where the gateway's processes leave CPU profiles; null without. */
  readonly profileFolder: string | null;
}

export const USAGE = `Usage: npm run bench -- [--quick] [--only NAME]... [--json] [--profile FOLDER]
  --quick      about a minute, for comparing one's own changes
  --only NAME  a system (${SYSTEM_NAMES.join(', ')}) or a measurement (${MEASURE_NAMES.join(', ')});
               may be repeated; the bare bot is always measured
  --json       the results as JSON instead of a table
  --profile FOLDER  leave CPU profiles of the gateway's processes and threads there (times are then no good)`;

/** @throws Error when the arguments are none of ours */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const { only } = values;
  const systems = SYSTEM_NAMES.filter((name) => only.includes(name));
  const measures = MEASURE_NAMES.filter((name) => only.includes(name));
  const unknown = only.filter((name) => ![...SYSTEM_NAMES, ...MEASURE_NAMES].some((known) => known === name));
  if (unknown.length > 0) throw new Error(`nothing is called ${unknown.join(', ')}`);
  const chosen: readonly SystemName[] = systems.length === 0 ? SYSTEM_NAMES : systems;
  return {
    effort: values.quick ? QUICK : WHOLE,
    systems: SYSTEM_NAMES.filter((name) => name === 'bare' || chosen.includes(name)),
    measures: measures.length === 0 ? MEASURE_NAMES : measures,
    json: values.json,
    profileFolder: values.profile === undefined ? null : resolve(values.profile),
  };
}
