import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Idle connections are closed after this time, before proxies on the way forget them, which would cost a lost answer. */
const IDLE_SOCKET_MS = 20_000;

/** A request without an answer. Never carries the address: it holds the bot's token. */
export class TransportError extends Error {
  /** Node's code (`ECONNREFUSED`), or what was wrong with the answer. */
  readonly reason: string;
  /** Whether the connection stood, so that the request may have been taken. */
  readonly maySent: boolean;

  constructor(reason: string, maySent: boolean) {
    super(`no answer from Telegram: ${reason}`);
    this.name = 'TransportError';
    this.reason = reason;
    this.maySent = maySent;
  }
}

/** What grammY passes to its `fetch`, as far as it matters here. */
export interface TransportRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable;
  readonly signal: {
    readonly aborted: boolean;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  };
}

/**
 * HTTP for grammY, in place of its node-fetch 2, which waits for ever when an answer breaks off in the middle (seen with
 * 2.7 on Node 20) and cannot tell whether a failed request was sent.
 */
export interface Transport {
  readonly fetch: (url: string | URL, request: TransportRequest) => Promise<{ json(): Promise<unknown> }>;
  /** Asks for a file. The body is to be read to its end or destroyed. Rejects with `TransportError`. */
  readonly get: (url: string, signal: AbortSignal) => Promise<{ readonly status: number; readonly body: Readable }>;
  /** Closes the idle connections. */
  close(): void;
}

/** @param apiRoot `http:` or `https:` address of the server */
export function createTransport(apiRoot: string): Transport {
  const isSecure = apiRoot.startsWith('https:');
  const agentOptions = { keepAlive: true, timeout: IDLE_SOCKET_MS };
  const agent = isSecure ? new https.Agent(agentOptions) : new http.Agent(agentOptions);
  const openEvent = isSecure ? 'secureConnect' : 'connect';

  const exchange = (url: string | URL, { method, headers, body, signal }: TransportRequest): Promise<string> =>
    new Promise((resolve, reject) => {
      let isOpen = false;
      const request = (isSecure ? https : http).request(url, { method, headers, agent });
      const fail = (thrown: unknown) => reject(new TransportError(codeOf(thrown), isOpen));
      const abort = () => request.destroy(new Error('aborted'));
      request.once('close', () => signal.removeEventListener('abort', abort));
      request.once('error', fail);
      request.once('socket', (socket) => {
        if (request.reusedSocket || !socket.connecting) isOpen = true;
        else socket.once(openEvent, () => (isOpen = true));
      });
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      });
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      if (body instanceof Readable) body.pipe(request);
      else request.end(body);
    });

  return {
    fetch: async (url, request) => {
      const text = await exchange(url, request);
      return {
        json: async () => {
          try {
            return JSON.parse(text);
          } catch {
            throw new TransportError('the answer is not JSON', true);
          }
        },
      };
    },
    get: (url, signal) =>
      new Promise((resolve, reject) => {
        const request = (isSecure ? https : http).get(url, { agent, signal });
        request.once('error', (thrown) => reject(new TransportError(codeOf(thrown), true)));
        request.once('response', (body) => resolve({ status: body.statusCode ?? 0, body }));
      }),
    close: () => agent.destroy(),
  };
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}
