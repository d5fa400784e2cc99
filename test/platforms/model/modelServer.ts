import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { type Clock, systemClock } from '../../../src/core/clock.js';
import { readBody, startListener } from '../listener.js';
import { createWatch, type WaitOptions } from '../watch.js';
import { createEmbeddingsPart, type EmbeddingsPart } from './embeddings.js';
import { toCompletion } from './events.js';
import type { ModelFault, ModelReply } from './reply.js';
import { chatBody, findMessageFault, type ModelRequest, readRequest } from './request.js';
import { createSpeechPart, type SpeechPart } from './speech.js';
import { type StreamContext, streamReply } from './streamReply.js';

/** Chooses the reply to a request; `attempt` counts from 0 the requests that had the same newest user text before. */
export type ModelScript = (request: ModelRequest, attempt: number) => ModelReply | Promise<ModelReply>;

export interface ModelServerOptions {
  /** Default: an echo of the newest user message. */
  script?: ModelScript | ModelReply[];
  /** Ids that `/models` lists. Default `test-model`. */
  models?: string[];
  /** A request without `Authorization: Bearer <apiKey>` is answered 401. Default: any key, or none. */
  apiKey?: string;
  /** For the delays of replies. Default the machine's clock. */
  clock?: Clock;
  port?: number;
  /** Told of each well-formed chat request, and of its end. */
  onRequest?: (request: ModelRequest) => void;
  onEnd?: (request: ModelRequest) => void;
}

/** A request that was answered with an error because the request itself was wrong. */
export interface RefusedModelRequest {
  at: number;
  path: string;
  status: number;
  message: string;
}

