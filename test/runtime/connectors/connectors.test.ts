import { describe, expect, it } from 'vitest';
import { createAcquireCapability } from '../../../src/runtime/capabilities/acquireCapability.js';
import { createCapabilityRouter } from '../../../src/runtime/capabilities/capabilityRouter.js';
import { CONNECTOR_CATEGORIES } from '../../../src/runtime/connectors/connector.js';
import { CONNECTORS } from '../../../src/runtime/connectors/connectors.js';
import { createConnectorTools } from '../../../src/runtime/connectors/connectorTools.js';
import { findConnectors } from '../../../src/runtime/connectors/findConnectors.js';
import type { ToolDefinition } from '../../../src/runtime/tools/toolDefinition.js';
import { makeTool } from '../tools/testTools.js';

const run = async (tool: ToolDefinition | undefined, args: Record<string, unknown>, hidden: ToolDefinition[] = []) =>
  String(
    await tool?.execute(tool.args.parse(args), {
      signal: new AbortController().signal,
      scope: null,
      agents: null,
      hidden,
    }),
  );

describe('the connectors', () => {
  it('are sixty, each with a way in that can be an address or a package, and where that is from', () => {
    expect(CONNECTORS).toHaveLength(60);
    expect(new Set(CONNECTORS.map(({ id }) => id)).size).toBe(60);
    for (const { id, api, mcp, note } of CONNECTORS) {
      expect(id).toMatch(/^[a-z0-9-]{1,24}$/);
      expect(api !== undefined || mcp !== undefined, id).toBe(true);
      if (api !== undefined) expect(URL.canParse(api.replace(/[{}]/g, 'x')), id).toBe(true);
      if (mcp !== undefined && 'npm' in mcp) expect(mcp.npm).toMatch(/^(?:@[a-z0-9-]+\/)?[a-z0-9-]+$/);
      if (mcp !== undefined && 'url' in mcp) expect(new URL(mcp.url).protocol).toBe('https:');
      expect(note.length, id).toBeGreaterThan(10);
    }
    const used = new Set(CONNECTORS.map(({ category }) => category));
    expect([...used].toSorted()).toEqual([...CONNECTOR_CATEGORIES].toSorted());
  });

  it.each([
    ['github', 'github'],
    ['GitHub issues', 'github'],
    ['read my mail', 'gmail'],
    ['spreadsheet', 'gsheets'],
    ['payments', 'stripe'],
    ['browser screenshot', 'playwright'],
  ])('%j finds %s', (query, id) => {
    expect(findConnectors(query, null)[0]?.id).toBe(id);
  });

  it('are told with their ways in, and whether one of that name is configured', async () => {
    const ready = { state: 'ready', tools: 3, refused: 0, why: null, retryAt: null } as const;
    const [find, list] = createConnectorTools({ mcpStatus: () => [{ name: 'github', ...ready }] });
    expect(await run(find, { query: 'github' })).toMatch(
      /^- GitHub \(github; code\): .+ MCP server https:\/\/api\.githubcopilot\.com\/mcp\/; API https:\/\/api\.github\.com\. Source: .+ configured\.$/,
    );
    expect(await run(find, { query: 'linear' })).toMatch(/not connected\.$/);
    expect(await run(find, { query: 'teleport cabbages' })).toMatch(/^No connector fits\. Categories: code, /);
    expect(await run(find, { category: 'documents' })).toMatch(/^And \d+ more; narrow the query\.$|not connected\.$/m);
    expect((await run(list, {})).split('\n')).toHaveLength(CONNECTOR_CATEGORIES.length);
  });
});

describe('acquire_capability', () => {
  const router = createCapabilityRouter({
    mcpServers: () => [{ name: 'github', healthy: false }],
    roles: () => ['writer'],
  });
  const acquire = createAcquireCapability({ router: () => router });

  it('tells what is here first, then what could be connected', async () => {
    const hidden = [makeTool('generate_pdf', { deferred: true })];
    const told = await run(acquire, { need: 'draft a pdf' }, hidden);
    expect(told).toMatch(/^Here:\n- tool generate_pdf .*\n- subagent writer: /);
    const github = await run(acquire, { need: 'github' });
    expect(github).toMatch(/^Here:\n- mcp github: .*\(down now\)\nThe operator could connect, .*\n- GitHub \(github\)/);
  });

  it('says plainly when there is nothing', async () => {
    expect(await run(acquire, { need: 'teleport cabbages' })).toMatch(
      /^Nothing here does this, and no connector is known/,
    );
  });
});
