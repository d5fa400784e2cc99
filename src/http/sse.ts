/** Milliseconds after which a client whose stream broke should come back (the `retry` field). */
export const SSE_RETRY_MS = 1_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  /** Proxies such as nginx pass each event on at once. */
  'X-Accel-Buffering': 'no',
  /** Written as it comes instead of being gathered for a length. */
  'Transfer-Encoding': 'chunked',
};

/** One server-sent event. `data` is JSON, so it has no line breaks of its own. */
export function sseEvent(name: string, data: unknown, id?: string): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A line that clients ignore; keeps connections open. */
export function sseComment(text: string): string {
  return `: ${text}\n\n`;
}

export function sseRetry(): string {
  return `retry: ${SSE_RETRY_MS}\n\n`;
}

/**
 * An answer that is written as `frames` gives it, one frame for each read of the socket: a slow client slows only its own
 * stream. When the client goes away, `gone` is aborted and the frames are let go of.
 */
export function sseResponse(frames: (gone: AbortSignal) => AsyncIterable<string>): Response {
  const gone = new AbortController();
  const encoder = new TextEncoder();
  let iterator: AsyncIterator<string> | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        iterator ??= frames(gone.signal)[Symbol.asyncIterator]();
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      cancel: async () => {
        gone.abort();
        await iterator?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: HEADERS });
}
