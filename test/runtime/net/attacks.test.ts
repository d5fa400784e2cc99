import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NetFailure, NetRefusal } from '../../../src/runtime/net/netErrors.js';
import { listenToTurn, type TurnEventPayload } from '../../../src/runtime/tracing/turnEvents.js';
import { content, redirect } from '../../platforms/web/webServer.js';
import { FORMS, LOOPBACK, METADATA, NAMES, NETWORKS } from './attacks.js';
import { type NetStage, openNetStage, SECRET } from './netStage.js';

let stage: NetStage;
let events: TurnEventPayload[];
let stopListening: () => void;
beforeAll(async () => {
  stage = await openNetStage();
  stage.victim.page('*', content('text/plain', 'the secret of this machine'));
});
afterAll(() => stage.close());
beforeEach(() => {
  events = [];
  stopListening = listenToTurn('t1', (event) => events.push(event));
});
afterEach(() => {
  stopListening();
  expect(stage.victim.requests).toEqual([]);
  expect(stage.clock.pending()).toBe(0);
});

const MB = 1_000_000;
const withPort = (url: string) => url.replaceAll('PORT', String(stage.victim.port));
const thrownBy = (url: string, fields = {}) =>
  stage.client.request(stage.request(url, fields)).then(
    () => null,
    (error: unknown) => error,
  );

/** The request is refused for that reason, in words that help, and both the log and the trace of the turn say so. */
async function expectRefused(url: string, reason: string): Promise<void> {
  const lines = stage.log.lines.length;
  const error = await thrownBy(url);
  expect(error).toBeInstanceOf(NetRefusal);
  expect(error).toMatchObject({ reason, code: `net-refused-${reason}` });
  expect(String(error)).toMatch(/ [a-z]+ .*\.$/s);
  expect(stage.log.lines.slice(lines)).toEqual([
    {
      level: 'warn',
      message: 'a request of a tool was refused',
      fields: expect.objectContaining({
        turn: 't1',
        lane: 'telegram:42:7',
        tool: 'web_fetch',
        code: `net-refused-${reason}`,
      }),
    },
  ]);
  expect(events.at(-1)).toMatchObject({ stage: 'net.refused', tool: 'web_fetch', code: `net-refused-${reason}` });
}

describe.each([
  ['this machine', LOOPBACK],
  ['other networks', NETWORKS],
  ['cloud metadata', METADATA],
  ['local names', NAMES],
  ['the form of the URL', FORMS],
])('%s', (_, attacks) => {
  it.each(attacks)('%j is refused (%s)', async (url, reason) => {
    await expectRefused(withPort(url), reason);
  });

  it('is refused at the end of a redirect from a good page, too', async () => {
    for (const [url, reason] of attacks) {
      // A redirect is read from a header, and may be relative: what is no URL by itself leads back to the site.
      if (/^(?:\s|\/|ht\n|http:127)/.test(url) || /[^\x20-\x7e]/.test(url)) continue;
      stage.site.page('/away', redirect(withPort(url)));
      await expectRefused(`${stage.site.url}/away`, reason);
    }
  });
});

