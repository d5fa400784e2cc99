import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalStep } from '../../../src/core/journal.js';
import { silentLog } from '../../../src/core/log.js';
import { createAgentTools } from '../../../src/runtime/agents/agentTools.js';
import type { RunBounds } from '../../../src/runtime/agents/callAgents.js';
import { createTurnAgents } from '../../../src/runtime/agents/turnAgents.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import { createCallCounter } from '../../../src/runtime/loopPolicy/callQuotas.js';
import { createToolSet } from '../../../src/runtime/tools/toolSet.js';
import { createGate } from '../../platforms/gate.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { makeScope } from '../memoryFixture.js';
import { PLAIN_CONDUCT } from '../plainConduct.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob } from '../turnFixture.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const clock = createFakeClock();
const signal = () => new AbortController().signal;

/** The sub-agents of a turn of its own, with a search tool whose number is bounded. */
function open(fields: { record?: (step: JournalStep) => Promise<void> } = {}) {
  const { principal, address, turn } = makeJob();
  const search = makeTool('web_search', { quota: 'webSearch' });
  return createTurnAgents({
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
    models: ['m'],
    tools: createToolSet([...createAgentTools({ clock }), search], [], silentLog),
    personas: { find: () => null, roundsFor: (_, usual) => usual },
    conduct: PLAIN_CONDUCT,
    permission: { decide: () => ({ kind: 'allow' }), asked: null },
    checks: [],
    scope: makeScope({ turn, principal, address }),
    journal: [],
    quotas: createCallCounter(),
    timeZone: 'UTC',
    emit: () => {},
    record: async () => {},
    signal: signal(),
    clock,
    log: silentLog,
    ...fields,
  });
}

const bounds = (fields: Partial<RunBounds> = {}): RunBounds => ({ rounds: 10, tokens: null, ...fields });
const task = (name: string) => ({ name, role: 'researcher', task: 'Find it.' });

describe('the sub-agents of a turn', () => {
  it('share what it has left of its tokens', async () => {
    const half = { prompt_tokens: 400, completion_tokens: 100 };
    server.script(({ body }) => {
      const isFirst = body.messages.length === 2;
      return { usage: half, ...(isFirst ? { toolCalls: [{ name: 'web_search', arguments: {} }] } : { text: 'found' }) };
    });
    const agents = open().ofTurn.forCall('c1', bounds({ tokens: 1400 }));
    expect((await agents.run(task('A'), { signal: signal(), part: '1' })).text).toBe('found');
    expect((await agents.run(task('B'), { signal: signal(), part: '2' })).text).toMatch(
      /Token budget reached: 500 of 400 tokens/,
    );
  });

  it('share its 50 web searches', async () => {
    server.script(({ body }) => {
      const round = body.messages.filter(({ role }) => role === 'assistant').length;
      const n = server.requests.length;
      const some = Array.from({ length: 15 }, (_, i) => ({ name: 'web_search', arguments: { q: `${n}-${i}` } }));
      return round < 2 ? { toolCalls: some } : { text: 'done' };
    });
    const agents = open().ofTurn.forCall('c1', bounds());
    await agents.run(task('A'), { signal: signal(), part: '1' });
    await agents.run(task('B'), { signal: signal(), part: '2' });
    const refused = [...(server.requests.at(-1)?.toolResults.values() ?? [])].filter((text) => /not run/.test(text));
    expect(refused).toHaveLength(10);
    expect(agents.made().filter(({ failed }) => failed)).toHaveLength(10);
  });

  it('belong to it until they have ended, also those that nobody waits for any more', async () => {
    const answering = createGate();
    server.script(() => ({ hold: answering.opened, text: 'late' }));
    const all = open();
    const agents = all.ofTurn.forCall('c1', bounds());
    let isSettled = false;
    void agents.run(task('A'), { signal: signal() });
    await server.waitForRequest();
    const settled = all.settled().then(() => {
      isSettled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    answering.open();
    await settled;
    expect(agents.list()).toMatchObject([{ name: 'A', status: 'done', text: 'late' }]);
  });

  it('end with the lane: a step that cannot be written is no failure of the sub-agent', async () => {
    server.script(() => ({ text: 'found' }));
    const lost = new Error('lane-lost');
    const record = async (step: JournalStep) => {
      if (step.type === 'agent' && step.step.type === 'model') throw lost;
    };
    const agents = open({ record }).ofTurn.forCall('c1', bounds());
    await expect(agents.run(task('A'), { signal: signal() })).rejects.toBe(lost);
  });
});
