import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../listener.js';
import { type RequestBody, readRequestBody, toParams } from './body.js';
import type { CallOutcome, DiscordCall } from './calls.js';
import { DiscordError, noRoute, RateLimited, unauthorized, wrongMethod } from './errors.js';
import type { DiscordFault, Faults } from './faults.js';
import type { Counted } from './rates.js';
import { DOWNLOAD, findRoute } from './routes/table.js';
import type { ServerState } from './state.js';

/** What serving needs besides the state. */
export interface ServeContext {
  state: ServerState;
  faults: Faults;
  /** Keeps a call that came in. */
  record(call: Omit<DiscordCall, 'n'>): DiscordCall;
  /** Told of each call when it is decided, before its answer goes out. */
  decided(call: DiscordCall): void;
}

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

function breakConnection(response: ServerResponse, how: 'reset' | 'end' = 'reset'): void {
  if (how === 'end') response.socket?.end();
  else response.socket?.resetAndDestroy();
}

/** An answer ready to be sent. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON; undefined for none, a Buffer for a download. */
  body: unknown;
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers, 'content-length': bytes.length });
  response.end(bytes);
}

function limitedAnswer(error: RateLimited, headers: Record<string, string>): Answer {
  const seconds = Math.ceil(error.retryAfterMs) / 1000;
  const body = { message: error.message, retry_after: seconds, global: error.scope === 'global', code: error.code };
  const own = { 'retry-after': String(seconds), 'x-ratelimit-scope': error.scope, via: '1.1 google' };
  return { status: 429, headers: { ...headers, ...own }, body };
}

/** The answer to what a route threw, and what the record of calls says of it. */
function refusalOf(error: unknown, headers: Record<string, string>): { answer: Answer; outcome: CallOutcome } {
  if (error instanceof RateLimited) {
    const description = `${error.message} (${error.scope})`;
    const { code, scope } = error;
    const outcome = { ok: false, status: 429, code, description, blame: 'rates', scope } as const;
    return { answer: limitedAnswer(error, headers), outcome };
  }
  if (!(error instanceof DiscordError)) throw error;
  const { status, code, blame } = error;
  return {
    answer: { status, headers, body: error.toBody() },
    outcome: { ok: false, status, code, description: error.describe(), blame },
  };
}

const left: CallOutcome = { ok: false, status: 0, code: 0, description: 'the client went away', blame: 'world' };

function decide(context: ServeContext, call: DiscordCall, outcome: CallOutcome): void {
  call.outcome = outcome;
  context.decided(call);
  context.state.watch.changed();
}

function errorPage(status: number): Answer {
  const body = Buffer.from(`<html><body>${status}: upstream connect error</body></html>`);
  return { status, headers: { 'content-type': 'text/html' }, body };
}

function statusAnswer(fault: { status: number; code?: number; message?: string }): Answer {
  if (fault.status >= 500 && fault.code === undefined) return errorPage(fault.status);
  return {
    status: fault.status,
    headers: {},
    body: { message: fault.message ?? `${fault.status}: injected`, code: fault.code ?? 0 },
  };
}

