import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatAddress } from '../../src/core/message.js';
import type { Egress, Rendered, Sent } from '../../src/core/ports/egress.js';
import type { Chunk } from '../../src/reply/chunk/chunker.js';
import { breaksGrapheme, streamChecked } from '../reply/chunk/chunkRules.js';
import { type StreamedDocument, streamedDocument } from '../reply/markdown/streamedDocument.js';
import { type Deliverable, expectShows, expectWellFormed } from './deliverable.js';

/** Documents per platform. `WAGGLE_PROPERTY_RUNS` and `WAGGLE_PROPERTY_SEED` give other runs; a failure prints its document. */
const RUNS = Number(process.env.WAGGLE_PROPERTY_RUNS ?? 10_000);
/** Of which so many go over the wire too. */
const WIRE_RUNS = Math.min(RUNS, 80);
const SEED = Number(process.env.WAGGLE_PROPERTY_SEED ?? 424_242);

/** The platform's wire-level server, and our egress with the platform's own client library. */
export interface Wire {
  readonly egress: Egress;
  openChat(): WireChat;
  /** Requests that the server refused. */
  refused(): readonly unknown[];
  close(): Promise<void>;
}

/** A new chat, and what a reader sees of our messages there, in their order. */
interface WireChat {
  readonly address: ChatAddress;
  shown(): readonly string[];
}

/** One state of a message, as the strict server's checks took it. */
interface State {
  readonly index: number;
  readonly rendered: Rendered;
  readonly text: string;
}

/** What was tried so far. */
interface Tally {
  documents: number;
  sends: number;
  edits: number;
}

/** Streams a document and gives every state of every message to the strict server's own checks. */
function deliver({ source, steps, maxUnits }: StreamedDocument, platform: Deliverable, tally: Tally) {
  const states: State[] = [];
  const chunks = streamChecked(source, steps, {
    render: platform.render,
    limits: { ...platform.limits, maxUnits },
    check: ({ index, rendered, tree }: Chunk) => {
      expectWellFormed(rendered.payload);
      const text = platform.accept(rendered);
      expectShows(text, tree);
      if (states.some((state) => state.index === index)) tally.edits += 1;
      else tally.sends += 1;
      states.push({ index, rendered, text });
    },
  });
  if (breaksGrapheme(chunks)) expect.fail('a message ends inside a character');
  tally.documents += 1;
  const final = chunks.map(({ rendered }) => states.findLast((state) => state.rendered === rendered)?.text);
  return { states, final };
}

const never = new AbortController().signal;

function idOf(sent: Sent, rendered: Rendered): string {
  return sent.ok ? sent.id : expect.fail(`${sent.kind}: ${JSON.stringify(rendered.payload)}`);
}

/** Sends the same states to a chat, each message once and then as edits. */
async function writeTo({ address }: WireChat, egress: Egress, states: readonly State[], kept: number): Promise<void> {
  const ids: string[] = [];
  const none = { stopButton: null, choices: [] };
  for (const { index, rendered } of states) {
    const id = ids[index];
    const send = { ...none, silent: index > 0, replyTo: null, nonce: `${address.chat}/${index}` };
    const sent = await (id === undefined
      ? egress.send(address, rendered, send, never)
      : egress.edit(address, id, rendered, none, never));
    ids[index] = idOf(sent, rendered);
  }
  for (const id of ids.slice(kept)) expect((await egress.remove(address, id, never)).ok).toBe(true);
}

const bare = (text: string) => text.replace(/\s+/g, ' ').trim();

const say = (what: string, { documents, sends, edits }: Tally, startedAt: number) => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.info(`${what}: ${documents} documents, ${sends} sends, ${edits} edits, ${seconds} s (seed ${SEED})`);
};

/**
 * Tries any Markdown in any stream steps on one platform: every send and edit is taken by the strict server's checks, shows the
 * document's text, and keeps the rules of chunks. Some of the documents go through the client library and over the wire.
 */
export function describeAnyMarkdown(platform: Deliverable, openWire: () => Promise<Wire>): void {
  const documents = streamedDocument(platform.limits.maxUnits);
  const timeout = 1_800_000;

  describe(`any Markdown on ${platform.name}`, () => {
    it(`is taken and shown at every step (${RUNS} documents)`, { timeout }, () => {
      const tally: Tally = { documents: 0, sends: 0, edits: 0 };
      const startedAt = performance.now();
      const check = (document: StreamedDocument) => void deliver(document, platform, tally);
      fc.assert(fc.property(documents, check), { numRuns: RUNS, seed: SEED, endOnFailure: true });
      say(platform.name, tally, startedAt);
      expect(tally.documents).toBe(RUNS);
    });

    it(`stands in the chat as it was written (${WIRE_RUNS} documents over the wire)`, { timeout }, async () => {
      const tally: Tally = { documents: 0, sends: 0, edits: 0 };
      const startedAt = performance.now();
      const wire = await openWire();
      const check = async (document: StreamedDocument) => {
        const { states, final } = deliver(document, platform, tally);
        const chat = wire.openChat();
        await writeTo(chat, wire.egress, states, final.length);
        expect(chat.shown().map(bare)).toEqual(final.map((text) => bare(text ?? '')));
        expect(wire.refused()).toEqual([]);
      };
      try {
        const runs = { numRuns: WIRE_RUNS, seed: SEED + 1, endOnFailure: true };
        await fc.assert(fc.asyncProperty(documents, check), runs);
      } finally {
        await wire.close();
      }
      say(`${platform.name} over the wire`, tally, startedAt);
    });
  });
}
