import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { silentLog } from '../../../src/core/log.js';
import { assembleToolPool } from '../../../src/runtime/personas/toolPool.js';
import { openSandbox } from '../../../src/runtime/sandbox/sandbox.js';
import { type BackgroundTasks, createBackgroundTasks } from '../../../src/runtime/tasks/backgroundTasks.js';
import { createTaskFolder } from '../../../src/runtime/tasks/taskFolder.js';
import type { ToolContext } from '../../../src/runtime/tools/toolDefinition.js';
import { createWorkspaceTools } from '../../../src/runtime/tools/workspaceTools.js';
import { createExtractor } from '../../../src/runtime/web/extractor.js';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { makeScope } from '../memoryFixture.js';

const scope = makeScope();
const extractor = createExtractor({ clock: systemClock });
const lane = laneIdOf(scope.address);
const here: ToolContext = { signal: new AbortController().signal, agents: null, scope };
const elsewhere: ToolContext = {
  ...here,
  scope: makeScope({ address: { platform: 'telegram', account: '42', chat: '8', kind: 'dm' } }),
};
const sandbox = openSandbox({ clock: systemClock, hidden: [] });
let dataDir: string;
let tasks: BackgroundTasks;

const open = () => createBackgroundTasks({ dataDir, sandbox, clock: systemClock, log: silentLog });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-tasks-'));
  tasks = open();
});

