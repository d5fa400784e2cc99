import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JournalStep } from '../../../src/core/journal.js';
import { silentLog } from '../../../src/core/log.js';
import { createHookRegistry } from '../../../src/runtime/hooks/hookRegistry.js';
import { createGate } from '../../platforms/gate.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply } from '../../platforms/model/reply.js';
import { agentOf, type Rounds, resultsOf, roundOf, scriptAgents, withAgents } from '../agents/agentScript.js';
import { makeJob, openTurnBench, PLAIN_TURNS, type TurnBench } from '../turnFixture.js';

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
afterEach(() => {
  expect(server.refused()).toEqual([]);
  expect(bench.clock.pending()).toBe(0);
});

const FAILS: ModelReply = { fault: { kind: 'status', status: 401 } };
const orchestrate = (args: Record<string, unknown>): Rounds => [
  { toolCalls: [{ name: 'orchestrate_workflow', arguments: { task: 'Explain bees.', ...args } }] },
  { text: 'end' },
];
const step = (name: string, needs: string[] = [], role = 'analyst') => ({ name, role, task: `Do ${name}.`, needs });

/** Runs a turn that starts a workflow; the result that the model gets. */
async function run(
  args: Record<string, unknown>,
  agents: Readonly<Record<string, Rounds>>,
  options: Parameters<typeof withAgents>[1] = {},
): Promise<string> {
  scriptAgents(server, orchestrate(args), agents);
  await bench.start(makeJob(), withAgents(bench, { maxRounds: 20, ...options })).result;
  return resultsOf(server.requests.at(-1))[0] ?? '';
}

const promptOf = (name: string) => {
  const request = server.requests.find((one) => agentOf(one) === name);
  const content = request?.body.messages.at(-1)?.content;
  return typeof content === 'string' ? content : '';
};
const order = () => server.requests.map((request) => agentOf(request)).filter((name) => name !== null);

