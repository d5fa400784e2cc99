import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/core/log.js';
import type { HistoryEntry } from '../../../src/core/ports/transcripts.js';
import { createPriorLoader } from '../../../src/runtime/recall/priorConversation.js';
import type { RunTurnDeps } from '../../../src/runtime/runTurn.js';
import { createGetTime } from '../../../src/runtime/tools/getTime.js';
import { createMemoryTools } from '../../../src/runtime/tools/memoryTools.js';
import { type ModelServer, startModelServer } from '../../platforms/model/modelServer.js';
import { createRecordingLog } from '../../setup/recordingLog.js';
import { withAgents } from '../agents/agentScript.js';
import { makeTool } from '../tools/testTools.js';
import { makeJob, makePrompt, openTurnBench, type TurnBench } from '../turnFixture.js';
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

/** Holds the conversation, one turn after the other, a few minutes apart. */
async function converse(deps: Partial<RunTurnDeps>): Promise<void> {
  for (const text of REMEMBERED) await bench.remember(text);
  const history: HistoryEntry[] = [];
  for (const { user: question, assistant: answer } of CONVERSATION) {
    server.script([{ text: answer }]);
    await bench.start(makeJob({ text: question, history: [...history] }), { deps }).result;
    const line = (role: 'user' | 'assistant', content: string) => {
      return { no: history.length + 1, turn: 't', role, content, shown: null, at: 0 };
    };
    history.push(line('user', question), line('assistant', answer));
    await bench.remember(`Said in turn ${history.length}: ${question}`, { now: bench.clock.now() });
    await bench.clock.advance(200_000);
  }
}

