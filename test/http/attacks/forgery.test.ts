import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import { type ChatGateway, startChatGateway, TOKEN } from '../../channels/http/chatGateway.js';
import { bytesOf, exchange, type RawRequest, send } from './rawExchange.js';

let gateway: ChatGateway;
beforeAll(async () => {
  gateway = await startChatGateway({ script: (turn) => turn.answer(`Re: ${turn.text}`) });
});
afterAll(() => gateway.close());

const said = (message: string, more: Record<string, unknown> = {}) => JSON.stringify({ message, ...more });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** What was accepted of one attempt, and how it was answered. */
async function attempt(request: RawRequest) {
  const before = gateway.accepted.length;
  const reply = await send(gateway.port, { body: said('forged'), ...request });
  return { ...reply, accepted: gateway.accepted.slice(before) };
}

describe('refused without a word of it stored', () => {
  const repeated = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}: x`);
  const foreign = 'http://evil.example';

  it.each<[string, number, RawRequest]>([
    ['a wrong token', 401, { set: bearer('x'.repeat(TOKEN.length)) }],
    ['an empty token', 401, { set: { Authorization: 'Bearer ' } }],
    ['an empty header', 401, { set: { Authorization: '' } }],
    ['a token that lacks its last letter', 401, { set: bearer(TOKEN.slice(0, -1)) }],
    ['a token with one letter more', 401, { set: bearer(`${TOKEN}s`) }],
    ['a token in capitals', 401, { set: bearer(TOKEN.toUpperCase()) }],
    [
      'a token of another scheme',
      401,
      { set: { Authorization: `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}` } },
    ],
    ['a token as a list', 401, { set: bearer(`${TOKEN},${TOKEN}`) }],
    ['a token of ten thousand letters', 401, { set: bearer('a'.repeat(10_000)) }],
    ['a right token after a wrong one', 400, { set: bearer('wrong'), lines: [`Authorization: Bearer ${TOKEN}`] }],
    ['a wrong token after the right one', 400, { set: bearer(TOKEN), lines: ['Authorization: Bearer wrong'] }],
    [
      'the token in the query, from elsewhere',
      401,
      { target: `/api/chat?token=${TOKEN}`, set: { Host: 'evil.example' } },
    ],
    ['the token in a cookie, from elsewhere', 401, { set: { Host: 'evil.example', Cookie: `token=${TOKEN}` } }],
    ['a rebound name', 401, { set: { Host: 'rebind.evil.example' } }],
    ['a rebound name with our port', 401, { set: { Host: 'evil.example:8787', Origin: 'http://evil.example:8787' } }],
    ['a name that begins like ours', 401, { set: { Host: 'localhost.evil.example' } }],
    ['a name that ends like ours', 401, { set: { Host: 'evil.localhost' } }],
    ['two hosts, ours first', 400, { lines: ['Host: evil.example'] }],
    ['two hosts, ours last', 400, { set: { Host: 'evil.example' }, lines: ['Host: localhost'] }],
    ['no host', 400, { set: { Host: null } }],
    ['an empty host', 400, { set: { Host: '' } }],
    ['HTTP/1.0 without a host', 400, { version: '1.0', set: { Host: null } }],
    ['a host with a user', 400, { set: { Host: 'localhost@evil.example' } }],
    ['another host in the address', 400, { target: `${foreign}/api/chat` }],
    [
      'our host in the address, another in the header',
      400,
      { target: 'http://localhost/api/chat', set: { Host: 'evil.example' } },
    ],
    ['X-Forwarded-For', 401, { lines: ['X-Forwarded-For: 127.0.0.1'] }],
    ['an empty X-Forwarded-For', 401, { lines: ['X-Forwarded-For:'] }],
    ['x-forwarded-for in small letters', 401, { lines: ['x-forwarded-for: ::1'] }],
    ['Forwarded', 401, { lines: ['Forwarded: for=127.0.0.1'] }],
    ['Via', 401, { lines: ['Via: 1.1 proxy'] }],
    ['X-Real-IP', 401, { lines: ['X-Real-IP: 127.0.0.1'] }],
    ['X-Forwarded-Host', 401, { lines: ['X-Forwarded-Host: localhost'] }],
    [
      'X-Forwarded-For behind a hundred others',
      431,
      { lines: [...repeated('X-Pad-', 100), 'X-Forwarded-For: 1.2.3.4'] },
    ],
    ['a foreign origin behind a hundred others', 431, { lines: [...repeated('a', 100), `Origin: ${foreign}`] }],
    ['a foreign origin', 401, { set: { Origin: foreign } }],
    ['the null origin', 401, { set: { Origin: 'null' } }],
    ['two origins', 401, { lines: ['Origin: http://localhost', `Origin: ${foreign}`] }],
    ['our origin with https', 401, { set: { Host: 'localhost', Origin: 'https://localhost' } }],
    ['our origin on another port', 401, { set: { Host: 'localhost:8787', Origin: 'http://localhost:3000' } }],
    ['a simple request of text/plain', 401, { set: { 'Content-Type': 'text/plain' } }],
    ['text/plain that ends like JSON', 401, { set: { 'Content-Type': 'text/plain; application/json' } }],
    ['a form', 401, { set: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'message=forged' }],
    ['a form with files', 401, { set: { 'Content-Type': 'multipart/form-data; boundary=x' } }],
    ['no type, as beacons send', 401, { set: { 'Content-Type': null } }],
    ['two types', 400, { set: { 'Content-Type': 'text/plain' }, lines: ['Content-Type: application/json'] }],
    ['a sender whom nobody vouches for', 401, { body: said('forged', { sender: 'owner' }) }],
    ['a sender named twice in the body', 401, { body: '{"message":"forged","sender":"a","sender":"owner"}' }],
    ['a role of its own making', 400, { body: said('forged', { role: 'owner' }) }],
    ['a platform of its own making', 400, { body: said('forged', { platform: 'telegram' }) }],
    ['a preflight', 401, { method: 'OPTIONS', lines: [`Origin: ${foreign}`, 'Access-Control-Request-Method: POST'] }],
    ['TRACE', 401, { method: 'TRACE' }],
    ['GET with a body', 401, { method: 'GET' }],
    ['a method that overrides', 401, { method: 'GET', lines: ['X-HTTP-Method-Override: POST'] }],
    ['a method of another kind', 400, { method: 'FORGE' }],
    ['an address with a dot', 401, { target: '/api/chat/.' }],
    ['an address in capitals', 401, { target: '/API/CHAT' }],
    ['an address with two slashes', 401, { target: '//api/chat' }],
    ['a length and chunks', 400, { lines: ['Transfer-Encoding: chunked'] }],
    ['two lengths', 400, { lines: ['Content-Length: 5'] }],
    ['a length below zero', 400, { set: { 'Content-Length': '-1' } }],
    ['a length with a sign', 400, { set: { 'Content-Length': '+20' } }],
    ['chunks under another name', 400, { set: { 'Content-Length': null }, lines: ['Transfer-Encoding: xchunked'] }],
    ['chunks not last', 400, { set: { 'Content-Length': null }, lines: ['Transfer-Encoding: chunked, identity'] }],
    ['a folded header', 400, { lines: ['X-A: b', ' X-Forwarded-For: 1.2.3.4'] }],
    ['a space before the colon', 400, { lines: ['Transfer-Encoding : chunked'] }],
    ['a bare carriage return in a header', 400, { lines: ['X-A: b\rX-B: c'] }],
    ['a NUL in a header', 400, { lines: ['X-A: \0'] }],
  ])('%s: %i', async (_name, status, request) => {
    const reply = await attempt(request);
    expect({ status: reply.status, accepted: reply.accepted.map(textOf) }).toEqual({ status, accepted: [] });
    expect(reply.head).not.toMatch(/access-control-|x-powered-by|server:/i);
    expect(reply.body).not.toMatch(/node_modules|\.js:\d|\.ts:\d|at \w+ \(/);
    expect(reply.body).not.toContain(TOKEN);
  });
});

describe('let in, because it is who it says', () => {
  it.each<[string, RawRequest]>([
    ['a program of this machine', {}],
    ['our own page', { set: { Host: 'localhost:8787', Origin: 'http://localhost:8787' } }],
    ['HTTP/1.0 with a host', { version: '1.0' }],
    ['the token through a proxy', { set: { ...bearer(TOKEN), Host: 'waggle.example' }, lines: ['Via: 1.1 p'] }],
    ['the token from another page', { set: { ...bearer(TOKEN), Origin: 'http://other.example' } }],
    ['chunks alone', { set: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }, body: chunk(said('forged')) }],
  ])('%s', async (_name, request) => {
    const reply = await attempt(request);
    expect(reply.status).toBe(200);
    expect(reply.accepted.map(textOf)).toEqual(['forged']);
    expect(reply.body).toContain('Re: forged');
    expect(reply.head).not.toMatch(/access-control-/i);
  });

  it('who proxied headers say one is changes nothing of the sender', async () => {
    const lines = [
      'X-Forwarded-User: mallory',
      'Remote-User: mallory',
      'X-Waggle-Sender: mallory',
      'From: m@evil.example',
    ];
    const reply = await attempt({ set: bearer(TOKEN), lines });
    expect(reply.accepted.map(({ sender, address }) => [sender.user, sender.verifiedBy, address.platform])).toEqual([
      ['owner', 'token', 'http'],
    ]);
  });
});

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

describe('smuggling', () => {
  const inner = (port: number) => bytesOf(port, { body: said('smuggled') }).toString('latin1');

  it.each<[string, (port: number) => Buffer]>([
    [
      'a request behind chunks that a length hides',
      (port) => bytesOf(port, { lines: ['Transfer-Encoding: chunked'], body: `0\r\n\r\n${inner(port)}` }),
    ],
    [
      'a request in the body of another',
      (port) => bytesOf(port, { set: { 'Content-Type': 'text/plain' }, body: inner(port) }),
    ],
    [
      'a request behind a refused one',
      (port) =>
        Buffer.concat([bytesOf(port, { set: { Host: 'evil.example' } }), bytesOf(port, { body: said('smuggled') })]),
    ],
    [
      'a request behind one with two hosts',
      (port) =>
        Buffer.concat([
          bytesOf(port, { set: { Connection: 'keep-alive' }, lines: ['Host: b'] }),
          bytesOf(port, { body: said('smuggled') }),
        ]),
    ],
    [
      'a request behind a chunk of a wrong size',
      (port) =>
        bytesOf(port, {
          set: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
          body: `zz\r\n${inner(port)}`,
        }),
    ],
  ])('%s is not taken', async (_name, bytes) => {
    const before = gateway.accepted.length;
    await exchange(gateway.port, bytes(gateway.port));
    // What would be taken of it, would be by the time that this is.
    expect((await attempt({})).accepted.map(textOf)).toContain('forged');
    expect(gateway.accepted.slice(before).map(textOf)).not.toContain('smuggled');
  });
});

describe('replay', () => {
  it('the same key is one message, and another conversation with it is refused', async () => {
    const lines = ['Idempotency-Key: once'];
    const first = await attempt({ body: said('forged', { conversation: 'a' }), lines });
    const again = await attempt({ body: said('forged', { conversation: 'a' }), lines });
    const elsewhere = await attempt({ body: said('forged', { conversation: 'b' }), lines });
    expect([first, again, elsewhere].map(({ status, accepted }) => [status, accepted.length])).toEqual([
      [200, 1],
      [200, 0],
      [409, 0],
    ]);
  });

  it.each(['', 'ä', 'a b', 'x'.repeat(256)])('the key %j is refused', async (key) => {
    const reply = await attempt({ lines: [`Idempotency-Key: ${key}`] });
    expect([reply.status, reply.accepted]).toEqual([400, []]);
  });
});

describe('what is open', () => {
  it.each(['/', '/healthz', '/readyz'])(
    '%s carries the security headers and tells a stranger nothing',
    async (target) => {
      const reply = await send(gateway.port, { method: 'GET', target, set: { Host: 'evil.example', Origin: 'null' } });
      for (const header of [
        'content-security-policy:',
        'x-content-type-options: nosniff',
        'x-frame-options: DENY',
        'referrer-policy: no-referrer',
      ])
        expect(reply.head.toLowerCase()).toContain(header.toLowerCase());
      expect(reply.head).not.toMatch(/access-control-|x-powered-by|^server:/im);
      expect(reply.body).not.toContain(TOKEN);
      if (target === '/healthz') expect(reply.body).toBe('ok');
    },
  );

  it.each(['/api/turns', '/api/turns/x', '/api/turns/x/trace', '/api/turns/x/events', '/api/commands', '/api/none'])(
    '%s needs the token on this machine too, also in the query',
    async (path) => {
      for (const target of [path, `${path}?token=${TOKEN}`, `${path}?access_token=${TOKEN}`]) {
        expect((await send(gateway.port, { method: 'GET', target })).status).toBe(401);
      }
    },
  );
});
