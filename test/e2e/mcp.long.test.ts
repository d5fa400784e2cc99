import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelReply } from '../platforms/model/reply.js';
import { resultsOf, roundOf, toolsOf } from '../runtime/agents/agentScript.js';
import { hostile, reference } from '../runtime/mcp/mcpStage.js';
import { startChild } from '../setup/childProcess.js';
import { describeWithSandbox } from '../setup/describeWithSandbox.js';
import { until } from '../setup/until.js';
import { CLEAN, type GatewayProcess } from './gateway.js';
import { openStage, type Stage } from './stage.js';

const OWNER = 1;
const generous = { timeoutMs: 30_000 };

/** What an operator writes into `waggle.config.json` for a server of the tests. */
function entryOf(access: ReturnType<typeof hostile>, more: object = {}) {
  if (access.kind !== 'stdio') throw new Error('unreachable');
  const [command, ...args] = access.command;
  return { command, args, folders: access.folders.map(({ path }) => path), ...more };
}

const PERSONA = `---
name: Birder
tagline: Knows birds.
description: Answers about birds.
bestFor: [Birds, Nests, Eggs]
wontDo: Fish.
failurePatterns: [a, b, c]
tools: [read_file]
suggestedMcpServers: [everything]
---
You know birds.
`;

describeWithSandbox('tools of MCP servers from a chat on Telegram', () => {
  let stage: Stage;
  let gateway: GatewayProcess;
  let config: string;
  beforeAll(async () => {
    stage = await openStage({ settings: { WAGGLE_OWNER: `telegram:${OWNER}`, BIRD_KEY: 'key-of-the-birds' } });
    config = join(stage.dataDir, 'waggle.config.json');
    await mkdir(join(stage.dataDir, 'personas'), { recursive: true });
    await writeFile(join(stage.dataDir, 'personas', 'birder.md'), PERSONA);
    const mcpServers = {
      everything: entryOf(reference('everything', ['stdio']), { risk: 'low' }),
      wild: entryOf(hostile('bad'), { risk: 'none', env: { KEY: `\${BIRD_KEY}` } }),
    };
    await writeFile(config, JSON.stringify({ mcpServers }));
    gateway = await stage.start('ingress', { WAGGLE_CONFIG: config });
    await until(() => gateway.log().split('an MCP server is ready').length === 3, 'both servers', 30_000);
  }, 90_000);
  afterAll(() => stage.close());

  /** Says something on Telegram, and gives what the model was told round by round, and what it was offered. */
  async function ask(user: number, rounds: readonly ModelReply[], text = 'Help me, please.') {
    stage.model.forget();
    stage.model.script((request) => rounds[roundOf(request)] ?? { text: 'no round is left' });
    const chat = stage.telegram.privateChat(stage.telegram.user(user, { name: 'Ada' }));
    chat.say(text);
    const answer = rounds.at(-1)?.text ?? '';
    await chat.waitForBotMessage((message) => message.text === answer, generous);
    const requests = rounds.map((_, round) => stage.model.requests.find((request) => roundOf(request) === round));
    return { results: requests.map(resultsOf), tools: requests.map(toolsOf) };
  }
  const call = (name: string, args: object = {}): ModelReply => ({ toolCalls: [{ name, arguments: { ...args } }] });

  it('are found by tool_search, called, and the answer lands', { timeout: 60_000 }, async () => {
    const { results, tools } = await ask(21, [
      call('tool_search', { query: 'sum of two numbers' }),
      call('mcp__everything__get-sum', { a: 2, b: 40 }),
      { text: 'It is 42.' },
    ]);
    expect(results[1]?.[0]).toMatch(/^Callable now:\n(?:- .+\n)*- mcp__everything__get-sum: /);
    expect(tools[0]?.filter((name) => name.startsWith('mcp__'))).toEqual([]);
    expect(tools[1]).toContain('mcp__everything__get-sum');
    expect(results[2]?.at(-1)).toContain('42');
  });

  it('tell the model nothing that a server smuggles in', { timeout: 60_000 }, async () => {
    const { results } = await ask(22, [
      call('tool_search', { query: 'injected adds numbers' }),
      call('mcp__wild__inject'),
      { text: 'Four.' },
    ]);
    expect(results[1]?.[0]).not.toMatch(/wild__injected|system prompt/);
    expect(results[2]?.at(-1)).toMatch(/^Result: 4\.\n\n\[(?:SECURITY|UNTRUSTED DATA)/);
  });

  it('keep the secrets that they are given to themselves', { timeout: 60_000 }, async () => {
    const { results } = await ask(23, [call('mcp__wild__env'), { text: 'I saw it.' }]);
    expect(results[1]?.[0]).toMatch(/"KEY":"\[secret\]"/);
    expect(gateway.log()).not.toContain('key-of-the-birds');
    expect(allProcesses().filter((pid) => read(pid, 'cmdline').includes('key-of-the-birds'))).toEqual([]);
  });

  it('are those of one server for a persona that names one', { timeout: 60_000 }, async () => {
    const { results } = await ask(
      24,
      [
        call('tool_search', { query: 'weather' }),
        call('mcp__wild__weather', { place: 'Rome' }),
        call('mcp__everything__echo', { message: 'hello' }),
        { text: 'Only one.' },
      ],
      '/birder what can you use?',
    );
    expect(results[1]?.[0]).not.toContain('mcp__wild__');
    expect(results[2]?.at(-1)).toMatch(/"mcp__wild__weather" not found/);
    expect(results[3]?.at(-1)).toBe('Echo: hello');
  });

  it('of a server that crashes: the answer comes, /status says it, and it is there again', {
    timeout: 60_000,
  }, async () => {
    const { results } = await ask(25, [call('mcp__wild__crash'), { text: 'It broke.' }]);
    expect(results[1]?.[0]).toMatch(/came to nothing/);
    const chat = stage.telegram.privateChat(stage.telegram.user(OWNER, { name: 'Olga' }));
    chat.say('/status');
    const status = await chat.waitForBotMessage(({ text }) => text.includes('MCP server'), generous);
    expect(status.text).toMatch(/MCP server everything: 13 tools\./);
    expect(status.text).toMatch(/MCP server wild: (?:down|starting|11 tools)/);
    const again = await ask(26, [call('mcp__wild__count'), { text: 'Counted.' }]);
    expect(again.results[1]?.[0]).toBe('start 2, call 1');
  });

  it('what could be connected is told from a chat, too', { timeout: 60_000 }, async () => {
    const { results, tools } = await ask(27, [
      call('acquire_capability', { need: 'issues on github' }),
      call('find_connector', { query: 'github' }),
      call('list_connector_categories'),
      { text: 'The operator can connect it.' },
    ]);
    expect(results[1]?.[0]).toMatch(/The operator could connect, .*\n- GitHub \(github\)/s);
    expect(results[2]?.at(-1)).toMatch(/^- GitHub .*https:\/\/api\.githubcopilot\.com\/mcp\//);
    expect(results[3]?.at(-1)).toMatch(/^- code: .*GitHub/m);
    expect(tools[0]).not.toContain('find_connector');
  });

  it('are told by waggle doctor, with what is refused and why', { timeout: 60_000 }, async () => {
    const child = startChild('../../dist/cli/main.js', import.meta.url, ['doctor'], {
      ...CLEAN,
      WAGGLE_CONFIG: config,
      WAGGLE_DATA_DIR: stage.dataDir,
      BIRD_KEY: 'key-of-the-birds',
    });
    await child.ended;
    const told = child.lines.join('\n');
    expect(told).toContain('  everything: 13 tools\n  wild: 11 tools, 12 refused');
    expect(told).toMatch(/refused: injected, because its description reads like an attack \(.+\)/);
    expect(told).not.toContain('key-of-the-birds');
  });

  it('end with the gateway, whichever way it ends', { timeout: 60_000 }, async () => {
    const servers = descendantsOf(gateway.child.pid).filter((pid) =>
      /server-everything|hostile/.test(read(pid, 'cmdline')),
    );
    expect(servers.length).toBeGreaterThanOrEqual(2);
    await gateway.kill();
    await until(() => servers.every((pid) => !allProcesses().includes(pid)), 'their end');
  });
});

const allProcesses = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));

function descendantsOf(root: number | undefined): string[] {
  const parents = new Map(allProcesses().map((pid) => [pid, /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? '']));
  const isBelow = (pid: string): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === String(root) || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
