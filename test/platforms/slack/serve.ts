import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../listener.js';
import { readJsonBody, readRequestBody } from './body.js';
import type { CallOutcome, SlackCall } from './calls.js';
import { ApiError, errorBody, unlucky, wrong } from './errors.js';
import type { Faults } from './faults.js';
import { findMethod } from './methods/table.js';
import { useResponseUrl } from './responseUrls.js';
import { requireScope, scopesHeader } from './scopes.js';
import type { Account, ServerState } from './state.js';
import { send, strikeAnswer, strikeBefore } from './strike.js';
import type { FileRecord } from './world.js';

/** What serving needs besides the state. */
export interface ServeContext {
  state: ServerState;
  faults: Faults;
  /** Keeps a call that came in. */
  record(call: Omit<SlackCall, 'n'>): SlackCall;
  /** Told of each call when it is decided, before its answer goes out. */
  decided(call: SlackCall): void;
}

/** What a request is answered with. */
type Reply = { json: unknown } | { text: string } | { file: FileRecord };

/** One request, read. */
interface Asked {
  method: string;
  params: Record<string, unknown>;
  account: Account | undefined;
  /** Does the work; throws an `ApiError` to refuse. */
  run(): Reply | Promise<Reply>;
  /** Whether errors go out as plain text, as those of addresses that are no methods do. */
  plain: boolean;
}

function tokenOf(request: IncomingMessage, params: Record<string, unknown>): string | undefined {
  const header = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return header ?? (typeof params.token === 'string' ? params.token : undefined);
}

function accountOf(state: ServerState, token: string | undefined, method: string): Account {
  if (token === undefined) throw wrong('not_authed');
  for (const account of state.accounts.values()) {
    const { app } = account;
    if (token !== app.botToken && token !== app.appToken) continue;
    if (app.dead !== undefined) throw unlucky(app.dead);
    const wanted = method === 'apps.connections.open' ? app.appToken : app.botToken;
    if (token !== wanted) throw wrong('not_allowed_token_type');
    return account;
  }
  throw wrong('invalid_auth');
}

async function askMethod(
  state: ServerState,
  request: IncomingMessage,
  url: URL,
  bytes: Buffer,
  method: string,
): Promise<Asked> {
  const refusedAs = (error: unknown, params: Record<string, unknown> = {}): Asked => ({
    method,
    params,
    account: undefined,
    plain: false,
    run: () => {
      throw error;
    },
  });
  const run = findMethod(method);
  let params: Record<string, unknown> = {};
  try {
    ({ params } = await readRequestBody(url.searchParams, request.headers['content-type'] ?? '', bytes));
    const account = accountOf(state, tokenOf(request, params), method);
    if (run === undefined) throw wrong('unknown_method');
    const { app } = account;
    requireScope(app, method, channelOf(params));
    return {
      method,
      params,
      account,
      plain: false,
      run: () => ({ json: { ok: true, ...run(params, { state, account, app }) } }),
    };
  } catch (error) {
    return refusedAs(error, params);
  }
}

function askUpload(state: ServerState, request: IncomingMessage, bytes: Buffer, id: string): Asked {
  const upload = state.uploads.get(id);
  const run = async () => {
    if (upload === undefined) throw new ApiError('upload_not_found', 'client', { status: 404 });
    const type = request.headers['content-type'] ?? '';
    const [part] = type.startsWith('multipart/form-data')
      ? (await readRequestBody(new URLSearchParams(), type, bytes)).uploads.values()
      : [];
    const content = part?.bytes ?? bytes;
    if (content.length !== upload.length) throw new ApiError('length_mismatch', 'client', { status: 400 });
    upload.bytes = content;
    if (part === undefined && type !== '') upload.mime = type;
    return { text: `OK - ${content.length}` };
  };
  const account = upload === undefined ? undefined : state.accounts.get(upload.app.id);
  return { method: 'upload', params: { file: id, length: bytes.length }, account, plain: true, run };
}

function askDownload(state: ServerState, request: IncomingMessage, id: string): Asked {
  const params = { file: id };
  const run = () => {
    // Slack shows its sign-in page to whoever does not bring the bot's token.
    requireScope(accountOf(state, tokenOf(request, {}), 'download').app, 'download', undefined);
    const file = state.world.files.get(id);
    if (file === undefined || file.deleted) throw new ApiError('file_not_found', 'world', { status: 404 });
    return { file };
  };
  return { method: 'download', params, account: undefined, plain: true, run };
}

