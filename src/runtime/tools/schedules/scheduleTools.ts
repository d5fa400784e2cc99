import { createHash } from 'node:crypto';
import { z } from 'zod';
import { cutText } from '../../../core/cutText.js';
import {
  MAX_SCHEDULE_PROMPT_CHARS,
  MAX_SCHEDULES,
  readScheduleId,
  type Schedule,
  scheduleIdOf,
} from '../../../core/schedule.js';
import { describeTime } from '../../prompt/localTime.js';
import { type PromptFault, type ScheduleBook, scheduleViewOf } from '../../schedules/scheduleBook.js';
import { FAULT_TEXTS } from '../../schedules/whenFault.js';
import {
  CHANGES_HERE,
  defineTool,
  READS_HERE,
  type ToolContext,
  type ToolDefinition,
  type TurnScope,
} from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';

const LINE_CHARS = 200;

const PROMPT_FAULTS: Readonly<Record<PromptFault, string>> = {
  empty: 'prompt says nothing',
  long: `prompt is longer than ${MAX_SCHEDULE_PROMPT_CHARS} characters; put the long part into a file and name it`,
  unsafe: 'prompt reads like an attempt to change how the assistant behaves',
  secret: 'prompt holds a key or a token',
};

const CHANGES = { ...CHANGES_HERE, deferred: true } as const;

const id = z.string().max(20).describe('Such as s12');

/** The tools over schedules (spec runtime 8). Whose they are comes from the turn and never from arguments. */
export function createScheduleTools(book: ScheduleBook): readonly ToolDefinition[] {
  return [
    defineTool({
      ...CHANGES,
      name: 'create_schedule',
      description:
        'Do something later or again and again, in this chat, in the name of the user. A run knows nothing of this conversation.',
      args: z.object({
        when: z
          .string()
          .min(1)
          .max(200)
          .describe(
            'Local: 2026-12-24T18:00 | in 20m | every day 8:00 | every monday 9:00 | cron 0 8 * * 1-5 | every 30m. A time zone may follow.',
          ),
        prompt: z
          .string()
          .min(1)
          .max(4 * MAX_SCHEDULE_PROMPT_CHARS)
          .describe('The task, complete in itself.'),
      }),
      execute: async ({ when, prompt }, context) => {
        const scope = scopeOf(context);
        if (scope.scheduled !== undefined) throw new ToolFailure('A scheduled run makes no further schedules.');
        if (scope.principal.role === 'guest') throw new ToolFailure('Guests cannot have schedules.');
        const { address, lane, principal, turn } = scope;
        const origin = `turn:${turn}:${hashOf([when, prompt])}`;
        const added = await book.add({
          when,
          prompt,
          address,
          lane,
          sender: principal.sender,
          origin,
          by: 'assistant',
        });
        switch (added.outcome) {
          case 'bad-when':
            throw new ToolFailure(`Not scheduled: ${FAULT_TEXTS[added.fault]}.`);
          case 'bad-prompt':
            throw new ToolFailure(`Not scheduled: ${PROMPT_FAULTS[added.fault]}.`);
          case 'full':
            throw new ToolFailure(
              `Not scheduled: the user has ${MAX_SCHEDULES} schedules, which is all one may have. Delete one first.`,
            );
          default:
            return `Scheduled ${describe(added.schedule)}`;
        }
      },
    }),
    defineTool({
      ...READS_HERE,
      deferred: true,
      name: 'list_schedules',
      description: 'The schedules of the user; in a group, those of this group.',
      args: z.object({}),
      execute: async (_, context) => {
        const { principal, address } = scopeOf(context);
        const found = await book.list(scheduleViewOf(principal, address));
        return found.length === 0 ? 'There are no schedules.' : found.map((one) => `- ${describe(one)}`).join('\n');
      },
    }),
    defineTool({
      ...CHANGES,
      name: 'delete_schedule',
      description: 'End a schedule for good.',
      args: z.object({ id }),
      execute: async ({ id: text }, context) => {
        const scope = scopeOf(context);
        const no = numberIn(text);
        // What a page or a mail says in a run must not end what else the person has.
        if (scope.scheduled !== undefined && scope.scheduled !== no)
          throw new ToolFailure('A scheduled run can only end its own schedule.');
        const gone = await book.remove(scheduleViewOf(scope.principal, scope.address), no);
        if (gone === null) throw unknown(no);
        return `Deleted: ${describe(gone)}`;
      },
    }),
    defineTool({
      ...CHANGES,
      name: 'trigger_schedule',
      description: 'Run a schedule now besides its times, pause it, or let it go on.',
      args: z.object({ id, action: z.enum(['run', 'pause', 'resume']).default('run') }),
      execute: async ({ id: text, action }, context) => {
        const scope = scopeOf(context);
        if (scope.scheduled !== undefined) throw new ToolFailure('A scheduled run starts or changes no schedules.');
        const no = numberIn(text);
        const view = scheduleViewOf(scope.principal, scope.address);
        if (action === 'run') {
          const started = await book.run(view, no, scope.turn);
          if (started === null) throw unknown(no);
          return `${scheduleIdOf(no)} runs once more as soon as its chat is free. Its result comes there as a message of its own; do not wait for it.`;
        }
        const changed = await (action === 'pause' ? book.pause(view, no) : book.resume(view, no));
        if (changed === null) throw unknown(no);
        if (changed === 'over') throw new ToolFailure(`The time of ${scheduleIdOf(no)} is over; make a new one.`);
        return describe(changed);
      },
    }),
  ];
}

function scopeOf({ scope }: ToolContext): TurnScope {
  if (scope === null) throw new ToolFailure('There are no schedules outside a conversation.');
  return scope;
}

function numberIn(text: string): number {
  const no = readScheduleId(text);
  if (no === null) throw new ToolFailure('id is a schedule as list_schedules names it, such as s12.');
  return no;
}

const unknown = (no: number) =>
  new ToolFailure(`There is no schedule ${scheduleIdOf(no)} here; list_schedules lists them.`);
const hashOf = (values: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);

/** A schedule in one line for the model, with its times in the schedule's zone. */
function describe({ no, rule, zone, prompt, nextDue, paused }: Schedule): string {
  const how =
    rule.kind === 'once'
      ? 'once'
      : rule.kind === 'cron'
        ? `cron ${rule.pattern}`
        : `every ${rule.everyMs / 60_000} minutes`;
  const next =
    paused !== null ? `paused (${paused})` : nextDue === null ? 'not again' : `next ${describeTime(nextDue, zone)}`;
  return `${scheduleIdOf(no)}, ${how}, ${next}: ${cutText(prompt.replace(/\s+/g, ' '), LINE_CHARS)}`;
}
