import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SPAWN_TOOL } from '../../../src/runtime/agents/spawnTool.js';
import { namesTool } from '../../../src/runtime/personas/namesTool.js';
import { assembleToolPool, assembleWorkerPool } from '../../../src/runtime/personas/toolPool.js';
import { defineTool, type ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { openTestShelf } from './testShelf.js';

const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition =>
  defineTool({
    name,
    description: name,
    args: z.object({}),
    idempotent: true,
    mutating: false,
    parallelSafe: true,
    offlineCapable: true,
    source: 'native',
    risk: 'none',
    execute: async () => '',
    ...more,
  });
const READS = ['read_file', 'search_files', 'web_search', 'git_log', 'search_memory', 'get_time', 'show_plan'];
const WRITES = ['write_file', 'bash', 'git_commit', 'save_memory', 'add_task', 'create_plan', 'spawn_agent'];
const all = [
  ...READS.map((name) => tool(name)),
  ...[...WRITES, 'orchestrate_workflow'].map((name) => tool(name, { mutating: true })),
  tool('fetch_page', { source: 'mcp:fetch' }),
  tool('deploy', { source: 'plugin:ops', mutating: true }),
];
const shelf = openTestShelf({ hasCoordinator: true });
const personaOf = (id: string) => {
  const persona = shelf.getPersona(id);
  if (persona === null) throw new Error(`no persona ${id}`);
  return persona;
};
const poolOf = (id: string, tools = all) => assembleToolPool(tools, personaOf(id)).map(({ name }) => name);

describe('the tools of a persona', () => {
  it('none: everything, in order', () => {
    expect(assembleToolPool(all, null)).toEqual(all);
  });

  it('are those that it lists and those that all have, of its MCP servers too, and no others', () => {
    expect(poolOf('researcher')).toEqual([
      'read_file',
      'search_files',
      'web_search',
      'search_memory',
      'get_time',
      'show_plan',
      'write_file',
      'save_memory',
      'add_task',
      'create_plan',
      'orchestrate_workflow',
      'fetch_page',
    ]);
  });

  it('what is denied wins, also by pattern', () => {
    expect(poolOf('coordinator')).toEqual([
      'search_memory',
      'get_time',
      'show_plan',
      'save_memory',
      'add_task',
      'create_plan',
      'spawn_agent',
      'orchestrate_workflow',
    ]);
    const custom = { ...personaOf('coder'), tools: ['git_*', 'deploy'], disallowedTools: ['git_c*', 'search_memory'] };
    expect(assembleToolPool(all, custom).map(({ name }) => name)).toEqual([
      'git_log',
      'get_time',
      'show_plan',
      'save_memory',
      'add_task',
      'create_plan',
      'deploy',
    ]);
  });

  it.each(['planner', 'verifier'])('%s changes nothing, and runs checks only where they can change nothing', (id) => {
    expect(poolOf(id)).not.toContain('bash');
    const writes = poolOf(id).filter((name) => [...WRITES, 'deploy', 'orchestrate_workflow'].includes(name));
    expect(writes).toEqual(id === 'planner' ? ['create_plan'] : []);
    const confined = tool('bash', { description: 'in a sandbox that cannot be written to' });
    const sandboxed = all.map((entry) => (entry.name === 'bash' ? { ...entry, readOnly: confined } : entry));
    expect(assembleToolPool(sandboxed, personaOf(id)).find(({ name }) => name === 'bash')).toBe(confined);
    expect(poolOf('coder', sandboxed)).toContain('bash');
  });

  it('one that lists none has those of what it is about', () => {
    const own = { ...personaOf('coder'), tools: [], suggestedMcpServers: [] };
    const names = (affinity: string) =>
      assembleToolPool(all, { ...own, workspaceAffinity: [affinity] }).map(({ name }) => name);
    expect(names('cooking')).toEqual(all.map(({ name }) => name));
    expect(names('coding')).toEqual(expect.arrayContaining(['bash', 'git_log', 'get_time']));
    expect(names('coding')).not.toContain('web_search');
    expect(names('research')).toEqual(expect.arrayContaining(['web_search', 'save_memory']));
    expect(names('research')).not.toContain('bash');
  });
});

describe('the tools of those who work for a persona', () => {
  const workersOf = (id: string) => assembleWorkerPool(all, personaOf(id), SPAWN_TOOL).map(({ name }) => name);

  it('are its own; the coordinator hands on all that its person may use', () => {
    expect(workersOf('writer')).toEqual(poolOf('writer'));
    expect(workersOf('verifier')).toEqual(poolOf('verifier'));
    expect(workersOf('coordinator')).toEqual(all.map(({ name }) => name));
    expect(assembleWorkerPool(all, null, SPAWN_TOOL)).toEqual(all);
  });

  it('its workflow may start workers although it may not call spawn_agent', () => {
    expect(poolOf('sales-rep')).not.toContain(SPAWN_TOOL);
    expect(workersOf('sales-rep')).toEqual([...poolOf('sales-rep'), SPAWN_TOOL]);
  });
});

it('patterns mean whole names', () => {
  expect(namesTool(['git_*'], 'git_push')).toBe(true);
  expect(namesTool(['git_*'], 'not_git_push')).toBe(false);
  expect(namesTool(['*'], 'anything')).toBe(true);
  expect(namesTool(['bash'], 'bashful')).toBe(false);
});
