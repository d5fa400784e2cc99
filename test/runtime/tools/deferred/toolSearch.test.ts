import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../../../src/core/log.js';
import { assembleToolPool } from '../../../../src/runtime/personas/toolPool.js';
import { rankTools } from '../../../../src/runtime/tools/deferred/rankTools.js';
import { createToolSearch } from '../../../../src/runtime/tools/deferred/toolSearch.js';
import type { ToolDefinition } from '../../../../src/runtime/tools/toolDefinition.js';
import { createToolSet } from '../../../../src/runtime/tools/toolSet.js';
import type { ModelRequest } from '../../../platforms/model/request.js';
import { toolsOf } from '../../agents/agentScript.js';
import { call, calls, type LoopBench, openLoopBench } from '../../loop/loopFixture.js';
import { makeTool } from '../testTools.js';

const hidden = (name: string, description: string, fields: Partial<ToolDefinition> = {}): ToolDefinition => ({
  ...makeTool(name, { run: () => `${name} ran` }),
  description,
  deferred: true,
  ...fields,
});

const tools = [
  makeTool('look'),
  createToolSearch(),
  hidden('git_commit', 'Commit staged changes. Give a message.'),
  hidden('git_stash', 'Put changes aside.'),
  hidden('generate_pdf', 'Write a PDF document.', {
    args: z.object({ pages: z.array(z.string()) }),
    execute: async ({ pages }) => `a PDF with ${JSON.stringify(pages)}`,
  }),
  hidden('mcp__hub__create_issue', 'Open an issue in a repository.', { source: 'mcp:hub' }),
  hidden('mcp__hub__list_issues', 'List the issues of a repository.', { source: 'mcp:hub' }),
];

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

const offered = () => bench.server.requests.map((request: ModelRequest) => toolsOf(request));

describe('tools that are not in every request', () => {
  it('are found by what they do, and callable from the next round to the end', async () => {
    bench.server.script([
      calls(call('tool_search', { query: 'write pdf documents' })),
      calls(call('generate_pdf', { pages: ['one'] })),
      calls(call('tool_search', { query: 'issues on the hub' })),
      { text: 'Done.' },
    ]);
    const { response } = await bench.run({ tools, maxTurns: 9 });
    const first = ['look', 'tool_search'];
    expect(offered()).toEqual([
      first,
      [...first, 'generate_pdf'],
      [...first, 'generate_pdf'],
      [...first, 'generate_pdf', 'mcp__hub__list_issues', 'mcp__hub__create_issue'],
    ]);
    expect(bench.answersOf(1)[0]).toBe('Callable now:\n- generate_pdf: Write a PDF document.');
    expect(bench.answersOf(2).at(-1)).toBe('a PDF with ["one"]');
    expect(response.toolsUsed).toEqual(['tool_search', 'generate_pdf', 'tool_search']);
  });

  it('begin each list of tools with the one before, byte for byte', async () => {
    bench.server.script([
      calls(call('tool_search', { query: 'commit' })),
      calls(call('tool_search', { query: 'issue' })),
      { text: 'Done.' },
    ]);
    await bench.run({ tools });
    const lists = bench.server.requests.map(({ body }) => JSON.stringify(body.tools).slice(0, -1));
    expect(lists.slice(1).every((list, i) => list.startsWith(lists[i] ?? '?'))).toBe(true);
  });

  it('are named by the search itself, those of servers only by number', async () => {
    bench.server.script([{ text: 'Hello.' }]);
    await bench.run({ tools });
    expect(bench.server.requests[0]?.body.tools?.at(-1)?.function.description).toMatch(
      /Some: git_commit, git_stash, generate_pdf\. Of servers: hub \(2\)\.$/,
    );
  });

  it('can be called by name at once, and are then in the requests, also where the arguments were wrong', async () => {
    bench.server.script([
      calls(call('generate_pdf', { text: 'one' })),
      calls(call('generate_pdf', { pages: ['one'] })),
      { text: 'Done.' },
    ]);
    await bench.run({ tools });
    expect(bench.answersOf(1)[0]).toMatch(/^Error: Invalid arguments for generate_pdf: pages/);
    expect(offered()[1]).toEqual(['look', 'tool_search', 'generate_pdf']);
    expect(bench.answersOf(2).at(-1)).toBe('a PDF with ["one"]');
  });

  it('are there from the start when the request names them', async () => {
    bench.server.script([{ text: 'Done.' }]);
    await bench.run({ tools, messages: [{ role: 'user', content: 'Use git_stash, please.' }] });
    expect(offered()).toEqual([['look', 'tool_search', 'git_stash']]);
  });

  it('are not found where the policy forbids them', async () => {
    bench.server.script([
      calls(call('tool_search', { query: 'commit' }), call('tool_search', { query: 'issue' }), call('git_commit')),
      { text: 'Done.' },
    ]);
    await bench.run({ tools, governancePolicies: { blockedTools: ['git_commit'], allowedSources: ['native'] } });
    const [commit, issue, blocked] = bench.answersOf(1);
    expect(commit).toMatch(/^No tool fits these words\. Those that there are: git_stash, generate_pdf\.$/);
    expect(issue).not.toContain('mcp__');
    expect(blocked).toMatch(/blocked by your team's governance policy/);
  });

  it('leave a run without any of them without a search', async () => {
    bench.server.script([{ text: 'Done.' }]);
    await bench.run({ tools: [makeTool('look'), createToolSearch()] });
    expect(offered()).toEqual([['look']]);
  });
});

describe('a persona', () => {
  const rules = {
    disallowedTools: [],
    isReadOnly: false,
    workspaceAffinity: [],
    suggestedMcpServers: [],
    defaultWorkflow: null,
  };
  const shownTo = (names: string[], fields = {}) => {
    const pool = assembleToolPool(tools, { ...rules, tools: names, ...fields });
    const set = createToolSet(pool, [], silentLog);
    return [set.schemas.map(({ function: { name } }) => name), set.hidden.map(({ name }) => name)];
  };

  it('has the tools that it lists before it, and finds only what it may use', () => {
    expect(shownTo(['git_commit'])).toEqual([['git_commit'], []]);
    expect(shownTo(['git_commit', 'git_*'])).toEqual([['tool_search', 'git_commit'], ['git_stash']]);
    expect(shownTo(['look'], { suggestedMcpServers: ['hub'] })).toEqual([
      ['look', 'tool_search'],
      ['mcp__hub__create_issue', 'mcp__hub__list_issues'],
    ]);
    expect(shownTo(['git_*'], { disallowedTools: ['git_stash'] })).toEqual([['tool_search'], ['git_commit']]);
  });
});

describe('ranking', () => {
  const first = (query: string) => rankTools(query, tools.slice(2))[0]?.name;

  it.each([
    ['git_stash', 'git_stash'],
    ['please use mcp__hub__list_issues for this', 'mcp__hub__list_issues'],
    ['committing changes', 'git_commit'],
    ['make a document with several pages', 'generate_pdf'],
    ['new issue', 'mcp__hub__create_issue'],
    ['PDF', 'generate_pdf'],
    ['für mich bitte pdf', 'generate_pdf'],
    ['the of and', undefined],
    ['weather', undefined],
  ])('of %j puts %s first', (query, name) => {
    expect(first(query)).toBe(name);
  });

  it('gives each tool at most once and always the same, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (query) => {
        const ranked = rankTools(query, tools);
        expect(new Set(ranked).size).toBe(ranked.length);
        expect(rankTools(query, tools)).toEqual(ranked);
      }),
    );
  });
});