/** Faults that strike before the call is looked at; true when the call is over. */
async function strikeBefore(
  context: ServeContext,
  fault: DiscordFault | undefined,
  call: DiscordCall,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<boolean> {
  const injected = (status: number, code: number, description: string) =>
    decide(context, call, { ok: false, status, code, description, blame: 'injected' });
  switch (fault?.kind) {
    case 'drop-before':
      injected(0, 0, 'dropped');
      breakConnection(response, fault.how);
      return true;
    case 'hang':
      injected(0, 0, 'hung');
      await untilOrGone(never, gone);
      return true;
    case 'status':
      injected(fault.status, fault.code ?? 0, fault.message ?? 'injected');
      send(response, statusAnswer(fault));
      return true;
    case 'ban': {
      injected(429, 0, 'banned');
      const page = errorPage(429);
      send(response, { ...page, headers: { ...page.headers, 'retry-after': String(Math.ceil(fault.ms / 1000)) } });
      return true;
    }
    case 'delay':
      await context.state.clock.sleep(fault.ms, gone).catch(() => {});
      return gone.aborted;
    case 'hold':
      await untilOrGone(fault.until, gone);
      return gone.aborted;
    default:
      return false;
  }
}

/** Sends the answer, unless a fault loses it. */
async function answer(
  context: ServeContext,
  fault: DiscordFault | undefined,
  response: ServerResponse,
  gone: AbortSignal,
  ready: Answer,
  counted: Counted | undefined,
  call: number,
): Promise<void> {
  switch (fault?.kind) {
    case 'drop-after':
      breakConnection(response, fault.how);
      return;
    case 'hang-after':
      await untilOrGone(never, gone);
      return;
    case 'status-after':
      send(response, errorPage(fault.status));
      return;
    case 'slow-answer':
      await context.state.clock.sleep(fault.ms, gone).catch(() => {});
      break;
    case 'hold-answer':
      await untilOrGone(fault.until, gone);
      break;
    default:
  }
  if (gone.aborted) return;
  counted?.told(call);
  send(response, ready);
}

/** An attachment's bytes. */
function download(state: ServerState, path: string): Answer {
  const [, channelId = '', fileId = ''] = /^\/cdn\/attachments\/(\d+)\/(\d+)\//.exec(path) ?? [];
  const messages = [...(state.world.channels.get(channelId)?.messages.values() ?? [])];
  const file = messages.flatMap((message) => message.attachments).find((entry) => entry.id === fileId);
  if (file === undefined) throw noRoute();
  return { status: 200, headers: { 'content-type': file.mime }, body: file.bytes };
}

/** The channel that a path is about; an interaction's calls are about the interaction's. */
function channelOf(state: ServerState, path: Readonly<Record<string, string>>): string | undefined {
  if (path.channel !== undefined) return path.channel;
  const byId = state.interactions.get(path.interaction ?? '');
  const interaction = byId ?? [...state.interactions.values()].find((entry) => entry.token === path.token);
  return interaction?.channel.id;
}

/** Serves one HTTP request to the REST API or the CDN. */
export async function serve(context: ServeContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { state } = context;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const method = request.method ?? 'GET';
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const bytes = await readBody(request).catch(() => undefined);
  if (bytes === undefined) return;

  const isDownload = url.pathname.startsWith('/cdn/');
  const apiPath = /^\/api\/v10(\/.*)$/.exec(url.pathname)?.[1];
  const found = apiPath === undefined ? undefined : findRoute(method, apiPath);
  const matched = found === 'wrong-method' ? undefined : found;
  let body: RequestBody = { json: {}, uploads: [] };
  let refusal: DiscordError | undefined;
  try {
    const isAuthorized = request.headers.authorization === `Bot ${state.bot.token}`;
    if (!isDownload && matched?.route.auth !== 'none' && !isAuthorized) throw unauthorized();
    if (!isDownload && matched === undefined) throw found === 'wrong-method' ? wrongMethod() : noRoute();
    body = readRequestBody(request.headers['content-type'] ?? '', bytes);
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    refusal = error;
  }
  const path = matched?.path ?? {};
  const name = isDownload ? DOWNLOAD : (matched?.route.name ?? `${method} ${url.pathname}`);
  const channel = isDownload ? url.pathname.split('/')[3] : channelOf(state, path);
  const params = isDownload ? { file: url.pathname.split('/')[4] } : toParams(body.json);
  const fault = context.faults.take({ route: name, channel, params, path: url.pathname });
  const major = path.channel ?? path.guild ?? path.token ?? '';
  const rate = matched?.route.rate ?? 'free';
  const kind = typeof rate === 'function' ? rate(params) : rate;
  if (fault?.kind === 'rate-limit') state.rates.close(kind, major, fault.ms, fault.scope ?? 'user');
  const counted = refusal === undefined ? state.rates.count(kind, major) : undefined;
  const headers = counted?.headers ?? {};
  const call = context.record({
    at: state.clock.now(),
    route: name,
    method,
    path: apiPath ?? url.pathname,
    channel,
    params,
    query: Object.fromEntries(url.searchParams),
    files: body.uploads.map((upload) => upload.name),
    inClosedGate: counted?.inClosedGate ?? false,
    ...(counted?.closedBy === undefined ? {} : { closedBy: counted.closedBy }),
    ...(fault === undefined ? {} : { fault: fault.kind }),
  });
  state.watch.changed();
  try {
    if (await strikeBefore(context, fault, call, response, gone.signal)) return;
    let ready: Answer;
    try {
      if (refusal !== undefined) throw refusal;
      if (counted?.limited !== undefined) throw counted.limited;
      if (matched === undefined) {
        ready = download(state, url.pathname);
        decide(context, call, { ok: true, status: 200, result: url.pathname });
      } else {
        const answerLost = ['drop-after', 'hang-after', 'status-after'].includes(fault?.kind ?? '');
        const { json, uploads } = body;
        const result = matched.route.run({ state, path, query: url.searchParams, json, uploads, call, answerLost });
        ready = { status: result === undefined ? 204 : 200, headers, body: result };
        decide(context, call, gone.signal.aborted ? left : { ok: true, status: ready.status, result });
      }
    } catch (error) {
      const refused = refusalOf(error, headers);
      ready = refused.answer;
      decide(context, call, refused.outcome);
    }
    await answer(context, fault, response, gone.signal, ready, counted, call.n);
  } finally {
    call.endedAt = state.clock.now();
    state.watch.changed();
  }
}
