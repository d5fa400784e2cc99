import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { untilAborted } from '../untilAborted.js';

/** Bound on one unfinished event, in characters. */
const MAX_EVENT_CHARS = 8_000_000;

/**
 * Reads server-sent events from bytes: any line ending, any split (also within a character), with or without a space
 * after the colon, comments, a byte order mark, and a last event without a blank line.
 *
 * @throws what the source of the bytes throws; an error when one event is longer than 8 million characters
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventSourceMessage, void> {
  let ready: EventSourceMessage[] = [];
  const decoder = new TextDecoder();
  let overflow: Error | null = null;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: (event) => ready.push(event),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflow = error;
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (overflow !== null) throw overflow;
    if (ready.length === 0) continue;
    yield* ready;
    ready = [];
  }
  // A blank line of our own ends an event that the stream left open; after a proper end it means nothing.
  parser.feed(`${decoder.decode()}\n\n`);
  yield* ready;
}

/**
 * The bytes of a response body. The body is cancelled when the reader leaves early or the signal aborts.
 *
 * @throws what the body fails with, or the signal's reason
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    // A body that already failed refuses to be cancelled: nothing is left to release then.
    if (!isOver) reader.cancel().catch(() => {});
  }
}
