import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM, openSignedSlack, type SignedSlack } from './signedSlack.js';

let slack: SignedSlack;
beforeAll(async () => {
  slack = await openSignedSlack();
});
afterAll(() => slack.close());

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

async function signed(body: string | Buffer, set: Record<string, string> = {}) {
  const dead = slack.scene.dead.length;
  const reply = await slack.attempt({ body, set: { ...set, ...slack.signatureOf(body) } });
  return { ...reply, dead: slack.scene.dead.length - dead };
}

async function expectGood() {
  expect(await signed(slack.event('still there?'))).toMatchObject({ status: 200, stored: ['still there?'] });
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const payload = (value: unknown) => form({ payload: JSON.stringify(value) });
const callback = (event: unknown) =>
  JSON.stringify({ type: 'event_callback', team_id: slack.scene.server.team.id, event });

describe('an event that can never be read is kept for the operator, and acknowledged', () => {
  it.each<[string, () => string | Buffer]>([
    ['nothing', () => ''],
    ['a word', () => 'hello'],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['broken UTF-8', () => Buffer.from([0xff, 0x7b])],
    ['a type of a number', () => '{"type":7}'],
    ['arrays 100,000 deep', () => nested(100_000)],
    ['no event', () => '{"type":"event_callback"}'],
    ['an event that is null', () => callback(null)],
    ['an event that is a list', () => callback([])],
    ['an event without a type', () => callback({ text: 'hi' })],
    ['a message without a channel', () => callback({ type: 'message', ts: '1.1', text: 'hi' })],
    ['a message without a time', () => callback({ type: 'message', channel: slack.place, text: 'hi' })],
    ['a message with a time of a number', () => slack.event('hi', { ts: 1.5 })],
    ['a text of a list', () => slack.event('hi', { text: ['a'] })],
    ['a person of an object', () => slack.event('hi', { user: { id: 'U1' } })],
    ['files of words', () => slack.event('hi', { files: 'a' })],
    ['a file without an id', () => slack.event('hi', { files: [{ name: 'a' }] })],
    ['a file of a size below zero', () => slack.event('hi', { files: [{ id: 'F1', size: -1 }] })],
    ['blocks of words', () => slack.event('hi', { blocks: 'a' })],
    [
      'blocks 100,000 deep in no list',
      () => slack.event('hi', { blocks: 0 }).replace('"blocks":0', `"blocks":{"a":${nested(100_000)}}`),
    ],
    ['10,000 broken attachments', () => slack.event('hi', { attachments: Array.from({ length: 10_000 }, () => 0) })],
    ['a change without a message', () => slack.event('hi', { subtype: 'message_changed' })],
    ['a deletion of nothing', () => slack.event('hi', { subtype: 'message_deleted' })],
  ])('%s', async (_name, body) => {
    expect(await signed(body())).toMatchObject({ status: 200, stored: [], dead: 1, body: '' });
    await expectGood();
  });

  const press = { type: 'block_actions', user: { id: 'U1' }, channel: { id: 'D1' }, container: { message_ts: '1.1' } };
  it.each<[string, () => string]>([
    ['a payload that is no JSON', () => form({ payload: '{' })],
    ['an empty payload', () => form({ payload: '' })],
    ['a command without a slash', () => form({ command: 'waggle' })],
    ['a command without a person', () => form({ command: '/waggle', channel_id: slack.place })],
    ['a press without actions', () => payload({ ...press, actions: [] })],
    [
      'a press without a person',
      () => payload({ ...press, user: null, actions: [{ action_id: 'a', action_ts: '1' }] }),
    ],
    [
      'a press with a value of an object',
      () => payload({ ...press, actions: [{ action_id: 'a', action_ts: '1', value: {} }] }),
    ],
    ['a shortcut without a message', () => payload({ type: 'message_action', callback_id: 'waggle_ask' })],
    ['a view without values', () => payload({ type: 'view_submission', user: { id: 'U1' }, view: { id: 'V1' } })],
  ])('%s', async (_name, body) => {
    expect(await signed(body(), FORM)).toMatchObject({ status: 200, stored: [], dead: 1, body: '' });
    await expectGood();
  });
});

describe('an odd or extreme event is stored or passed over', () => {
  it.each<[string, () => string, Record<string, string>]>([
    ['an empty object', () => '{}', {}],
    ['an unknown type', () => '{"type":"telepathy"}', {}],
    ['an unknown event', () => callback({ type: 'telepathy' }), {}],
    ['a prototype', () => slack.event().replace('{', '{"__proto__":{"type":"x"},'), {}],
    ['a challenge of a number', () => '{"type":"url_verification","challenge":7}', {}],
    ['an empty text', () => slack.event('', {}), {}],
    ['no person', () => slack.event('hi', { user: null }), {}],
    ['a person of nonsense', () => slack.event('hi', { user: '../../U1' }), {}],
    ['a channel of nonsense', () => slack.event('hi', { channel: '\0' }), {}],
    ['a channel of 100,000 letters', () => slack.event('hi', { channel: `D${'x'.repeat(100_000)}` }), {}],
    ['a time of words', () => slack.event('hi', { ts: 'now', event_ts: 'now' }), {}],
    ['a time after all', () => slack.event('hi', { ts: '9e99', event_ts: '9e99' }), {}],
    ['a time of NaN', () => slack.event('hi', { ts: 'NaN', event_ts: 'Infinity' }), {}],
    ['400,000 letters', () => slack.event('x'.repeat(400_000)), {}],
    ['NULs and half letters', () => slack.event('\0\ud800'), {}],
    ['10,000 open marks', () => slack.event('<@'.repeat(10_000)), {}],
    ['100,000 stars', () => slack.event('*_~`'.repeat(25_000)), {}],
    [
      'blocks 5,000 deep',
      () =>
        slack
          .event('', { blocks: 0 })
          .replace('"blocks":0', `"blocks":[${'{"type":"rich_text","elements":['.repeat(5_000)}${']}'.repeat(5_000)}]`),
      {},
    ],
    [
      '20,000 blocks',
      () => slack.event('', { blocks: Array.from({ length: 20_000 }, () => ({ type: 'section', text: 7 })) }),
      {},
    ],
    ['a thread that is a time of nothing', () => slack.event('hi', { thread_ts: '' }), {}],
    ['an unknown subtype', () => slack.event('hi', { subtype: 'ghost' }), {}],
    ['a deletion of what never was', () => slack.event('hi', { subtype: 'message_deleted', deleted_ts: '0.0' }), {}],
    ['an empty form', () => '', FORM],
    ['a form of NULs', () => '%00=%00&__proto__=1&constructor=2', FORM],
    ['a payload twice', () => 'payload=%7B%7D&payload=%7B%22type%22%3A%22x%22%7D', FORM],
    [
      'a view of another',
      () =>
        payload({
          type: 'view_submission',
          user: { id: 'U1' },
          view: { id: 'V', callback_id: 'x', private_metadata: '', state: { values: {} } },
        }),
      FORM,
    ],
    [
      'a view with metadata of nonsense',
      () =>
        payload({
          type: 'view_submission',
          user: { id: 'U1' },
          view: { id: 'V', callback_id: 'waggle_ask', private_metadata: '{"channel":1', state: { values: {} } },
        }),
      FORM,
    ],
    [
      'a shortcut of another',
      () =>
        payload({
          type: 'message_action',
          callback_id: 'x',
          trigger_id: 't',
          user: { id: 'U1' },
          channel: { id: 'D1' },
          message: { ts: '1' },
        }),
      FORM,
    ],
  ])('%s', async (_name, body, set) => {
    expect(await signed(body(), set)).toMatchObject({ status: 200, body: '' });
    await expectGood();
  });

  it('a body over the limit is refused', async () => {
    const body = Buffer.alloc(4 * 1024 * 1024 + 1, 0x20);
    expect(await signed(body)).toMatchObject({ status: 413, stored: [] });
    await expectGood();
  });
});
