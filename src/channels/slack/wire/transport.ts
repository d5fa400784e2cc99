import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Idle connections are closed after this time, before proxies on the way forget them, which would cost a lost answer. */
const IDLE_SOCKET_MS = 20_000;

/** Longest answer that is read into memory, bytes: a page of history with 1,000 messages stays far below. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** A request without an answer. Never carries the address, which may be a secret (`response_url`, uploads). */
export class TransportError extends Error {
  /** Node's code (`ECONNREFUSED`), or what was wrong with the answer. */
  readonly reason: string;
  /** Whether the connection stood, so that the request may have been taken. */
  readonly maySent: boolean;

  constructor(reason: string, maySent: boolean) {
    super(`no answer from Slack: ${reason}`);
    this.name = 'TransportError';
    this.reason = reason;
    this.maySent = maySent;
  }
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | null;
  readonly signal: AbortSignal;
}

export interface TransportAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * HTTP to Slack, for the client library and for what it has no methods for. In place of the global `fetch`, which cannot tell
 * whether a failed request was sent.
 */
export interface Transport {
  /** @throws TransportError when there is no whole answer */
  exchange(url: string | URL, request: TransportRequest): Promise<TransportAnswer>;
  /**
   * The answer as it comes in, for files; its errors end its reading.
   *
   * @throws TransportError when no answer begins
   */
  open(url: string | URL, request: TransportRequest): Promise<IncomingMessage>;
  /** Closes all connections that rest. */
  close(): void;
}

export function createTransport(): Transport {
  const options = { keepAlive: true, timeout: IDLE_SOCKET_MS };
  const agents = { plain: new http.Agent(options), secure: new https.Agent(options) };

  const open: Transport['open'] = (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = new URL(url).protocol === 'https:';
      let isOpen = false;
      const request = isSecure
        ? https.request(url, { method, headers, agent: agents.secure })
        : http.request(url, { method, headers, agent: agents.plain });
      const abort = () => request.destroy(new Error('aborted'));
      request.once('close', () => signal.removeEventListener('abort', abort));
      request.once('error', (thrown) => reject(new TransportError(codeOf(thrown), isOpen)));
      request.once('socket', (socket) => {
        if (request.reusedSocket || !socket.connecting) isOpen = true;
        else socket.once(isSecure ? 'secureConnect' : 'connect', () => (isOpen = true));
      });
      request.once('response', resolve);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort);
      if (body instanceof Readable) {
        body.once('error', (thrown) => request.destroy(thrown));
        body.pipe(request);
      } else request.end(body ?? undefined);
    });

  return {
    open,
    exchange: async (url, request) => {
      const response = await open(url, request);
      const chunks: Buffer[] = [];
      let bytes = 0;
      try {
        for await (const chunk of response) {
          const piece = Buffer.from(chunk);
          bytes += piece.length;
          if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
          chunks.push(piece);
        }
      } catch (thrown) {
        throw new TransportError(codeOf(thrown), true);
      }
      const text = Buffer.concat(chunks).toString('utf8');
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    },
    close: () => {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}
