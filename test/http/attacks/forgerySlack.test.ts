import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import type { SlackScene } from '../../channels/slack/scene.js';
import type { RawRequest } from './rawExchange.js';
import { FORM, nowS, openSignedSlack, type SignedSlack } from './signedSlack.js';

let slack: SignedSlack;
let scene: SlackScene;
beforeAll(async () => {
  slack = await openSignedSlack();
  ({ scene } = slack);
});
afterAll(() => slack.close());
const signatureOf: SignedSlack['signatureOf'] = (...args) => slack.signatureOf(...args);
const event: SignedSlack['event'] = (...args) => slack.event(...args);
const attempt: SignedSlack['attempt'] = (...args) => slack.attempt(...args);

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const command = (more: Record<string, string> = {}) =>
  form({
    command: '/waggle',
    text: 'status',
    channel_id: slack.place,
    user_id: slack.person,
    response_url: 'https://hooks.example/x',
    trigger_id: 'tr',
    ...more,
  });

const press = (value: string) =>
  form({
    payload: JSON.stringify({
      type: 'block_actions',
      user: { id: slack.person },
      channel: { id: slack.place },
      container: { message_ts: '1.1' },
      actions: [{ action_id: 'stop', action_ts: '1.2', value }],
    }),
  });

describe('refused, with nothing stored', () => {
  const other = () => event('of another body');
  const upper = (body: string) => {
    const headers = signatureOf(body);
    return { ...headers, 'X-Slack-Signature': headers['X-Slack-Signature'].toUpperCase() };
  };

  it.each<[string, (body: string) => Pick<RawRequest, 'set' | 'lines' | 'body'>]>([
    ['no signature at all', () => ({})],
    ['no timestamp', (body) => ({ set: { ...signatureOf(body), 'X-Slack-Request-Timestamp': null } })],
    ['no signature beside a timestamp', (body) => ({ set: { ...signatureOf(body), 'X-Slack-Signature': null } })],
    ['an empty signature', (body) => ({ set: { ...signatureOf(body), 'X-Slack-Signature': '' } })],
    ['only the version', (body) => ({ set: { ...signatureOf(body), 'X-Slack-Signature': 'v0=' } })],
    ['301 seconds old', (body) => ({ set: signatureOf(body, { ageS: 302 }) })],
    ['a day old', (body) => ({ set: signatureOf(body, { ageS: 86_400 }) })],
    ['five minutes ahead', (body) => ({ set: signatureOf(body, { ageS: -310 }) })],
    ['years ahead', (body) => ({ set: signatureOf(body, { ageS: -1e8 }) })],
    ['a timestamp of milliseconds', (body) => ({ set: signatureOf(body, { stamp: String(Date.now()) }) })],
    ['an empty timestamp', (body) => ({ set: signatureOf(body, { stamp: '' }) })],
    ['a timestamp of words', (body) => ({ set: signatureOf(body, { stamp: 'now' }) })],
    ['a timestamp with an exponent', (body) => ({ set: signatureOf(body, { stamp: `${nowS() / 10}e1` }) })],
    ['a timestamp in hexadecimal', (body) => ({ set: signatureOf(body, { stamp: `0x${nowS().toString(16)}` }) })],
    ['a timestamp with a fraction', (body) => ({ set: signatureOf(body, { stamp: `${nowS()}.0` }) })],
    ['a timestamp below zero', (body) => ({ set: signatureOf(body, { stamp: '-1' }) })],
    [
      'another timestamp than the signed one',
      (body) => ({ set: { ...signatureOf(body), 'X-Slack-Request-Timestamp': String(nowS() - 30) } }),
    ],
    ['version v1', (body) => ({ set: signatureOf(body, { version: 'v1' }) })],
    ['version V0', (body) => ({ set: signatureOf(body, { version: 'V0' }) })],
    ['in capitals', (body) => ({ set: upper(body) })],
    ['of another body', (body) => ({ set: signatureOf(body, { of: other() }) })],
    ['of an empty body', (body) => ({ set: signatureOf(body, { of: '' }) })],
    ['by another secret', (body) => ({ set: signatureOf(body, { secret: 'another' }) })],
    ['by the empty secret', (body) => ({ set: signatureOf(body, { secret: '' }) })],
    [
      'a signature too short',
      (body) => ({
        set: { ...signatureOf(body), 'X-Slack-Signature': signatureOf(body)['X-Slack-Signature'].slice(0, -1) },
      }),
    ],
    [
      'a signature too long',
      (body) => ({ set: { ...signatureOf(body), 'X-Slack-Signature': `${signatureOf(body)['X-Slack-Signature']}0` } }),
    ],
    [
      'a signature with more behind it',
      (body) => ({ set: { ...signatureOf(body), 'X-Slack-Signature': `${signatureOf(body)['X-Slack-Signature']}=0` } }),
    ],
    [
      'a very long signature',
      (body) => ({ set: { ...signatureOf(body), 'X-Slack-Signature': `v0=${'0'.repeat(8000)}` } }),
    ],
    ['a second signature', (body) => ({ set: signatureOf(body), lines: ['X-Slack-Signature: v0=00'] })],
    ['a second timestamp', (body) => ({ set: signatureOf(body), lines: [`X-Slack-Request-Timestamp: ${nowS()}`] })],
    ['a body cut by a byte', (body) => ({ set: signatureOf(body), body: body.slice(0, -1) })],
    ['a body with a blank more', (body) => ({ set: signatureOf(body), body: `${body} ` })],
    ['a body with a mark before it', (body) => ({ set: signatureOf(body), body: `\ufeff${body}` })],
    ['an empty body', (body) => ({ set: signatureOf(body), body: '' })],
    ['the token of a former kind of verification', (body) => ({ body: body.replace('{', '{"token":"verification",') })],
  ])('%s', async (_name, change) => {
    const body = event('forged');
    const reports = slack.forged.length;
    const reply = await attempt({ body, ...change(body) });
    expect([reply.status, reply.stored, reply.body]).toEqual([401, [], '']);
    expect(slack.forged.length).toBe(reports + 1);
  });

  it.each<[string, () => string, Record<string, string>]>([
    ['url_verification', () => '{"type":"url_verification","challenge":"give it back"}', {}],
    ['a command', () => command(), FORM],
    ['a press', () => press('t1'), FORM],
    ['a press as JSON', () => press('t1'), {}],
    ['an event', () => event(), FORM],
  ])('%s without a signature', async (_name, body, set) => {
    const reply = await attempt({ body: body(), set });
    expect([reply.status, reply.stored, reply.presses, reply.body]).toEqual([401, [], 0, '']);
  });

  it('bytes that only read as what was signed', async () => {
    const signed = Buffer.from(event('\ufffd'));
    const at = signed.indexOf(Buffer.from('\ufffd'));
    const body = Buffer.concat([signed.subarray(0, at), Buffer.from([0xff]), signed.subarray(at + 3)]);
    const reply = await attempt({ body, set: signatureOf(signed) });
    expect([reply.status, reply.stored]).toEqual([401, []]);
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const body = event();
    const reply = await attempt({ body, method, set: signatureOf(body) });
    expect([reply.status, reply.stored]).toEqual([405, []]);
  });
});

