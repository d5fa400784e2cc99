import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Clock } from '../../core/clock.js';
import type { Log } from '../../core/log.js';
import { oneByOne } from '../oneByOne.js';
import type { Sandbox, SandboxRun } from '../sandbox/sandbox.js';
import { createTaskFolder, type TaskFolder, type TaskOutput, type TaskRecord } from './taskFolder.js';

/** Tasks that one lane may have running. */
export const TASKS_PER_LANE = 3;

/** Tasks that one process runs; beyond that even idle ones take what turns need. */
const TASKS_PER_PROCESS = 12;

/** Ended tasks of a lane that stay readable. */
const KEPT_ENDED = 10;

/** Between two looks whether a task is still wanted; each is also the sign that its owner lives. */
const BEAT_MS = 500;

/** A task whose owner gave no sign for so long was lost with it. */
const LOST_MS = 15_000;

const COMMAND_CHARS = 200;

/** What became of a task. `lost`: the process that ran it is gone, and the task with it. */
export interface TaskState {
  readonly record: TaskRecord;
  readonly is: 'running' | 'ended' | 'lost';
}

/**
 * Commands that run on after their call. Each belongs to the lane that started it, runs in the sandbox under its limits, and dies
 * with the process that started it. A stop of the turn leaves it alone; the end of the conversation (`/clear`) ends it.
 */
export interface BackgroundTasks {
  /** @throws Error when too many run already */
  start(lane: string, command: string, run: Omit<SandboxRun, 'signal'>): Promise<TaskRecord>;
  /** Null: the lane has no such task. */
  find(lane: string, id: string): Promise<TaskState | null>;
  list(lane: string): Promise<readonly TaskState[]>;
  output(lane: string, id: string, from: number | null, most: number): Promise<TaskOutput>;
  /** Asks for its end, whichever process runs it. */
  kill(lane: string, id: string, why: string): Promise<void>;
  /** The lane's conversation is over: ends its tasks and forgets all of them. */
  endLane(lane: string): Promise<void>;
  close(): Promise<void>;
}

export interface BackgroundTaskDeps {
  readonly dataDir: string;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly lostMs?: number;
}

interface Running {
  readonly lane: string;
  readonly ending: AbortController;
  done: Promise<void>;
}

/** Why a task was ended, carried by its signal. */
class TaskEnded extends Error {}

export function createBackgroundTasks(deps: BackgroundTaskDeps): BackgroundTasks {
  const { sandbox, clock, log, lostMs = LOST_MS } = deps;
  const dataDir = resolve(deps.dataDir);
  const owner = randomUUID();
  const running = new Map<string, Running>();
  let starting = 0;
  const folderOf = (lane: string) => createTaskFolder(dataDir, lane);

  const stateOf = async (folder: TaskFolder, record: TaskRecord): Promise<TaskState> => {
    if (record.end !== null) return { record, is: 'ended' };
    if (running.has(record.id)) return { record, is: 'running' };
    const lastSign = Math.max(record.startedAt, await folder.lastBeat(record.id));
    const isLost = record.owner === owner || clock.now() - lastSign > lostMs;
    return { record, is: isLost ? 'lost' : 'running' };
  };

  const listIn = async (folder: TaskFolder) =>
    Promise.all((await folder.list()).map((record) => stateOf(folder, record)));

  const makeRoom = async (folder: TaskFolder): Promise<void> => {
    const all = await listIn(folder);
    const now = all.filter(({ is }) => is === 'running').map(({ record }) => record.id);
    if (now.length >= TASKS_PER_LANE) {
      throw new Error(
        `${now.length} background tasks run already (${now.join(', ')}); wait for one with get_task_output or end one with kill_task`,
      );
    }
    const over = all.filter(({ is }) => is !== 'running').slice(0, -KEPT_ENDED);
    for (const { record } of over) await folder.remove(record.id);
  };

  const watch = async (folder: TaskFolder, id: string, ending: AbortController, over: AbortSignal): Promise<void> => {
    while (!over.aborted) {
      await folder.beat(id, clock.now());
      const why = await folder.askedEnd(id);
      if (why !== null) {
        ending.abort(new TaskEnded(why));
        return;
      }
      await clock.sleep(BEAT_MS, over).catch(() => undefined);
    }
  };

  const runToEnd = async (folder: TaskFolder, record: TaskRecord, run: Omit<SandboxRun, 'signal'>, one: Running) => {
    const { id } = record;
    const { signal } = one.ending;
    const over = new AbortController();
    let printed = 0;
    const keep = oneByOne(async (chunk: Buffer) => {
      const from = printed;
      printed += chunk.length;
      await folder.append(id, from, chunk);
    });
    let kept: Promise<void> = Promise.resolve();
    const failed = (thrown: unknown) => {
      log.warn({ err: thrown, task: id }, 'a background task could not be kept on the disk and is ended');
      one.ending.abort(new TaskEnded('what it printed could not be kept'));
    };
    const watching = watch(folder, id, one.ending, over.signal).catch(failed);
    const end = await sandbox
      .run({
        ...run,
        isBackground: true,
        signal,
        onOutput: (chunk) => {
          kept = keep(Buffer.from(chunk)).catch(failed);
        },
      })
      .catch((thrown: unknown) => {
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        if (!(thrown instanceof TaskEnded)) log.warn({ err: thrown, task: id }, 'a background task could not run');
        return { exitCode: null, stopped: why };
      });
    over.abort();
    await Promise.all([watching, kept]);
    await folder.finish(record, { at: clock.now(), exitCode: end.exitCode, stopped: end.stopped });
  };

  return {
    start: async (lane, command, run) => {
      if (running.size + starting >= TASKS_PER_PROCESS) {
        throw new Error('this machine runs as many background tasks as it can; try later, or without background');
      }
      starting += 1;
      try {
        const folder = folderOf(lane);
        await makeRoom(folder);
        const record = await folder.create({
          command: command.slice(0, COMMAND_CHARS),
          owner,
          startedAt: clock.now(),
        });
        const one: Running = { lane, ending: new AbortController(), done: Promise.resolve() };
        running.set(record.id, one);
        one.done = runToEnd(folder, record, run, one)
          .catch((thrown: unknown) => log.warn({ err: thrown, task: record.id }, 'the end of a task was not kept'))
          .finally(() => running.delete(record.id));
        return record;
      } finally {
        starting -= 1;
      }
    },
    find: async (lane, id) => {
      const folder = folderOf(lane);
      const record = await folder.read(id);
      return record === null ? null : stateOf(folder, record);
    },
    list: (lane) => listIn(folderOf(lane)),
    output: (lane, id, from, most) => folderOf(lane).output(id, from, most),
    kill: async (lane, id, why) => {
      const here = running.get(id);
      if (here?.lane === lane) {
        here.ending.abort(new TaskEnded(why));
        await here.done;
      } else {
        await folderOf(lane).askEnd(id, why);
      }
    },
    endLane: async (lane) => {
      const folder = folderOf(lane);
      const why = 'its conversation was ended';
      const here = [...running.values()].filter((one) => one.lane === lane);
      for (const { ending } of here) ending.abort(new TaskEnded(why));
      await Promise.all(here.map(({ done }) => done));
      const others = (await listIn(folder)).filter(({ is }) => is === 'running');
      for (const { record } of others) await folder.askEnd(record.id, why);
      if (others.length === 0) await folder.removeAll();
    },
    close: async () => {
      for (const { ending } of running.values()) ending.abort(new TaskEnded('the gateway was shut down'));
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}
