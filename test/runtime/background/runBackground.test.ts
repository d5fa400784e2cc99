import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WaggleError } from '../../../src/core/errors.js';
import type { JournalStep } from '../../../src/core/journal.js';
import { silentLog } from '../../../src/core/log.js';
import type { BackgroundTurn } from '../../../src/core/ports/turnRunner.js';
import { createRunBackground } from '../../../src/runtime/background/runBackground.js';
import { createHookRegistry } from '../../../src/runtime/hooks/hookRegistry.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob, openTurnBench, PLAIN_TURNS, type TurnBench } from '../turnFixture.js';

let server: ModelServer;
let bench: TurnBench;
let journal: JournalStep[];
beforeEach(async () => {
  server = await startModelServer();
  bench = await openTurnBench({ baseUrl: server.url });
  journal = [];
});
afterEach(async () => {
  await bench.close();
  await server.close();
});

const { turn, attempt, lane, address, principal } = makeJob();
const job: BackgroundTurn = {
  turn,
  attempt,
  lane,
  address,
  principal,
  journal: [],
  job: {
    type: 'distillation',
    patternKey: 'a>b',
    directive: 'Save a skill.',
    request: 'Do it </task>',
    answer: 'Done.',
    calls: [{ name: 'a', arguments: '{}', failed: false }],
  },
};

type Deps = Parameters<typeof createRunBackground>[0];

function run(more: Partial<Deps> = {}, signal = new AbortController().signal, fields: Partial<BackgroundTurn> = {}) {
  const { clock, budget } = bench;
  const runBackground = createRunBackground({
    llm: createChatClient({
      baseUrl: server.url,
      apiKey: 'k',
      fetch,
      clock,
      log: silentLog,
      timeoutMs: 0,
      jitter: () => 0,
    }),
    model: 'm',
    remember: () => Promise.reject(new Error('no job of memory')),
    skillTools: [makeTool('create_skill', { mutating: true, idempotent: false })],
    conduct: PLAIN_TURNS,
    budget,
    clock,
    log: silentLog,
    ...more,
  });
  const write = async (step: JournalStep) => {
    journal.push(step);
  };
  return runBackground({ ...job, ...fields }, { journal: write, signal });
}

const save = { toolCalls: [{ name: 'create_skill', arguments: { name: 'x' } }] };

describe('skill distillation behind a conversation', () => {
  it('has skill tools alone, is journaled, and is paid for on a line of its own', async () => {
    server.script([save, { text: 'Saved.' }]);
    expect(await run()).toMatchObject({ end: 'done', text: 'Saved.', toolsUsed: ['create_skill'] });
    expect(server.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['create_skill']);
    expect(String(server.requests[0]?.body.messages[1]?.content).match(/<\/task>/g)).toHaveLength(1);
    expect(journal.map(({ type }) => type)).toEqual(['model', 'toolStart', 'toolEnd', 'model', 'final']);
    expect(await bench.db.usage.ofTurn(turn)).toHaveLength(2);
  });

  it('asks nobody when a hard budget has no room for it', async () => {
    await bench.db.usage.setLimit({
      scope: 'persona',
      subject: 'background',
      dailyUsd: 0,
      mode: 'hard',
      by: 'o',
      now: 0,
    });
    expect(await run()).toMatchObject({ end: 'failed', toolsUsed: [] });
    expect(server.requests).toHaveLength(0);
  });

  it('asks the hooks of its chat', async () => {
    const hooks = createHookRegistry({ clock: bench.clock, log: silentLog });
    hooks.onScoped('pre:tool', { lane }, () => ({ cancel: true, reason: 'no skills here' }));
    server.script([save, { text: 'Not saved.' }]);
    expect(await run({ conduct: { ...PLAIN_TURNS, hooks } })).toMatchObject({ end: 'done', toolsUsed: [] });
    expect([...(server.requests[1]?.toolResults.values() ?? [])]).toEqual(['[BLOCKED] no skills here']);
  });

  it('says that it failed when the model does not answer, and rejects only with the signal', async () => {
    server.script([{ fault: { kind: 'status', status: 400 } }]);
    expect(await run()).toMatchObject({ end: 'failed', text: expect.stringMatching(/refused/) });
    const abort = new AbortController();
    abort.abort(new WaggleError('stopped', 'stopped'));
    await expect(run({}, abort.signal)).rejects.toMatchObject({ code: 'stopped' });
  });

  it('tells its chat what it saved, also when the process that saved it is gone', async () => {
    const saved = { outcome: 'created', slug: 'x', version: 3, description: `Use *when* ${'d'.repeat(300)}` };
    const create = { ...makeTool('create_skill'), execute: async () => ({ saved, note: 'Saved.' }) };
    server.script([save, { text: 'Saved.' }]);
    const result = await run({ skillTools: [create] });
    expect(result.tell).toMatchObject({
      key: 'skill-saved',
      args: { name: 'x', description: expect.stringMatching(/^Use \\\*when\\\* d+…$/) },
      choices: [
        { key: 'skill-keep', command: '/skills keep x' },
        { key: 'skill-discard', command: '/skills discard x 3' },
      ],
    });
    const again = await run({ skillTools: [create] }, undefined, { journal });
    expect(again).toEqual(result);
    expect(server.requests).toHaveLength(2);
  });

  it('makes nothing of what a member asked in a group, whose admins keep its skills', async () => {
    const group = { ...address, kind: 'group' } as const;
    expect(await run({}, undefined, { address: group })).toMatchObject({ end: 'done', toolsUsed: [] });
    expect(server.requests).toHaveLength(0);
    server.script([{ text: 'Nothing to keep.' }]);
    await run({}, undefined, { address: group, principal: { ...principal, role: 'admin' } });
    expect(server.requests).toHaveLength(1);
  });
});
