import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBytes, readEvents } from '../../../src/runtime/llm/sseReader.js';

async function* feed(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function dataOf(...chunks: Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  for await (const event of readEvents(feed(...chunks))) found.push(event.data);
  return found;
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('readEvents', () => {
  it.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['no space', 'data:a\n\ndata:b\n\n'],
    ['comments', ': ping\n\ndata: a\n: ping\n\n: x\ndata: b\n\n'],
    ['no last blank line', 'data: a\n\ndata: b'],
    ['no last blank line, CR', 'data: a\r\rdata: b\r'],
    ['byte order mark', '\uFEFFdata: a\n\ndata: b\n\n'],
    ['other fields', 'id: 1\nevent: x\nretry: 5\ndata: a\n\nfoo\ndata: b\n\n'],
  ])('%s', async (_name, text) => {
    expect(await dataOf(bytes(text))).toEqual(['a', 'b']);
    expect(await dataOf(...Array.from(bytes(text), (byte) => Uint8Array.of(byte)))).toEqual(['a', 'b']);
  });

  it('joins several data lines of one event', async () => {
    expect(await dataOf(bytes('data: {"a":\ndata: 1}\n\n'))).toEqual(['{"a":\n1}']);
  });

  it('reads the same however the bytes are split and whatever ends the lines', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/^ |[\r\n\0]/g, ''));
    const event = fc.record({ data: line, space: fc.boolean(), comment: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (events, end, isClosed, cuts) => {
          const text = events
            .map(({ data, space, comment }) => `${comment ? `: c${end}` : ''}data:${space ? ' ' : ''}${data}${end}`)
            .join(end);
          const whole = bytes(isClosed ? `${text}${end}` : text);
          const marks = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
          const chunks = [...marks, whole.length].map((to, i) => whole.slice(i === 0 ? 0 : marks[i - 1], to));
          expect(await dataOf(...chunks)).toEqual(events.map(({ data }) => data));
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('readBytes', () => {
  it('cancels the body when the reader leaves', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes('x')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const chunk of readBytes(body, new AbortController().signal)) {
      expect(chunk.length).toBe(1);
      break;
    }
    expect(isCancelled).toBe(true);
  });

  it('ends a silent body with the signal', async () => {
    const abort = new AbortController();
    const body = new ReadableStream<Uint8Array>({});
    const read = readBytes(body, abort.signal).next();
    abort.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
  });
});
