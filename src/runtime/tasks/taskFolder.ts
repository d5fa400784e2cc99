import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { laneWorkspace } from '../workspace/laneWorkspace.js';
import { codeOf } from '../workspace/openFolder.js';

/** Folder of the data directory for background tasks: outside of the workspaces, so that no command can write in it. */
const TASKS = 'tasks';

/** Of what a task prints, the newest so many bytes are kept, up to twice as many. */
const SEGMENT_BYTES = 500_000;

export const TASK_ID = /^t[0-9a-f]{8}$/;

const endSchema = z.object({
  at: z.number(),
  exitCode: z.int().nullable(),
  /** Why it was ended from outside. */
  stopped: z.string().nullable(),
});

const taskSchema = z.object({
  id: z.string().regex(TASK_ID),
  /** The beginning of its command. */
  command: z.string(),
  /** The process of the gateway that runs it. */
  owner: z.string(),
  startedAt: z.number(),
  end: endSchema.nullable(),
});

/** What is known of a background task; times in milliseconds UTC. */
export type TaskRecord = z.infer<typeof taskSchema>;
export type TaskEnd = z.infer<typeof endSchema>;

/** A part of what a task printed, in bytes from its beginning. */
export interface TaskOutput {
  readonly from: number;
  readonly bytes: Buffer;
  /** All that it printed so far. */
  readonly total: number;
}

/**
 * The background tasks of one lane on the disk, where every process of the gateway sees them, and the next one still does after a
 * crash: the record, what was printed, when its owner was last alive, and whether its end was asked for.
 */
export function createTaskFolder(dataDir: string, lane: string) {
  const root = join(dataDir, TASKS, basename(laneWorkspace(dataDir, lane)));
  const at = (id: string, name = '') => join(root, id, name);
  const newId = () => `t${randomBytes(4).toString('hex')}`;

  const segments = async (id: string): Promise<readonly number[]> => {
    const names = await readdir(at(id)).catch(() => []);
    return names.flatMap((name) => (/^out-\d+$/.test(name) ? [Number(name.slice(4))] : [])).sort((a, b) => a - b);
  };

  const writeRecord = async (record: TaskRecord): Promise<void> => {
    const unfinished = at(record.id, `record.${randomBytes(4).toString('hex')}.tmp`);
    await writeFile(unfinished, JSON.stringify(record), { mode: 0o600 });
    await rename(unfinished, at(record.id, 'record.json'));
  };

  const read = async (id: string): Promise<TaskRecord | null> => {
    if (!TASK_ID.test(id)) return null;
    try {
      return taskSchema.parse(JSON.parse(await readFile(at(id, 'record.json'), 'utf8')));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return null;
      throw thrown;
    }
  };

  return {
    create: async (task: Omit<TaskRecord, 'id' | 'end'>): Promise<TaskRecord> => {
      const record = { ...task, id: newId(), end: null };
      await mkdir(at(record.id), { recursive: true, mode: 0o700 });
      await writeRecord(record);
      return record;
    },
    read,
    /** Of a task that was removed meanwhile nothing is written. */
    finish: async (record: TaskRecord, end: TaskEnd): Promise<void> => {
      await writeRecord({ ...record, end }).catch((thrown: unknown) => {
        if (codeOf(thrown) !== 'ENOENT') throw thrown;
      });
    },
    /** All of the lane, oldest first. */
    list: async (): Promise<readonly TaskRecord[]> => {
      const ids = await readdir(root).catch(() => []);
      const found = await Promise.all(ids.map(read));
      return found.flatMap((one) => one ?? []).sort((a, b) => a.startedAt - b.startedAt);
    },
    beat: async (id: string, now: number): Promise<void> => {
      await writeFile(at(id, 'beat'), String(now), { mode: 0o600 }).catch((thrown: unknown) => {
        if (codeOf(thrown) !== 'ENOENT') throw thrown;
      });
    },
    lastBeat: async (id: string): Promise<number> => Number(await readFile(at(id, 'beat'), 'utf8').catch(() => '0')),
    /** Asks whichever process runs it to end it. */
    askEnd: async (id: string, why: string): Promise<void> => writeFile(at(id, 'end'), why, { mode: 0o600 }),
    askedEnd: async (id: string): Promise<string | null> => readFile(at(id, 'end'), 'utf8').catch(() => null),
    /** Adds to what it printed; what is older than two segments goes. @param from where that begins */
    append: async (id: string, from: number, bytes: Buffer): Promise<void> => {
      const known = await segments(id);
      const newest = known.at(-1);
      const current = newest === undefined || from - newest >= SEGMENT_BYTES ? from : newest;
      const file = await open(at(id, `out-${current}`), 'a', 0o600).catch((thrown: unknown) => {
        if (codeOf(thrown) === 'ENOENT') return null;
        throw thrown;
      });
      if (file === null) return;
      try {
        await file.appendFile(bytes);
      } finally {
        await file.close();
      }
      if (current !== newest) for (const old of known.slice(0, -1)) await rm(at(id, `out-${old}`), { force: true });
    },
    /** @param from null: the newest; what is no longer kept is left out */
    output: async (id: string, from: number | null, most: number): Promise<TaskOutput> => {
      const known = await segments(id);
      const first = known[0] ?? 0;
      const parts = await Promise.all(known.map((one) => readFile(at(id, `out-${one}`)).catch(() => Buffer.alloc(0))));
      const whole = Buffer.concat(parts);
      const total = first + whole.length;
      const start = Math.min(Math.max(from ?? total - most, first), total);
      return { from: start, bytes: whole.subarray(start - first, start - first + most), total };
    },
    remove: async (id: string): Promise<void> => rm(at(id), { recursive: true, force: true }),
    removeAll: async (): Promise<void> => rm(root, { recursive: true, force: true }),
  };
}

export type TaskFolder = ReturnType<typeof createTaskFolder>;
