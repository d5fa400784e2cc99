import { webApi } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../setup/fakeClock.js';
import { createGate } from '../gate.js';
import { apiErrorOf, clientOf } from './client.js';
import type { Channel } from './people.js';
import { type SlackServer, startSlackServer } from './slackServer.js';

const { WebAPIHTTPError, WebAPIRateLimitedError, WebAPIRequestError } = webApi;

let server: SlackServer;
let web: webApi.WebClient;
let channel: Channel;
let clock: FakeClock;

beforeEach(async () => {
  clock = createFakeClock();
  server = await startSlackServer({ clock, rates: 'documented' });
  web = clientOf(server);
  channel = server.channel();
});
afterEach(() => server.close());

const post = (text: string, client = web, id = channel.id) => client.chat.postMessage({ channel: id, text });
const texts = () => channel.messages().map((message) => message.text);

describe('faults', () => {
  it.each(['reset', 'end'] as const)('drop-before (%s): nothing happened', async (how) => {
    server.inject({ method: 'chat.postMessage', fault: { kind: 'drop-before', how } });
    await expect(post('x')).rejects.toThrow(WebAPIRequestError);
    expect(texts()).toEqual([]);
    await post('y');
    expect(texts()).toEqual(['y']);
  });

  it.each([{ kind: 'drop-after' }, { kind: 'drop-after', how: 'end' }, { kind: 'cut-answer' }] as const)(
    '$kind: stored, but the answer is lost',
    async (fault) => {
      server.inject({ method: 'chat.postMessage', fault });
      await expect(post('x', clientOf(server, { timeout: 300 }))).rejects.toThrow();
      expect(texts()).toEqual(['x']);
      expect(server.calls[0]).toMatchObject({ fault: fault.kind, outcome: { ok: true } });
      expect(server.app.envelopesOf('message')).toHaveLength(1);
    },
  );

  it('the client’s own retries post twice after a lost answer', async () => {
    server.inject({ method: 'chat.postMessage', fault: { kind: 'drop-after' } });
    await post('x', clientOf(server, { retryConfig: { retries: 1, minTimeout: 1, maxTimeout: 1 } }));
    expect(texts()).toEqual(['x', 'x']);
  });

  it.each([
    { kind: 'hang', stored: [] },
    { kind: 'hang-after', stored: ['x'] },
  ] as const)('$kind: nothing is answered until the client gives up', async ({ kind, stored }) => {
    server.inject({ method: 'chat.postMessage', fault: { kind } });
    await expect(post('x', clientOf(server, { timeout: 50 }))).rejects.toThrow(WebAPIRequestError);
    expect(texts()).toEqual(stored);
  });

  it('error and error-after: Slack’s own words, nobody’s fault', async () => {
    server.inject({ method: 'chat.postMessage', fault: { kind: 'error', error: 'fatal_error' } });
    server.inject({ method: 'chat.postMessage', fault: { kind: 'error-after', error: 'internal_error' } });
    expect(await apiErrorOf(post('x'))).toBe('fatal_error');
    expect(await apiErrorOf(post('y'))).toBe('internal_error');
    expect(texts()).toEqual(['y']);
    expect(server.refused()).toEqual([]);
  });

  it('error of an address that is no method: its words as text, and no 200, for nothing was uploaded', async () => {
    server.inject({ method: 'upload', fault: { kind: 'error', error: 'internal_error' } });
    const begun = await web.files.getUploadURLExternal({ filename: 'a.txt', length: 4 });
    const upload = () => fetch(String(begun.upload_url), { method: 'POST', body: 'four' });
    const refused = await upload();
    expect([refused.status, await refused.text()]).toEqual([500, 'internal_error']);
    expect((await upload()).status).toBe(200);
  });

  it('page: what a proxy says when the server is away', async () => {
    server.inject({ channel: channel.id, fault: { kind: 'page', status: 503 } });
    await expect(post('x')).rejects.toThrow(WebAPIHTTPError);
  });

  it('delay and slow-answer: by the clock; hold: by the test', async () => {
    server.inject({ method: 'chat.postMessage', fault: { kind: 'delay', ms: 500 } });
    const delayed = post('late');
    await server.waitForCall((call) => call.fault === 'delay');
    expect(texts()).toEqual([]);
    await clock.advance(500);
    await delayed;
    server.inject({ method: 'chat.postMessage', fault: { kind: 'slow-answer', ms: 500 } });
    const slow = post('slow');
    await server.waitFor(() => texts().includes('slow'));
    await clock.advance(500);
    await slow;
    const gate = createGate();
    server.inject({ method: 'chat.postMessage', fault: { kind: 'hold', until: gate.opened } });
    const held = post('held');
    await server.waitForCall((call) => call.fault === 'hold');
    expect(texts()).toEqual(['late', 'slow']);
    gate.open();
    await held;
  });

  it('by method, channel, count, condition and chance', async () => {
    const other = server.channel();
    const injected = server.inject({ channel: other.id, after: 1, fault: { kind: 'error', error: 'internal_error' } });
    await post('a');
    await post('b', web, other.id);
    expect(await apiErrorOf(post('c', web, other.id))).toBe('internal_error');
    await post('d', web, other.id);
    expect(injected.used()).toBe(1);
    const chance = server.inject({
      method: 'users.info',
      probability: 0.5,
      fault: { kind: 'error', error: 'internal_error' },
    });
    for (let n = 0; n < 40; n += 1) await web.users.info({ user: server.app.userId }).catch(() => {});
    expect(chance.used()).toBeGreaterThan(8);
    expect(chance.used()).toBeLessThan(32);
    expect(() => server.inject({ method: 'chat.nonsense', fault: { kind: 'hang' } })).toThrow('never strike');
  });

  it('a server that is down refuses connections, then is back at the same address', async () => {
    await server.goDown();
    await expect(post('x')).rejects.toThrow(WebAPIRequestError);
    await server.comeUp();
    await post('y');
    expect(texts()).toEqual(['y']);
  });
});

