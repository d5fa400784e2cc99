import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import { createRedactor } from '../../../src/core/secrets/redactor.js';
import type { NetAllowEntry } from '../../../src/runtime/net/allowList.js';
import { createGuardedClient, type NetRequest } from '../../../src/runtime/net/guardedClient.js';
import { createGuardedFetch } from '../../../src/runtime/net/guardedFetch.js';
import { NetFailure, NetRefusal } from '../../../src/runtime/net/netErrors.js';
import { resultText } from '../../../src/runtime/tools/resultText.js';
import { createWebFetch } from '../../../src/runtime/tools/web/webFetch.js';
import { createExtractor } from '../../../src/runtime/web/extractor.js';
import { type DnsServer, startDnsServer } from '../../platforms/dns/dnsServer.js';
import { content, redirect, startWebServer, type WebServer } from '../../platforms/web/webServer.js';
import { createFakeClock } from '../../setup/fakeClock.js';
import { createRecordingLog, type LogLine } from '../../setup/recordingLog.js';
import { pour, type RawServer, startRawServer } from './rawServer.js';
import { ADDRESS_ROWS, HOSTILE_NAMES, REDIRECT_ROWS } from './ssrfRows.js';

/** What the inner service tells whoever reaches it. */
const PLANTED = 'planted-inner-words';
const TOKEN = 'Tok3n-OfThe-Gateway';
const KEY_IN_LOWER_CASE = 'deadbeefcafe0123';

const redact = createRedactor([TOKEN, KEY_IN_LOWER_CASE]).cleanOwn;
const lines: LogLine[] = [];
const log = createRecordingLog(lines);
const context = { signal: new AbortController().signal, scope: null, agents: null };
const extractor = createExtractor({ clock: systemClock });

let inner: WebServer;
let site: WebServer;
let raw: RawServer;
let dns: DnsServer;
let allow: readonly NetAllowEntry[];

beforeAll(async () => {
  [inner, site, raw, dns] = await Promise.all([startWebServer(), startWebServer(), startRawServer(), startDnsServer()]);
  inner.page('*', content('text/plain', PLANTED));
  allow = [
    { target: { host: 'site.test' }, port: site.port },
    { target: { host: 'other.test' }, port: site.port },
    { target: { host: 'raw.test' }, port: raw.port },
  ];
});

afterAll(async () => {
  await extractor.close();
  await Promise.all([inner.close(), site.close(), raw.close(), dns.close()]);
});

beforeEach(() => {
  inner.forget();
  site.forget();
  lines.length = 0;
  dns.script((name) =>
    ['site.test', 'other.test', 'raw.test'].includes(name) ? ['127.0.0.1'] : (HOSTILE_NAMES[name] ?? 'none'),
  );
});

const clientWith = (clock = systemClock, entries = allow) =>
  createGuardedClient({ allow: entries, redact, clock, log, resolve: dns.resolve });

const filled = (url: string) => url.replaceAll('PORT', String(inner.port)).replaceAll('SITE', String(site.port));

const requestOf = (url: string, rest: Partial<NetRequest> = {}): NetRequest => ({
  url,
  tool: 'attack',
  context,
  timeLimitMs: 20_000,
  maxBytes: 1_000_000,
  maxRedirects: 5,
  ...rest,
});

/** What was thrown; a request that got something fails the test, saying what. */
async function failureOf(attempt: () => Promise<unknown>): Promise<unknown> {
  let got: unknown;
  try {
    got = await attempt();
  } catch (thrown) {
    return thrown;
  }
  throw new Error(`it went through: ${resultText(got).slice(0, 300)}`);
}

const webFetch = async (url: string) => {
  const tool = createWebFetch({ client: clientWith(), extractor, clock: systemClock });
  return tool.execute(tool.args.parse({ url }), context);
};

/** Says why in a sentence, leaks nothing, and left a line for the audit. */
function expectRefusal(thrown: unknown, reason: string): void {
  if (!(thrown instanceof NetRefusal)) throw new Error(`not refused by the guard, but: ${String(thrown)}`);
  expect(thrown.reason).toBe(reason);
  expect(thrown.message).toMatch(/[a-z].{15,}[.]$/i);
  expect(thrown.message).not.toMatch(new RegExp(`${PLANTED}|${TOKEN}|${KEY_IN_LOWER_CASE}`, 'i'));
  const told = lines.filter(({ level, message }) => level === 'warn' && message.includes('refused'));
  expect(told).toHaveLength(1);
  expect(told[0]?.fields).toMatchObject({ code: `net-refused-${reason}` });
  lines.length = 0;
}

