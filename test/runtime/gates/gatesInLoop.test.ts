import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SkillDistillationInfo } from '../../../src/runtime/gates/skillDistillation.js';
import { call, calls, type LoopBench, openLoopBench, usage } from '../loop/loopFixture.js';
import { makeTool } from '../tools/testTools.js';

let bench: LoopBench;
beforeEach(async () => {
  bench = await openLoopBench();
});
afterEach(() => bench.close());

const claim = { text: 'Fixed. All tests pass now.' };
const check = makeTool('run_tests');
const edit = makeTool('edit_file', { mutating: true, idempotent: false });
const write = makeTool('write_file', { mutating: true, idempotent: false });

describe('D3, the verification gate', () => {
  it('sends an unchecked claim back once, and voids it', async () => {
    bench.server.script([claim, claim]);
    const { response, events } = await bench.run({ stream: true, tools: [check] });
    expect(response.content).toBe(claim.text);
    expect(bench.server.requests).toHaveLength(2);
    expect(bench.server.requests[1]?.lastUser).toMatch(/run the test.*UNVERIFIED/s);
    expect(events.filter((event) => event.type !== 'text')).toEqual([
      { type: 'gate', gate: 'D3', why: 'All tests pass now.' },
      { type: 'reset', why: 'gate' },
    ]);
  });

  it('is content after a check, when switched off, and with what the model then admits', async () => {
    bench.server.script([calls(call('run_tests')), claim]);
    await bench.run({ tools: [check] });
    bench.server.script([claim]);
    await bench.run({ tools: [check], verificationGate: false });
    bench.server.script([{ text: 'I repaired the lexer. UNVERIFIED: I believe all tests pass now.' }]);
    await bench.run({ tools: [check] });
    expect(bench.server.requests).toHaveLength(4);
  });

  it('does not take a check before the last change, or one that failed, for a check', async () => {
    bench.server.script([calls(call('run_tests')), calls(call('edit_file')), claim, { text: 'Not tested since.' }]);
    expect((await bench.run({ tools: [check, edit] })).response.content).toBe('Not tested since.');
    const broken = makeTool('run_tests', {
      run: () => {
        throw new Error('no such file');
      },
    });
    bench.server.script([calls(call('run_tests')), claim, { text: 'The tests could not be run.' }]);
    expect((await bench.run({ tools: [broken] })).response.content).toBe('The tests could not be run.');
    bench.server.script([calls(call('run_tests')), claim, { text: 'The check is blocked here.' }]);
    const blocked = await bench.run({ tools: [check], governancePolicies: { blockedTools: ['run_tests'] } });
    expect(blocked.response.content).toBe('The check is blocked here.');
  });

  it('appends a disclosure where no check is on offer, or no turn is left', async () => {
    bench.server.script([claim]);
    const { response, events } = await bench.run({ stream: true, tools: [edit] });
    expect(response.content).toMatch(/^Fixed\. All tests pass now\.\n\n_Unverified: no check was run/);
    expect(events.map((event) => (event.type === 'text' ? event.delta : event.type)).join('')).toBe(response.content);
    bench.server.script([claim]);
    expect((await bench.run({ maxTurns: 1, tools: [check] })).response.content).toMatch(/\n\n_Unverified: /);
    expect(bench.server.requests).toHaveLength(2);
  });

  it('leaves claims alone that the user supplied', async () => {
    bench.server.script([{ text: 'The importer is finished, and all tests pass.' }]);
    const messages = [{ role: 'user', content: 'Rewrite: "importer done, all tests pass"' }] as const;
    await bench.run({ tools: [check], messages });
    bench.server.script([{ text: 'All tests pass on your machine with Node 22, so the runner must differ.' }]);
    const own = [{ role: 'user', content: 'All tests pass on my machine with Node 22. CI is red. Why?' }] as const;
    await bench.run({ tools: [check], messages: own });
    expect(bench.server.requests).toHaveLength(2);
  });
});

