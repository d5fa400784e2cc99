import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../src/core/clock.js';
import { rateLimited } from './errors.js';
import type { SlackFault } from './faults.js';

const never = new Promise<never>(() => {});

async function untilOrGone(until: Promise<unknown>, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return;
  await new Promise<void>((resolve) => {
    gone.addEventListener('abort', () => resolve(), { once: true });
    until.then(
      () => resolve(),
      () => resolve(),
    );
  });
}

/** Breaks the connection of an answer. */
export function breakConnection(response: ServerResponse, how: 'reset' | 'end' = 'reset'): void {
  if (how === 'end') response.socket?.end();
  else response.socket?.resetAndDestroy();
}

/** Writes an answer; JSON unless it is text already. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const isText = typeof body === 'string';
  const bytes = Buffer.from(isText ? body : JSON.stringify(body));
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

/** What became of a call that a fault struck before it was looked at. */
export interface Struck {
  status: number;
  error: string;
}

/** What a fault needs. */
export interface StrikeContext {
  clock: Clock;
  response: ServerResponse;
  gone: AbortSignal;
  /** Whether the address is no method: such answer errors as text, with a status of their own. */
  plain: boolean;
  /** Closes the called method for a time. */
  closeGate(ms: number): void;
  /** Told of the outcome before the answer goes out. */
  decide(struck: Struck): void;
}

/** Faults that strike before the call is looked at; true when the call is over. */
export async function strikeBefore(fault: SlackFault | undefined, context: StrikeContext): Promise<boolean> {
  const { response, gone, plain, decide } = context;
  switch (fault?.kind) {
    case 'drop-before':
      decide({ status: 0, error: 'dropped' });
      breakConnection(response, fault.how);
      return true;
    case 'hang':
      decide({ status: 0, error: 'hung' });
      await untilOrGone(never, gone);
      return true;
    case 'page':
      decide({ status: fault.status, error: 'a page' });
      response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<html><body>Bad Gateway</body></html>');
      return true;
    case 'error':
      decide({ status: plain ? 500 : 200, error: fault.error });
      send(response, plain ? 500 : 200, plain ? fault.error : { ok: false, error: fault.error });
      return true;
    case 'flood': {
      const { message } = rateLimited(fault.seconds);
      context.closeGate(fault.seconds * 1000);
      decide({ status: 429, error: message });
      send(response, 429, { ok: false, error: message }, { 'retry-after': String(fault.seconds) });
      return true;
    }
    case 'delay':
      await context.clock.sleep(fault.ms, gone).catch(() => {});
      return false;
    case 'hold':
      await untilOrGone(fault.until, gone);
      return false;
    default:
      return false;
  }
}

/** Faults that strike the answer; true when the answer is dealt with. */
export async function strikeAnswer(
  fault: SlackFault | undefined,
  { clock, response, gone }: Pick<StrikeContext, 'clock' | 'response' | 'gone'>,
  body: unknown,
): Promise<boolean> {
  switch (fault?.kind) {
    case 'drop-after':
      breakConnection(response, fault.how);
      return true;
    case 'hang-after':
      await untilOrGone(never, gone);
      return true;
    case 'error-after':
      send(response, 200, { ok: false, error: fault.error });
      return true;
    case 'cut-answer': {
      const isText = typeof body === 'string' || Buffer.isBuffer(body);
      const bytes = Buffer.from(isText ? body : JSON.stringify(body));
      const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => breakConnection(response, 'end'));
      return true;
    }
    case 'slow-answer':
      await clock.sleep(fault.ms, gone).catch(() => {});
      return gone.aborted;
    default:
      return gone.aborted;
  }
}
