import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { webApi } from '@slack/bolt';
import type { z } from 'zod';
import { type CallBounds, type CallErrors, createBoundedCalls } from '../../../core/boundedCalls.js';
import type { Clock } from '../../../core/clock.js';
import type { Log } from '../../../core/log.js';
import { failureOf, SlackCallError, type SlackFailure } from './failure.js';
import { quietLogger } from './quietLogger.js';
import { createTransport, type Transport, type TransportAnswer, TransportError } from './transport.js';

/** Time limit of a call in milliseconds where the caller names none. */
const CALL_TIMEOUT_MS = 30_000;

/** What a 429 without a readable `Retry-After` is taken to mean; Slack itself always names the seconds. */
const UNNAMED_WAIT_SECONDS = '5';

/** The arguments of a method of the Web API. */
export type SlackArguments = Readonly<Record<string, unknown>>;

/** One token's access to Slack. Every call is made once: no hidden queue, no retry. */
export interface SlackApi {
  /**
   * Calls a method of the Web API.
   *
   * @param answer what is read of the answer
   * @throws SlackCallError in every case of failure, an abort included (then the failure is `lost`, or `unsent` when the
   *   signal had fired before)
   */
  call<T>(method: string, args: SlackArguments, answer: z.ZodType<T>, options?: CallBounds): Promise<T>;
  /** Posts JSON to the `response_url` of an interaction. Fails like `call`. */
  respond(url: string, body: SlackArguments, options?: CallBounds): Promise<void>;
  /** Posts a file to an upload address. Fails like `call`. What `open` gives is closed in every case. */
  upload(url: string, open: () => Readable, bytes: number, options?: CallBounds): Promise<void>;
  /**
   * Opens a private file with the bot's token. Fails like `call`. An address on another host than the Web API's, or one below
   * it (`files.slack.com`), is never asked: it would learn the token.
   */
  download(url: string, signal: AbortSignal): Promise<IncomingMessage>;
  /** For the library's own calls (Socket Mode): through the same connections, until the signal aborts. */
  fetchUntil(signal: AbortSignal): NonNullable<webApi.WebClientOptions['fetch']>;
  /** With a slash at the end, as the library wants it. */
  readonly apiUrl: string;
  /** Aborts what is in flight and closes all connections. */
  close(): void;
}

