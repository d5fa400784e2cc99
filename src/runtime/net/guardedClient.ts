import type { Response } from 'undici';
import type { Clock } from '../../core/clock.js';
import { toWaggleError, WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import { PRODUCT_VERSION } from '../../core/productVersion.js';
import type { ToolContext } from '../tools/toolDefinition.js';
import { logTurnEvent } from '../tracing/turnEvents.js';
import { untilAborted } from '../untilAborted.js';
import type { NetAllowEntry } from './allowList.js';
import { type NetTarget, readTarget } from './checkUrl.js';
import { NetFailure, NetRefusal } from './netErrors.js';
import { createNetPolicy } from './netPolicy.js';
import { readLimited } from './readLimited.js';
import { type ResolveHost, resolveBySystem } from './resolveHost.js';

/** A request of a tool. */
export interface NetRequest {
  readonly url: string;
  /** The tool that asks, for the audit line. */
  readonly tool: string;
  readonly context: Pick<ToolContext, 'signal' | 'scope'>;
  readonly method?: 'GET' | 'POST';
  /** Sent to the first origin only: a redirect to another one never sees them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, redirects and body included, in milliseconds. */
  readonly timeLimitMs: number;
  /** Of the body, unpacked. */
  readonly maxBytes: number | ((head: NetHead) => number);
  /** 0: a redirect is an error, for requests that carry a key. */
  readonly maxRedirects: number;
  /** Looks at an answer before its body is read; what it throws ends the request. */
  readonly inspect?: (head: NetHead) => void;
}

export interface NetHead {
  readonly status: number;
  /** Lower case, with its parameters; empty where the server says nothing. */
  readonly contentType: string;
}

export interface NetAnswer extends NetHead {
  /** After all redirects. */
  readonly url: string;
  readonly body: Buffer;
}

/** The one way out for requests of tools. */
export interface GuardedClient {
  /** @throws NetRefusal when it may not go out; NetFailure when nothing came of it; the signal's reason; what `inspect` throws */
  request(request: NetRequest): Promise<NetAnswer>;
}

export interface GuardedClientDeps {
  readonly allow: readonly NetAllowEntry[];
  /** Takes configured secrets out of a text: a URL that it would change is not fetched. */
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: the machine's own. */
  readonly resolve?: ResolveHost;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USER_AGENT = `WaggleGateway/${PRODUCT_VERSION} (chat agent)`;

/** Milliseconds that a server may stay silent, before its answer and within it. */
const SILENCE_MS = 20_000;

export function createGuardedClient(deps: GuardedClientDeps): GuardedClient {
  const policy = createNetPolicy(deps.allow);
  const resolve = deps.resolve ?? resolveBySystem;

  const checked = (seen: Seen, text: string, base?: URL): NetTarget => {
    const target = readTarget(text, base);
    seen.host = target.host;
    policy.checkTarget(target);
    if (carriesSecret(text, deps.redact) || carriesSecret(target.url.href, deps.redact)) {
      throw new NetRefusal('secret', 'The URL contains a key or token of this gateway, which never leaves it.');
    }
    return target;
  };

  const follow = async (request: NetRequest, signal: AbortSignal, seen: Seen): Promise<NetAnswer> => {
    const { Agent, fetch } = await import('undici');
    const { createGuardedConnector } = await import('./guardedConnector.js');
    const connect = createGuardedConnector({ policy, resolve });
    const agent = new Agent({ connect, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS });
    try {
      let target = checked(seen, request.url);
      if (request.body !== undefined && deps.redact(request.body) !== request.body) {
        throw new NetRefusal('secret', 'The request contains a key or token of this gateway, which never leaves it.');
      }
      let { method = 'GET', headers = {}, body } = request;
      for (let hops = 0; ; hops += 1) {
        const response = await fetch(target.url, {
          method,
          headers: { 'user-agent': USER_AGENT, ...headers },
          ...(body === undefined ? {} : { body }),
          redirect: 'manual',
          dispatcher: agent,
          signal,
        });
        const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
        if (location === null) return await readAnswer(response, target, request);
        await response.body?.cancel();
        if (hops >= request.maxRedirects) throw tooManyRedirects(request, target);
        const next = checked(seen, location, target.url);
        if (next.url.origin !== target.url.origin) headers = {};
        if (response.status === 303 || (response.status < 307 && method === 'POST')) {
          method = 'GET';
          body = undefined;
        }
        target = next;
      }
    } finally {
      await agent.destroy();
    }
  };

  return {
    request: async (request) => {
      const { tool, context, timeLimitMs } = request;
      const limit = new AbortController();
      const stopTimer = deps.clock.after(timeLimitMs, () =>
        limit.abort(new NetFailure('time', `No whole answer within ${timeLimitMs / 1000} s. Try another page.`)),
      );
      const signal = AbortSignal.any([context.signal, limit.signal]);
      const seen: Seen = { host: '' };
      const { turn, lane } = context.scope ?? {};
      try {
        const answer = await untilAborted(follow(request, signal, seen), signal);
        const { status, body } = answer;
        logTurnEvent(turn, { stage: 'net.request', tool, host: seen.host, status, bytes: body.length });
        return answer;
      } catch (thrown) {
        context.signal.throwIfAborted();
        const error = limit.signal.aborted ? toWaggleError(limit.signal.reason) : nameFailure(thrown, seen.host);
        const fields = { tool, host: seen.host, code: error.code };
        if (error instanceof NetRefusal) {
          deps.log.warn({ turn, lane, ...fields, reason: error.message }, 'a request of a tool was refused');
          logTurnEvent(turn, { stage: 'net.refused', ...fields, reason: error.message });
        } else {
          logTurnEvent(turn, { stage: 'net.failed', ...fields });
        }
        throw error;
      } finally {
        stopTimer();
      }
    },
  };
}

/** Where a request has got to. */
interface Seen {
  host: string;
}

async function readAnswer(response: Response, target: NetTarget, request: NetRequest): Promise<NetAnswer> {
  const { status, headers } = response;
  const head = { status, contentType: (headers.get('content-type') ?? '').toLowerCase() };
  request.inspect?.(head);
  const maxBytes = typeof request.maxBytes === 'number' ? request.maxBytes : request.maxBytes(head);
  const body = await readLimited(response.body, headers.get('content-length'), maxBytes);
  return { ...head, url: target.url.href, body };
}

function tooManyRedirects({ maxRedirects }: NetRequest, { host }: NetTarget): NetFailure {
  const message =
    maxRedirects === 0
      ? `${host} sends the request elsewhere, which is not followed. Check the configured address.`
      : `More than ${maxRedirects} redirects, the last one at ${host}. Try another address of the page.`;
  return new NetFailure('redirects', message);
}

/** Layers of escapes that are looked through; nobody who reads a request takes off more. */
const MAX_ESCAPES = 16;

/**
 * Written plainly or with escapes, also escaped ones. Asked of the text as it was given too: a parsed URL has its host in lower
 * case, where a secret with capitals is not found any more, and whoever runs the name server can still guess them.
 */
function carriesSecret(text: string, redact: (text: string) => string): boolean {
  let spelling = text;
  for (let layer = 0; layer <= MAX_ESCAPES; layer += 1) {
    if (redact(spelling) !== spelling) return true;
    const inner = unescaped(spelling);
    if (inner === spelling) return false;
    spelling = inner;
  }
  return false;
}

/** Without one layer of escapes. Each run of them for itself: one that is broken or no UTF-8 must not hide the others. */
function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** The failure in the house's words: `fetch` hides what happened in a chain of causes. */
function nameFailure(thrown: unknown, host: string): WaggleError {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof WaggleError) return cause;
    const inner = cause instanceof AggregateError ? cause.errors.find((error) => error instanceof WaggleError) : null;
    if (inner instanceof WaggleError) return inner;
  }
  const detail = deepestMessage(thrown);
  return new NetFailure(
    'connection',
    `${host} could not be reached or broke off (${detail}). Try again later.`,
    thrown,
  );
}

function deepestMessage(thrown: unknown): string {
  let message = String(thrown);
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause.message !== '') message = cause.message;
  }
  return message.slice(0, 200);
}