describe('D4, the phantom write gate', () => {
  const phantom = { text: 'I saved the summary to notes/summary.md.' };

  it('fires when a write tool is on offer and none wrote', async () => {
    bench.server.script([phantom, calls(call('write_file')), { text: 'Now it is in notes/summary.md.' }]);
    const { response, events } = await bench.run({ tools: [write], stream: true });
    expect(response.content).toBe('Now it is in notes/summary.md.');
    expect(bench.server.requests[1]?.lastUser).toMatch(/call write_file now/i);
    expect(events.find((event) => event.type === 'gate')).toEqual({ type: 'gate', gate: 'D4', why: phantom.text });
  });

  it('is content when a tool wrote, and where none could', async () => {
    bench.server.script([calls(call('write_file')), phantom]);
    await bench.run({ tools: [write] });
    bench.server.script([phantom]);
    await bench.run({ tools: [check] });
    expect(bench.server.requests).toHaveLength(3);
  });

  it('looks at what a shell command does', async () => {
    const shell = makeTool('bash');
    bench.server.script([calls(call('bash', { command: 'ls -l notes' })), phantom, { text: 'Nothing was written.' }]);
    expect((await bench.run({ tools: [write, shell] })).response.content).toBe('Nothing was written.');
    bench.server.script([calls(call('bash', { command: 'echo hi > notes/summary.md' })), phantom]);
    expect((await bench.run({ tools: [write, shell] })).response.content).toBe(phantom.text);
  });
});

describe('D1, skill distillation in the same run', () => {
  const answer = { text: 'Here is the comparison you asked for.' };
  const work = calls(...Array.from({ length: 5 }, (_, i) => call('look', { i })));
  const tools = [makeTool('look'), makeTool('create_skill', { mutating: true, idempotent: false })];

  it('lets the model save a skill after the answer, and returns the answer', async () => {
    const seen: SkillDistillationInfo[] = [];
    bench.server.script([work, answer, calls(call('create_skill')), { text: 'Saved as "vendor-comparison".' }]);
    const { response, events } = await bench.run({
      stream: true,
      tools,
      onSkillDistillationFire: (info) => void seen.push(info),
    });
    expect(response.content).toBe(answer.text);
    expect(response.toolsUsed).toEqual(['look', 'look', 'look', 'look', 'look', 'create_skill']);
    expect(seen).toMatchObject([{ patternKey: 'look', toolsUsed: ['look', 'look', 'look', 'look', 'look'] }]);
    expect(bench.server.requests[2]?.lastUser).toMatch(/5 tool calls.*search_skills.*create_skill/s);
    const shown = events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('');
    expect(shown).toBe(answer.text);
    expect(events.some((event) => event.type === 'reset')).toBe(false);
  });

  it('keeps the answer at the end of the turns, of the budget and of the endpoint', async () => {
    const skill = calls(call('create_skill'));
    bench.server.script([work, answer, skill, skill, skill]);
    expect((await bench.run({ tools, maxTurns: 4 })).response.content).toBe(answer.text);
    bench.server.script([work, answer, { ...skill, usage: usage(900, 200) }]);
    expect((await bench.run({ tools, maxTokenBudget: 1000 })).response.content).toBe(answer.text);
    bench.server.script([work, answer, { fault: { kind: 'status', status: 400 } }]);
    expect((await bench.run({ tools })).response.content).toBe(answer.text);
  });

  it('keeps still for few calls, after a refusal, when a skill was written, and where none can be', async () => {
    const few = calls(call('look'), call('look', { i: 1 }));
    bench.server.script([few, answer]);
    await bench.run({ tools });
    bench.server.script([work, { text: "I'm afraid I can't reach the vendor's site." }]);
    await bench.run({ tools });
    bench.server.script([work, calls(call('create_skill')), answer]);
    await bench.run({ tools });
    bench.server.script([work, answer]);
    await bench.run({ tools: [makeTool('look')] });
    bench.server.script([work, answer]);
    await bench.run({ tools, skillDistillationGate: false });
    expect(bench.server.requests).toHaveLength(11);
  });

  it('swallows what the observer throws', async () => {
    bench.server.script([work, answer, { text: 'Nothing worth keeping.' }]);
    const onSkillDistillationFire = async () => {
      throw new Error('observer down');
    };
    expect((await bench.run({ tools, onSkillDistillationFire })).response.content).toBe(answer.text);
  });
});

describe('the gates together', () => {
  it('fire in their order, one an answer, each once a run', async () => {
    const tools = [check, write, makeTool('look'), makeTool('create_skill', { mutating: true, idempotent: false })];
    const both = { text: 'All tests pass now. I saved the report to out/report.md.' };
    bench.server.script([
      calls(...Array.from({ length: 5 }, (_, i) => call('look', { i }))),
      both,
      both,
      both,
      { text: 'No skill needed.' },
    ]);
    const { response, events } = await bench.run({ tools, stream: true });
    expect(events.flatMap((event) => (event.type === 'gate' ? [event.gate] : []))).toEqual(['D3', 'D4', 'D1']);
    expect(response.content).toBe(both.text);
  });
});
