import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { ResolveHost } from '../../../src/runtime/net/resolveHost.js';

/** What a name server knows of a name: its addresses of both families; `none`: there is no such name. */
export type DnsScript = (name: string, asked: number) => readonly string[] | 'none';

/** A name server of a test, on the loopback address. */
export interface DnsServer {
  /** Names that were asked for, one for each question (A and AAAA are two). */
  readonly questions: readonly string[];
  script(script: DnsScript): void;
  /** Resolves by asking this server, with a real resolver. */
  readonly resolve: ResolveHost;
  close(): Promise<void>;
}

const TYPES = { a: 1, aaaa: 28 } as const;

/** Starts a server whose answers live for no time (TTL 0), as those of an attacker do. */
export async function startDnsServer(script: DnsScript = () => 'none'): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  const asked = new Map<string, number>();
  let current = script;
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    questions.push(name);
    const key = `${name} ${type}`;
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    socket.send(answerTo(query, type, end, current(name, count)), from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', resolve);
  });
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    questions,
    script: (next) => {
      current = next;
      asked.clear();
    },
    resolve: async (host) => {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (found.length === 0 && v4.status === 'rejected') throw v4.reason;
      return found;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, type: number, end: number, known: readonly string[] | 'none'): Buffer {
  const wanted = (known === 'none' ? [] : known).filter((address) => (type === TYPES.a) === isIPv4(address));
  const records = type === TYPES.a || type === TYPES.aaaa ? wanted.map(recordOf) : [];
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(known === 'none' ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

/** One resource record, its name a pointer to the question. */
function recordOf(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : bytesOfIPv6(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(data.length === 4 ? TYPES.a : TYPES.aaaa, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOfIPv6(address: string): Buffer {
  const [left = '', right] = address.split('::');
  const words = (text: string) => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  const start = words(left);
  const tail = words(right ?? '');
  const all = [...start, ...Array<number>(8 - start.length - tail.length).fill(0), ...tail];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 0xff]));
}
