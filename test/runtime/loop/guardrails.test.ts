import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeConformance } from '../conformanceCases.js';
import { makeTool } from '../tools/testTools.js';
import { call, calls, type LoopBench, openLoopBench } from './loopFixture.js';

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

const fails = (name = 'fetch') =>
  makeTool(name, {
    run: () => {
      throw new Error('404');
    },
  });

const hardStop = { guardrails: { hardStopEnabled: true }, maxTurns: 30 };
const toolsOf = (request: number) => bench.server.requests[request]?.body.tools;

describe('guidance', () => {
  it('follows a repeated failure after a blank line; observers see the result alone', async () => {
    const seen: string[] = [];
    bench.server.script([calls(call('fetch')), calls(call('fetch')), { text: 'done' }]);
    await bench.run({ tools: [fails()], onToolResult: (_name, _input, result) => seen.push(result) });
    expect(bench.answersOf(1)).toEqual(['Error executing fetch: 404']);
    expect(bench.answersOf(2)[0]).toMatch(
      /^Error executing fetch: 404\n\n\[Tool loop warning: repeated_exact_failure_warning, count 2\. .*\]$/,
    );
    expect(seen).toEqual(['Error executing fetch: 404', 'Error executing fetch: 404']);
  });

  it('follows equal results, and a cycle of calls that declare nothing', async () => {
    bench.server.script([calls(call('read')), calls(call('read')), { text: 'done' }]);
    await bench.run({ tools: [makeTool('read')] });
    expect(bench.answersOf(2)[0]).toMatch(/idempotent_no_progress_warning, count 2/);
    const plain = (name: string) => makeTool(name, { idempotent: false });
    bench.server.script([...[...'abcabc'].map((name) => calls(call(name))), { text: 'done' }]);
    bench.server.forget();
    await bench.run({ tools: [plain('a'), plain('b'), plain('c')] });
    expect(bench.answersOf(5)).toEqual(['ok']);
    expect(bench.answersOf(6)[0]).toMatch(/call_cycle_warning, count 3/);
  });

  it('counts bad arguments as failures, but no refusal of ours', async () => {
    const strict = { ...makeTool('strict'), args: z.object({ n: z.number() }) };
    bench.server.script([calls(call('strict', { n: 'x' })), calls(call('strict', { n: 'x' })), { text: 'done' }]);
    await bench.run({ tools: [strict] });
    expect(bench.answersOf(2)[0]).toMatch(/^Error: Invalid arguments[\s\S]*repeated_exact_failure_warning, count 2/);
    bench.server.forget();
    bench.server.script([...Array.from({ length: 4 }, () => calls(call('strict', { n: 1 }))), { text: 'done' }]);
    await bench.run({ tools: [strict], governancePolicies: { blockedTools: ['strict'] } });
    expect(bench.answersOf(4)[0]).not.toContain('[Tool loop');
  });

  it('counts a non-zero exit code, and the text of tools that only talk', async () => {
    const shell = makeTool('bash', { idempotent: false, run: () => ({ exit_code: 2, stderr: 'no' }) });
    const talks = makeTool('remote', { idempotent: false, reportsFailure: 'text', run: () => 'Error: not today' });
    const round = calls(call('bash'), call('remote'));
    bench.server.script([round, round, { text: 'done' }]);
    const { events } = await bench.run({ tools: [shell, talks] });
    for (const answer of bench.answersOf(2)) expect(answer).toMatch(/repeated_exact_failure_warning, count 2/);
    const ends = events.flatMap((event) => (event.type === 'toolEnd' ? [event.failed] : []));
    expect(ends).toEqual([true, true, true, true]);
  });

  it('starts anew after a change, and leaves polling alone', async () => {
    const edit = makeTool('edit', { mutating: true, idempotent: false });
    bench.server.script([calls(call('fetch')), calls(call('edit')), calls(call('fetch')), { text: 'done' }]);
    await bench.run({ tools: [fails(), edit] });
    expect(bench.answersOf(3)).toEqual(['Error executing fetch: 404']);
    bench.server.forget();
    bench.server.script([...Array.from({ length: 8 }, () => calls(call('wait'))), { text: 'done' }]);
    const { response } = await bench.run({ tools: [makeTool('wait', { polling: true })] });
    expect(response.toolsUsed).toHaveLength(8);
    expect(bench.answersOf(8)).toEqual(['ok']);
  });
});

