import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OverheardLine } from '../../../src/core/ports/overheard.js';
import type { HistoryEntry } from '../../../src/core/ports/transcripts.js';
import { userText } from '../../../src/runtime/prompt/userText.js';
import type { RunTurnDeps } from '../../../src/runtime/runTurn.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { withAgents } from '../agents/agentScript.js';
import { makeJob, makeMessage, makePrompt, openTurnBench, type TurnBench } from '../turnFixture.js';
import { CONVERSATION, commonPrefixBytes, REMEMBERED } from './conversation.js';

let server: ModelServer;
let bench: TurnBench;
let bodies: string[];
beforeEach(async () => {
  server = await startModelServer();
  bodies = [];
  const recording: typeof fetch = (input, init) => {
    bodies.push(String(init?.body));
    return fetch(input, init);
  };
  bench = await openTurnBench({ baseUrl: server.url, fetch: () => recording });
});
afterEach(async () => {
  const refused = server.refused();
  await bench.close();
  await server.close();
  expect(refused).toEqual([]);
});

const address = { platform: 'telegram', account: '42', chat: '-7', kind: 'group' } as const;

const asked = (text: string) => makeMessage(text, { address, lane: 'telegram:42:-7' });

/** What a busy group says between two turns: as much as is kept. */
function chatter(turn: number, text: string, at: number): OverheardLine[] {
  return Array.from({ length: 30 }, (_, i) => ({ name: 'Bob', text: `${turn}.${i} ${text}`, at }));
}

function entriesOf(turns: typeof CONVERSATION, from: number): HistoryEntry[] {
  return turns.flatMap(({ user, assistant }, i) => {
    const entry = { turn: 't', shown: null, at: 0 };
    return [
      { ...entry, no: from + 2 * i, role: 'user', content: userText(asked(user)) },
      { ...entry, no: from + 2 * i + 1, role: 'assistant', content: assistant },
    ];
  });
}

/** Holds the conversation in a group that talks all the time; each request's share that is the beginning of the next one. */
async function sharesOf(options: { readonly said: string; readonly deps: Partial<RunTurnDeps> }): Promise<number[]> {
  for (const text of REMEMBERED) await bench.remember(text, { address });
  const history: HistoryEntry[] = [];
  for (const [i, turn] of CONVERSATION.entries()) {
    server.script([{ text: turn.assistant }]);
    const message = asked(turn.user);
    const overheard = chatter(i, options.said, bench.clock.now());
    const job = {
      ...makeJob({ address, lane: message.lane, history: [...history], overheard }),
      messages: [message] as const,
    };
    await bench.start(job, { deps: options.deps }).result;
    history.push(...entriesOf([turn], history.length));
    await bench.remember(`Said in turn ${i}: ${turn.user}`, { address, now: bench.clock.now() });
    await bench.clock.advance(200_000);
  }
  return bodies.slice(1).map((body, i) => {
    const before = bodies[i] ?? '';
    return commonPrefixBytes(before, body) / Buffer.byteLength(before);
  });
}

const FEW = ['get_time', 'save_memory', 'search_memory'];

const SAID = { English: 'the ferry leaves "at six" '.repeat(20), Russian: 'паром уходит в шесть '.repeat(20) };

describe('a conversation of ten turns in a group that is overheard', () => {
  it.each([
    ['m', SAID.English],
    ['m', SAID.Russian],
    ['anthropic/claude-opus-4-8', SAID.English],
  ])(
    'with the tools of a gateway begins each request to %s with nine tenths of the one before (%#)',
    async (model, said) => {
      const buildPrompt = makePrompt({ minds: bench.minds, clock: bench.clock, model });
      const { deps = {} } = withAgents(bench, { tools: bench.tools, hasCoordinator: true, model, buildPrompt });
      const shares = await sharesOf({ said, deps });
      expect(shares).toHaveLength(9);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
      for (const [i, body] of bodies.entries()) expect(body).toContain(`${i}.29 ${said.slice(0, 2)}`);
    },
  );

  it.each([
    ['English', false],
    ['Russian', false],
    ['English', true],
  ] as const)(
    'does so with few tools too, from the first request of nine kilobytes on (%s, assembled: %s)',
    async (language, usesAssembler) => {
      const model = usesAssembler ? 'qwen3-8b' : 'm';
      const buildPrompt = makePrompt({ minds: bench.minds, clock: bench.clock, model, usesAssembler });
      const tools = bench.tools.filter(({ name }) => FEW.includes(name));
      const shares = await sharesOf({ said: SAID[language], deps: { model, buildPrompt, tools } });
      expect(Buffer.byteLength(bodies[0] ?? '')).toBeLessThan(9_600);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('says in the debug record how much of it was left out', async () => {
    const log = createRecordingLog();
    const overheard = chatter(0, SAID.English, bench.clock.now());
    server.script([{ text: 'ok' }]);
    await bench.start(makeJob({ address, overheard }), { deps: { log } }).result;
    expect(log.lines.find((line) => line.message === 'prompt built')?.fields).toMatchObject({
      turn: 'abcdef12-0000-4000-8000-000000000000',
      prompt: { trimmed: [{ part: 'overheard lines', chars: expect.any(Number) }] },
    });
  });
});
