/**
 * Measures rendering and chunking of Markdown alone, on built code: `node scripts/prepare.mjs --build-only && node bench/render.mjs`.
 * Prints one line per platform, megabytes (10^6 bytes of UTF-8) in a second of CPU time; with `--json` one object. A number is
 * the CPU time spent on each figure, seconds.
 */
import { readFileSync } from 'node:fs';
import { createDiscordEgress } from '../dist/channels/discord/egress/egress.js';
import { renderDiscord } from '../dist/channels/discord/render.js';
import { createSlackEgress } from '../dist/channels/slack/egress/egress.js';
import { createTelegramEgress } from '../dist/channels/telegram/egress/egress.js';
import { renderTelegram } from '../dist/channels/telegram/render.js';
import { createChunker } from '../dist/reply/chunk/chunker.js';
import { parseMarkdown } from '../dist/reply/markdown/parse.js';

const DOCUMENT_BYTES = 50_000;
const ANSWER_BYTES = 12_000;
const EVENT_CHARS = 16;

/** Rendering and limits are all that is used of them. */
const egresses = {
  telegram: createTelegramEgress({ render: renderTelegram, clock: null }),
  slack: createSlackEgress({}),
  discord: createDiscordEgress({ render: renderDiscord }),
};

const options = process.argv.slice(2);
const isJson = options.includes('--json');
const seconds = Number(options.find((option) => option !== '--json') ?? 1);

const sample = readFileSync(new URL('richText.md', import.meta.url), 'utf8');

/** Every construct again and again, with different words in every copy: nothing can be remembered. */
function longerThan(bytes) {
  let text = '';
  for (let copy = 1; text.length < bytes; copy += 1) text += `${sample.replaceAll('{n}', String(copy))}\n`;
  return text;
}

/** CPU time of this process: other programs of the machine do not count. */
function megabytesPerSecond(bytes, work) {
  work();
  const before = process.cpuUsage();
  let runs = 0;
  let spent = 0;
  while (spent < seconds * 1e6) {
    work();
    runs += 1;
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  return (bytes * runs) / spent;
}

const document = longerThan(DOCUMENT_BYTES);
const tree = parseMarkdown(document);
const answer = longerThan(ANSWER_BYTES).slice(0, ANSWER_BYTES);

function measure({ render, limits }) {
  return {
    /** The parser's part of what follows. */
    parse: megabytesPerSecond(Buffer.byteLength(document), () => parseMarkdown(document)),
    /** A parsed document rendered as one. */
    render: megabytesPerSecond(Buffer.byteLength(document), () => render(tree)),
    /** A document parsed, divided into messages and rendered: a whole answer. */
    chunk: megabytesPerSecond(Buffer.byteLength(document), () => {
      createChunker({ render, limits }).update(document, true);
    }),
    /** A growing answer divided and rendered anew at every event: far more often than any platform takes edits. */
    stream: megabytesPerSecond(Buffer.byteLength(answer), () => {
      const chunker = createChunker({ render, limits });
      for (let end = EVENT_CHARS; end < answer.length; end += EVENT_CHARS) chunker.update(answer.slice(0, end), false);
      chunker.update(answer, true);
    }),
  };
}

/** Figures by platform. */
const speeds = Object.fromEntries(Object.entries(egresses).map(([name, egress]) => [name, measure(egress)]));
if (isJson) console.log(JSON.stringify(speeds));
else {
  for (const [name, { parse, render, chunk, stream }] of Object.entries(speeds)) {
    const whole = `parse ${parse.toFixed(2)}, render ${render.toFixed(2)}, parse, chunk and render ${chunk.toFixed(2)} MB/s`;
    console.log(`${name}: ${whole}; the same at every ${EVENT_CHARS} characters of a stream ${stream.toFixed(3)} MB/s`);
  }
}