describe('a template', () => {
  it('research-team: each step gets what it needs, the last result is returned', async () => {
    const result = await run(
      { template: 'research-team' },
      { Researcher: [{ text: 'Facts.' }], Synthesizer: [{ text: 'Draft.' }], Reviewer: [{ text: 'Final.' }] },
    );
    expect(result).toBe('## Workflow research-team: 3 of 3 steps done\n\n---\n\nFinal.');
    expect(order()).toEqual(['Researcher', 'Synthesizer', 'Reviewer']);
    expect(promptOf('Researcher')).toMatch(/<task>\nResearch this:\nExplain bees\./);
    expect(promptOf('Synthesizer')).toMatch(/<material>\n### Researcher \(researcher\)\nFacts\.\n<\/material>/);
    expect(promptOf('Reviewer')).toMatch(/### Researcher[\s\S]*Facts\.[\s\S]*### Synthesizer[\s\S]*Draft\./);
  });

  it('is chosen by the shape of the task where none is named', async () => {
    const done = [{ text: 'ok' }];
    const result = await run(
      { task: 'Draft a letter to the city.' },
      { Writer: done, Reviewer: done, Reviser: [{ text: 'Letter.' }] },
    );
    expect(result).toMatch(/^## Workflow review-pair: 3 of 3/);
  });

  it('tells later steps of a failed one, and says that nobody reviewed', async () => {
    const result = await run(
      { template: 'research-team' },
      { Researcher: [FAILS], Synthesizer: [{ text: 'Draft.' }], Reviewer: [FAILS] },
    );
    expect(promptOf('Synthesizer')).toMatch(/### Researcher \(researcher\): FAILED\n.*do not guess/);
    expect(result).toMatch(/^## Workflow research-team: 1 of 3 steps done/);
    expect(result).toMatch(/\[NOT REVIEWED: Reviewer \(.*credentials.*\) failed, so nobody has checked this/);
    expect(result).toMatch(/\[INCOMPLETE: Researcher \(/);
    expect(result).toMatch(/\n\nDraft\.$/);
  });

  it('gives draft and findings where the reviser failed', async () => {
    const result = await run(
      { template: 'review-pair' },
      { Writer: [{ text: 'Draft.' }], Reviewer: [{ text: 'Too long.' }], Reviser: [FAILS] },
    );
    expect(result).toMatch(/\[INCOMPLETE: Reviser \(.*\n\n### Writer\n\nDraft\.\n\n### Reviewer\n\nToo long\.$/);
  });

  it('fails when no step has a result', async () => {
    const result = await run(
      { template: 'plan-execute' },
      { Planner: [FAILS], Executor: [FAILS], Summarizer: [FAILS] },
    );
    expect(result).toMatch(/^## Workflow plan-execute failed\n\nError: ### Planner \(failed\)/);
  });
});

describe('steps of its own', () => {
  it('run at the same time where they do not need each other', async () => {
    const both = createGate();
    let open = 0;
    server.script((request) => {
      const name = agentOf(request);
      if (name === null) {
        const steps = [step('Join', ['Left', 'Right']), step('Left'), step('Right')];
        return roundOf(request) === 0
          ? { toolCalls: [{ name: 'orchestrate_workflow', arguments: { task: 'T', steps } }] }
          : { text: 'end' };
      }
      if (name === 'Join') return { text: 'joined' };
      open += 1;
      if (open === 2) both.open();
      return { hold: both.opened, text: name };
    });
    await bench.start(makeJob(), withAgents(bench)).result;
    expect(order().at(-1)).toBe('Join');
    expect(promptOf('Join')).toMatch(/### Left \(analyst\)\nLeft\n\n### Right \(analyst\)\nRight/);
    expect(promptOf('Left')).not.toMatch(/material/);
  });

  it('that are circular are refused before anything runs', async () => {
    const result = await run({ steps: [step('A', ['B']), step('B', ['A'])] }, {});
    expect(result).toBe('Error: nothing was run. The plan is circular: "A" needs "B" needs "A".');
    expect(order()).toEqual([]);
  });

  it('aggregate: concatenate has a heading for each, synthesize one more worker', async () => {
    const agents = { A: [{ text: 'a' }], B: [FAILS], Synthesizer: [{ text: 'one text' }] };
    const steps = [step('A'), step('B')];
    expect(await run({ steps, aggregation: 'concatenate' }, agents)).toMatch(
      /1 of 2 steps done\n\n---\n\n\[INCOMPLETE: B \([\s\S]*\n\n### A\n\na\n\n### B \(failed\)\n\n/,
    );
    server.forget();
    expect(await run({ steps, aggregation: 'synthesize' }, agents)).toMatch(
      /2 of 3 steps done\n\n---\n\n\[INCOMPLETE: B [\s\S]*\n\none text$/,
    );
    expect(promptOf('Synthesizer')).toMatch(/Explain bees\./);
  });

  it('need a template or steps, not both, and the template must exist', async () => {
    expect(await run({ template: 'review-pair', steps: [step('A')] }, {})).toMatch(/not both/);
    expect(await run({ template: 'coordinator' }, {})).toMatch(/Invalid arguments for orchestrate_workflow/);
  });

  it('count towards the 50 sub-agents of a turn, and are not run where sub-agents are forbidden', async () => {
    const conduct = { ...PLAIN_TURNS, governance: { blockedTools: ['spawn_agent'] } };
    expect(await run({ steps: [step('A')] }, {}, { conduct })).toMatch(/sub-agents are not allowed in this turn/);
    const steps = Array.from({ length: 12 }, (_, i) => step(`S${i}`));
    server.script((request) => {
      if (agentOf(request) !== null) return { text: 'ok' };
      const round = roundOf(request);
      return round < 5
        ? { toolCalls: [{ name: 'orchestrate_workflow', arguments: { task: `T${round}`, steps } }] }
        : { text: 'end' };
    });
    server.forget();
    await bench.start(makeJob(), withAgents(bench)).result;
    expect(order()).toHaveLength(50);
    expect(resultsOf(server.requests.at(-1)).at(-1)).toMatch(/50 sub-agents are the limit of one turn/);
  });
});

describe('hooks of spawn_agent', () => {
  it('are asked about each step, too', async () => {
    const hooks = createHookRegistry({ clock: bench.clock, log: silentLog });
    hooks.on('pre:tool', ({ toolName, args = {} }) => {
      return toolName === 'spawn_agent' && args.name === 'B' ? { cancel: true, reason: 'not B' } : undefined;
    });
    const result = await run(
      { steps: [step('A'), step('B')], aggregation: 'concatenate' },
      { A: [{ text: 'a' }] },
      { conduct: { ...PLAIN_TURNS, hooks } },
    );
    expect(order()).toEqual(['A']);
    expect(result).toMatch(/### B \(failed\)\n\n\[BLOCKED\] not B$/);
  });
});

describe('hooks', () => {
  it('workflow:start and workflow:end, also of one that was stopped', async () => {
    const hooks = createHookRegistry({ clock: bench.clock, log: silentLog });
    const told: unknown[] = [];
    for (const event of ['workflow:start', 'workflow:end'] as const) {
      hooks.on(event, ({ workflow, turnId }) => {
        told.push([event, workflow, turnId?.slice(0, 8)]);
        return undefined;
      });
    }
    const conduct = { ...PLAIN_TURNS, hooks };
    await run({ steps: [step('A'), step('B')] }, { A: [{ text: 'a' }], B: [FAILS] }, { conduct });
    const steps = ['A', 'B'];
    expect(told).toEqual([
      ['workflow:start', { name: 'own steps', steps }, 'abcdef12'],
      ['workflow:end', { name: 'own steps', steps, failed: ['B'] }, 'abcdef12'],
    ]);
    scriptAgents(server, orchestrate({ steps: [step('A')] }), {
      A: [{ text: 'x', fault: { kind: 'hang', afterChunks: 1 } }],
    });
    server.forget();
    const stopped = bench.start(makeJob(), withAgents(bench, { conduct }));
    await server.waitFor(() => server.requests[1]?.chunksSent === 1);
    stopped.stop('stopped');
    expect((await stopped.result).end).toBe('stopped');
    expect(told).toHaveLength(4);
  });
});

describe('the coordinator', () => {
  const plan = (...steps: object[]): ModelReply => ({ text: `\`\`\`json\n${JSON.stringify({ steps })}\n\`\`\`` });
  const workers = [step('Left'), step('Right'), step('Sum', ['Left', 'Right'], 'writer')];
  const done = { Left: [{ text: 'l' }], Right: [{ text: 'r' }], Sum: [{ text: 's' }] };
  const coordinate = (agents: Readonly<Record<string, Rounds>>) =>
    run({ template: 'coordinator' }, agents, { hasCoordinator: true });

  it('plans, has workers work, joins, checks and reports', async () => {
    const result = await coordinate({
      ...done,
      Planner: [plan(...workers)],
      Synthesizer: [{ text: 'The result.' }],
      Verifier: [{ text: 'Nothing wrong.\n**VERDICT: PASS**' }],
    });
    expect(result).toMatch(/^## Workflow coordinator: 4 of 4 steps done/);
    expect(result).toMatch(/\n\nThe result\.\n\n\[Checked by the verifier: PASS\]$/);
    expect(promptOf('Planner')).toMatch(/Divide this work among specialists:\nExplain bees\./);
    expect(promptOf('Sum')).toMatch(/### Left[\s\S]*### Right/);
    expect(promptOf('Verifier')).toMatch(/### Sum[\s\S]*### Synthesizer \(synthesizer\)\nThe result\./);
  });

  it('has the result revised once, and says when it is not confirmed', async () => {
    const agents = {
      ...done,
      Planner: [plan(...workers)],
      Synthesizer: [{ text: 'Draft.' }],
      Reviser: [{ text: 'Better.' }],
    };
    const fails = await coordinate({ ...agents, Verifier: [{ text: 'Wrong year.\nVERDICT: FAIL' }] });
    expect(promptOf('Reviser')).toMatch(/### Synthesizer[\s\S]*Draft\.[\s\S]*### Verifier[\s\S]*Wrong year/);
    expect(order().filter((name) => name === 'Verifier')).toHaveLength(2);
    expect(fails).toMatch(
      /\[NOT CONFIRMED: the verifier's last word is FAIL[\s\S]*\n\nBetter\.\n\n### Findings of the verifier\n\nWrong year/,
    );
    server.forget();
    const unchecked = await coordinate({ ...agents, Verifier: [FAILS] });
    expect(unchecked).toMatch(/\[NOT REVIEWED: the verifier failed[\s\S]*\n\nDraft\.$/);
  });

  it('sends a circular plan back once, and then refuses it', async () => {
    const result = await coordinate({ Planner: [plan(step('A', ['B']), step('B', ['A']))] });
    const asked = server.requests.filter((request) => agentOf(request) === 'Planner');
    expect(JSON.stringify(asked[1]?.body.messages)).toMatch(/could not be used: The plan is circular/);
    expect(result).toMatch(/^## Workflow coordinator failed\n\nError: No plan that can be run: The plan is circular/);
    expect(order()).toEqual(['Planner', 'Planner']);
  });
});

describe('a takeover', () => {
  it('after any step goes on where the workflow was, and asks for nothing twice', async () => {
    const agents = { Researcher: [{ text: 'Facts.' }], Synthesizer: [FAILS], Reviewer: [{ text: 'Final.' }] };
    const go = async (journal: readonly JournalStep[]) => {
      server.forget();
      scriptAgents(server, orchestrate({ template: 'research-team' }), agents);
      const attempt = journal.length === 0 ? 1 : 2;
      const started = bench.start(makeJob({ journal, attempt }), withAgents(bench));
      await started.result;
      return { journal: started.journal, asked: order(), result: resultsOf(server.requests.at(-1))[0] };
    };
    const whole = await go([]);
    expect(whole.result).toMatch(/2 of 3 steps done[\s\S]*INCOMPLETE: Synthesizer[\s\S]*Final\.$/);
    for (let length = 1; length < whole.journal.length; length += 1) {
      const before = whole.journal.slice(0, length);
      const { journal, asked, result } = await go(before);
      const models = before.filter(
        (entry) => entry.type === 'agent' && (entry.step.type === 'model' || entry.step.type === 'end'),
      );
      expect(asked.length).toBeLessThanOrEqual(whole.asked.length - (models.length > 0 ? 1 : 0));
      if (result !== undefined) expect(result).toBe(whole.result);
      expect(journal.at(-1)).toMatchObject({ type: 'final', text: 'end' });
    }
  });
});
