import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalStep } from '../../../src/core/journal.js';
import { silentLog } from '../../../src/core/log.js';
import { createChatClient } from '../../../src/runtime/llm/chatClient.js';
import { createLoop } from '../../../src/runtime/loop/loop.js';
import type { LoopConfig } from '../../../src/runtime/loop/loopConfig.js';
import type { LoopEvent } from '../../../src/runtime/loop/loopEvent.js';
import { createToolSearch } from '../../../src/runtime/tools/deferred/toolSearch.js';
import { createToolSet } from '../../../src/runtime/tools/toolSet.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import type { ModelReply } from '../../platforms/model/reply.js';
import type { ModelRequest } from '../../platforms/model/request.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { PLAIN_CONDUCT } from '../plainConduct.js';
import { makeTool } from '../tools/testTools.js';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(async () => {
  const refused = server.refused();
  await server.close();
  expect(refused).toEqual([]);
});

/** Answers by nothing but what the conversation holds, so that every attempt is answered alike. */
function scriptOf(rounds: readonly ModelReply[]) {
  return (request: ModelRequest): ModelReply => {
    const { messages } = request.body;
    const said = messages.filter(({ role, content }) => role === 'assistant' && content !== '(empty)').length;
    const nudged = messages.some(({ content }) => String(content).startsWith('Your answer was empty')) ? 1 : 0;
    const dropped = rounds.slice(0, said + nudged).filter((reply) => isBlank(reply)).length;
    const round = rounds[said + Math.max(nudged, dropped)] ?? { text: 'done' };
    const toolCalls = round.toolCalls?.map((call, i) => ({ id: `r${said}_${i}`, ...call }));
    return toolCalls === undefined ? round : { ...round, toolCalls };
  };
}
const isBlank = (reply: ModelReply) => (reply.text ?? '') === '' && reply.toolCalls === undefined;

const tools = [
  makeTool('read', { run: ({ n }) => `content ${n}` }),
  makeTool('fetch', {
    run: () => {
      throw new Error('404');
    },
  }),
  makeTool('late', { parallelSafe: false }),
  makeTool('edit', { mutating: true, idempotent: false, parallelSafe: false }),
  createToolSearch(),
  makeTool('draw_chart', { deferred: true, run: () => 'a chart' }),
];

async function go(rounds: readonly ModelReply[], journal: readonly JournalStep[] = []) {
  server.forget();
  server.script(scriptOf(rounds));
  const written: JournalStep[] = [...journal];
  const events: LoopEvent[] = [];
  const clock = createFakeClock();
  const config: LoopConfig = {
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
    stream: true,
    opening: [{ role: 'user', content: 'what is in the repo?' }],
    request: 'what is in the repo?',
    journal,
    interrupted: journal.length > 0,
    tools: createToolSet(tools, [], silentLog),
    ...PLAIN_CONDUCT,
    guardrails: { ...PLAIN_CONDUCT.guardrails, hardStopEnabled: true, sameToolFailureHaltAfter: 3 },
    continuation: 'auto',
    scope: null,
    agents: null,
    observers: {},
    checks: [],
    maxRounds: 24,
    closingCall: true,
    maxTokenBudget: 0,
    takeMore: async () => [],
    emit: (event) => events.push(event),
    record: async (step) => {
      // Gives way, as a store does: steps of calls that run at once must not overtake each other.
      await Promise.resolve();
      written.push(step);
    },
    signal: new AbortController().signal,
    clock,
    log: silentLog,
  };
  const outcome = await createLoop(config).run();
  const { messages, tools: offered } = server.requests.at(-1)?.body ?? {};
  return { outcome, written, events, messages, offered };
}

/** A changing call was under way: its outcome stays unknown, so the turn goes another way. */
function leavesUnknown(journal: readonly JournalStep[]): boolean {
  const ended = new Set(journal.flatMap((step) => (step.type === 'toolEnd' ? [step.call] : [])));
  return journal.some((step) => step.type === 'toolStart' && step.mutating && !ended.has(step.call));
}

