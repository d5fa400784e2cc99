/**
 * The model server in a process of its own: for benchmarks and for trying the product by hand. Options are one JSON
 * argument, commands come as JSON lines on stdin, events go as JSON lines to stdout. See ../README.md.
 */
import { z } from 'zod';
import { fineClock } from '../fineClock.js';
import { printLine, readOptions, runCommands } from '../jsonLines.js';
import { echoScript, startModelServer } from './modelServer.js';
import type { ModelReply } from './reply.js';

const usage = z.strictObject({ prompt_tokens: z.int(), completion_tokens: z.int() });
const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string().exactOptional(),
    retryAfter: z.union([z.number(), z.string()]).exactOptional(),
  }),
  z.strictObject({
    kind: z.enum(['drop-before-headers', 'hang-before-headers', 'malformed-json', 'no-choices', 'html']),
  }),
  z.strictObject({ kind: z.enum(['close', 'hang']), afterChunks: z.int() }),
  z.strictObject({ kind: z.literal('drop'), afterChunks: z.int(), how: z.enum(['reset', 'end']).exactOptional() }),
  z.strictObject({ kind: z.literal('error-event'), afterChunks: z.int(), message: z.string().exactOptional() }),
]);

const reply = z.strictObject({
  text: z.string().exactOptional(),
  chunks: z.array(z.string()).exactOptional(),
  chunkChars: z.int().positive().exactOptional(),
  reasoning: z.string().exactOptional(),
  toolCalls: z
    .array(z.strictObject({ name: z.string(), arguments: z.union([z.string(), z.record(z.string(), z.unknown())]) }))
    .exactOptional(),
  finish: z.enum(['stop', 'tool_calls', 'length', 'content_filter']).nullable().exactOptional(),
  usage: usage.nullable().exactOptional(),
  firstDelayMs: z.number().exactOptional(),
  delayMs: z.number().exactOptional(),
  costUsd: z.number().exactOptional(),
  wire: z
    .strictObject({
      lineEnd: z.enum(['\n', '\r\n', '\r']).exactOptional(),
      space: z.boolean().exactOptional(),
      lastBlankLine: z.boolean().exactOptional(),
      done: z.boolean().exactOptional(),
      splitBytes: z.int().positive().exactOptional(),
      comments: z.boolean().exactOptional(),
      garbage: z.boolean().exactOptional(),
    })
    .exactOptional(),
  fault: fault.exactOptional(),
});

const options = readOptions(
  z.strictObject({
    port: z.int().exactOptional(),
    models: z.array(z.string()).exactOptional(),
    apiKey: z.string().exactOptional(),
    /** Print an event per request and per end of one. Default true. */
    events: z.boolean().default(true),
  }),
);

const yes = z.literal(true).exactOptional();
/** One command per line: an object with exactly one of these keys. */
const command = z
  .strictObject({
    reply: reply.exactOptional(),
    steps: z.array(reply).exactOptional(),
    echo: yes,
    /** The body of the newest request. */
    show: yes,
    stats: yes,
    forget: yes,
    down: yes,
    up: yes,
  })
  .refine((given) => Object.keys(given).length === 1, 'Give exactly one command');

const { events, ...serverOptions } = options;
const server = await startModelServer({
  ...serverOptions,
  clock: fineClock,
  ...(events
    ? {
        onRequest: ({ n, at, lastUser, body }) =>
          printLine('request', { n, at, lastUser, messages: body.messages.length }),
        onEnd: ({ n, endedAt, firstChunkAt, lastChunkAt, aborted, status }) =>
          printLine('end', { n, at: endedAt, firstChunkAt, lastChunkAt, aborted, status }),
      }
    : {}),
});
printLine('ready', { url: server.url, pid: process.pid });

await runCommands(
  command,
  async (given) => {
    const always = given.reply;
    if (always !== undefined) server.script((): ModelReply => always);
    else if (given.steps !== undefined) server.script(given.steps);
    else if (given.echo !== undefined) server.script(echoScript);
    else if (given.show !== undefined) printLine('body', { body: server.requests.at(-1)?.body });
    else if (given.stats !== undefined) {
      const refused = server.refused();
      printLine('stats', { requests: server.requests.length, open: server.openRequests(), refused });
    } else if (given.forget !== undefined) server.forget();
    else if (given.down !== undefined) await server.goDown();
    else if (given.up !== undefined) await server.comeUp();
    printLine('done', { command: Object.keys(given)[0] });
  },
  () => server.close(),
);