function askResponse(state: ServerState, bytes: Buffer, path: string): Asked {
  const target = state.responseUrls.get(path);
  const run = () => {
    useResponseUrl(state, target, readJsonBody(bytes));
    return { text: 'ok' };
  };
  const params = safeJson(bytes);
  const account = target === undefined ? undefined : state.accounts.get(target.app.id);
  return { method: 'response_url', params: { ...params, channel: target?.channel }, account, plain: true, run };
}

function safeJson(bytes: Buffer): Record<string, unknown> {
  try {
    return readJsonBody(bytes);
  } catch {
    return {};
  }
}

async function ask(state: ServerState, request: IncomingMessage, bytes: Buffer): Promise<Asked | undefined> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
  switch (parts[0]) {
    case 'api':
      return askMethod(state, request, url, bytes, parts[1] ?? '');
    case 'upload':
      return askUpload(state, request, bytes, parts[2] ?? '');
    case 'files-pri':
      return askDownload(state, request, parts[1] ?? '');
    case 'response':
      return askResponse(state, bytes, url.pathname);
    default:
      return undefined;
  }
}

function channelOf(params: Record<string, unknown>): string | undefined {
  const id = params.channel ?? params.channel_id;
  return typeof id === 'string' ? id : undefined;
}

function sendReply(response: ServerResponse, reply: Reply): void {
  if ('file' in reply) {
    const { mime, bytes } = reply.file;
    response.writeHead(200, { 'content-type': mime, 'content-length': bytes.length }).end(bytes);
  } else send(response, 200, 'text' in reply ? reply.text : reply.json);
}

function sendError(response: ServerResponse, asked: Asked, error: ApiError): void {
  const { status = 200, retryAfter } = error.extras;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (asked.method === 'download' && status === 200) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!DOCTYPE html><html>Sign in</html>');
  } else if (asked.plain) send(response, status === 200 ? 500 : status, error.message, headers);
  else send(response, status, errorBody(error), headers);
}

/** Serves one HTTP request: the Web API, uploads, downloads, answers to interactions. */
export async function serve(context: ServeContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { state, faults } = context;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const bytes = await readBody(request).catch(() => undefined);
  if (bytes === undefined) return;
  const asked = await ask(state, request, bytes);
  if (asked === undefined) {
    send(response, 404, 'not found');
    return;
  }
  const { method, params, account } = asked;
  const channel = channelOf(params);
  const app = account?.app.id ?? '';
  const call = context.record({
    at: state.clock.now(),
    method,
    app,
    channel,
    params,
    ...(state.limiter.isClosed(app, method, channel) ? { intoClosed: true as const } : {}),
  });
  state.watch.changed();
  const decide = (outcome: CallOutcome) => {
    if (!outcome.ok && outcome.status === 429) {
      response.once('finish', () => state.limiter.announce(app, method, channel));
    }
    call.outcome = outcome;
    context.decided(call);
    state.watch.changed();
  };
  const fault = faults.take(call);
  if (fault !== undefined) call.fault = fault.kind;
  const strike = { clock: state.clock, response, gone: gone.signal };
  try {
    const struck = await strikeBefore(fault, {
      ...strike,
      plain: asked.plain,
      closeGate: (ms) => state.limiter.close(app, method, channel, ms),
      decide: ({ status, error }) => decide({ ok: false, status, error, blame: 'injected' }),
    });
    if (struck) return;
    if (account !== undefined) {
      response.setHeader('x-oauth-scopes', scopesHeader(account.app));
      state.limiter.count(app, method, channel);
    }
    const reply = await asked.run();
    const body = 'file' in reply ? reply.file.bytes : 'text' in reply ? reply.text : reply.json;
    decide({ ok: true, result: 'file' in reply ? reply.file.id : body });
    if (!(await strikeAnswer(fault, strike, body))) sendReply(response, reply);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status = 200, details } = error.extras;
    const more = details === undefined ? {} : { details };
    decide({ ok: false, status, error: error.message, blame: error.blame, ...more });
    if (!gone.signal.aborted) sendError(response, asked, error);
  } finally {
    call.endedAt = state.clock.now();
    state.watch.changed();
  }
}