/** An OpenAI-compatible endpoint under the control of a test. */
export interface ModelServer {
  /** The base: chat requests go to `{url}/chat/completions` (`{url}/v1/chat/completions` works too). */
  readonly url: string;
  /** Every well-formed chat request, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** `{url}/embeddings`: vectors of what words mean (`concepts.ts`), and what goes wrong with them. */
  readonly embeddings: Pick<EmbeddingsPart, 'requests' | 'script' | 'dims'>;
  /** `{url}/audio/transcriptions`. */
  readonly speech: Pick<SpeechPart, 'requests' | 'script'>;
  /** Requests that a real endpoint would have called wrong. */
  refused(): readonly RefusedModelRequest[];
  /** Chat requests that are not ended yet. */
  openRequests(): number;
  /** Replaces the script. Steps are used up in the order requests come; a request after the last step is refused. */
  script(script: ModelScript | ModelReply[]): void;
  /** The first request, past or future, that fits. */
  waitForRequest(fits?: (request: ModelRequest) => boolean, options?: WaitOptions): Promise<ModelRequest>;
  /** Looks again at every change: a request came, made progress or ended. */
  waitFor<T>(probe: () => T | false | null | undefined, options?: WaitOptions): Promise<T>;
  /** Drops what was recorded (long benchmarks). */
  forget(): void;
  /** Refuses connections, as an endpoint that is down. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

/** The default script. */
export const echoScript: ModelScript = (request) => ({ text: `Echo: ${request.lastUser}` });

const loneSurrogate =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;

/** Starts a model endpoint on the loopback address. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const clock = options.clock ?? systemClock;
  const requests: ModelRequest[] = [];
  const refusals: RefusedModelRequest[] = [];
  const open = new Set<AbortController>();
  const seen = new Map<string, number>();
  let count = 0;
  let script = toScript(options.script ?? echoScript);
  const watch = createWatch(() => `The model server has seen ${requests.length} requests, ${open.size} are open.`);

  const embeddings = createEmbeddingsPart(clock, () => watch.changed());
  const speech = createSpeechPart(() => watch.changed());

  const refuse = (response: ServerResponse, path: string, status: number, message: string) => {
    refusals.push({ at: clock.now(), path, status, message });
    sendError(response, status, message);
    watch.changed();
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse, path: string) => {
    const raw = (await readBody(incoming)).toString('utf8');
    // Known from the field: endpoints call a body with half a surrogate pair invalid JSON.
    if (loneSurrogate.test(raw.replaceAll('\\\\', ''))) {
      refuse(response, path, 400, 'The request body is not valid JSON: no low surrogate in string');
      return;
    }
    const parsed = parseBody(raw);
    if (typeof parsed === 'string') {
      refuse(response, path, 400, parsed);
      return;
    }
    count += 1;
    const request: ModelRequest = {
      n: count,
      at: clock.now(),
      path,
      headers: incoming.headers,
      body: parsed,
      ...readRequest(parsed),
      chunksSent: 0,
      aborted: false,
    };
    requests.push(request);
    const attempt = seen.get(request.lastUser) ?? 0;
    seen.set(request.lastUser, attempt + 1);
    const gone = new AbortController();
    const cut = { byUs: false };
    open.add(gone);
    response.once('close', () => {
      request.endedAt = clock.now();
      request.aborted = !response.writableFinished && !cut.byUs;
      open.delete(gone);
      gone.abort();
      options.onEnd?.(request);
      watch.changed();
    });
    watch.changed();
    options.onRequest?.(request);
    const reply = await script(request, attempt);
    await deliver(reply, { response, request, clock, gone: gone.signal, cut, progressed: () => watch.changed() });
  };

  const deliver = async (reply: ModelReply, context: StreamContext) => {
    const { request, response, gone } = context;
    if (reply.hold !== undefined) await untilGone(reply.hold, gone);
    if (gone.aborted) return;
    const fault = reply.fault;
    if (fault?.kind === 'drop-before-headers') {
      context.cut.byUs = true;
      response.socket?.resetAndDestroy();
      return;
    }
    if (fault?.kind === 'hang-before-headers') {
      await untilGone(new Promise<never>(() => {}), gone);
      return;
    }
    request.status = fault?.kind === 'status' ? fault.status : 200;
    if (fault?.kind === 'status') {
      sendFaultStatus(response, fault);
      return;
    }
    const cost = reply.costUsd === undefined ? {} : { 'x-litellm-response-cost': String(reply.costUsd) };
    const headers = { ...cost, ...reply.headers };
    if (fault?.kind === 'html') {
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end('<html><body>Bad gateway</body></html>');
      return;
    }
    if (request.body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
      await streamReply(context, reply);
      return;
    }
    const delay = (reply.firstDelayMs ?? 0) + (reply.delayMs ?? 0);
    if (delay > 0) await clock.sleep(delay, gone).catch(() => {});
    if (gone.aborted) return;
    const text = toCompletion(reply, request, Math.floor(clock.now() / 1000));
    const sent = fault?.kind === 'malformed-json' ? text.slice(0, -Math.ceil(text.length / 3)) : text;
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(sent);
  };

  const listener = await startListener(async (incoming, response) => {
    const path = (incoming.url ?? '/').split('?')[0] ?? '/';
    const route = path.replace(/^\/v1(?=\/)/, '');
    if (options.apiKey !== undefined && incoming.headers.authorization !== `Bearer ${options.apiKey}`) {
      refuse(response, path, 401, 'Incorrect API key provided');
      return;
    }
    if (incoming.method === 'POST' && route === '/chat/completions') {
      await answer(incoming, response, path);
      return;
    }
    if (incoming.method === 'POST' && route === '/embeddings') {
      await embeddings.answer(incoming, response, (status, message) => refuse(response, path, status, message));
      return;
    }
    if (incoming.method === 'POST' && route === '/audio/transcriptions') {
      await speech.answer(incoming, response, (status, message) => refuse(response, path, status, message));
      return;
    }
    if (incoming.method === 'GET' && route === '/models') {
      const data = (options.models ?? ['test-model']).map((id) => ({
        id,
        object: 'model',
        created: 0,
        owned_by: 'test',
      }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
      return;
    }
    refuse(response, path, 404, `Unknown request URL: ${incoming.method} ${path}`);
  }, options.port);

  return {
    url: listener.url,
    requests,
    embeddings,
    speech,
    refused: () => refusals,
    openRequests: () => open.size,
    script: (next) => {
      script = toScript(next);
      seen.clear();
    },
    waitForRequest: (fits = () => true, waitOptions = {}) =>
      watch.waitFor(() => requests.find(fits), { what: 'a model request', ...waitOptions }),
    waitFor: (probe, waitOptions) => watch.waitFor(probe, waitOptions),
    forget: () => {
      requests.length = 0;
      seen.clear();
    },
    goDown: () => listener.goDown(),
    comeUp: () => listener.comeUp(),
    close: async () => {
      watch.close();
      await listener.close();
    },
  };
}

function toScript(script: ModelScript | ModelReply[]): ModelScript {
  if (typeof script === 'function') return script;
  const steps = [...script];
  return () =>
    steps.shift() ?? { fault: { kind: 'status', status: 400, message: 'The test script has no more steps' } };
}

function parseBody(raw: string): z.infer<typeof chatBody> | string {
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch {
    return 'We could not parse the JSON body of your request.';
  }
  const parsed = chatBody.safeParse(json);
  if (!parsed.success) return z.prettifyError(parsed.error);
  return findMessageFault(parsed.data) ?? parsed.data;
}

function sendError(response: ServerResponse, status: number, message: string): void {
  const error = { message, type: status < 500 ? 'invalid_request_error' : 'server_error', param: null, code: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function sendFaultStatus(response: ServerResponse, fault: Extract<ModelFault, { kind: 'status' }>): void {
  if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter));
  if (fault.body === undefined) sendError(response, fault.status, fault.message ?? `scripted status ${fault.status}`);
  else response.writeHead(fault.status, { 'content-type': 'text/plain' }).end(fault.body);
}

async function untilGone(until: Promise<unknown>, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return;
  await new Promise<void>((resolve) => {
    gone.addEventListener('abort', () => resolve(), { once: true });
    until.then(
      () => resolve(),
      () => resolve(),
    );
  });
}
