import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TurnTrace } from '../../../src/core/ports/traces.js';
import { type TracedRunner, withTurnTrace } from '../../../src/runtime/tracing/withTurnTrace.js';
import { createGate } from '../../platforms/gate.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob, openTurnBench, type TurnBench } from '../turnFixture.js';

let server: ModelServer;
let bench: TurnBench;
beforeEach(async () => {
  server = await startModelServer();
  bench = await openTurnBench({ baseUrl: server.url });
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const log = createRecordingLog();
const stagesOf = (trace: TurnTrace | undefined) => trace?.events.map(({ stage }) => stage);

/** Starts a turn that is traced into the bench's store. */
function start(job = makeJob()) {
  let traced: TracedRunner | null = null;
  const run = bench.start(job, {
    // With a check on offer, gate D3 asks for it.
    deps: { tools: [makeTool('get_time'), makeTool('run_tests')] },
    around: (runTurn) => {
      const { db, clock } = bench;
      traced = withTurnTrace(runTurn, { traces: db.traces, redact: (text) => text, clock, log });
      return traced.runTurn;
    },
  });
  const stored = async () => {
    await traced?.close();
    return bench.db.traces.of(job.turn);
  };
  return { run, stored };
}

it('has all stages of a turn in their order, with what they did and nothing that was said', async () => {
  server.script([
    { text: 'My secret plan.', toolCalls: [{ name: 'get_time', arguments: { zone: 'Asia/Tokyo' } }] },
    { text: 'All 14 tests pass now; I verified that the build succeeds.' },
    { text: 'UNVERIFIED: my secret plan is that I did not run them.' },
  ]);
  const { run, stored } = start(makeJob({ text: 'a question about a secret' }));
  await run.result;
  const [trace, ...others] = await stored();
  expect(others).toEqual([]);
  expect(stagesOf(trace)).toEqual([
    'turn.enter',
    'orchestrator.recallMemory.enter',
    'orchestrator.recallMemory.exit',
    'prompt-assembler.assemble',
    'agent-loop.enter',
    'llm.enter',
    'llm.exit',
    'usage',
    'agent-loop.tool.enter',
    'agent-loop.tool.exit',
    'llm.enter',
    'llm.exit',
    'usage',
    'agent-loop.verification-gate.fired',
    'llm.enter',
    'llm.exit',
    'usage',
    'agent-loop.exit',
    'turn.exit',
  ]);
  const fieldsOf = (stage: string) => trace?.events.find((event) => event.stage === stage)?.fields;
  expect(fieldsOf('agent-loop.tool.enter')).toEqual({ toolName: 'get_time', argsKeys: ['zone'] });
  expect(fieldsOf('agent-loop.tool.exit')).toMatchObject({ toolName: 'get_time', resultChars: expect.any(Number) });
  expect(fieldsOf('llm.exit')).toMatchObject({ toolCalls: ['get_time'], inputTokens: expect.any(Number) });
  expect(fieldsOf('usage')).toMatchObject({ model: 'm', pricedBy: 'table', usd: expect.any(Number) });
  expect(fieldsOf('agent-loop.exit')).toMatchObject({ rounds: 3, toolsUsed: 1 });
  expect(fieldsOf('turn.exit')).toMatchObject({ end: 'done' });
  expect(JSON.stringify(trace)).not.toMatch(/secret|tests pass|Tokyo/);
});

it('says why a tool failed, and how a turn failed', async () => {
  server.script([
    { toolCalls: [{ name: 'no_such_tool', arguments: {} }] },
    { fault: { kind: 'status', status: 401, message: 'bad key' } },
  ]);
  const { run, stored } = start();
  expect(await run.result).toMatchObject({ end: 'failed' });
  const [trace] = await stored();
  const ends = trace?.events.filter(({ stage }) => stage.endsWith('.exit')).map(({ stage, fields }) => [stage, fields]);
  expect(ends).toEqual(
    expect.arrayContaining([
      [
        'agent-loop.tool.exit',
        expect.objectContaining({ error: true, errorMessage: expect.stringContaining('no_such_tool') }),
      ],
      ['llm.exit', expect.objectContaining({ error: 'model-credentials' })],
      ['agent-loop.exit', { error: 'model-credentials' }],
      ['turn.exit', expect.objectContaining({ end: 'failed' })],
    ]),
  );
});

it('is kept of each attempt, also of one that lost its lane', async () => {
  const never = createGate();
  server.script([{ hold: never.opened }, { text: 'Done.' }]);
  const job = makeJob();
  const lost = start(job);
  await server.waitForRequest();
  lost.run.stop('lane-lost');
  await expect(lost.run.result).rejects.toMatchObject({ code: 'lane-lost' });
  await lost.stored();
  const again = start({ ...job, attempt: 2 });
  await again.run.result;
  const traces = await again.stored();
  expect(traces.map(({ attempt, events }) => [attempt, events.at(-1)?.fields])).toEqual([
    [1, { end: 'left', error: 'lane-lost' }],
    [2, { end: 'done', chars: 5 }],
  ]);
  never.open();
});

it('never costs an answer: a store that fails is logged under the turn', async () => {
  server.script([{ text: 'Done.' }]);
  const job = makeJob();
  let traced: TracedRunner | null = null;
  const traces = { write: () => Promise.reject(new Error('disk full')) };
  const run = bench.start(job, {
    around: (runTurn) => {
      traced = withTurnTrace(runTurn, { traces, redact: (text) => text, clock: bench.clock, log });
      return traced.runTurn;
    },
  });
  expect(await run.result).toMatchObject({ end: 'done', text: 'Done.' });
  await (traced as TracedRunner | null)?.close();
  const warning = log.lines.find(({ level, message }) => level === 'warn' && message.includes('trace'));
  expect(warning?.fields).toMatchObject({ turn: job.turn, attempt: 1 });
});
