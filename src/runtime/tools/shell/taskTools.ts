import { z } from 'zod';
import type { Clock } from '../../../core/clock.js';
import { laneIdOf } from '../../../core/lane.js';
import { plainOutput } from '../../sandbox/keptOutput.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { BackgroundTasks, TaskState } from '../../tasks/backgroundTasks.js';
import type { TaskOutput } from '../../tasks/taskFolder.js';
import { defineTool, READS_HERE, type ToolContext, type ToolDefinition } from '../toolDefinition.js';
import { ToolFailure } from '../toolFailure.js';

export interface TaskToolDeps {
  readonly tasks: BackgroundTasks;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
}

/** Bytes of output in one answer. */
const MAX_BYTES = 8_000;
const MAX_WAIT_S = 60;
const LOOK_MS = 250;

const id = z.string().max(20);

/** Tells how a background task of the conversation is doing, and what it prints. */
export function createGetTaskOutput({ tasks, sandbox, clock }: TaskToolDeps): ToolDefinition {
  return defineTool({
    name: 'get_task_output',
    deferred: true,
    description: 'See how a background task is doing and what it prints.',
    args: z.object({
      task_id: id,
      offset: z.int().min(0).describe('Bytes already seen; without it the newest').optional(),
      wait: z.int().min(0).max(MAX_WAIT_S).describe('Seconds to wait for its end').optional(),
    }),
    ...READS_HERE,
    // The answer is another one each time: but it changes nothing.
    polling: true,
    checkAvailability: () => sandbox.trouble === null,
    execute: async ({ task_id: task, offset = null, wait = 0 }, context) => {
      const lane = laneOf(context);
      const until = clock.now() + wait * 1000;
      let state = await findTask(tasks, lane, task);
      while (state.is === 'running' && clock.now() < until) {
        await clock.sleep(LOOK_MS, context.signal);
        state = await findTask(tasks, lane, task);
      }
      const output = await tasks.output(lane, task, offset, MAX_BYTES);
      return `${describe(state, output, clock.now())}\n${textOf(output, offset)}`;
    },
  });
}

/** Ends a background task of the conversation. */
export function createKillTask({ tasks, sandbox }: TaskToolDeps): ToolDefinition {
  return defineTool({
    name: 'kill_task',
    deferred: true,
    description: 'End a background task and all that it started.',
    args: z.object({ task_id: id }),
    idempotent: true,
    mutating: true,
    parallelSafe: true,
    offlineCapable: true,
    source: 'native',
    risk: 'low',
    checkAvailability: () => sandbox.trouble === null,
    execute: async ({ task_id: task }, context) => {
      const lane = laneOf(context);
      const { is } = await findTask(tasks, lane, task);
      if (is === 'ended') return `${task} has ended already.`;
      if (is === 'lost') return `${task} was lost with the process of the gateway that ran it; nothing of it runs.`;
      await tasks.kill(lane, task, 'it was ended with kill_task');
      return `${task} ends now.`;
    },
  });
}

export function laneOf({ scope }: Pick<ToolContext, 'scope'>): string {
  if (scope === null) throw new Error('there is no conversation whose tasks these could be');
  return laneIdOf(scope.address);
}

async function findTask(tasks: BackgroundTasks, lane: string, task: string): Promise<TaskState> {
  const found = await tasks.find(lane, task);
  if (found !== null) return found;
  const known = (await tasks.list(lane)).map(({ record, is }) => `${record.id} (${is})`);
  const there = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`;
  throw new ToolFailure(`Error: this conversation has no background task "${task}". ${there}`);
}

function describe({ record, is }: TaskState, { from, bytes, total }: TaskOutput, now: number): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const shown = `bytes ${from} to ${from + bytes.length} of ${total}`;
  if (is === 'running') return `[${record.id} is running for ${seconds(now - record.startedAt)}; ${shown}]`;
  if (record.end === null) {
    return `[${record.id} was lost: the process of the gateway that ran it ended. Nothing of it runs; start it again if it is still needed. ${shown}]`;
  }
  const { at, exitCode, stopped } = record.end;
  const how = stopped === null ? `ended with exit code ${exitCode ?? 'unknown'}` : `was stopped: ${stopped}`;
  return `[${record.id} ${how}, after ${seconds(at - record.startedAt)}; ${shown}]`;
}

function textOf({ from, bytes, total }: TaskOutput, asked: number | null): string {
  const missing = asked === null ? from : from - asked;
  const before = missing > 0 ? `[... ${missing} bytes before this ...]\n` : '';
  const left = total - from - bytes.length;
  const after = left > 0 ? `\n[${left} more; go on with offset ${from + bytes.length}]` : '';
  return `${before}${bytes.length === 0 ? '(nothing new)' : plainOutput(bytes)}${after}`;
}
