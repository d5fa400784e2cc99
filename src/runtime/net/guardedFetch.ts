import type { Log } from '../../core/log.js';
import type { NetAllowEntry } from './allowList.js';
import { readTarget } from './checkUrl.js';
import { NetFailure, NetRefusal } from './netErrors.js';
import { createNetPolicy } from './netPolicy.js';
import { type ResolveHost, resolveBySystem } from './resolveHost.js';

/** `fetch` for a library that speaks a protocol over HTTP by itself, under the rules of requests of tools. */
export interface GuardedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Ends what is still open. */
  close(): Promise<void>;
}

export interface GuardedFetchDeps {
  readonly allow: readonly NetAllowEntry[];
  /** Takes configured secrets out of a text: a body that it would change is not sent. */
  readonly redact: (text: string) => string;
  /** Of a whole answer, and of one event of a stream, in bytes. */
  readonly maxBytes: number;
  readonly log: Log;
  /** Default: the machine's own. */
  readonly resolve?: ResolveHost;
}

/** Milliseconds until a server has begun to answer. Streams may then be silent. */
const HEADERS_MS = 60_000;

const NO_BODY = new Set([101, 204, 205, 304]);

/**
 * Unlike the guarded client it keeps its connections, hands answers on while they come, and follows no redirect: what carries
 * keys goes to the configured place or nowhere.
 */
export function createGuardedFetch(deps: GuardedFetchDeps): GuardedFetch {
  const policy = createNetPolicy(deps.allow);
  const opening = async () => {
    const [{ Agent, fetch }, { createGuardedConnector }] = await Promise.all([
      import('undici'),
      import('./guardedConnector.js'),
    ]);
    const connect = createGuardedConnector({ policy, resolve: deps.resolve ?? resolveBySystem });
    return { fetch, agent: new Agent({ connect, headersTimeout: HEADERS_MS, bodyTimeout: 0 }) };
  };
  let open: ReturnType<typeof opening> | null = null;
  return {
    fetch: async (url, init = {}) => {
      const target = readTarget(String(url));
      try {
        policy.checkTarget(target);
        const { body } = init;
        if (body !== undefined && body !== null && typeof body !== 'string') {
          throw new NetFailure('connection', 'Only text is sent to this server.');
        }
        if (typeof body === 'string' && deps.redact(body) !== body) {
          throw new NetRefusal('secret', 'The request contains a key or token of this gateway, which never leaves it.');
        }
        open ??= opening();
        const { fetch, agent } = await open;
        const response = await fetch(target.url, {
          method: init.method ?? 'GET',
          headers: [...new Headers(init.headers)],
          ...(typeof body === 'string' ? { body } : {}),
          ...(init.signal ? { signal: init.signal } : {}),
          redirect: 'manual',
          dispatcher: agent,
        });
        if (response.status >= 300 && response.status < 400 && response.status !== 304) {
          await response.body?.cancel();
          const message = `${target.host} sends the request elsewhere, which is not followed. Check the configured address.`;
          throw new NetFailure('redirects', message);
        }
        const headers = new Headers([...response.headers]);
        const bounded = response.body === null ? null : bound(response.body, headers, deps.maxBytes);
        const { status, statusText } = response;
        return new Response(NO_BODY.has(status) ? null : bounded, { status, statusText, headers });
      } catch (thrown) {
        const refusal = refusalIn(thrown);
        if (refusal === null) throw thrown;
        deps.log.warn(
          { host: target.host, code: refusal.code, reason: refusal.message },
          'a request of a tool was refused',
        );
        throw refusal;
      }
    },
    close: async () => {
      await (await open)?.agent.destroy();
    },
  };
}

/** The house's refusal at the bottom of what `fetch` throws. */
function refusalIn(thrown: unknown): NetRefusal | null {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof NetRefusal) return cause;
  }
  return null;
}

type Bytes = ReadableStream<Uint8Array>;

/** The body, with an end where it becomes too long: as a whole, or one event of it. */
function bound(body: AsyncIterable<Uint8Array>, headers: Headers, maxBytes: number): Bytes {
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  const reading = body[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await reading.next();
      if (done === true) return controller.close();
      const sinceEvent = isStream ? bytesSinceBlankLine(value) : null;
      bytes = sinceEvent ?? bytes + value.length;
      if (bytes > maxBytes) {
        await reading.return?.();
        throw new NetFailure('size', `The server sent more than ${Math.round(maxBytes / 1e6)} MB at once.`);
      }
      controller.enqueue(value);
    },
    cancel: async () => {
      await reading.return?.();
    },
  });
}

const LINE_FEED = 10;
const RETURN = 13;

/** Bytes behind the last blank line of a piece, or null where it has none. */
function bytesSinceBlankLine(piece: Uint8Array): number | null {
  for (let at = piece.length - 1; at > 0; at -= 1) {
    if (piece[at] !== LINE_FEED) continue;
    const before = piece[at - 1] === RETURN ? piece[at - 2] : piece[at - 1];
    if (before === LINE_FEED) return piece.length - 1 - at;
  }
  return null;
}
