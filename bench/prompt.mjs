/**
 * Measures prompts alone, on built code: `npm run build && node bench/prompt.mjs`. Holds the ten turns of conversation.json
 * with a person whose memory grows meanwhile, and prints per kind of model: how long a prompt takes (milliseconds, memory
 * look-up included and apart), how much of each request begins the next one (bytes), and what "hi" costs (tokens, o200k).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { systemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { createMinds } from '../dist/memory/minds.js';
import { toRequestBody } from '../dist/runtime/llm/requestBody.js';
import { createMindSource } from '../dist/runtime/orchestrator/promptSource.js';
import { buildOpening } from '../dist/runtime/prompt/opening.js';
import { createTurnPrompt } from '../dist/runtime/prompt/turnPrompt.js';
import { createGetTime } from '../dist/runtime/tools/getTime.js';
import { createMemoryTools } from '../dist/runtime/tools/memoryTools.js';
import { createToolSet } from '../dist/runtime/tools/toolSet.js';
import { createWebTools } from '../dist/runtime/tools/web/webTools.js';
import { reachOf } from '../dist/runtime/walls/reachOf.js';
import { createTurnWords } from '../dist/runtime/walls/turnWords.js';
import { createExtractor } from '../dist/runtime/web/extractor.js';

const ROUNDS = 300;
const TIME_ZONE = 'Europe/Berlin';
const KINDS = [
  { name: 'plain', model: 'gpt-5', usesAssembler: false },
  { name: 'with cache_control', model: 'claude-sonnet-4-6', usesAssembler: false },
  { name: 'assembler, small model', model: 'qwen3-8b', usesAssembler: true },
];

const { turns, memories } = JSON.parse(readFileSync(new URL('conversation.json', import.meta.url), 'utf8'));
const address = { platform: 'telegram', account: '42', chat: '7', kind: 'dm' };
const sender = { user: '7', name: 'Ada', isBot: false, verifiedBy: 'platform' };
const principal = { person: 'telegram:42:7', role: 'member', sender };
const memory = reachOf(principal, address);
const scope = { turn: 'bench', lane: 'telegram:42:7', principal, address, memory, words: createTurnWords() };

/** Saves what the person said, as the write-back does. */
function remember(minds, content) {
  const frame = {
    content,
    importance: 'normal',
    source: 'user_stated',
    trust: 2,
    author: memory.person,
    scope: memory.home.scope,
  };
  return minds.save(memory.home.mind, { ...frame, now: Date.now() });
}

function message(text) {
  return {
    identity: text,
    aliases: [],
    address,
    lane: 'telegram:42:7',
    sender,
    addressed: true,
    parts: [{ type: 'text', text }],
    sentAt: 0,
  };
}

function quantiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)].toFixed(3);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}`;
}

function prefixShare(before, after) {
  const [a, b] = [Buffer.from(before), Buffer.from(after)];
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
  return end / a.length;
}

async function measure(kind, minds, tools) {
  const { model, usesAssembler } = kind;
  const base = {
    skillIndex: async () => '',
    priorFor: async () => null,
    model,
    timeZone: TIME_ZONE,
    usesAssembler,
    clock: systemClock,
  };
  const fromMind = createMindSource({ minds, clock: systemClock });
  const build = createTurnPrompt({ ...base, source: fromMind });
  const bodyOf = async (text, history, offered) => {
    const messages = [message(text)];
    const { system, context } = await build({ scope, messages, history, tools: offered, model, log: silentLog });
    const opening = buildOpening({ system, history, messages, context });
    return toRequestBody({ model, messages: opening, tools: offered.schemas, stream: true, acceptEmpty: false });
  };

  const history = [];
  const bodies = [];
  for (const { user, assistant } of turns) {
    bodies.push(await bodyOf(user, [...history], tools));
    history.push({ role: 'user', content: user }, { role: 'assistant', content: assistant });
    await remember(minds, `Said in turn ${history.length}: ${user}`);
  }
  const shares = bodies.slice(1).map((body, i) => prefixShare(bodies[i], body));

  const loaded = await fromMind.load(memory, turns.at(-1).user, silentLog);
  const alone = createTurnPrompt({ ...base, source: { load: async () => loaded } });
  const timed = async (run) => {
    const times = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const start = performance.now();
      await run({ scope, messages: [message(turns.at(-1).user)], history, tools, model, log: silentLog });
      if (i >= ROUNDS / 10) times.push(performance.now() - start);
    }
    return quantiles(times);
  };

  const none = createToolSet([], [], silentLog);
  const tokens = async (offered) => {
    const body = JSON.parse(await bodyOf('hi', [], offered));
    return countTokens(JSON.stringify(body.messages)) + countTokens(JSON.stringify(body.tools ?? []));
  };
  console.log(`${kind.name} (${model})`);
  console.log(`  prompt, ms: ${await timed(alone)}; with memory look-up: ${await timed(build)}`);
  console.log(
    `  prefix share over ${bodies.length} turns: least ${Math.min(...shares).toFixed(3)}, mean ${(shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3)}; request of ${Buffer.byteLength(bodies[0])} to ${Buffer.byteLength(bodies.at(-1))} bytes`,
  );
  console.log(`  "hi", tokens: ${await tokens(none)} without tools, ${await tokens(tools)} with ${tools.names.length}`);
}

for (const kind of KINDS) {
  const dataDir = mkdtempSync(join(tmpdir(), 'waggle-bench-'));
  const minds = createMinds({ dataDir, clock: systemClock, log: silentLog });
  try {
    for (const text of memories) await remember(minds, text);
    const clock = systemClock;
    const memoryTools = createMemoryTools({ minds, transcripts: {}, notes: {}, reach: {}, clock, log: silentLog });
    const extractor = createExtractor({ clock });
    const search = { service: 'auto' };
    const web = createWebTools({ allow: [], search, redact: String, extractor, clock, log: silentLog });
    const tools = [createGetTime({ clock, timeZone: TIME_ZONE }), ...web, ...memoryTools];
    await measure(kind, minds, createToolSet(tools, [], silentLog));
    await extractor.close();
  } finally {
    await minds.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