async function resumesEverywhere(rounds: readonly ModelReply[]) {
  const whole = await go(rounds);
  for (let length = 0; length <= whole.written.length; length += 1) {
    const prefix = whole.written.slice(0, length);
    if (leavesUnknown(prefix)) continue;
    const again = await go(rounds, prefix);
    expect(again.outcome).toEqual(whole.outcome);
    if (again.messages !== undefined) expect(again.messages).toEqual(whole.messages);
    if (again.messages !== undefined) expect(again.offered).toEqual(whole.offered);
  }
  return whole;
}

const call = (name: string, n = 0) => ({ name, arguments: { n } });

describe('a takeover after any step', () => {
  it('in a turn with nudges, a cut-off answer and an empty one', async () => {
    const { outcome, written } = await resumesEverywhere([
      { text: "I'll check the repo." },
      { text: '', toolCalls: [call('read', 1), call('read', 2), call('fetch')] },
      { text: '' },
      { text: 'It is a gate', finish: 'length' },
      { text: 'way.' },
    ]);
    expect(outcome.text).toBe('It is a gateway.');
    const whys = written.flatMap((step) => (step.type === 'directive' ? [step.why] : []));
    expect(whys).toEqual(['intermediate-ack', 'empty-after-tools', 'cut-off']);
  });

  it('in a turn that found a tool: it stays found', async () => {
    const { offered } = await resumesEverywhere([
      { text: '', toolCalls: [{ name: 'tool_search', arguments: { query: 'chart' } }] },
      { text: '', toolCalls: [call('read', 1)] },
      { text: '', toolCalls: [call('draw_chart')] },
      { text: 'Here is the chart.' },
    ]);
    expect(offered?.map((tool) => tool.function.name)).toEqual([
      'read',
      'fetch',
      'late',
      'edit',
      'tool_search',
      'draw_chart',
    ]);
  });

  it('in a turn that goes in circles and is halted', async () => {
    const { outcome, written } = await resumesEverywhere([
      ...Array.from({ length: 3 }, (_, n) => ({ text: '', toolCalls: [call('fetch', n), call('late', n)] })),
      { text: 'The site is down.' },
    ]);
    expect(outcome.text).toBe('The site is down.');
    expect(written.at(-2)).toMatchObject({ type: 'directive', why: 'tool-loop' });
  });

  it('in a turn whose calls loop until the second refusal', async () => {
    const { outcome } = await resumesEverywhere([
      ...Array.from({ length: 5 }, () => ({ text: '', toolCalls: [call('read')] })),
      { text: 'Enough.' },
    ]);
    expect(outcome).toMatchObject({ text: 'Enough.', response: { toolsUsed: ['read', 'read', 'read'] } });
  });

  it('in any turn', async () => {
    const oneCall = fc.record({ name: fc.constantFrom('read', 'fetch', 'edit', 'nope'), n: fc.nat(2) });
    const withCalls = fc.record({
      text: fc.constantFrom('', 'Short.'),
      toolCalls: fc.array(
        oneCall.map(({ name, n }) => call(name, n)),
        { minLength: 1, maxLength: 4 },
      ),
    });
    const withText = fc.constantFrom<ModelReply>(
      { text: "I'll check the repo." },
      { text: 'Half an ans', finish: 'length' },
      { text: 'Looking.', finish: 'tool_calls' },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(withCalls, withText), { maxLength: 6 }), fc.nat(), async (rounds, cut) => {
        const whole = await go(rounds);
        const prefix = whole.written.slice(0, cut % (whole.written.length + 1));
        if (leavesUnknown(prefix)) return;
        const again = await go(rounds, prefix);
        const used = again.outcome.response.toolsUsed;
        const usedAtOnce = whole.outcome.response.toolsUsed;
        if (used.length < usedAtOnce.length) {
          // A call that ends the turn lets the calls beside it finish; after a takeover those are not begun any more.
          expect(usedAtOnce.slice(0, used.length)).toEqual(used);
          expect(again.outcome.text).toBe(whole.outcome.text);
          return;
        }
        expect(again.outcome).toEqual(whole.outcome);
        if (again.messages !== undefined) expect(again.messages).toEqual(whole.messages);
      }),
      { numRuns: 25 },
    );
  });
});
