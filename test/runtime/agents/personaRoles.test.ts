import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { agentKit } from '../../../src/runtime/agents/agentKit.js';
import { roleMeant } from '../../../src/runtime/agents/roles.js';
import { createTurnPersonas } from '../../../src/runtime/personas/turnPersonas.js';
import { createToolSet } from '../../../src/runtime/tools/toolSet.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { openTestShelf } from '../personas/testShelf.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob, openTurnBench, type TurnBench } from '../turnFixture.js';
import { agentOf, resultsOf, scriptAgents, toolsOf, withAgents } from './agentScript.js';

const shelf = openTestShelf();
const personas = createTurnPersonas({ shelf, configured: null, isOffered: null, researchRounds: 120 });
afterAll(() => shelf.close());

const toolSet = (names: readonly string[]) =>
  createToolSet(
    names.map((name) => makeTool(name, { mutating: !/^(read|search|web)_/.test(name) })),
    [],
    silentLog,
  );
const TOOLS = [
  'read_file',
  'write_file',
  'web_search',
  'search_memory',
  'git_push',
  'git_commit',
  'offer_choices',
  'spawn_agent',
];
const kitOf = (role: string, names: readonly string[] = TOOLS, more = {}) =>
  agentKit({ role, ...more }, toolSet(names), { personas, log: silentLog });

describe('the role of a sub-agent', () => {
  it('is a preset before a persona, and a persona where it is called one or is no preset', () => {
    const kinds = [
      'coder',
      'persona:coder',
      'Persona: Project Manager',
      'verifier',
      'custom',
      'pirate',
      'persona:pirate',
    ];
    expect(kinds.map((role) => roleMeant(role, [], personas.find)).map(({ kind, role }) => `${kind} ${role}`)).toEqual([
      'preset coder',
      'persona coder',
      'persona project-manager',
      'persona verifier',
      'preset custom',
      'preset analyst',
      'unknown pirate',
    ]);
  });

  it('gives a persona’s prompt, and the tools that its rules leave of what its caller has', () => {
    const coder = kitOf('persona:coder');
    expect(coder.brief).toContain(shelf.find('coder')?.systemPrompt);
    expect(coder.brief).toMatch(/^## Files/);
    expect(coder.tools.names).toEqual(['read_file', 'write_file', 'search_memory', 'git_push', 'git_commit']);
    expect(kitOf('persona:coder', ['read_file', 'web_search']).tools.names).toEqual(['read_file']);
    const denied = { ...shelf, find: (name: string) => denyGit(shelf.find(name)) };
    const own = createTurnPersonas({ shelf: denied, configured: null, isOffered: null, researchRounds: null });
    const kit = agentKit({ role: 'persona:coder' }, toolSet(TOOLS), { personas: own, log: silentLog });
    expect(kit.tools.names).toEqual(['read_file', 'write_file', 'search_memory']);
  });

  it('keeps a read-only persona from changing anything, also by those that it would start', () => {
    const verifier = kitOf('verifier');
    expect(verifier.tools.names).toEqual(['read_file', 'web_search', 'search_memory']);
    expect(verifier.toHandOn.names).toEqual(['read_file', 'web_search', 'search_memory']);
    expect(verifier.brief).not.toContain('## Files');
  });

  it('gives a persona its rounds, within what the task asks for', () => {
    expect(kitOf('persona:researcher').rounds).toBe(120);
    expect(kitOf('persona:writer').rounds).toBe(50);
    expect(kitOf('persona:researcher', TOOLS, { maxTurns: 7 }).rounds).toBe(7);
    expect(kitOf('researcher').rounds).toBe(50);
  });
});

function denyGit(persona: ReturnType<typeof shelf.find>) {
  return persona === null ? null : { ...persona, disallowedTools: ['git_*'] };
}

describe('spawn_agent with a persona', () => {
  let server: ModelServer;
  let bench: TurnBench;
  beforeAll(async () => {
    server = await startModelServer();
    bench = await openTurnBench({ baseUrl: server.url });
  });
  afterAll(async () => {
    await bench.close();
    await server.close();
  });
  beforeEach(() => server.forget());
  afterEach(() => expect(server.refused()).toEqual([]));

  const tools = [makeTool('read_file', { run: () => 'contents' }), makeTool('write_file', { mutating: true })];
  const spawn = (role: string) => ({
    name: 'spawn_agent',
    arguments: { name: 'Check', role, task: 'Check the plan.' },
  });

  it('runs it as that persona, and tells the model who it was', async () => {
    scriptAgents(server, [{ toolCalls: [spawn('verifier')] }, { text: 'It holds.' }], {
      Check: [{ toolCalls: [{ name: 'read_file', arguments: {} }] }, { text: 'Checked against the file.' }],
    });
    const run = bench.start(makeJob({ text: 'Does it hold?' }), withAgents(bench, { tools, personas }));
    expect(await run.result).toEqual({ end: 'done', text: 'It holds.' });
    const first = server.requests.find((request) => agentOf(request) === 'Check');
    expect(first?.system).toContain(shelf.find('verifier')?.systemPrompt);
    expect(toolsOf(first)).toEqual(['read_file']);
    expect(resultsOf(server.requests.at(-1))[0]).toMatch(/^## Result of "Check" \(verifier, a1\)/);
  });

  it('refuses a persona that there is not, and goes by the turn’s own limits', async () => {
    scriptAgents(
      server,
      [{ toolCalls: [spawn('persona:pirate')] }, { toolCalls: [spawn('persona:coder')] }, { text: 'Done.' }],
      { Check: [{ text: 'Nothing to write with.' }] },
    );
    const job = makeJob({ text: 'Check it.', personas: ['coordinator'], readOnly: true });
    await bench.start(job, withAgents(bench, { tools, personas })).result;
    const results = server.requests.flatMap((request) => resultsOf(request));
    expect(results.join('\n')).not.toContain('Result of');
    expect(server.requests.every((request) => !toolsOf(request).includes('write_file'))).toBe(true);
  });
});
