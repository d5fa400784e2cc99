import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import { FORM, openSignedSlack, type SignedSlack } from './signedSlack.js';
import { openTelegramScene, person, type TelegramScene, update } from './telegramScene.js';

describe('Telegram', () => {
  let scene: TelegramScene;
  beforeAll(async () => {
    scene = await openTelegramScene();
  });
  afterAll(() => scene.close());

  let presses = 0;
  const press = (data: string | undefined, more: Record<string, unknown> = {}) => {
    presses += 1;
    const message = { message_id: 5, chat: { id: 501, type: 'private' } };
    const callback_query = { id: `press${presses}`, from: person, message, data, ...more };
    return { update_id: update().update_id, callback_query };
  };

  it.each<[string, unknown]>([
    ['no data', press(undefined)],
    ['empty data', press('')],
    ['made up data', press('approve:everything')],
    ['the name of the stop button alone', press('stop:')],
    ['the stop button in capitals', press('STOP:t1')],
    ['a blank before a command', press(' /help')],
    ['a NUL before a command', press('\0/help')],
    ['JSON', press('{"command":"/help"}')],
    ['a prototype', press('__proto__')],
    ['far too long', press('x'.repeat(100_000))],
    ['a command without a message', press('/help', { message: undefined })],
    ['a stop without a message', press('stop:t1', { message: undefined })],
  ])('%s does nothing', async (_name, body) => {
    const before = scene.running.presses.length;
    const reply = await scene.attempt(body);
    expect([reply.status, reply.stored, scene.running.presses.length - before]).toEqual([200, [], 0]);
  });

  it('a press is the presser’s, where the button stands, and counts once', async () => {
    const group = { message_id: 5, chat: { id: -77, type: 'group', title: 'G' } };
    const body = press('/approve ABC', { from: { ...person, id: 666, first_name: 'owner' }, message: group });
    const reply = await scene.attempt(body);
    expect(reply.stored.map(({ sender, address }) => [sender.user, address.chat])).toEqual([['666', '-77']]);
    expect((await scene.attempt(body)).stored).toEqual([]);
  });

  it.each(['made-up', 'x'.repeat(1_000), "'; DROP TABLE turn; --", '../..'])(
    'a stop of the turn %j is asked of the place where it was pressed',
    async (turn) => {
      const reply = await scene.attempt(press(`stop:${turn}`));
      expect([reply.status, reply.stored]).toEqual([200, []]);
      expect(scene.running.presses.at(-1)).toMatchObject({ turn, by: { user: '501' }, address: { chat: '501' } });
    },
  );
});

describe('Slack', () => {
  let slack: SignedSlack;
  beforeAll(async () => {
    slack = await openSignedSlack();
  });
  afterAll(() => slack.close());

  const choice = { action_id: 'waggle_choice_0', action_ts: '7.1', value: '/help' };
  const press = (action: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const place = { channel: { id: slack.place }, container: { message_ts: '7.0' } };
    const payload = { type: 'block_actions', user: { id: slack.person }, ...place, actions: [action], ...more };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    return slack.attempt({ body, set: { ...FORM, ...slack.signatureOf(body) } });
  };

  it.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['a button of another app', { ...choice, action_id: 'approve' }],
    ['an action without a name', { ...choice, action_id: '' }],
    ['a name like ours', { ...choice, action_id: 'waggle_choic' }],
    ['a stop in capitals', { ...choice, action_id: 'WAGGLE_STOP' }],
    ['no value', { ...choice, value: null }],
    ['an empty value', { ...choice, value: '' }],
    ['words that are no command', { ...choice, value: 'Transfer all money' }],
    ['a slash alone', { ...choice, value: '/' }],
    ['a blank before a command', { ...choice, value: ' /help' }],
    ['no message', choice, { container: null }],
    ['no conversation', choice, { channel: null }],
    ['a stop without a turn', { ...choice, action_id: 'waggle_stop', value: '' }],
  ])('%s does nothing', async (_name, action, more) => {
    expect(await press(action, more)).toMatchObject({ status: 200, stored: [], presses: 0 });
  });

  it('a press counts once, and for the presser', async () => {
    const before = slack.scene.stored.length;
    expect(await press({ ...choice, user: 'U0WNER' })).toMatchObject({ status: 200, stored: ['/help'] });
    expect(await press(choice)).toMatchObject({ status: 200, stored: [] });
    expect(slack.scene.stored.slice(before).map(({ sender }) => sender.user)).toEqual([slack.person]);
  });

  it('a stop of a made up turn is asked of the place where it was pressed', async () => {
    expect(await press({ ...choice, action_id: 'waggle_stop', value: 'made-up' })).toMatchObject({ presses: 1 });
    expect(slack.scene.presses.at(-1)).toMatchObject({ turn: 'made-up', address: { chat: slack.place } });
    expect(slack.scene.stored.map(textOf)).not.toContain('made-up');
  });
});
