import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { describeTime, isTimeZone } from '../prompt/localTime.js';
import { defineTool, READS_HERE, type ToolDefinition } from './toolDefinition.js';

const args = z.object({
  time_zone: z
    .string()
    .max(64)
    .describe('IANA time zone, for example Europe/Berlin. Leave it out for the configured one.')
    .optional(),
});

/** Tells the time, by default in the configured time zone. */
export function createGetTime(deps: { clock: Clock; timeZone: string }): ToolDefinition {
  return defineTool({
    name: 'get_time',
    description: 'Get the current date, weekday and time, in any time zone.',
    args,
    ...READS_HERE,
    execute: async ({ time_zone: zone }) => {
      if (zone !== undefined && !isTimeZone(zone)) throw new Error(`"${zone}" is not an IANA time zone`);
      const now = deps.clock.now();
      return { local: describeTime(now, zone ?? deps.timeZone), utc: new Date(now).toISOString() };
    },
  });
}
