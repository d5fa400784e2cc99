import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../src/core/clock.js';
import { type ReplyEvent, toEvents } from './events.js';
import type { ModelReply, WireStyle } from './reply.js';
import type { ModelRequest } from './request.js';

/** What one stream is written with. */
export interface StreamContext {
  response: ServerResponse;
  request: ModelRequest;
  clock: Clock;
  /** Fires when the client went away or the server closes. */
  gone: AbortSignal;
  /** Set when the server itself breaks the connection, so that this does not count as the client's going away. */
  cut: { byUs: boolean };
  /** Called after each write of an event with content. */
  progressed: () => void;
}

function encodeEvent(json: string, wire: WireStyle): string {
  const end = wire.lineEnd ?? '\n';
  const before =
    (wire.comments === true ? `: keep-alive${end}${end}` : '') +
    (wire.garbage === true ? `garbage without a colon${end}retry: soon${end}data: not json${end}${end}` : '');
  return `${before}data:${wire.space === false ? '' : ' '}${json}${end}${end}`;
}

function cutLastBlankLine(text: string, wire: WireStyle): string {
  const end = wire.lineEnd ?? '\n';
  return wire.lastBlankLine === false ? text.slice(0, -2 * end.length) : text;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function write(context: StreamContext, text: string, wire: WireStyle): Promise<void> {
  const { response, gone } = context;
  if (gone.aborted || text === '') return;
  if (wire.splitBytes === undefined) {
    response.write(text);
    return;
  }
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length && !gone.aborted; start += wire.splitBytes) {
    response.write(bytes.subarray(start, start + wire.splitBytes));
    await nextTurn();
  }
}

async function waitOrGone(until: Promise<unknown>, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      gone.removeEventListener('abort', done);
      resolve();
    };
    gone.addEventListener('abort', done, { once: true });
    until.then(done, done);
  });
}

async function sleep(context: StreamContext, ms: number): Promise<void> {
  if (ms > 0 && !context.gone.aborted) await context.clock.sleep(ms, context.gone).catch(() => {});
}

/** Breaks off the connection in the way the fault says; true when the stream ended by it. */
async function breakOff(context: StreamContext, reply: ModelReply, sent: number): Promise<boolean> {
  const { response, gone } = context;
  const fault = reply.fault;
  if (fault === undefined || !('afterChunks' in fault) || fault.afterChunks !== sent) return false;
  const wire = reply.wire ?? {};
  switch (fault.kind) {
    case 'hang':
      await waitOrGone(new Promise<never>(() => {}), gone);
      return true;
    case 'close':
      response.end();
      return true;
    case 'error-event': {
      const error = { message: fault.message ?? 'upstream failed', type: 'server_error', code: fault.code ?? 500 };
      await write(context, encodeEvent(JSON.stringify({ error }), wire), wire);
      response.end();
      return true;
    }
    case 'drop':
      // Two turns let the bytes written so far leave before the socket breaks.
      await nextTurn();
      await nextTurn();
      context.cut.byUs = true;
      if (fault.how === 'end') response.socket?.end();
      else response.socket?.resetAndDestroy();
      return true;
  }
}

/** Streams a reply as server-sent events, with its delays, pauses and faults. Returns at the end or when the client is gone. */
export async function streamReply(context: StreamContext, reply: ModelReply): Promise<void> {
  const { response, request, gone } = context;
  const wire = reply.wire ?? {};
  const events: ReplyEvent[] = toEvents(reply, request, Math.floor(context.clock.now() / 1000));
  if (reply.fault?.kind === 'malformed-json')
    events.splice(1, 0, { json: '{"choices":[{"delta":{"content":"x', content: false });
  if (reply.fault?.kind === 'no-choices')
    events.splice(1, 0, { json: '{"id":"x","object":"chat.completion.chunk"}', content: false });
  response.flushHeaders();

  let pending = wire.byteOrderMark === true ? '\uFEFF' : '';
  let sent = 0;
  const flush = async () => {
    const text = pending;
    pending = '';
    await write(context, text, wire);
    if (sent === request.chunksSent) return;
    request.chunksSent = sent;
    request.lastChunkAt = context.clock.now();
    request.firstChunkAt ??= request.lastChunkAt;
    context.progressed();
  };
  const stops = new Set((reply.pauses ?? []).map((pause) => pause.afterChunks));
  if (reply.fault !== undefined && 'afterChunks' in reply.fault) stops.add(reply.fault.afterChunks);

  const stopHere = async (): Promise<boolean> => {
    if (!stops.has(sent)) return false;
    stops.delete(sent);
    await flush();
    for (const pause of reply.pauses ?? []) if (pause.afterChunks === sent) await waitOrGone(pause.until, gone);
    return gone.aborted || (await breakOff(context, reply, sent));
  };

  const closing = wire.done === false ? '' : encodeEvent('[DONE]', wire);
  for (const [index, event] of events.entries()) {
    if (event.content) {
      if (await stopHere()) return;
      const delay = sent === 0 ? (reply.firstDelayMs ?? 0) : (reply.delayMs ?? 0);
      if (delay > 0) {
        await flush();
        await sleep(context, delay);
      }
      sent += 1;
    } else if (index > 0 && (await stopHere())) {
      return;
    }
    if (gone.aborted) return;
    const text = encodeEvent(event.json, wire);
    pending += index === events.length - 1 && closing === '' ? cutLastBlankLine(text, wire) : text;
  }
  if (await stopHere()) return;
  pending += cutLastBlankLine(closing, wire);
  await flush();
  if (!gone.aborted) response.end();
}