afterEach(async () => {
  await tasks.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function call(name: string, args: Record<string, unknown>, context = here, of = tasks): Promise<string> {
  const tools = createWorkspaceTools({ dataDir, sandbox, extractor, tasks: of, clock: systemClock });
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return String(await tool.execute(tool.args.parse(args), context));
}

async function start(command: string, more: Record<string, unknown> = {}): Promise<string> {
  const told = await call('bash', { command, background: true, ...more });
  return /^Started as (t[0-9a-f]{8}), for at most \d+ s\./.exec(told)?.[1] ?? `none: ${told}`;
}

const output = (id: string, args = {}, context = here, of = tasks) =>
  call('get_task_output', { task_id: id, ...args }, context, of);

/** Waits until the task has printed something, or has ended. */
async function untilPrinted(id: string, wanted: RegExp): Promise<string> {
  for (;;) {
    const told = await output(id);
    if (wanted.test(told) || !told.includes('is running')) return told;
    await systemClock.sleep(20);
  }
}

describeWithSandbox('a background task', () => {
  it('runs on after its call, and tells what it prints and how it ended', async () => {
    const id = await start('echo one; sleep 0.5; echo two > file.txt; cat file.txt; exit 3');
    expect(await untilPrinted(id, /one/)).toMatch(/^\[t\w+ is running for [\d.]+ s; bytes 0 to 4 of 4\]\none\n$/);
    expect(await output(id, { wait: 30, offset: 4 })).toMatch(
      /^\[t\w+ ended with exit code 3, after [\d.]+ s; bytes 4 to 8 of 8\]\ntwo\n$/,
    );
    expect(await output(id, { offset: 8 })).toMatch(/\(nothing new\)$/);
    expect(await call('read_file', { path: 'file.txt' })).toBe('two');
  });

  it('is ended with all that it started, and only once', async () => {
    const id = await start('sleep 500 & echo up; sleep 500');
    await untilPrinted(id, /up/);
    expect(await call('kill_task', { task_id: id })).toBe(`${id} ends now.`);
    expect(await output(id)).toMatch(/was stopped: it was ended with kill_task, after .*\nup\n$/);
    expect(await call('kill_task', { task_id: id })).toBe(`${id} has ended already.`);
  });

  it('is not ended by the end of its turn, but by its own time', async () => {
    const turn = new AbortController();
    const told = await call(
      'bash',
      { command: 'echo up; sleep 500', background: true, timeout: 2 },
      { ...here, signal: turn.signal },
    );
    turn.abort(new Error('/stop'));
    const id = /t[0-9a-f]{8}/.exec(told)?.[0] ?? '';
    expect(await untilPrinted(id, /up/)).toMatch(/is running/);
    expect(await output(id, { wait: 30 })).toMatch(/was stopped: it ran longer than 2 s/);
  });

  it('is one of three at most, and gives its place back', async () => {
    const ids = [await start('sleep 500'), await start('sleep 500'), await start('sleep 500')];
    await expect(call('bash', { command: 'sleep 1', background: true })).rejects.toThrow(
      new RegExp(`3 background tasks run already \\(.*${ids[2]}.*kill_task`),
    );
    await call('kill_task', { task_id: ids[1] ?? '' });
    expect(await start('true')).toMatch(/^t/);
    await tasks.endLane(lane);
    expect(await tasks.list(lane)).toEqual([]);
  });

  it('is nothing to another conversation', async () => {
    const id = await start('echo secret; sleep 500');
    await untilPrinted(id, /secret/);
    for (const name of ['get_task_output', 'kill_task']) {
      await expect(call(name, { task_id: id }, elsewhere)).rejects.toThrow(/no background task .* There are none/);
    }
    await tasks.endLane(laneIdOf(elsewhere.scope?.address ?? scope.address));
    expect(await output(id)).toContain('is running');
    await expect(output('../../x')).rejects.toThrow(/no background task/);
    await expect(output('t0000')).rejects.toThrow(`There are: ${id} (running).`);
  });

  it('ends with its process, and the next one still tells what it printed', async () => {
    const id = await start('echo up; sleep 500');
    await untilPrinted(id, /up/);
    await tasks.close();
    tasks = open();
    expect(await output(id)).toMatch(/was stopped: the gateway was shut down, .*\nup\n$/);
  });

  it('is seen and ended by another process', async () => {
    const id = await start('echo up; sleep 500');
    await untilPrinted(id, /up/);
    const other = open();
    expect(await output(id, {}, here, other)).toMatch(/is running .*\nup\n$/);
    await call('kill_task', { task_id: id }, here, other);
    expect(await output(id, { wait: 30 }, here, other)).toMatch(/was stopped: it was ended with kill_task/);
    await other.close();
  });

  it('keeps the newest of what it prints, in bounded room', async () => {
    const id = await start('seq 1 600000');
    expect(await output(id, { wait: 60 })).toMatch(
      /bytes 4080895 to 4088895 of 4088895\]\n\[\.\.\. 4080895 bytes [\s\S]*\n600000\n$/,
    );
    expect(await output(id, { offset: 0 })).toMatch(
      /^\[.*\]\n\[\.\.\. \d+ bytes before this [\s\S]*more; go on with offset \d+\]$/,
    );
    const folder = join(dataDir, 'tasks', readdirSync(join(dataDir, 'tasks'))[0] ?? '', id);
    const kept = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(kept).toBeLessThan(1_200_000);
  });
});

describe('a task whose process is gone', () => {
  it('is told as lost, with what it had printed', async () => {
    const folder = createTaskFolder(dataDir, lane);
    const long = systemClock.now() - 60_000;
    const { id } = await folder.create({ command: 'make', owner: 'gone', startedAt: long });
    await folder.append(id, 0, Buffer.from('half of it\n'));
    expect(await output(id)).toMatch(/^\[t\w+ was lost: the process .* start it again .*\]\nhalf of it\n$/);
    expect(await call('kill_task', { task_id: id })).toMatch(/was lost .* nothing of it runs/);
    await folder.beat(id, systemClock.now());
    expect(await output(id)).toMatch(/is running/);
  });
});

describe('a persona that only reads', () => {
  it('starts nothing that runs on', () => {
    const tools = createWorkspaceTools({ dataDir, sandbox, extractor, tasks, clock: systemClock });
    const verifier = {
      tools: ['bash'],
      disallowedTools: [],
      isReadOnly: true,
      workspaceAffinity: [],
      suggestedMcpServers: [],
      defaultWorkflow: null,
    };
    const pool = assembleToolPool(tools, verifier);
    expect(pool.map(({ name }) => name)).not.toContain('kill_task');
    expect(Object.keys(pool.find(({ name }) => name === 'bash')?.args.shape ?? {})).toEqual(['command', 'timeout']);
  });
});
