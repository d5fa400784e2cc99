import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { laneIdOf } from '../../../src/core/lane.js';
import { assembleToolPool } from '../../../src/runtime/personas/toolPool.js';
import { probeSandbox } from '../../../src/runtime/sandbox/probeSandbox.js';
import { openSandbox, type Sandbox } from '../../../src/runtime/sandbox/sandbox.js';
import { sandboxArguments } from '../../../src/runtime/sandbox/sandboxArguments.js';
import { SANDBOX_LIMITS } from '../../../src/runtime/sandbox/sandboxLimits.js';
import type { ToolContext, ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { filterAvailableTools } from '../../../src/runtime/tools/toolFilter.js';
import { createWorkspaceTools } from '../../../src/runtime/tools/workspaceTools.js';
import { createExtractor } from '../../../src/runtime/web/extractor.js';
import { laneWorkspace } from '../../../src/runtime/workspace/laneWorkspace.js';
import { describeWithSandbox } from '../../setup/describeWithSandbox.js';
import { makeScope } from '../memoryFixture.js';
import { noTasks } from './noTasks.js';

const scope = makeScope();
const context: ToolContext = { signal: new AbortController().signal, agents: null, scope };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'waggle-shell-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const verifier = {
  tools: ['bash', 'read_file'],
  disallowedTools: ['write_file', 'edit_file'],
  isReadOnly: true,
  workspaceAffinity: [],
  suggestedMcpServers: [],
  defaultWorkflow: null,
};

const extractor = createExtractor({ clock: systemClock });
const toolsWith = (sandbox: Sandbox) =>
  createWorkspaceTools({ dataDir, sandbox, extractor, tasks: noTasks(dataDir, sandbox), clock: systemClock });
const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name);

async function run(name: string, args: Record<string, unknown>, persona: typeof verifier | null = null) {
  const tools = toolsWith(openSandbox({ clock: systemClock, hidden: [dataDir] }));
  const tool = assembleToolPool(tools, persona).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return String(await tool.execute(tool.args.parse(args), context));
}

describeWithSandbox('bash and run_code', () => {
  it('tell what was printed and how it ended, errors in their place', async () => {
    expect(await run('bash', { command: 'echo one; echo two >&2; echo three' })).toMatch(
      /^\[exit code 0, [\d.]+ s\]\none\ntwo\nthree$/,
    );
    expect(await run('bash', { command: 'true' })).toMatch(/\n\(no output\)$/);
  });

  it.each([
    ['a bad end', { command: 'echo partly; exit 3' }, /^\[exit code 3, [\d.]+ s\]\npartly$/],
    ['a signal', { command: 'kill -SEGV $$' }, /^\[exit code 139, ended by signal 11/],
    [
      'too long',
      { command: 'echo begun; sleep 60', timeout: 1 },
      /^\[stopped after 1\.\d s: it ran longer than 1 s; all .*\]\nbegun$/,
    ],
    ['no network', { command: 'echo x > /dev/tcp/1.1.1.1/80' }, /the sandbox has no network/],
    ['no right to write', { command: 'touch /usr/x' }, /only \/workspace and \/tmp can be written/],
  ])('fail on %s, and say so', async (_, args, why) => {
    await expect(run('bash', args)).rejects.toThrow(why);
  });

  it.each([
    [
      'node',
      "import fs from 'node:fs'; await null; fs.writeFileSync('a.txt', 'x'); console.log(typeof require)",
      'undefined',
    ],
    ['node', "const fs = require('fs'); console.log(fs.readdirSync('.').length)", '3'],
  ])('run %s programs of both kinds', async (language, code, printed) => {
    expect(await run('run_code', { language, code })).toMatch(new RegExp(`\\n${printed}$`));
  });

  it('change nothing for a persona that only reads', async () => {
    await run('bash', { command: 'echo kept > a.txt' });
    await expect(run('bash', { command: 'echo gone > a.txt' }, verifier)).rejects.toThrow(/this turn may not write/);
    expect(await run('bash', { command: 'cat a.txt' }, verifier)).toMatch(/\nkept$/);
    expect(await run('run_code', { language: 'node', code: 'console.log(6 * 7)' }, verifier)).toMatch(/\n42$/);
    expect(readdirSync(laneWorkspace(dataDir, laneIdOf(scope.address)))).toContain('a.txt');
  });
});

describe('where there is no sandbox', () => {
  const none: Sandbox = { trouble: 'none here', run: () => Promise.reject(new Error('none here')) };

  it('the tools that need one are off, the others stay', () => {
    const names = namesOf(filterAvailableTools(toolsWith(none)));
    expect(names).toContain('read_file');
    expect(names).toContain('search_content');
    expect(names).not.toContain('bash');
    expect(names).not.toContain('run_code');
  });

  it('it is told how to get one', () => {
    expect(probeSandbox('/nowhere')).toEqual({ trouble: expect.stringContaining('apt-get install bubblewrap') });
  });

  it('text is searched all the same, and a regular expression is refused', async () => {
    const tools = toolsWith(none);
    const find = (name: string) => tools.find((tool) => tool.name === name);
    await find('write_file')?.execute({ path: 'a/b.txt', content: 'The Queen\nbee' }, context);
    expect(await find('search_content')?.execute({ query: 'queen' }, context)).toBe('a/b.txt:1:The Queen');
    await expect(find('search_content')?.execute({ query: 'q.*n', regex: true }, context)).rejects.toThrow('ripgrep');
  });
});

describe('the tools of a persona', () => {
  const none: Sandbox = { trouble: null, run: () => Promise.reject(new Error('not asked')) };

  it('come with those that it lists, and go with those that it is denied', () => {
    const persona = {
      ...verifier,
      isReadOnly: false,
      disallowedTools: ['bash'],
      tools: ['read_file', 'edit_file', 'bash'],
    };
    expect(namesOf(assembleToolPool(toolsWith(none), persona))).toEqual([
      'read_file',
      'edit_file',
      'multi_edit',
      'apply_patch',
      'list_files',
      'tree',
    ]);
    expect(namesOf(assembleToolPool(toolsWith(none), verifier))).toEqual([
      'read_file',
      'list_files',
      'tree',
      'bash',
      'run_code',
      'get_task_output',
    ]);
  });
});

describe('the sandbox', () => {
  it('hides a folder of the gateway that lies among the programs', () => {
    const args = sandboxArguments({
      workspace: '/w',
      fixed: [],
      isReadOnly: true,
      hidden: ['/usr/src/app/data', '/srv/data'],
      scriptFd: 4,
      scriptName: 'script',
      nodePath: '/opt/node/bin/node',
      limits: SANDBOX_LIMITS,
    });
    expect(args.slice(args.indexOf('/usr/src/app/data') - 1)).toEqual(
      expect.arrayContaining(['--tmpfs', '/usr/src/app/data']),
    );
    expect(args).not.toContain('/srv/data');
    expect(args.indexOf('/usr/src/app/data')).toBeGreaterThan(args.lastIndexOf('/usr'));
  });
});