describe('an address that must not be reached', () => {
  it.each(ADDRESS_ROWS)('%j is refused: %s', async (template, reason) => {
    const url = filled(template);
    expectRefusal(await failureOf(() => webFetch(url)), reason);
    expectRefusal(await failureOf(() => clientWith().request(requestOf(url, { method: 'POST', body: 'x' }))), reason);
    const guarded = createGuardedFetch({ allow, redact, maxBytes: 1_000_000, log, resolve: dns.resolve });
    const thrown = await failureOf(() => guarded.fetch(url));
    await guarded.close();
    expect(thrown).toMatchObject({ reason });
    expect(inner.requests).toEqual([]);
  });
});

describe('a page that sends elsewhere', () => {
  it.each(REDIRECT_ROWS)('to %j with %i is not followed: %s', async (location, status, reason) => {
    site.page('/start', redirect(filled(location), status));
    const url = `http://site.test:${site.port}/start`;
    expectRefusal(await failureOf(() => webFetch(url)), reason);
    expectRefusal(await failureOf(() => clientWith().request(requestOf(url, { method: 'POST', body: 'x' }))), reason);
    expect(inner.requests).toEqual([]);
  });

  it('is followed through innocent pages, and not from the last one inwards', async () => {
    site.page('/1', redirect('2'));
    site.page('/2', redirect(`http://other.test:${site.port}/3`, 307));
    site.page('/3', redirect('?now', 303));
    site.page('/3', redirect(`http://017700000001:${inner.port}/`, 308));
    expectRefusal(await failureOf(() => webFetch(`http://site.test:${site.port}/1`)), 'loopback');
    expect(site.requests.map(({ path }) => path)).toEqual(['/1', '/2', '/3']);
    expect(inner.requests).toEqual([]);
  });

  it('in a circle is left after a few rounds', async () => {
    site.page('/round', redirect('/round'));
    const thrown = await failureOf(() => webFetch(`http://site.test:${site.port}/round`));
    expect(thrown).toMatchObject({ code: 'net-redirects', message: expect.stringMatching(/More than 5 redirects/) });
    expect(site.requests).toHaveLength(6);
  });

  it('to another origin is not told the headers and the body of the first', async () => {
    site.page('/start', redirect(`http://other.test:${site.port}/end`, 302));
    site.page('/end', content('text/plain', 'end'));
    await clientWith().request(
      requestOf(`http://site.test:${site.port}/start`, {
        method: 'POST',
        body: 'for the first only',
        headers: { authorization: 'Bearer first-only', cookie: 'first-only' },
      }),
    );
    const last = site.requests.at(-1);
    expect(last).toMatchObject({ path: '/end', method: 'GET', body: '' });
    expect(JSON.stringify(last?.headers)).not.toContain('first-only');
  });

  it.each([
    ['meta refresh', 'text/html', (to: string) => `<meta http-equiv="refresh" content="0;url=${to}"><p>words</p>`],
    ['a script', 'text/html', (to: string) => `<script>location="${to}"</script><p>words</p>`],
    ['a frame', 'text/html', (to: string) => `<iframe src="${to}"></iframe><p>words</p>`],
    [
      'a picture and a style',
      'text/html',
      (to: string) => `<img src="${to}"><link rel=stylesheet href="${to}"><p>words</p>`,
    ],
    ['an XML entity', 'application/xml', (to: string) => `<!DOCTYPE a [<!ENTITY x SYSTEM "${to}">]><a>words &x;</a>`],
    [
      'an XML entity in XHTML',
      'application/xhtml+xml',
      (to: string) => `<!DOCTYPE html [<!ENTITY x SYSTEM "${to}">]><html><body><p>words &x;</p></body></html>`,
    ],
  ])('by %s leads nowhere', async (_, type, page) => {
    site.page('/page', content(type, page(`http://127.0.0.1:${inner.port}/`), 200, { refresh: `0;url=${inner.url}` }));
    expect(resultText(await webFetch(`http://site.test:${site.port}/page`))).not.toContain(PLANTED);
    expect(inner.requests).toEqual([]);
  });
});