describe('names that an attacker has', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['169.254.169.254', 'metadata'],
    ['100.64.1.1', 'shared'],
    ['0.0.0.0', 'unspecified'],
    ['::1', 'loopback'],
    ['fd00::1', 'private'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['2002:7f00:1::1', 'embedded'],
    ['fe80::1', 'linkLocal'],
  ])('a name that leads to %s is refused (%s)', async (address, reason) => {
    stage.dns.script(() => [address]);
    await expectRefused(withPort('http://evil.attack.test:PORT/'), reason);
    await expectRefused(withPort('http://EVIL.attack.test.:PORT/'), reason);
    stage.site.page('/away', redirect(withPort('http://evil.attack.test:PORT/')));
    await expectRefused(`${stage.site.url}/away`, reason);
  });

  it('one bad address among good ones refuses the name', async () => {
    stage.dns.script(() => ['93.184.215.14', '127.0.0.1']);
    await expectRefused('http://mixed.attack.test/', 'loopback');
    stage.dns.script(() => ['93.184.215.14', 'fd00::1']);
    await expectRefused('http://mixed.attack.test/', 'private');
  });

  it('a name on the allow-list does not open link-local and metadata addresses', async () => {
    const client = stage.clientWith([{ target: { host: '*.attack.test' }, port: null }]);
    for (const address of ['169.254.169.254', '169.254.1.1', '0.0.0.0', 'fd00:ec2::254', '224.0.0.1']) {
      stage.dns.script(() => [address]);
      await expect(client.request(stage.request('http://evil.attack.test/'))).rejects.toBeInstanceOf(NetRefusal);
    }
  });

  describe('rebinding', () => {
    // A service on 127.0.0.2 and the port of the site that 127.0.0.1 is allowed for.
    let neighbour: Server;
    let reached = 0;
    beforeAll(async () => {
      neighbour = createServer((_, response) => {
        reached += 1;
        response.end('the secret of the neighbour');
      });
      await new Promise<void>((resolve) => neighbour.listen(stage.site.port, '127.0.0.2', resolve));
    });
    afterAll(() => new Promise((resolve) => neighbour.close(resolve)));

    it('a name that answers differently each time leads only where it was checked', async () => {
      stage.site.page('/', content('text/plain', 'good'));
      const url = `http://rebind.attack.test:${stage.site.port}/`;
      stage.dns.script((_, asked) => [asked % 2 === 0 ? '127.0.0.1' : '127.0.0.2']);
      const ends: string[] = [];
      for (let i = 0; i < 20; i += 1) {
        const before = stage.dns.questions.length;
        const end = await stage.client.request(stage.request(url)).then(
          ({ body }) => body.toString(),
          (error: unknown) => (error instanceof NetRefusal ? error.reason : String(error)),
        );
        ends.push(end);
        // One look-up: A and AAAA.
        expect(stage.dns.questions.length - before).toBe(2);
      }
      expect(ends).toEqual(Array.from({ length: 10 }, () => ['good', 'loopback']).flat());
      expect(reached).toBe(0);
    });

    it('neither does it on a redirect to itself', async () => {
      const url = `http://rebind.attack.test:${stage.site.port}/self`;
      stage.site.page('/self', redirect(url));
      stage.dns.script((_, asked) => [asked === 0 ? '127.0.0.1' : '127.0.0.2']);
      const end = await thrownBy(url);
      // The connection of the first request serves the redirects, or a new one is judged anew: the neighbour sees nothing.
      expect(end).toBeInstanceOf(Error);
      expect(reached).toBe(0);
    });
  });
});

describe('redirects', () => {
  it('are followed by hand, up to the limit, and from good pages through good pages to a bad end', async () => {
    stage.site.page('/1', redirect('/2', 301));
    stage.site.page('/2', redirect('./3', 307));
    stage.site.page('/3', redirect(withPort('http://127.0.0.1:PORT/'), 308));
    await expectRefused(`${stage.site.url}/1`, 'loopback');
    stage.site.page('/loop', redirect('/loop'));
    stage.site.forget();
    expect(await thrownBy(`${stage.site.url}/loop`)).toMatchObject({ code: 'net-redirects' });
    expect(stage.site.requests).toHaveLength(6);
  });

  it('to another origin never see the headers of the first', async () => {
    stage.site.page('/key', redirect(withPort('http://127.0.0.1:PORT/')));
    const both = stage.clientWith([{ target: { range: '127.0.0.1/32' }, port: null }]);
    stage.site.page('/same', redirect('/end'));
    stage.site.page('/end', content('text/plain', 'x'));
    stage.site.forget();
    const headers = { authorization: 'Bearer k' };
    await both.request(stage.request(`${stage.site.url}/same`, { headers }));
    expect(stage.site.requests.map(({ headers: { authorization } }) => authorization)).toEqual([
      'Bearer k',
      'Bearer k',
    ]);
    await both.request(stage.request(`${stage.site.url}/key`, { headers }));
    expect(stage.victim.requests.map(({ headers: { authorization } }) => authorization)).toEqual([undefined]);
    stage.victim.forget();
  });
});

