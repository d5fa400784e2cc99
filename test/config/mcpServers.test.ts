import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/loadConfig.js';

const load = (mcpServers: unknown, env: Record<string, string> = {}) => loadConfig(env, JSON.stringify({ mcpServers }));
const serversOf = (mcpServers: unknown, env: Record<string, string> = {}) => {
  const result = load(mcpServers, env);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.config.mcpServers;
};
const problemsOf = (mcpServers: unknown, env: Record<string, string> = {}) => {
  const result = load(mcpServers, env);
  return result.ok ? [] : result.problems.map(({ message }) => message);
};
const TOKEN = `\${HUB_TOKEN}`;

describe('mcpServers in waggle.config.json', () => {
  it('are programs or addresses, closed and risky unless said otherwise', () => {
    expect(serversOf({ files: { command: 'node', args: ['/opt/x.js'] } })).toEqual([
      {
        name: 'files',
        access: { kind: 'stdio', command: ['node', '/opt/x.js'], env: {}, folders: [], network: false },
        personas: null,
        tools: null,
        risk: 'high',
        risks: {},
        timeoutMs: 60_000,
        secrets: [],
      },
    ]);
    expect(serversOf({})).toEqual([]);
    expect(serversOf({ off: { command: 'x', disabled: true } })).toEqual([]);
  });

  it('take secrets from the environment, and keep them as such', () => {
    const [hub] = serversOf(
      {
        hub: {
          url: 'https://mcp.hub.example/',
          headers: { Authorization: `Bearer ${TOKEN}` },
          risk: 'low',
          timeoutSeconds: 5,
        },
      },
      { HUB_TOKEN: 'abc123' },
    );
    expect(hub).toMatchObject({
      access: { kind: 'http', headers: { Authorization: 'Bearer abc123' } },
      secrets: ['abc123'],
      timeoutMs: 5000,
    });
    const [local] = serversOf({ a: { command: 'x', env: { KEY: TOKEN, LEVEL: 'info' } } }, { HUB_TOKEN: 't' });
    expect(local).toMatchObject({ access: { env: { KEY: 't', LEVEL: 'info' } }, secrets: ['t'] });
  });

  it('open folders for reading, or for writing where that is said', () => {
    const folders = ['/srv/notes', { path: '/srv/out', write: true }];
    expect(serversOf({ a: { command: 'x', folders, network: true } })[0]?.access).toMatchObject({
      folders: [
        { path: '/srv/notes', write: false },
        { path: '/srv/out', write: true },
      ],
      network: true,
    });
  });

  it.each([
    [{ 'Bad Name': { command: 'x' } }, /mcpServers\.Bad Name .*lower-case letters/],
    [{ [`a${'b'.repeat(30)}`]: { command: 'x' } }, /at most 24 characters/],
    [{ a: {} }, /mcpServers\.a in waggle\.config\.json: .*command/],
    [{ a: 7 }, /wants an object with a command or a url/],
    [{ a: { command: 'x', colour: 'red' } }, /does not know colour/],
    [{ a: { url: 'ftp://x.example' } }, /url/],
    [{ a: { command: 'x', risk: 'some' } }, /risk/],
    [{ a: { command: 'x', timeoutSeconds: 0 } }, /timeoutSeconds/],
    [{ a: { command: 'x', folders: ['relative'] } }, /absolute paths, got "relative"/],
    [{ a: { command: 'x', env: { KEY: TOKEN } } }, /the environment has no HUB_TOKEN/],
    [{ a: { command: 'x', env: { KEY: 'ghp_abcdefghijklmnop' } } }, /holds a secret itself/],
    [{ a: { command: 'x', args: ['--key=sk-abcdefghijklmnop'] } }, /which every list of processes shows/],
    [{ a: { url: 'https://x.example', headers: { Authorization: 'Bearer open' } } }, /holds a secret itself/],
  ])('%j is wrong, and it is said why', (servers, message) => {
    const problems = problemsOf(servers);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    expect(problems[0]).not.toMatch(/ghp_abc|sk-abc/);
  });

  it('never send a secret unencrypted to far away', () => {
    const at = (url: string) => problemsOf({ a: { url, headers: { 'X-Key': TOKEN } } }, { HUB_TOKEN: 'abc123' });
    expect(at('http://mcp.hub.example/')).toEqual([expect.stringMatching(/wants https/)]);
    expect(at('http://localhost:3001/mcp')).toEqual([]);
    expect(at('http://192.168.1.5/mcp')).toEqual([]);
    expect(at('https://mcp.hub.example/')).toEqual([]);
  });

  it('tells all that is wrong at once', () => {
    expect(problemsOf({ a: {}, b: { command: 'x', folders: ['r'] }, c: { command: 'x' } })).toHaveLength(2);
  });
});