describe('a name that answers differently each time', () => {
  const steps = [
    ['to where clouds keep credentials', '169.254.169.254', 'metadata'],
    ['to another address of this machine', '127.0.0.2', 'loopback'],
    ['to the router', '192.168.0.1', 'private'],
    ['to this machine in IPv6', '::1', 'loopback'],
  ] as const;

  it.each(steps)('gains nothing by turning %s between two requests', async (_, address, reason) => {
    const range = [{ target: { range: '127.0.0.1/32' }, port: site.port }];
    dns.script((_name, asked) => (asked === 0 ? ['127.0.0.1'] : [address]));
    site.page('/start', (_request, response) => {
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    site.page('/again', content('text/plain', PLANTED));
    const client = clientWith(systemClock, range);
    expectRefusal(await failureOf(() => client.request(requestOf(`http://turning.test:${site.port}/start`))), reason);
    expect(site.requests.map(({ path }) => path)).toEqual(['/start']);
  });

  it('is asked once for one connection, which goes to the address that was judged', async () => {
    const range = [{ target: { range: '127.0.0.1/32' }, port: site.port }];
    dns.script((_name, asked) => (asked === 0 ? ['127.0.0.1'] : ['169.254.169.254']));
    site.page('/page', content('text/plain', 'words'));
    const answer = await clientWith(systemClock, range).request(requestOf(`http://turning.test:${site.port}/page`));
    expect(answer.body.toString()).toBe('words');
    // Once for each family.
    expect(dns.questions.filter((name) => name === 'turning.test').length % 2).toBe(0);
  });

  it('and has a bad address among good ones, is refused whole', async () => {
    dns.script(() => ['127.0.0.1', '169.254.169.254']);
    expectRefusal(await failureOf(() => webFetch(`http://site.test:${site.port}/page`)), 'metadata');
    expect(site.requests).toEqual([]);
  });
});

describe('a secret of the gateway in a request', () => {
  const escaped = (text: string) => [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');
  const rows = [
    ['in the path', `/${TOKEN}`],
    ['in the query', `/?k=${TOKEN}`],
    ['escaped', `/?k=${escaped(TOKEN)}`],
    ['escaped in part', `/?k=${escaped(TOKEN.slice(0, 4))}${TOKEN.slice(4)}`],
    ['escaped, beside bytes that are no UTF-8', `/?k=${escaped(TOKEN)}&z=%ff`],
    ['escaped, beside a broken escape', `/?k=${escaped(TOKEN)}&z=%zz`],
    ['escaped twice', `/?k=${escaped(TOKEN).replaceAll('%', '%25')}`],
    ['escaped three times', `/?k=${escaped(TOKEN).replaceAll('%', '%2525')}`],
    ['with line ends that readers of URLs leave out', `/?k=${TOKEN.slice(0, 5)}\n\t${TOKEN.slice(5)}`],
  ] as const;

  it.each(rows)('%s does not leave', async (_, path) => {
    site.page('*', content('text/plain', 'words'));
    expectRefusal(await failureOf(() => webFetch(`http://site.test:${site.port}${path}`)), 'secret');
    site.page('/start', redirect(path));
    if (!/[\n\t]/.test(path)) {
      expectRefusal(await failureOf(() => webFetch(`http://site.test:${site.port}/start`)), 'secret');
    }
    expect(site.requests.map((request) => request.path)).not.toContain(path);
  });

  it.each([
    ['as a name to be looked up', `http://${KEY_IN_LOWER_CASE}.attacker.test/`],
    ['as a name, whose capitals are lost', `http://${TOKEN}.attacker.test/`],
    ['as a name in capitals', `http://${KEY_IN_LOWER_CASE.toUpperCase()}.attacker.test/`],
    ['as a name with escapes', `http://${escaped(TOKEN)}.attacker.test/`],
  ])('%s does not leave', async (_, url) => {
    const before = dns.questions.length;
    expectRefusal(await failureOf(() => webFetch(url)), 'secret');
    expect(dns.questions).toHaveLength(before);
  });

  it('in a body does not leave', async () => {
    const url = `http://site.test:${site.port}/`;
    const body = JSON.stringify({ note: TOKEN });
    expectRefusal(await failureOf(() => clientWith().request(requestOf(url, { method: 'POST', body }))), 'secret');
    expect(site.requests).toEqual([]);
  });
});

describe('signs in a URL that could begin a new line of the request', () => {
  it.each([
    ['escaped', '/a%0d%0aX-Injected:%20yes%0d%0a'],
    ['as they are', '/a\r\nX-Injected: yes\r\n'],
    ['before a second request', '/a HTTP/1.1\r\nHost: inner\r\n\r\nGET /admin'],
    ['of other scripts', '/a\u010d\u010aX-Injected: yes'],
    ['of Unicode', '/a\u2028X-Injected: yes\u0085'],
    ['zero bytes', '/a%00b'],
  ])('%s stay in its path', async (_, path) => {
    raw.answer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok'));
    await clientWith().request(requestOf(`http://raw.test:${raw.port}${path}`));
    expect(raw.requests).toHaveLength(1);
    const [request = ''] = raw.requests;
    expect(request.match(/ HTTP\/1\.1\r\n/g)).toHaveLength(1);
    expect(request).toMatch(new RegExp(`\\r\\nhost: raw\\.test:${raw.port}\\r\\n`, 'i'));
    expect(request.split('\r\n').slice(1).join('\n')).not.toMatch(/^(?:x-injected|get)/im);
  });
});

const head = (...fields: string[]) => ['HTTP/1.1 200 OK', ...fields, '', ''].join('\r\n');
const zeros = Buffer.alloc(64_000);
const bomb = Buffer.alloc(40_000_000);

/** Answers that are meant to take time, memory or sense from whoever reads them, and what that is called. */
const HOSTILE_ANSWERS: readonly (readonly [what: string, answer: (socket: Socket) => void, code: RegExp])[] = [
  [
    'headers without an end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-a: ${'a'.repeat(1000)}\r\n`);
    },
    /^net-connection$/,
  ],
  ['one header of a megabyte', (socket) => socket.end(head(`x-a: ${'a'.repeat(1_000_000)}`)), /^net-connection$/],
  ['no HTTP at all', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), /^net-connection$/],
  ['only that one shall go on', (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'), /^net-connection$/],
  ['an end before the answer', (socket) => socket.destroy(), /^net-connection$/],
  [
    'less than it promised',
    (socket) => socket.end(`${head('content-type: text/plain', 'content-length: 500')}ab`),
    /^net-connection$/,
  ],
  [
    'a body without an end',
    (socket) => {
      socket.write(head('content-type: text/plain'));
      pour(socket, zeros);
    },
    /^net-size$/,
  ],
  [
    'chunks without an end',
    (socket) => {
      socket.write(head('content-type: text/plain', 'transfer-encoding: chunked'));
      pour(socket, `1000\r\n${'a'.repeat(4096)}\r\n`);
    },
    /^net-size$/,
  ],
  [
    'a length of a petabyte',
    (socket) => {
      socket.write(head('content-type: text/plain', 'content-length: 1000000000000000'));
    },
    /^net-size$/,
  ],
  [
    'a chunk of a petabyte',
    (socket) => {
      socket.write(`${head('content-type: text/plain', 'transfer-encoding: chunked')}38d7ea4c68000\r\n`);
      pour(socket, zeros);
    },
    /^net-size$/,
  ],
  [
    'a bomb of gzip',
    (socket) =>
      socket.end(
        Buffer.concat([Buffer.from(head('content-type: text/plain', 'content-encoding: gzip')), gzipSync(bomb)]),
      ),
    /^net-size$/,
  ],
  [
    'a bomb of deflate',
    (socket) =>
      socket.end(
        Buffer.concat([Buffer.from(head('content-type: text/plain', 'content-encoding: deflate')), deflateSync(bomb)]),
      ),
    /^net-size$/,
  ],
  [
    'a bomb of brotli',
    (socket) =>
      socket.end(
        Buffer.concat([
          Buffer.from(head('content-type: text/plain', 'content-encoding: br')),
          brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        ]),
      ),
    /^net-size$/,
  ],
  [
    'a bomb in a bomb',
    (socket) =>
      socket.end(
        Buffer.concat([
          Buffer.from(head('content-type: text/plain', 'content-encoding: gzip, gzip')),
          gzipSync(gzipSync(bomb)),
        ]),
      ),
    /^net-size$/,
  ],
  [
    'eighty layers of gzip',
    (socket) =>
      socket.end(`${head('content-type: text/plain', `content-encoding: ${Array(80).fill('gzip').join(', ')}`)}x`),
    /^net-connection$/,
  ],
  [
    'broken gzip',
    (socket) => socket.end(`${head('content-type: text/plain', 'content-encoding: gzip')}no gzip at all`),
    /^net-connection$/,
  ],
  ['a picture', (socket) => socket.end(`${head('content-type: image/png')}\x89PNG`), /^net-type$/],
  [
    'a program that calls itself a page',
    (socket) => socket.end(`${head('content-type: text/html')}\x7fELF\x02\x01\x01\0\0\0`),
    /^net-type$/,
  ],
  [
    'a program of an unknown type',
    (socket) => socket.end(`${head('content-type: application/octet-stream')}MZ\x90\0\x03\0`),
    /^net-type$/,
  ],
  [
    'a page that calls itself a PDF',
    (socket) => socket.end(`${head('content-type: application/pdf')}<html>words</html>`),
    /^net-type$/,
  ],
  [
    'a PDF with nothing in it',
    (socket) => socket.end(`${head('content-type: text/html')}%PDF-1.7\nnothing`),
    /^extract/,
  ],
  [
    'a type of ten thousand signs',
    (socket) => socket.end(`${head(`content-type: ${'x'.repeat(10_000)}/y`)}words`),
    /^net-type$/,
  ],
  [
    'two lengths',
    (socket) => socket.end(`${head('content-type: text/plain', 'content-length: 2', 'content-length: 20')}ab`),
    /^net-connection$/,
  ],
  ['a refusal', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'), /^net-status$/],
];

describe('a server that sends', () => {
  it.each(HOSTILE_ANSWERS)('%s is left, with the reason', async (_, answer, code) => {
    raw.answer(answer);
    const thrown = await failureOf(() => webFetch(`http://raw.test:${raw.port}/page`));
    expect(thrown).toMatchObject({ code: expect.stringMatching(code) });
    const message = thrown instanceof Error ? thrown.message : '';
    expect(message.length).toBeGreaterThan(20);
    expect(message.length).toBeLessThan(500);
  });

  const SLOW: readonly (readonly [what: string, answer: (socket: Socket) => void])[] = [
    ['nothing', () => undefined],
    ['a status line without an end', (socket) => pour(socket, 'HTTP/1.1 200 '.padEnd(5000, 'O'))],
    ['half a header', (socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: ')],
    ['half a body', (socket) => void socket.write(`${head('content-type: text/plain', 'content-length: 99')}half`)],
    [
      'half a chunk',
      (socket) => void socket.write(`${head('content-type: text/plain', 'transfer-encoding: chunked')}ff\r\nhalf`),
    ],
  ];

  it.each(SLOW)('%s, and no more, is left when the time is over', async (_, answer) => {
    raw.answer(answer);
    const clock = createFakeClock();
    const attempt = failureOf(() => clientWith(clock).request(requestOf(`http://raw.test:${raw.port}/`)));
    await raw.waitFor(() => raw.requests.length > 0);
    await clock.advance(20_000);
    expect(await attempt).toBeInstanceOf(NetFailure);
    expect(await attempt).toMatchObject({ code: 'net-time', message: expect.stringMatching(/within 20 s/) });
    expect(clock.pending()).toBe(0);
  });

  it('pieces for ever is left when the turn ends', async () => {
    raw.answer((socket) => socket.write(head('content-type: text/plain', 'content-length: 99')));
    const turn = new AbortController();
    const attempt = failureOf(() =>
      clientWith().request(
        requestOf(`http://raw.test:${raw.port}/`, { context: { signal: turn.signal, scope: null } }),
      ),
    );
    await raw.waitFor(() => raw.requests.length > 0);
    turn.abort(new Error('the turn has ended'));
    expect(await attempt).toMatchObject({ message: 'the turn has ended' });
  });
});