describe('replays of what was signed', () => {
  it('of an event are stored once, also ten at once', async () => {
    const body = event('once');
    const set = signatureOf(body);
    const before = scene.stored.length;
    await Promise.all(Array.from({ length: 10 }, () => attempt({ body, set })));
    expect(scene.stored.slice(before).map(textOf)).toEqual(['once']);
    const again = await attempt({ body, set: signatureOf(body), lines: ['X-Slack-Retry-Num: 1'] });
    expect([again.status, again.stored]).toEqual([200, []]);
  });

  it('of a command are stored once', async () => {
    const body = command({ trigger_id: 'replayed' });
    const request = { body, set: { ...FORM, ...signatureOf(body) } };
    expect(await attempt(request)).toMatchObject({ status: 200, stored: ['/status'] });
    expect(await attempt(request)).toMatchObject({ status: 200, stored: [] });
  });
});

describe('what Slack signed is taken', () => {
  it.each([0, 290, -290])('%d seconds old', async (ageS) => {
    const body = event('signed');
    expect(await attempt({ body, set: signatureOf(body, { ageS }) })).toMatchObject({
      status: 200,
      stored: ['signed'],
    });
  });

  it('with header names in any case', async () => {
    const body = event('signed');
    const headers = Object.entries(signatureOf(body)).map(([name, value]) => [name.toLowerCase(), value]);
    expect(await attempt({ body, set: Object.fromEntries(headers) })).toMatchObject({
      status: 200,
      stored: ['signed'],
    });
  });

  it('the sender is whom it names, whatever else the event says', async () => {
    const body = event('signed').replace('"type":"message"', '"type":"message","sender":"owner","role":"owner"');
    const before = scene.stored.length;
    expect(await attempt({ body, set: signatureOf(body) })).toMatchObject({ status: 200 });
    expect(scene.stored.slice(before).map(({ sender }) => [sender.user, sender.verifiedBy])).toEqual([
      [slack.person, 'platform'],
    ]);
  });

  it('a challenge is given back', async () => {
    const body = '{"type":"url_verification","challenge":"<script>"}';
    const reply = await attempt({ body, set: signatureOf(body) });
    expect([reply.status, reply.body]).toEqual([200, '{"challenge":"<script>"}']);
    expect(reply.head).toMatch(/content-type: application\/json/i);
    expect(reply.head).toMatch(/nosniff/);
  });
});
