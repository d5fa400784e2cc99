import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import { createOfferedModels } from '../../../src/runtime/model/offeredModels.js';
import { createTurnPersonas, type TurnPersonaOptions } from '../../../src/runtime/personas/turnPersonas.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { scriptAgents, toolsOf, withAgents } from '../agents/agentScript.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob, makeMessage, openTurnBench, type TurnBench } from '../turnFixture.js';
import { openTestShelf } from './testShelf.js';

const shelf = openTestShelf({ hasCoordinator: true });
const personasWith = (options: Partial<TurnPersonaOptions> = {}) =>
  createTurnPersonas({ shelf, configured: null, isOffered: null, researchRounds: 90, ...options });

let server: ModelServer;
let bench: TurnBench;
beforeAll(async () => {
  server = await startModelServer({ models: ['m', 'claude-sonnet-4-6'] });
  bench = await openTurnBench({ baseUrl: server.url });
});
afterAll(async () => {
  await bench.close();
  await server.close();
});
beforeEach(() => server.forget());
afterEach(() => {
  expect(server.refused()).toEqual([]);
  expect(bench.clock.pending()).toBe(0);
});

const tools = ['bash', 'read_file', 'write_file', 'web_search', 'generate_docx'].map((name) => makeTool(name));
const deps = (options: Partial<TurnPersonaOptions> = {}) => ({ personas: personasWith(options), tools });

describe('a turn with a persona', () => {
  it('has its prompt, its tools and its budget', async () => {
    server.script([{ text: 'Done.', usage: { prompt_tokens: 1000, completion_tokens: 1000 } }]);
    const job = makeJob({ personas: ['writer', 'coder'], turn: 'aaaaaaaa-0000-4000-8000-000000000001' });
    await bench.start(job, { deps: deps() }).result;
    const request = server.requests[0];
    expect(request?.system).toContain('# Persona: Writer\n## Files\nA file exists only if');
    expect(request?.system).toContain(shelf.getPersona('writer')?.systemPrompt);
    expect(toolsOf(request)).toEqual(['read_file', 'write_file', 'generate_docx']);
    const spender = { chat: 'telegram:42:7', person: 'telegram:42:7', persona: 'writer' };
    const policy = { dailyUsd: null, mode: 'soft' } as const;
    await bench.db.usage.setLimit({ scope: 'persona', subject: '*', dailyUsd: 5, mode: null, by: 'x', now: 1 });
    const states = await bench.db.usage.states({ spender, day: '2026-01-01', policy });
    expect(states).toMatchObject([{ scope: 'persona', subject: 'writer', spentUsd: 0.018 }]);
  });

  it('what the message asks for wins; what is gone is passed over; then the configured one; then none', async () => {
    const persona = async (personas: readonly string[], asked?: string, configured: string | null = null) => {
      server.forget();
      server.script([{ text: 'Done.' }]);
      const message = makeMessage('hi', asked === undefined ? {} : { persona: asked });
      await bench.start(makeJob({ personas, messages: [message] }), { deps: deps({ configured }) }).result;
      return /# Persona: (.*)/.exec(server.requests[0]?.system ?? '')?.[1] ?? null;
    };
    expect(await persona(['writer'], 'project_manager')).toBe('Project Manager');
    expect(await persona(['deleted', 'coder'])).toBe('Coder');
    expect(await persona(['deleted'], undefined, 'recruiter')).toBe('Recruiter');
    expect(await persona(['deleted'])).toBeNull();
  });

  it('a name outside its tools is not there, and is not offered as there', async () => {
    server.script([{ toolCalls: [{ name: 'bash', arguments: { q: 'ls' } }] }, { text: 'I cannot.' }]);
    const run = bench.start(makeJob({ personas: ['writer'] }), { deps: deps() });
    expect(await run.result).toMatchObject({ text: 'I cannot.' });
    const result = JSON.stringify(server.requests[1]?.body.messages.at(-1));
    expect(result).toMatch(/bash/);
    expect(result).not.toMatch(/\(available\)/);
  });

  it('a read-only one gets no write discipline, and none of the tools that change something', async () => {
    server.script([{ text: 'VERDICT: PASS' }]);
    await bench.start(makeJob({ personas: ['verifier'] }), { deps: deps() }).result;
    expect(server.requests[0]?.system).not.toContain('## Files');
    expect(toolsOf(server.requests[0])).toEqual(['read_file', 'web_search']);
  });

  it('for research it may take 90 rounds, unless a number was set', () => {
    const [researcher, writer] = [shelf.getPersona('researcher'), shelf.getPersona('writer')];
    const rounds = (researchRounds: number | null, usual = 64) => {
      const personas = personasWith({ researchRounds });
      return [
        personas.roundsFor(researcher, usual),
        personas.roundsFor(writer, usual),
        personas.roundsFor(null, usual),
      ];
    };
    expect(rounds(90)).toEqual([90, 64, 64]);
    expect(rounds(null)).toEqual([64, 64, 64]);
    expect(rounds(null, 20)).toEqual([20, 20, 20]);
    expect(rounds(90, 120)).toEqual([120, 120, 120]);
  });
});

