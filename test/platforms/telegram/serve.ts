import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../listener.js';
import { type RequestBody, readRequestBody } from './body.js';
import type { CallOutcome, TelegramCall } from './calls.js';
import { ApiError, tooManyRequests } from './errors.js';
import type { Faults, TelegramFault } from './faults.js';
import type { MethodContext } from './methods/method.js';
import { DOWNLOAD, findMethod } from './methods/table.js';
import type { Account, ServerState } from './state.js';

/** What serving needs besides the state. */
export interface ServeContext {
  state: ServerState;
  faults: Faults;
  /** Keeps a call that came in. */
  record(call: Omit<TelegramCall, 'n'>): TelegramCall;
  /** Told of each call when it is decided, before its answer goes out. */
  decided(call: TelegramCall): void;
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

function send(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

function sendError(response: ServerResponse, error: ApiError): void {
  send(response, error.code, {
    ok: false,
    error_code: error.code,
    description: error.message,
    ...(error.parameters === undefined ? {} : { parameters: error.parameters }),
  });
}

function accountOf(state: ServerState, token: string): Account {
  const bot = state.world.bots.get(token);
  const account = bot === undefined ? undefined : state.accounts.get(bot.user.id);
  if (account?.bot.isRevoked === true) throw new ApiError(401, 'Unauthorized', 'world');
  if (account !== undefined) return account;
  if (!/^\d+:.+$/.test(token)) throw new ApiError(404, 'Not Found', 'client');
  throw new ApiError(401, 'Unauthorized', 'client');
}

/** A file's bytes, by the path that getFile gave. */
async function download(
  context: ServeContext,
  response: ServerResponse,
  token: string,
  path: string,
  gone: AbortSignal,
): Promise<void> {
  const { state } = context;
  const params = { file: state.files.byPath(path)?.id ?? '' };
  const call = context.record({ at: state.clock.now(), method: DOWNLOAD, bot: 0, chat: undefined, params, files: [] });
  const fault = context.faults.take(call);
  if (fault !== undefined) call.fault = fault.kind;
  try {
    if (await strikeBefore(context, fault, call, response, gone)) return;
    accountOf(state, token);
    const file = state.files.byPath(path);
    if (file === undefined) throw new ApiError(404, 'Not Found', 'client');
    decide(context, call, { ok: true, result: file.id });
    await answer(context, fault, response, gone, file.bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    decide(context, call, { ok: false, code: error.code, description: error.message, blame: error.blame });
    sendError(response, error);
  } finally {
    call.endedAt = state.clock.now();
    state.watch.changed();
  }
}

const left: CallOutcome = { ok: false, code: 0, description: 'the client went away', blame: 'world' };

function decide(context: ServeContext, call: TelegramCall, outcome: CallOutcome): void {
  call.outcome = outcome;
  context.decided(call);
  context.state.watch.changed();
}

function numericChat(params: Record<string, unknown>): number | undefined {
  const id = Number(params.chat_id);
  return Number.isSafeInteger(id) && id !== 0 ? id : undefined;
}

/** Faults that strike before the call is looked at; true when the call is over. */
async function strikeBefore(
  context: ServeContext,
  fault: TelegramFault | undefined,
  call: TelegramCall,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<boolean> {
  const injected = (code: number, description: string) =>
    decide(context, call, { ok: false, code, description, blame: 'injected' });
  switch (fault?.kind) {
    case 'drop-before':
      injected(0, 'dropped');
      breakConnection(response, fault.how);
      return true;
    case 'hang':
      injected(0, 'hung');
      await untilOrGone(never, gone);
      return true;
    case 'page':
      injected(fault.code, 'a page');
      response.writeHead(fault.code, { 'content-type': 'text/html' }).end('<html><body>Bad Gateway</body></html>');
      return true;
    case 'status':
      injected(fault.code, fault.description);
      sendError(response, new ApiError(fault.code, fault.description, 'world', fault.parameters));
      return true;
    case 'flood':
      injected(429, `closed for ${fault.seconds} s`);
      if (call.chat !== undefined) context.state.flood.close(call.bot, call.chat, fault.seconds * 1000);
      sendError(response, tooManyRequests(fault.seconds));
      return true;
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
  fault: TelegramFault | undefined,
  response: ServerResponse,
  gone: AbortSignal,
  result: unknown,
): Promise<void> {
  switch (fault?.kind) {
    case 'drop-after':
      breakConnection(response, fault.how);
      return;
    case 'hang-after':
      await untilOrGone(never, gone);
      return;
    case 'cut-answer': {
      const bytes = bytesOf(result);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => breakConnection(response, 'end'));
      return;
    }
    case 'slow-answer':
      await context.state.clock.sleep(fault.ms, gone).catch(() => {});
      break;
    default:
  }
  if (gone.aborted) return;
  const type = Buffer.isBuffer(result) ? 'application/octet-stream' : 'application/json';
  const bytes = bytesOf(result);
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
}

/** What goes out: a file as it is, a method's result as the Bot API wraps it. */
function bytesOf(result: unknown): Buffer {
  return Buffer.isBuffer(result) ? result : Buffer.from(JSON.stringify({ ok: true, result }));
}

/** Serves one HTTP request to the Bot API. */
export async function serve(context: ServeContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { state } = context;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname);
  if (file !== null) {
    await download(context, response, file[1] ?? '', decodeURIComponent(file[2] ?? ''), gone.signal);
    return;
  }
  const path = /^\/bot([^/]+)\/([A-Za-z]+)$/.exec(url.pathname);
  const bytes = await readBody(request).catch(() => undefined);
  if (bytes === undefined) return;

  const found = findMethod(path?.[2] ?? '');
  let body: RequestBody = { params: {}, uploads: new Map() };
  let account: Account | undefined;
  let refusal: ApiError | undefined;
  try {
    account = accountOf(state, decodeURIComponent(path?.[1] ?? ''));
    body = readRequestBody(url.searchParams, request.headers['content-type'] ?? '', bytes);
    if (found === undefined) throw new ApiError(404, 'Not Found: method not found', 'client');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refusal = error;
  }
  const call = context.record({
    at: state.clock.now(),
    method: found?.name ?? path?.[2] ?? url.pathname,
    bot: account?.bot.user.id ?? 0,
    chat: numericChat(body.params),
    params: body.params,
    files: [...body.uploads.values()].map((upload) => upload.name),
  });
  state.watch.changed();
  const fault = context.faults.take(call);
  if (fault !== undefined) call.fault = fault.kind;
  try {
    if (await strikeBefore(context, fault, call, response, gone.signal)) return;
    if (refusal !== undefined || found === undefined || account === undefined) {
      throw refusal ?? new ApiError(404, 'Not Found', 'client');
    }
    const methodContext: MethodContext = {
      state,
      account,
      bot: account.bot,
      uploads: body.uploads,
      gone: gone.signal,
    };
    const result = await found.run(body.params, methodContext);
    decide(context, call, gone.signal.aborted ? left : { ok: true, result });
    await answer(context, fault, response, gone.signal, result);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    decide(context, call, { ok: false, code: error.code, description: error.message, blame: error.blame });
    if (fault?.kind === 'drop-after') breakConnection(response, fault.how);
    else if (!gone.signal.aborted) sendError(response, error);
  } finally {
    call.endedAt = state.clock.now();
    state.watch.changed();
  }
}