describe('the hard stop', () => {
  it('halts a turn whose tool keeps failing: the other calls of the round do not run, the model closes', async () => {
    const rounds = Array.from({ length: 8 }, (_, n) => calls(call('fetch', { n }), call('late', { n })));
    bench.server.script([...rounds, { text: 'The site is down.' }]);
    const late = makeTool('late', { parallelSafe: false });
    const { response } = await bench.run({ tools: [fails(), late], ...hardStop });
    expect(response.content).toBe('The site is down.');
    expect(toolsOf(8)).toBeUndefined();
    expect(bench.server.requests[8]?.body.messages.at(-1)?.content).toMatch(/repeated without success/);
    const answers = bench.answersOf(8);
    expect(answers[0]).toMatch(/\[Tool loop stop: same_tool_failure_halt, count 8/);
    expect(answers[1]).toMatch(/^Error: late was not run/);
    expect(response.toolsUsed).toHaveLength(15);
  });

  it('ends the turn at the second refusal of one call; without words of the model with our own', async () => {
    bench.server.script([
      ...Array.from({ length: 5 }, () => calls(call('read'))),
      { fault: { kind: 'status', status: 400 } },
    ]);
    const { response } = await bench.run({ tools: [makeTool('read')], ...hardStop });
    expect(response.toolsUsed).toHaveLength(3);
    expect(response.content).toMatch(/^I stopped because the same tool calls/);
    expect(bench.server.requests).toHaveLength(6);
  });

  it('blocks equal failures that the loop guard does not see', async () => {
    const others = (n: number) => [1, 2, 3].map((m) => calls(call('read', { n: n * 10 + m })));
    const rounds = Array.from({ length: 6 }, (_, n) => [calls(call('fetch')), ...others(n)]).flat();
    bench.server.script([...rounds, { text: 'done' }]);
    const { response } = await bench.run({ tools: [fails(), makeTool('read')], ...hardStop });
    expect(response.toolsUsed.filter((name) => name === 'fetch')).toHaveLength(5);
    expect(bench.answersOf(21)[0]).toMatch(/^Error: Blocked \(repeated_exact_failure_block\)/);
  });

  it('is off unless it is asked for', async () => {
    bench.server.script([...Array.from({ length: 12 }, (_, n) => calls(call('fetch', { n }))), { text: 'done' }]);
    const { response } = await bench.run({ tools: [fails()], maxTurns: 30 });
    expect(response.toolsUsed).toHaveLength(12);
  });
});

describe('quotas', () => {
  it('50 web searches in a turn, and not one more', async () => {
    const search = makeTool('web_search', { quota: 'webSearch', run: ({ n }) => `found ${n}` });
    const round = (from: number) => calls(...Array.from({ length: 13 }, (_, n) => call('web_search', { n: from + n })));
    bench.server.script([...[0, 13, 26, 39].map(round), { text: 'done' }]);
    const { response } = await bench.run({ tools: [search] });
    expect(response.toolsUsed).toHaveLength(50);
    expect(bench.answersOf(4).at(-1)).toMatch(/^Error: web_search was not run: 50 calls/);
  });
});

describe('rounds', () => {
  it('the model is told when they run out, once at 70 % and once at 90 %', async () => {
    bench.server.script(Array.from({ length: 20 }, (_, n) => calls(call('read', { n }), call('read', { n: -n }))));
    await bench.run({ tools: [makeTool('read', { run: ({ n }) => n })], maxTurns: 20 });
    const noted = Array.from({ length: 19 }, (_, n) => bench.answersOf(n + 1).join(' '))
      .map((answers, n) => [n + 1, /\[Rounds: [^.]*\./.exec(answers)?.[0]] as const)
      .filter(([, line]) => line !== undefined);
    expect(noted).toEqual([
      [14, '[Rounds: 14 of 20 used.'],
      [18, '[Rounds: only 2 of 20 left.'],
    ]);
  });
});

const turnSchema = z.object({ event: z.string() });

describeConformance('guardrails.turn', async (input) => {
  const { event } = turnSchema.parse(input);
  const turn = await openLoopBench();
  try {
    const others = (n: number) => [1, 2, 3].map((m) => calls(call('read', { n: n * 10 + m })));
    const failing = Array.from({ length: 5 }, (_, n) => [calls(call('fetch')), ...others(n)]).flat();
    const tools = [fails(), makeTool('read', { run: ({ n }) => n }), makeTool('last', { run: () => 'last' })];
    if (event.startsWith('block decision')) {
      const three = calls(call('read', { n: 100 }), call('fetch'), call('last'));
      turn.server.script([...failing, three, calls(call('last', { n: 2 })), { text: 'done' }]);
      const { response } = await turn.run({ tools, ...hardStop });
      const [first, blocked, last] = turn.answersOf(failing.length + 1);
      const [read, fetched, ended] = response.toolsUsed.slice(-3);
      return {
        otherCallsRun: first?.startsWith('100') === true && last === 'last',
        blockedCallGetsSyntheticErrorResult: blocked?.startsWith('Error: Blocked') ?? false,
        callOrderOfResultsPreserved: read === 'read' && fetched === 'last' && ended === 'last',
        turnEnds: response.content !== 'done' || turn.server.requests.length !== failing.length + 3,
      };
    }
    turn.server.script([calls(call('fetch')), { text: 'no' }, calls(call('fetch')), { text: 'no' }]);
    await turn.run({ tools, ...hardStop });
    await turn.run({ tools, ...hardStop });
    return { allCountersZero: turn.answersOf(3)[0] === turn.answersOf(1)[0] };
  } finally {
    await turn.close();
  }
});
