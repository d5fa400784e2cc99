import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textOf } from '../../../src/core/message.js';
import { type ChatGateway, startChatGateway, TOKEN } from '../../channels/http/chatGateway.js';
import { bytesOf, exchange, type RawRequest, send } from './rawExchange.js';

let gateway: ChatGateway;
beforeAll(async () => {
  gateway = await startChatGateway({ script: (turn) => turn.answer(`Re: ${turn.text.length}`) });
});
afterAll(() => gateway.close());

const set = { Authorization: `Bearer ${TOKEN}` };
const CHUNKED = { ...set, 'Content-Length': null, 'Transfer-Encoding': 'chunked' };
const MIB = 1024 * 1024;
const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string().min(10).max(2_000) }) });

/** Whatever came before: a good message is answered. */
async function expectGood() {
  const before = gateway.accepted.length;
  const reply = await send(gateway.port, { set, body: '{"message":"still there?"}' });
  expect(reply.status).toBe(200);
  expect(gateway.accepted.slice(before).map(textOf)).toEqual(['still there?']);
}

const field = (name: string, value: unknown) => JSON.stringify({ message: 'hi', [name]: value });
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

describe('a body that is refused with a sentence', () => {
  it.each<[string, number, string | Buffer]>([
    ['nothing', 400, ''],
    ['blanks', 400, ' \n '],
    ['a word', 400, 'hello'],
    ['null', 400, 'null'],
    ['a number', 400, '1e999'],
    ['a string', 400, '"message"'],
    ['a list', 400, '[{"message":"hi"}]'],
    ['two objects', 400, '{"message":"a"}{"message":"b"}'],
    ['half an object', 400, '{"message":"hi"'],
    ['a comma too many', 400, '{"message":"hi",}'],
    ['single quotes', 400, "{'message':'hi'}"],
    ['a comment', 400, '{"message":"hi"/* */}'],
    ['NaN', 400, '{"message":NaN}'],
    ['a raw line break in a string', 400, '{"message":"a\nb"}'],
    ['a raw NUL', 400, '{"message":"a\0b"}'],
    ['NULs alone', 400, '\0'.repeat(1_000)],
    ['broken UTF-8', 400, Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['overlong UTF-8', 400, Buffer.from('{"message":"\xc0\xaf"}', 'latin1')],
    ['a surrogate in UTF-8', 400, Buffer.from('{"message":"\xed\xa0\x80"}', 'latin1')],
    ['UTF-16', 400, Buffer.from('{"message":"hi"}', 'utf16le')],
    ['binary', 400, Buffer.from(Array.from({ length: 4_096 }, (_, n) => (n * 37) % 256))],
    ['arrays 200,000 deep', 400, nested('[', ']', 200_000)],
    ['objects 80,000 deep', 400, `${'{"message":'.repeat(80_000)}1${'}'.repeat(80_000)}`],
    ['open arrays without an end', 400, '['.repeat(500_000)],
    ['an array 100,000 deep as the message', 400, `{"message":${nested('[', ']', 100_000)}}`],
    ['an own prototype', 400, '{"__proto__":{"message":"hi"}}'],
    ['an own prototype beside the message', 400, '{"message":"hi","__proto__":{"sender":"owner"}}'],
    ['a constructor', 400, '{"message":"hi","constructor":{"prototype":{"sender":"owner"}}}'],
    [
      '50,000 unknown fields',
      400,
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`f${n}`, n]))),
    ],
    ['an unknown field with a long name', 400, field('x'.repeat(500_000), 1)],
    ['a message of 50,001 letters', 400, JSON.stringify({ message: 'x'.repeat(50_001) })],
    ['a message of blanks', 400, JSON.stringify({ message: ' \t\n\u00a0' })],
    ['a body of a byte too many', 413, JSON.stringify({ message: 'x'.repeat(MIB) })],
    ['a body of 20 MiB', 413, Buffer.alloc(20 * MIB, 0x20)],
    ['a persona that is none', 400, field('persona', 'nobody')],
    ...['message', 'conversation', 'persona', 'sender'].flatMap((name): [string, number, string][] =>
      [null, true, 7, [], {}, ['hi'], { a: 1 }, ''].map((value) => [
        `${name}: ${JSON.stringify(value)}`,
        400,
        field(name, value),
      ]),
    ),
    ...['conversation', 'persona', 'sender'].flatMap((name): [string, number, string][] => [
      [`${name} with a NUL`, 400, field(name, 'a\0')],
      [`${name} with a line break`, 400, field(name, 'a\nb')],
      [`${name} with half a letter`, 400, field(name, '\ud800')],
      [`${name} of 129 letters`, 400, field(name, 'x'.repeat(129))],
    ]),
  ])('%s: %i', async (_name, status, body) => {
    const before = gateway.accepted.length;
    const reply = await send(gateway.port, { set, body });
    expect(reply.status).toBe(status);
    errorSchema.parse(JSON.parse(reply.body));
    expect(reply.body).not.toMatch(/node_modules|\.js:\d|\.ts:\d/);
    expect(gateway.accepted.length).toBe(before);
    await expectGood();
  });

  it.each<[string, number, RawRequest]>([
    [
      'a body over the limit in chunks',
      413,
      { set: CHUNKED, body: `${(2 * MIB).toString(16)}\r\n${' '.repeat(2 * MIB)}\r\n0\r\n\r\n` },
    ],
    ['a body announced as endless', 413, { set: { ...set, 'Content-Length': '9007199254740991' } }],
    ['another encoding', 415, { set: { ...set, 'Content-Encoding': 'gzip' }, body: '{}' }],
    ['an encoding twice', 415, { set: { ...set, 'Content-Encoding': 'identity, br' }, body: '{}' }],
    ['another type', 415, { set: { ...set, 'Content-Type': 'application/xml' }, body: '<a/>' }],
    ['101 headers', 431, { set, lines: Array.from({ length: 101 }, (_, n) => `A${n}: b`), body: '{}' }],
    ['an unknown address of 8,000 letters', 404, { set, target: `/${'a'.repeat(8_000)}` }],
    ['a limit that is no number', 400, { method: 'GET', set, target: '/api/turns?limit=many' }],
    ['a limit of minus one', 400, { method: 'GET', set, target: '/api/turns?limit=-1' }],
    ['an endless limit', 400, { method: 'GET', set, target: '/api/turns?limit=1e309' }],
    ['a turn that is none', 404, { method: 'GET', set, target: '/api/turns/%00' }],
    ['a turn with a broken escape', 404, { method: 'GET', set, target: '/api/turns/%ff%zz' }],
    ['a turn of SQL', 404, { method: 'GET', set, target: "/api/turns/x'%20OR%201=1--" }],
    ['a file outside', 404, { method: 'GET', set, target: '/api/turns/x/files/0123456789abcdef/..%2f..%2fhttp-token' }],
    ['a turn to stop that is none', 404, { method: 'DELETE', set, target: '/api/turns/x' }],
  ])('%s: %i', async (_name, status, request) => {
    const reply = await send(gateway.port, request);
    expect(reply.status).toBe(status);
    errorSchema.parse(JSON.parse(reply.body));
    await expectGood();
  });
});

