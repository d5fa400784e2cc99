/**
 * Measures the agent runtime alone, on built code: `node scripts/prepare.mjs --build-only && node bench/runtime.mjs`.
 * The model is a fetch that answers at once, so what is left is our own work. Prints one line per figure: CPU time.
 */

import { z } from 'zod';
import { systemClock } from '../dist/core/clock.js';
import { silentLog } from '../dist/core/log.js';
import { createChatClient } from '../dist/runtime/llm/chatClient.js';
import { readCompletion } from '../dist/runtime/llm/completionStream.js';
import { createLoop } from '../dist/runtime/loop/loop.js';
import { findContinuation } from '../dist/runtime/loopPolicy/continuation.js';
import { GUARDRAIL_DEFAULTS } from '../dist/runtime/loopPolicy/guardrailConfig.js';
import { sanitiseInPortions } from '../dist/runtime/safety/sanitiseToolResult.js';
import { defineTool } from '../dist/runtime/tools/toolDefinition.js';
import { createToolSet } from '../dist/runtime/tools/toolSet.js';

const encoder = new TextEncoder();
const event = (choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;

function streamOf(message, finish) {
  return encoder.encode(`${event({ delta: message })}${event({ delta: {}, finish_reason: finish })}data: [DONE]\n\n`);
}

/** A model that asks for `calls` tools in each of `rounds` rounds and then answers. */
function scriptedFetch(rounds, calls) {
  const answer = streamOf({ content: 'All done, here is the answer.' }, 'stop');
  let round = 0;
  return async () => {
    round += 1;
    if (round > rounds) return new Response(answer);
    const toolCalls = Array.from({ length: calls }, (_, i) => ({
      index: i,
      id: `c${round}_${i}`,
      function: { name: 'look_up', arguments: JSON.stringify({ query: `${round} ${i}` }) },
    }));
    return new Response(streamOf({ tool_calls: toolCalls }, 'tool_calls'));
  };
}

const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks something up.',
  args: z.object({ query: z.string() }),
  idempotent: true,
  mutating: false,
  parallelSafe: true,
  offlineCapable: true,
  source: 'native',
  risk: 'none',
  execute: async ({ query }) => `Nothing is known about ${query}.`,
});

async function runLoop(rounds, calls) {
  const loop = createLoop({
    llm: createChatClient({
      baseUrl: 'http://model.test',
      apiKey: 'k',
      fetch: scriptedFetch(rounds, calls),
      clock: systemClock,
      log: silentLog,
      timeoutMs: 60_000,
      jitter: () => 0,
    }),
    model: 'm',
    stream: true,
    opening: [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Look a few things up.' },
    ],
    request: 'Look a few things up.',
    journal: [],
    interrupted: false,
    tools: createToolSet([lookUp], [], silentLog),
    guardrails: GUARDRAIL_DEFAULTS,
    hooks: null,
    place: {},
    router: null,
    governance: {},
    scanToolResult: sanitiseInPortions,
    spill: null,
    continuation: 'auto',
    scope: null,
    agents: null,
    observers: {},
    checks: [],
    maxRounds: rounds + 1,
    closingCall: true,
    maxTokenBudget: 0,
    takeMore: async () => [],
    emit: () => {},
    record: async () => {},
    signal: new AbortController().signal,
    clock: systemClock,
    log: silentLog,
  });
  await loop.run();
}

/** Mean microseconds of CPU time of one run, after a warm-up: other programs of the machine do not count. */
async function meanOf(runs, work) {
  for (let i = 0; i < runs / 4; i += 1) await work();
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

const bare = await meanOf(2000, () => runLoop(0, 0));
const rounds = await meanOf(400, () => runLoop(10, 1));
const many = await meanOf(400, () => runLoop(10, 11));
console.log(`turn of one model round: ${bare.toFixed(0)} us`);
console.log(`each further round with one tool call: ${((rounds - bare) / 10).toFixed(0)} us`);
console.log(`each further tool call in a round: ${((many - rounds) / 100).toFixed(0)} us`);

async function* inChunks(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function parseSpeed(name, bytes) {
  const us = await meanOf(10, async () => {
    const pieces = readCompletion(inChunks(bytes, 16_384));
    while (!(await pieces.next()).done);
  });
  console.log(`parser, ${name}: ${(bytes.length / us).toFixed(0)} MB/s`);
}

const token = event({ delta: { content: ' token' }, finish_reason: null });
const paragraph = event({
  delta: { content: 'A sentence of some length that ends here. '.repeat(10) },
  finish_reason: null,
});
const ended = event({ delta: {}, finish_reason: 'stop' });
await parseSpeed('one token an event', encoder.encode(token.repeat(20_000) + ended));
await parseSpeed('400 characters an event', encoder.encode(paragraph.repeat(2000) + ended));

const answers = [
  'The search returned nothing new; the last entry is from March.',
  "I've read the plan. It has three parts: the first is about the price, the second about the date, the third is open. ".repeat(
    8,
  ),
  "First, I'll gather a seed list.",
];
const judging = await meanOf(3000, async () => {
  for (const text of answers) {
    findContinuation({
      text,
      finishReason: 'stop',
      request: 'what is in the plan?',
      toolsRan: false,
      toolsOffered: ['look_up'],
      asksForMissingWork: true,
      before: [],
    });
  }
});
console.log(`whether an answer stops half way: ${(judging / answers.length).toFixed(0)} us`);
