import { connect } from 'node:net';

/** A request of which every byte can be chosen. */
export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** Takes the place of the header of this name; null: the header is left out. */
  readonly set?: Readonly<Record<string, string | null>>;
  /** Whole lines behind the others. */
  readonly lines?: readonly string[];
  readonly body?: string | Buffer;
}

export interface RawReply {
  /** Null: the connection ended without an answer. */
  readonly status: number | null;
  readonly head: string;
  readonly body: string;
}

/** The bytes of a request to a server of this machine; what is not said is as a good client of this machine says it. */
export function bytesOf(port: number, request: RawRequest): Buffer {
  const { method = 'POST', target = '/api/chat', version = '1.1', set = {}, lines = [], body = '' } = request;
  const bytes = Buffer.from(body);
  const headers: Record<string, string | null> = {
    Host: `localhost:${port}`,
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    Connection: 'close',
    ...set,
  };
  const named = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const head = [`${method} ${target} HTTP/${version}`, ...named, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/**
 * Sends bytes, and reads until the other side ends the connection.
 *
 * @param endsEarly the connection is ended behind the bytes, whatever they announced
 */
export function exchange(port: number, bytes: Buffer, endsEarly = false): Promise<RawReply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses a long body ends the connection while it is being written.
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))));
    if (endsEarly) socket.end(bytes);
    else socket.write(bytes);
  });
}

export function send(port: number, request: RawRequest): Promise<RawReply> {
  return exchange(port, bytesOf(port, request));
}

function parse(text: string): RawReply {
  const at = text.indexOf('\r\n\r\n');
  const head = at === -1 ? text : text.slice(0, at);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  const sent = at === -1 ? '' : text.slice(at + 4);
  const body = /^transfer-encoding: chunked/im.test(head) ? sent.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '').trim() : sent;
  return { status: status === undefined ? null : Number(status), head, body };
}