describe('bytes that are no whole request', () => {
  const good = (port: number) => bytesOf(port, { set, body: '{"message":"half"}' });
  it.each<[string, (port: number) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a line break', () => Buffer.from('\r\n\r\n')],
    ['half a request line', () => Buffer.from('POST /api')],
    ['half the headers', (port) => good(port).subarray(0, 60)],
    ['half the body', (port) => good(port).subarray(0, -5)],
    ['a chunk that breaks off', (port) => bytesOf(port, { set: CHUNKED, body: 'ff\r\n{"message"' })],
    ['a chunk of an endless size', (port) => bytesOf(port, { set: CHUNKED, body: `${'f'.repeat(40)}\r\n{}` })],
    ['a chunk of a size below zero', (port) => bytesOf(port, { set: CHUNKED, body: '-1\r\n{}\r\n0\r\n\r\n' })],
    ['the beginning of TLS', () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
    ['the preface of HTTP/2', () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['HTTP/9.9', (port) => bytesOf(port, { version: '9.9' })],
    ['a header of 17 KiB', (port) => bytesOf(port, { lines: [`X-A: ${'a'.repeat(17 * 1024)}`] })],
    ['an address of 17 KiB', (port) => bytesOf(port, { target: `/${'a'.repeat(17 * 1024)}` })],
    ['a header without a name', (port) => bytesOf(port, { lines: [': b'] })],
    ['a header without a colon', (port) => bytesOf(port, { lines: ['nonsense'] })],
    ['CONNECT', (port) => bytesOf(port, { method: 'CONNECT', target: 'evil.example:443' })],
    [
      'an upgrade',
      (port) => bytesOf(port, { method: 'GET', set: { Connection: 'Upgrade' }, lines: ['Upgrade: websocket'] }),
    ],
    ['a target of no form', (port) => bytesOf(port, { target: '*' })],
  ])('%s', async (_name, bytes) => {
    const before = gateway.accepted.length;
    const reply = await exchange(gateway.port, bytes(gateway.port), true);
    expect([null, 400, 401, 404, 431]).toContain(reply.status);
    await expectGood();
    expect(gateway.accepted.slice(before).map(textOf)).not.toContain('half');
  });
});