describe('rates', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

  it('posting: one a second per channel after a short burst; other channels stay open', async () => {
    for (let n = 0; n < 4; n += 1) await post(`m${n}`);
    const failure = await post('m4').catch((error: unknown) => error);
    if (!(failure instanceof WebAPIRateLimitedError)) throw failure;
    expect(failure.retryAfter).toBe(1);
    await post('elsewhere', web, server.channel().id);
    await clock.advance(1000);
    await post('m5');
    expect(server.refused()).toEqual([]);
    expect(server.intoClosed()).toEqual([]);
  });

  it('updates: 50 a minute of the whole app', async () => {
    const ts = String((await post('x')).ts);
    const edit = (n: number) => web.chat.update({ channel: channel.id, ts, text: `v${n}` });
    for (let n = 0; n < 50; n += 1) await edit(n);
    await expect(edit(50)).rejects.toThrow(WebAPIRateLimitedError);
    await clock.advance(2000);
    await edit(51);
  });

  it('flood closes what it struck; a call made into it is on record', async () => {
    server.inject({ method: 'chat.update', fault: { kind: 'flood', seconds: 30 } });
    const ts = String((await post('x')).ts);
    const edit = () => web.chat.update({ channel: channel.id, ts, text: 'y' });
    const first = await edit().catch((error: unknown) => error);
    expect(first).toBeInstanceOf(WebAPIRateLimitedError);
    await post('posting is open');
    await settle();
    await clock.advance(10_000);
    const second = await edit().catch((error: unknown) => error);
    if (!(second instanceof WebAPIRateLimitedError)) throw second;
    expect(second.retryAfter).toBe(20);
    expect(server.intoClosed().map((call) => call.method)).toEqual(['chat.update']);
    await clock.advance(20_000);
    await edit();
    expect(server.intoClosed()).toHaveLength(1);
  });

  it('a limit that the app was not told of is no offence', async () => {
    server.closeMethod('chat.postMessage', 5000, channel);
    await expect(post('x')).rejects.toThrow(WebAPIRateLimitedError);
    expect(server.intoClosed()).toEqual([]);
    server.clearFaults();
    await post('y');
  });
});