describe('bodies', () => {
  it('that are too large are not read', async () => {
    stage.site.page('/said', (_, response) => {
      response.writeHead(200, { 'content-length': String(3 * MB) }).end(Buffer.alloc(3 * MB));
    });
    stage.site.page('/unsaid', (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    for (const path of ['/said', '/unsaid']) {
      expect(await thrownBy(`${stage.site.url}${path}`)).toMatchObject({
        code: 'net-size',
        message: expect.stringMatching(/larger than 1 MB/),
      });
    }
  });

  it.each([
    ['gzip', (bomb: Buffer) => gzipSync(bomb)],
    ['gzip, gzip', (bomb: Buffer) => gzipSync(gzipSync(bomb))],
  ])('that unpack to much more (%s) are stopped at the limit', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(200 * MB));
    expect(bomb.length).toBeLessThan(MB);
    stage.site.page('/bomb', content('text/plain', bomb, 200, { 'content-encoding': encoding }));
    const before = process.memoryUsage().rss;
    expect(await thrownBy(`${stage.site.url}/bomb`)).toMatchObject({ code: 'net-size' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
  });

  it('that are packed over and over, or wrongly, are an error', async () => {
    const layers = Array.from({ length: 8 }, () => 'gzip').join(', ');
    stage.site.page('/layers', content('text/plain', 'x', 200, { 'content-encoding': layers }));
    stage.site.page('/wrong', content('text/plain', 'not gzip', 200, { 'content-encoding': 'gzip' }));
    for (const path of ['/layers', '/wrong']) {
      expect(await thrownBy(`${stage.site.url}${path}`)).toMatchObject({ code: 'net-connection' });
    }
  });

  it.each(['headers', 'body'])('that never end (silence in the %s) end with the time limit', async (where) => {
    stage.site.forget();
    stage.site.page('/slow', (_, response) => {
      if (where === 'body') response.writeHead(200).write('so');
    });
    const end = thrownBy(`${stage.site.url}/slow`);
    await stage.site.waitFor(() => stage.site.requests.length === 1);
    await stage.clock.advance(30_000);
    expect(await end).toMatchObject({ code: 'net-time', message: expect.stringMatching(/within 30 s/) });
  });

  it('end with the turn', async () => {
    stage.site.forget();
    stage.site.page('/slow', (_, response) => void response.writeHead(200).write('so'));
    const turn = new AbortController();
    const context = { signal: turn.signal, scope: null };
    const end = thrownBy(`${stage.site.url}/slow`, { context });
    await stage.site.waitFor(() => stage.site.requests.length === 1);
    turn.abort(new Error('stopped'));
    expect(await end).toMatchObject({ message: 'stopped' });
  });

  it('with headers without end are an error', async () => {
    stage.site.page('/headers', (_, response) => void response.setHeader('x-long', 'a'.repeat(60_000)).end('x'));
    expect(await thrownBy(`${stage.site.url}/headers`)).toBeInstanceOf(NetFailure);
  });
});

describe('secrets of the gateway', () => {
  it.each([`/?key=${SECRET}`, `/${SECRET}/x`, `/?key=${SECRET.replaceAll('-', '%2D')}`])(
    'do not leave in a URL (%s)',
    async (path) => {
      stage.site.forget();
      await expectRefused(`${stage.site.url}${path}`, 'secret');
      stage.site.page('/away', redirect(path));
      await expectRefused(`${stage.site.url}/away`, 'secret');
      expect(stage.site.requests.map(({ path: seen }) => seen)).toEqual(['/away']);
      expect(JSON.stringify([stage.log.lines, events])).not.toContain(SECRET);
    },
  );
});