describe('a conversation of ten turns', () => {
  it.each(['m', 'claude-sonnet-4-6', 'anthropic/claude-opus-4-8'])(
    'begins each request to %s with nine tenths of the one before',
    async (model) => {
      await converse({ model, buildPrompt: makePrompt({ minds: bench.minds, clock: bench.clock, model }) });
      expect(bodies).toHaveLength(10);
      const shares = bodies.slice(1).map((body, i) => {
        const before = bodies[i] ?? '';
        return commonPrefixBytes(before, body) / Buffer.byteLength(before);
      });
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('keeps its share with a conversation before it, whose end is in each of them', async () => {
    const { db, minds, clock, dataDir } = bench;
    const lane = 'telegram:42:7';
    await db.whereabouts.note({ person: lane, lane, isGroup: false, workspace: null, now: 0 });
    const raw = new BetterSqlite3(join(dataDir, 'gateway.db'));
    const add = raw.prepare(
      "INSERT INTO transcript (lane, turn, sender, role, content, at) VALUES (?, 'old', ?, ?, ?, 0)",
    );
    for (const role of ['user', 'assistant', 'user', 'assistant']) {
      add.run(lane, lane, role, `The harbour ${'was full of boats and '.repeat(20)} it rained.`);
    }
    raw.close();
    await db.transcripts.startAfresh({ lane, now: 0 });
    const priorFor = createPriorLoader({ transcripts: db.transcripts, clock });
    await converse({ buildPrompt: makePrompt({ minds, clock, priorFor }) });
    const shares = bodies.slice(1).map((body, i) => {
      const before = bodies[i] ?? '';
      return commonPrefixBytes(before, body) / Buffer.byteLength(before);
    });
    expect(bodies.every((body) => /Before This Conversation.*- You: The harbour/.test(body))).toBe(true);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
  });

  it('keeps its share with the assembler', async () => {
    const buildPrompt = makePrompt({ minds: bench.minds, clock: bench.clock, model: 'qwen3-8b', usesAssembler: true });
    await converse({ model: 'qwen3-8b', buildPrompt });
    const systems = new Set(server.requests.map(({ system }) => system));
    expect(systems.size).toBe(1);
    expect(bodies.some((body) => body.includes('# Recalled memory'))).toBe(true);
    const shares = bodies
      .slice(1)
      .map((body, i) => commonPrefixBytes(bodies[i] ?? '', body) / (bodies[i]?.length ?? 1));
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.9);
  });
});

describe('"hi" over the wire', () => {
  const cost = () => {
    const { messages, tools } = server.requests.at(-1)?.body ?? { messages: [], tools: [] };
    return countTokens(JSON.stringify(messages)) + (tools === undefined ? 0 : countTokens(JSON.stringify(tools)));
  };

  it('costs at most 2,000 tokens without tools and 6,000 with all of them', async () => {
    server.script(() => ({ text: 'hello' }));
    await bench.start(makeJob(), { deps: { tools: [] } }).result;
    expect(cost()).toBeLessThan(2000);
    const { clock, minds, reach, db } = bench;
    const { transcripts, sessionNotes: notes } = db;
    const memory = createMemoryTools({ minds, transcripts, notes, reach, clock, log: silentLog });
    const tools = [createGetTime({ clock, timeZone: 'UTC' }), ...memory];
    await bench.start(makeJob(), withAgents(bench, { tools, hasCoordinator: true })).result;
    expect(cost()).toBeLessThan(6000);
  });
});

describe('prompt caches of Anthropic', () => {
  const MARK = { type: 'ephemeral' };

  it('get breakpoints after the system text, the newest text of the user and the end of the request', async () => {
    server.script([{ toolCalls: [{ name: 'look', arguments: {} }] }, { text: 'seen' }]);
    const model = 'bedrock/us.anthropic.claude-sonnet-4-6';
    await bench.start(makeJob({ text: 'look' }), { deps: { model, tools: [makeTool('look')] } }).result;
    const [first, second] = server.requests.map(({ body }) => body.messages);
    expect(first).toMatchObject([
      { role: 'system', content: [{ type: 'text', cache_control: MARK }] },
      { role: 'user', content: [{ type: 'text', text: 'look', cache_control: MARK }, { type: 'text' }] },
    ]);
    expect(first?.[1]?.content?.[1]).not.toHaveProperty('cache_control');
    expect(second?.slice(0, 2)).toEqual(first);
    expect(second?.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ type: 'text', text: 'ok', cache_control: MARK }],
    });
    expect(JSON.stringify(second).match(/cache_control/g)).toHaveLength(3);
  });

  it('leave other models alone', async () => {
    server.script([{ text: 'ok' }]);
    await bench.start(makeJob()).result;
    expect(bodies[0]).not.toContain('cache_control');
    expect(bodies[0]).not.toContain('"context"');
    expect(bodies[0]).toMatch(/^\{"model":"m","stream":true,.*"tools":\[.*\],"messages":\[/);
  });
});

describe('a turn', () => {
  it('goes to the budget model when it is simple, and says which one answers', async () => {
    server.script(() => ({ text: 'ok' }));
    const deps = { budgetModel: 'tiny' };
    await bench.start(makeJob({ text: 'hi there' }), { deps }).result;
    await bench.start(makeJob({ text: 'refactor the parser' }), { deps }).result;
    expect(server.requests.map(({ body }) => body.model)).toEqual(['tiny', 'm']);
    expect(bodies[0]).toContain('Model of this answer: tiny.');
    expect(bodies[1]).not.toContain('Model of this answer');
    expect(server.requests[0]?.system).toBe(server.requests[1]?.system);
  });

  it('logs at debug, with its id, what its prompt was made of', async () => {
    const log = createRecordingLog();
    server.script(() => ({ text: 'ok' }));
    await bench.start(makeJob(), { deps: { log } }).result;
    expect(log.lines.find(({ message }) => message === 'prompt built')).toMatchObject({
      level: 'debug',
      fields: { turn: 'abcdef12-0000-4000-8000-000000000000', prompt: { trimmed: [], persona: null } },
    });
  });
});
