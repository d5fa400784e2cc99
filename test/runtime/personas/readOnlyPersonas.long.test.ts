import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { silentLog } from '../../../src/core/log.js';
import { openPersonaShelf } from '../../../src/runtime/personas/personaShelf.js';
import { assembleToolPool } from '../../../src/runtime/personas/toolPool.js';
import { createPlanStore } from '../../../src/runtime/plans/planStore.js';
import { openSandbox } from '../../../src/runtime/sandbox/sandbox.js';
import { createBackgroundTasks } from '../../../src/runtime/tasks/backgroundTasks.js';
import { createGitTools } from '../../../src/runtime/tools/gitTools.js';
import { createPlanTools } from '../../../src/runtime/tools/planTools.js';
import type { ToolContext, ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { createWorkspaceTools } from '../../../src/runtime/tools/workspaceTools.js';
import { createExtractor } from '../../../src/runtime/web/extractor.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { makeScope } from '../memoryFixture.js';

const NO_NETWORK = { hosts: [], allow: [] };
const scope = makeScope();
const extractor = createExtractor({ clock: systemClock });
const context: ToolContext = { signal: new AbortController().signal, agents: null, scope };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-personas-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The tools of this machine as a persona of ours is offered them; null: as anybody is. */
function poolOf(id: string | null): readonly ToolDefinition[] {
  const clock = systemClock;
  const sandbox = openSandbox({ clock, hidden: [dataDir] });
  const tasks = createBackgroundTasks({ dataDir, sandbox, clock, log: silentLog });
  const all = [
    ...createWorkspaceTools({ dataDir, sandbox, extractor, tasks, clock }),
    ...createGitTools({ dataDir, sandbox, network: NO_NETWORK }),
    ...createPlanTools({ plans: createPlanStore({ dataDir }) }),
  ];
  if (id === null) return all;
  const shelf = openPersonaShelf({ dataDir, hasCoordinator: false, clock, log: silentLog });
  const persona = shelf.find(id);
  shelf.close();
  if (persona === null) throw new Error(`no persona ${id}`);
  return assembleToolPool(all, persona);
}

async function call(id: string | null, name: string, args: Record<string, unknown>): Promise<string> {
  const tool = poolOf(id).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return String(await tool.execute(tool.args.parse(args), context));
}

const namesOf = (id: string) => poolOf(id).map(({ name }) => name);

describeWithSandbox('personas that only read', () => {
  it.each([
    ['verifier', ['show_plan']],
    ['planner', ['create_plan', 'add_plan_step', 'show_plan']],
  ])('%s has commands for checks, and nothing that writes', (id, plans) => {
    const looking = ['read_file', 'list_files', 'tree', 'search_files', 'search_content', 'bash', 'run_code'];
    expect(namesOf(id)).toEqual([...looking, 'get_task_output', ...plans]);
    const changing = poolOf(id).filter(({ mutating }) => mutating);
    expect(changing.map(({ name }) => name)).toEqual(plans.filter((name) => name !== 'show_plan'));
  });

  it('verify: they run what was written, and cannot change it by any command', async () => {
    await call(null, 'write_file', { path: 'sum.sh', content: 'echo $((6 * 7))\n' });
    await call(null, 'git_commit', { message: 'Sum' });
    expect(await call('verifier', 'bash', { command: 'bash sum.sh; cp sum.sh /tmp/x && bash /tmp/x' })).toMatch(
      /42\n42$/,
    );
    expect(await call('verifier', 'run_code', { language: 'node', code: 'console.log(6 * 7)' })).toMatch(/42$/);
    const attempts = [
      'echo 1 > sum.sh',
      'rm sum.sh',
      'touch new',
      'git -c user.name=a -c user.email=b commit --allow-empty -m x',
      'mount -o remount,rw /workspace; touch new',
      'chmod +w . ; touch new',
      'mv sum.sh other.sh',
    ];
    for (const command of attempts) {
      await expect(call('verifier', 'bash', { command }), command).rejects.toThrow(/exit code/);
    }
    expect(await call(null, 'read_file', { path: 'sum.sh' })).toBe('echo $((6 * 7))');
    expect(existsSync(join(laneWorkspace(dataDir, laneIdOf(scope.address)), 'new'))).toBe(false);
  });

  it('coders have git in every request, others find it', () => {
    const isHidden = (id: string | null) => poolOf(id).find(({ name }) => name === 'git_commit')?.deferred === true;
    expect([isHidden(null), isHidden('coder')]).toEqual([true, false]);
    expect(namesOf('writer')).not.toContain('git_commit');
    expect(namesOf('writer')).toContain('apply_patch');
  });
});
