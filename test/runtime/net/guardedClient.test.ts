import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kindOfAddress } from '../../../src/runtime/net/addressKind.js';
import { NetFailure } from '../../../src/runtime/net/netErrors.js';
import { listenToTurn, type TurnEventPayload } from '../../../src/runtime/tracing/turnEvents.js';
import { content, redirect } from '../../platforms/web/webServer.js';
import { type NetStage, openNetStage } from './netStage.js';

let stage: NetStage;
beforeAll(async () => {
  stage = await openNetStage();
});
afterAll(() => stage.close());
afterEach(() => {
  stage.site.forget();
  stage.dns.script(() => 'none');
  expect(stage.clock.pending()).toBe(0);
});

describe('the guarded client', () => {
  it('fetches from an allowed address, tells the final URL and what the server said, and leaves a trace', async () => {
    const events: TurnEventPayload[] = [];
    const stop = listenToTurn('t1', (event) => events.push(event));
    stage.site.page('/old', redirect('/new?x=1#part'));
    stage.site.page('/new', content('Text/Plain; Charset=UTF-8', 'hello', 201));
    const answer = await stage.client.request(stage.request(`${stage.site.url}/old#top`));
    stop();
    expect(answer).toEqual({
      status: 201,
      contentType: 'text/plain; charset=utf-8',
      url: `${stage.site.url}/new?x=1`,
      body: Buffer.from('hello'),
    });
    expect(stage.site.requests[0]?.headers['user-agent']).toMatch(/^WaggleGateway\/\d/);
    expect(events).toEqual([{ stage: 'net.request', tool: 'web_fetch', host: '127.0.0.1', status: 201, bytes: 5 }]);
  });

  it('reaches a private address by a name that is allowed, on that port only', async () => {
    stage.dns.script((name) => (name.endsWith('corp.test') ? ['127.0.0.1'] : 'none'));
    stage.site.page('/', content('text/plain', 'wiki'));
    const { port } = stage.site;
    const client = stage.clientWith([{ target: { host: '*.corp.test' }, port }]);
    const { body } = await client.request(stage.request(`http://Wiki.corp.test:${port}/`));
    expect(body.toString()).toBe('wiki');
    expect(stage.site.requests[0]?.headers.host).toBe(`wiki.corp.test:${port}`);
    await expect(client.request(stage.request(`http://wiki.corp.test:${stage.victim.port}/`))).rejects.toMatchObject({
      reason: 'loopback',
    });
    await expect(client.request(stage.request(`http://corp.test:${port}/`))).rejects.toMatchObject({
      reason: 'loopback',
    });
    await expect(client.request(stage.request(`http://evilcorp.test:${port}/`))).rejects.toMatchObject({
      reason: 'loopback',
    });
  });

  it('posts, and does not post again to where a redirect leads', async () => {
    stage.site.page('/post', redirect('/done', 303));
    stage.site.page('/again', redirect('/done', 307));
    stage.site.page('/done', content('text/plain', 'ok'));
    const fields = { method: 'POST', body: '{"q":1}', headers: { 'content-type': 'application/json' } } as const;
    await stage.client.request(stage.request(`${stage.site.url}/post`, fields));
    await stage.client.request(stage.request(`${stage.site.url}/again`, fields));
    expect(stage.site.requests.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"q":1}'],
      ['GET', ''],
      ['POST', '{"q":1}'],
      ['POST', '{"q":1}'],
    ]);
  });

  it('ends at the first redirect where a key is sent', async () => {
    stage.site.page('/api', redirect('/elsewhere'));
    const end = stage.client.request(stage.request(`${stage.site.url}/api`, { maxRedirects: 0 }));
    await expect(end).rejects.toMatchObject({ code: 'net-redirects', message: expect.stringMatching(/not followed/) });
    expect(stage.site.requests).toHaveLength(1);
  });

  it('lets the caller end a request by what the server says, before the body', async () => {
    stage.site.page('/video', content('video/mp4', Buffer.alloc(500_000)));
    const inspect = ({ contentType }: { contentType: string }) => {
      throw new NetFailure('encoding', `no ${contentType}`);
    };
    const end = stage.client.request(stage.request(`${stage.site.url}/video`, { inspect }));
    await expect(end).rejects.toThrow('no video/mp4');
  });

  it('says that a host is unknown, down, or broke off', async () => {
    await expect(stage.client.request(stage.request('http://nobody.example/'))).rejects.toMatchObject({
      code: 'net-name',
      message: expect.stringMatching(/There is no host nobody\.example/),
    });
    stage.site.page('/cut', (_, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('x');
      response.destroy();
    });
    await expect(stage.client.request(stage.request(`${stage.site.url}/cut`))).rejects.toMatchObject({
      code: 'net-connection',
    });
  });
});

describe('kindOfAddress', () => {
  it.each([
    '8.8.8.8',
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(kindOfAddress(address)).toBe('public'));

  it.each(['', 'example.com', '1.2.3', '::g', '1.2.3.4/8', '1.2.3.4:80'])('%j is no public address', (text) =>
    expect(kindOfAddress(text)).not.toBe('public'),
  );

  it('never calls an IPv6 address public that hides an address of another network', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const inner = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    );
    const prefix = fc.constantFrom(
      '::',
      '::ffff:',
      '::ffff:0:',
      '64:ff9b::',
      '64:ff9b:1::',
      '2001:db8::5efe:',
      '2606:4700::200:5efe:',
    );
    fc.assert(
      fc.property(prefix, inner, (start, octets) => {
        expect(kindOfAddress(octets.join('.'))).not.toBe('public');
        expect(kindOfAddress(`${start}${octets.join('.')}`)).not.toBe('public');
        const [a, b, c, d] = octets.map((part) => part.toString(16).padStart(2, '0'));
        expect(kindOfAddress(`2002:${a}${b}:${c}${d}::1`)).not.toBe('public');
      }),
    );
  });
});
