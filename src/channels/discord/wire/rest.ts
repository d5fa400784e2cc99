import { readFile } from 'node:fs/promises';
import { Agent, type Dispatcher, FormData, request } from 'undici';
import { type CallBounds, type CallErrors, createBoundedCalls } from '../../../core/boundedCalls.js';
import type { Clock } from '../../../core/clock.js';
import { PRODUCT_VERSION } from '../../../core/productVersion.js';
import { DiscordCallError, failureOfAnswer } from './failure.js';

/** Time limit of a call, milliseconds (DESIGN.md section 4); uploads name their own. */
const CALL_TIMEOUT_MS = 30_000;
/** Idle connections are closed before a proxy on the way forgets them, which would cost a lost answer. */
const IDLE_SOCKET_MS = 20_000;
const CONNECTIONS = 16;
/** Discord asks every client for a name of this form (API reference, "User Agent"). */
const USER_AGENT = `DiscordBot (waggle-gateway, ${PRODUCT_VERSION})`;

/** One REST call. */
export interface DiscordRequest {
  /** What to call it in errors and logs: never a path, which may hold an interaction's token. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v10`, its parts encoded. */
  readonly path: `/${string}`;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly file?: { readonly path: string; readonly name: string; readonly mime: string };
  /** False for interactions: their path holds a token of its own. */
  readonly asBot?: boolean;
}

/** What a call was answered with, and how its bucket stands. */
export interface DiscordAnswer {
  /** The JSON; undefined where there is none. */
  readonly body: unknown;
  /** Until when this route must not be called again here, by our clock; null: there is room. */
  readonly closedUntil: number | null;
}

/**
 * Discord's REST API for one bot. Each call is one HTTP request: not repeated, not queued behind others (the usual client
 * library puts creates behind edits), bounded in time, stopped by its signal.
 */
export interface DiscordRest {
  /** @throws DiscordCallError in every case of failure, an abort included */
  call(request: DiscordRequest, bounds?: CallBounds): Promise<DiscordAnswer>;
  /** Aborts what is in flight and closes all connections. */
  close(): Promise<void>;
}

const ERRORS: CallErrors = {
  unsent: (name) => lost(name, 'aborted'),
  failed: (name, thrown, endedBy) =>
    thrown instanceof DiscordCallError ? thrown : lost(name, endedBy ?? reasonOf(thrown)),
};

/** @param options.apiUrl ends in `/api` */
export function createDiscordRest(options: { token: string; apiUrl: string; clock: Clock }): DiscordRest {
  const { token, clock } = options;
  const base = `${options.apiUrl.replace(/\/+$/, '')}/v10`;
  const agent = new Agent({ connections: CONNECTIONS, keepAliveTimeout: IDLE_SOCKET_MS, pipelining: 1 });
  const calls = createBoundedCalls({ clock, timeoutMs: CALL_TIMEOUT_MS, errors: ERRORS });

  const exchange = async (
    { name, method, path, query, json, file, asBot = true }: DiscordRequest,
    signal: AbortSignal,
  ): Promise<DiscordAnswer> => {
    const headers: Record<string, string> = { 'user-agent': USER_AGENT };
    if (asBot) headers.authorization = `Bot ${token}`;
    let body: string | FormData | null = null;
    if (file !== undefined) {
      body = new FormData();
      body.set('payload_json', JSON.stringify(json ?? {}));
      body.set('files[0]', new Blob([new Uint8Array(await readFile(file.path))], { type: file.mime }), file.name);
    } else if (json !== undefined) {
      body = JSON.stringify(json);
      headers['content-type'] = 'application/json';
    }
    const answer = await request(`${base}${path}`, {
      dispatcher: agent,
      method,
      headers,
      body,
      signal,
      ...(query === undefined ? {} : { query }),
      // The caller's own limit is the one that counts, on its own clock.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const text = await answer.body.text();
    const header = headerOf(answer.headers);
    if (answer.statusCode >= 400) {
      throw new DiscordCallError(name, failureOfAnswer(answer.statusCode, header, text));
    }
    const isSpent = header('x-ratelimit-remaining') === '0';
    const seconds = Number(header('x-ratelimit-reset-after') ?? Number.NaN);
    return {
      body: text === '' ? undefined : JSON.parse(text),
      closedUntil: isSpent && Number.isFinite(seconds) ? clock.now() + Math.ceil(seconds * 1000) : null,
    };
  };

  return {
    call: (call, bounds = {}) => calls.run(call.name, bounds, (signal) => exchange(call, signal)),
    close: async () => {
      calls.close();
      await agent.destroy();
    },
  };
}

function lost(name: string, reason: string): DiscordCallError {
  return new DiscordCallError(name, { kind: 'lost', reason });
}

function headerOf(headers: Dispatcher.ResponseData['headers']): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name;
}