export interface SlackApiOptions {
  readonly token: string;
  /** Base of the methods' addresses, with or without a closing slash. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

const ERRORS: CallErrors = {
  unsent: (method) => new SlackCallError(method, { kind: 'unsent', reason: 'aborted' }),
  failed: (method, thrown, endedBy) => {
    if (thrown instanceof SlackCallError) return thrown;
    const failure = failureOf(thrown);
    const isOurs = endedBy !== null && failure.kind === 'lost';
    return new SlackCallError(method, isOurs ? { kind: 'lost', reason: endedBy } : failure);
  },
};

export function createSlackApi({ token, apiUrl: configuredUrl, clock, log }: SlackApiOptions): SlackApi {
  const transport = createTransport();
  const apiUrl = `${configuredUrl.replace(/\/+$/, '')}/`;
  const signals = new AsyncLocalStorage<AbortSignal>();
  const fetch = createFetch(transport, () => signals.getStore());
  const client = new webApi.WebClient(token, {
    slackApiUrl: apiUrl,
    logger: quietLogger(log),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    // Its queue would be a second governor, and would mix up whose signal counts.
    maxRequestConcurrency: Number.POSITIVE_INFINITY,
    fetch,
  });
  const calls = createBoundedCalls({ clock, timeoutMs: CALL_TIMEOUT_MS, errors: ERRORS });
  /** The library makes its requests somewhere below: they find their call's signal all the same. */
  const limited = <T>(name: string, bounds: CallBounds, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    calls.run(name, bounds, (signal) => signals.run(signal, () => work(signal)));

  return {
    apiUrl,
    fetchUntil: (signal) => createFetch(transport, () => signal),
    call: async (method, args, answer, options = {}) => {
      const result = await limited(method, options, () => client.apiCall(method, { ...args }));
      const parsed = answer.safeParse(result);
      if (!parsed.success) throw new SlackCallError(method, { kind: 'lost', reason: 'an answer of another form' });
      return parsed.data;
    },
    respond: (url, body, options = {}) =>
      limited('response_url', options, async (signal) => {
        const headers = { 'content-type': 'application/json; charset=utf-8' };
        const request = { method: 'POST', headers, body: JSON.stringify(body), signal } as const;
        throwUnlessOk('response_url', await transport.exchange(url, request));
      }),
    upload: (url, open, bytes, options = {}) =>
      limited('upload', options, async (signal) => {
        const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes) };
        const content = open();
        try {
          throwUnlessOk('upload', await transport.exchange(url, { method: 'POST', headers, body: content, signal }));
        } finally {
          content.destroy();
        }
      }),
    download: (url, signal) =>
      limited('download', { signal }, async () => {
        if (!isWithinSlack(url, apiUrl)) {
          throw new SlackCallError('download', { kind: 'unsent', reason: 'an address that is not of Slack' });
        }
        const headers = { authorization: `Bearer ${token}` };
        const answer = await transport.open(url, { method: 'GET', headers, body: null, signal });
        const status = answer.statusCode ?? 0;
        if (status === 200) return answer;
        answer.resume();
        if (status === 404)
          throw new SlackCallError('download', { kind: 'answered', error: 'file_not_found', details: [] });
        if (status === 429) throw new SlackCallError('download', limitOf(answer.headers));
        throw new SlackCallError('download', { kind: 'status', status });
      }),
    close: () => {
      calls.close();
      transport.close();
    },
  };
}

/** Whether an address may be given the token: on the host of the Web API, or on one below it. */
function isWithinSlack(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const [asked, api] = [new URL(url), new URL(apiUrl)];
  if (asked.protocol !== api.protocol || asked.port !== api.port) return false;
  return asked.hostname === api.hostname || asked.hostname.endsWith(`.${api.hostname}`);
}

/** Addresses that are no methods answer errors as plain text with a status of their own. */
function throwUnlessOk(name: string, { status, headers, text }: TransportAnswer): void {
  if (status === 200) return;
  if (status === 429) throw new SlackCallError(name, limitOf(headers));
  if (status >= 500) throw new SlackCallError(name, { kind: 'status', status });
  const error = /^[a-z_]{1,60}$/.test(text.trim()) ? text.trim() : `status_${status}`;
  throw new SlackCallError(name, { kind: 'answered', error, details: [] });
}

/** A 429 of an address that is no method. */
function limitOf(headers: IncomingHttpHeaders): Extract<SlackFailure, { kind: 'limited' }> {
  const named = headers['retry-after'] ?? '';
  const seconds = Number(/^\d+$/.test(named) ? named : UNNAMED_WAIT_SECONDS);
  return { kind: 'limited', retryAfterMs: seconds * 1000 };
}

/** The library's `fetch`, on our transport. */
function createFetch(
  transport: Transport,
  signalOf: () => AbortSignal | undefined,
): ReturnType<SlackApi['fetchUntil']> {
  return async (url, init) => {
    const { body } = init ?? {};
    if (body !== undefined && body !== null && typeof body !== 'string') {
      throw new TransportError('only forms are sent through the library', false);
    }
    const headers = Object.fromEntries(
      Object.entries(init?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const signal = signalOf() ?? new AbortController().signal;
    const answer = await transport.exchange(url, { method: 'POST', headers, body: body ?? null, signal });
    const kept = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (typeof value === 'string') kept.set(name, value);
    }
    // Without it the library throws an error that nobody can tell from others.
    if (answer.status === 429 && !/^\d+$/.test(kept.get('retry-after') ?? '')) {
      kept.set('retry-after', UNNAMED_WAIT_SECONDS);
    }
    return new Response(answer.text, { status: answer.status, headers: kept });
  };
}
