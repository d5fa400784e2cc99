import type { ScheduledRun } from '../../core/message.js';
import { NOTHING_TO_REPORT, scheduleIdOf } from '../../core/schedule.js';
import { describeTime } from './localTime.js';

/** What a scheduled run is told about itself. */
export function describeScheduledRun({ no, kind, dueAt }: ScheduledRun, timeZone: string): string {
  const what = `This is the scheduled run ${scheduleIdOf(no)}, due ${describeTime(dueAt, timeZone)}. The message is the task that was set then; nobody is waiting in the chat, and you see nothing of what was said there.`;
  const how = 'Do it now and answer with its result alone: no question back, no word about the schedule itself.';
  const silence = `If there is nothing to report, answer exactly ${NOTHING_TO_REPORT} and nothing else: then nothing is sent.`;
  return [what, how, ...(kind === 'once' ? [] : [silence])].join(' ');
}