describe('the model of a persona', () => {
  const offered = (baseUrl: string, clock = createFakeClock()) =>
    createOfferedModels({ baseUrl, apiKey: 'k', fetch, clock, log: silentLog });

  it('is its preference where the endpoint lists that and none was set', async () => {
    server.script([{ text: 'a' }, { text: 'b' }]);
    await bench.start(makeJob({ personas: ['coder'] }), { deps: deps({ isOffered: offered(server.url).has }) }).result;
    await bench.start(makeJob({ personas: ['coder'] }), { deps: deps({ isOffered: null }) }).result;
    expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-sonnet-4-6', 'm']);
  });

  it('is the usual one where the endpoint does not list it, or lists nothing', async () => {
    const coder = shelf.getPersona('coder');
    const other = coder === null ? null : { ...coder, modelPreference: 'gpt-unknown' };
    expect(await personasWith({ isOffered: offered(server.url).has }).modelFor(other, 'm')).toBe('m');
    const nowhere = offered('http://127.0.0.1:9');
    expect(await personasWith({ isOffered: nowhere.has }).modelFor(coder, 'm')).toBe('m');
    expect(await personasWith({ isOffered: nowhere.has }).modelFor(null, 'm')).toBe('m');
  });

  it('is asked for once in ten minutes, after a failure again in one', async () => {
    const clock = createFakeClock();
    let asked = 0;
    let isDown = true;
    const list: typeof fetch = async () => {
      asked += 1;
      if (isDown) throw new Error('down');
      return Response.json({ data: [{ id: 'm' }] });
    };
    const models = createOfferedModels({ baseUrl: 'http://x', apiKey: '', fetch: list, clock, log: silentLog });
    expect([await models.has('m'), await models.has('m'), asked]).toEqual([false, false, 1]);
    isDown = false;
    await clock.advance(60_000);
    expect([await models.has('m'), await models.has('n'), asked]).toEqual([true, false, 2]);
    await clock.advance(599_000);
    expect([await models.has('m'), asked]).toEqual([true, 2]);
    await clock.advance(1_000);
    expect([await models.has('m'), asked]).toEqual([true, 3]);
    expect(clock.pending()).toBe(0);
  });
});

describe('those who work for a persona', () => {
  const spawn = { name: 'spawn_agent', arguments: { name: 'Prices', role: 'researcher', task: 'Find prices.' } };
  const agents = { Prices: [{ text: 'Five euros.' }] };

  it('the coordinator has none of the tools that its workers have', async () => {
    scriptAgents(server, [{ toolCalls: [spawn] }, { text: 'Five.' }], agents);
    const job = makeJob({ personas: ['coordinator'] });
    const run = bench.start(job, withAgents(bench, { ...deps(), hasCoordinator: true }));
    expect(await run.result).toMatchObject({ text: 'Five.' });
    expect(toolsOf(server.requests[0])).toEqual([
      'spawn_agent',
      'list_agents',
      'get_agent_result',
      'orchestrate_workflow',
    ]);
    expect(toolsOf(server.requests[1])).toEqual(['web_search', 'read_file']);
  });

  it('a persona that starts workers gives them no more than it has', async () => {
    const own = { ...personasWith(), choose: () => ({ ...coder(), tools: ['spawn_agent', 'read_file'] }) };
    scriptAgents(server, [{ toolCalls: [spawn] }, { text: 'Five.' }], agents);
    await bench.start(makeJob(), withAgents(bench, { tools, personas: own })).result;
    expect(toolsOf(server.requests[1])).toEqual(['read_file']);
  });

  it('its workflow is offered to it by name, and runs although it may not call spawn_agent', async () => {
    const call = { name: 'orchestrate_workflow', arguments: { task: 'Prospects in Graz', template: 'research-team' } };
    scriptAgents(server, [{ toolCalls: [call] }, { text: 'Three firms.' }], {
      Researcher: [{ text: 'found' }],
      Synthesizer: [{ text: 'joined' }],
      Reviewer: [{ text: 'reviewed' }],
    });
    const run = bench.start(makeJob({ personas: ['sales-rep'] }), withAgents(bench, deps()));
    expect(await run.result).toMatchObject({ text: 'Three firms.' });
    expect(server.requests[0]?.system).toContain('orchestrate_workflow with the template "research-team"');
    expect(toolsOf(server.requests[0])).not.toContain('spawn_agent');
    expect(JSON.stringify(server.requests.at(-1)?.body.messages.at(-1))).toContain('3 of 3 steps done');
  });

  function coder() {
    const persona = shelf.getPersona('coder');
    if (persona === null) throw new Error('no coder');
    return persona;
  }
});
