import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUpdate } from '../../../../src/channels/telegram/updates/readUpdate.js';
import { inboundMessageSchema } from '../../../../src/core/message.js';
import { anna, bot, dm, group, messageUpdate, read } from './sampleUpdates.js';

describe('what is passed over', () => {
  it.each([
    ['a message of a bot', { text: 'x', from: { ...anna, is_bot: true } }],
    ['a channel post', { text: 'x', chat: { id: -1, type: 'channel' } }],
    [
      'a channel post in its discussion group',
      { text: 'x', chat: group, is_automatic_forward: true, sender_chat: group },
    ],
    ['a service message (new_chat_members)', { chat: group, new_chat_members: [anna] }],
    ['a service message (forum_topic_created)', { chat: group, forum_topic_created: {} }],
    ['a message that holds nothing', {}],
  ])('%s', (why, fields) => {
    expect(read(fields)).toEqual({ kind: 'ignored', why });
  });

  it('every update of another kind, by name', () => {
    expect(readUpdate({ update_id: 3, message_reaction: {} }, bot, 1_234)).toEqual({
      kind: 'ignored',
      why: 'an update of kind message_reaction',
    });
  });
});

describe('other updates', () => {
  it('tell of a group that moved, from either side', () => {
    const move = { account: '42', from: '-5', to: '-1005' };
    expect(read({ chat: { id: -5, type: 'group' }, migrate_to_chat_id: -1005 })).toEqual({ kind: 'moved', move });
    expect(read({ chat: { id: -1005, type: 'supergroup' }, migrate_from_chat_id: -5 })).toEqual({
      kind: 'moved',
      move,
    });
  });

  it.each([
    ['kicked', {}, false],
    ['left', {}, false],
    ['member', {}, true],
    ['administrator', {}, true],
    ['restricted', { is_member: false }, false],
    ['restricted', { is_member: true }, true],
  ])('tell of the membership %s %j', (status, more, isReachable) => {
    const my_chat_member = {
      chat: group,
      from: anna,
      date: 1,
      old_chat_member: {},
      new_chat_member: { status, ...more },
    };
    expect(readUpdate({ update_id: 4, my_chat_member }, bot, 1_234)).toMatchObject({
      kind: 'membership',
      change: { isReachable, status },
    });
  });

  it('tell who pressed which stop button where', () => {
    const message = { message_id: 12, date: 0, chat: group, message_thread_id: 5, is_topic_message: true };
    const callback_query = { id: 'q1', from: anna, chat_instance: 'c', data: 'stop:t-1', message };
    expect(readUpdate({ update_id: 5, callback_query }, bot, 1_234)).toMatchObject({
      kind: 'stopPress',
      query: 'q1',
      press: { turn: 't-1', by: { user: '7' }, lane: 'telegram:42:-100123:5', address: { thread: '5', anchor: '12' } },
    });
  });

  it('make a choice the command of whoever pressed it, in place of the message with the buttons', () => {
    const message = { message_id: 12, date: 0, chat: group, message_thread_id: 5, is_topic_message: true };
    const callback_query = { id: 'q3', from: anna, chat_instance: 'c', data: '/persona coder', message };
    const reading = readUpdate({ update_id: 5, callback_query }, bot, 1_234);
    if (reading.kind !== 'choicePress') throw new Error(`a press was expected, got ${reading.kind}`);
    expect(inboundMessageSchema.parse(reading.message)).toEqual({
      identity: 'q:q3',
      aliases: [],
      address: { platform: 'telegram', account: '42', chat: '-100123', thread: '5', anchor: '12', kind: 'group' },
      lane: 'telegram:42:-100123:5',
      sender: { user: '7', name: 'Anna Ö.', locale: 'de', isBot: false, verifiedBy: 'platform' },
      addressed: true,
      parts: [{ type: 'text', text: '/persona coder' }],
      inPlaceOf: '12',
      sentAt: 1_234,
    });
  });

  it.each([[{ data: 'other' }], [{}], [{ data: 'stop:', message: { message_id: 1, chat: dm } }]])(
    'answer dead buttons too: %j',
    (more) => {
      const callback_query = { id: 'q2', from: anna, ...more };
      expect(readUpdate({ update_id: 6, callback_query }, bot, 1_234)).toMatchObject({
        kind: 'deadButton',
        query: 'q2',
        by: { user: String(anna.id) },
      });
    },
  );
});

it.each([
  ['stop:', { chat: -100123, message: 12 }],
  ['made up', null],
])('the buttons of a message go when a dead one of them was pressed, and stay when %j was', (data, place) => {
  const message = {
    message_id: 12,
    chat: { id: -100123, type: 'supergroup' },
    reply_markup: {
      inline_keyboard: [
        [
          { text: 'Stop', callback_data: 'stop:' },
          { text: 'Read', url: 'https://example.com' },
        ],
      ],
    },
  };
  const callback_query = { id: 'q3', from: anna, data, message };
  expect(readUpdate({ update_id: 7, callback_query }, bot, 1_234)).toMatchObject({ kind: 'deadButton', place });
});

describe('a broken update', () => {
  it.each([
    [null],
    [7],
    ['x'],
    [{}],
    [{ update_id: 'x' }],
    [messageUpdate({ text: 5 })],
    [messageUpdate({ chat: null })],
  ])('is refused with a code: %j', (update) => {
    expect(() => readUpdate(update, bot, 0)).toThrow(expect.objectContaining({ code: 'telegram-update' }));
  });

  it('or any other input never fails in another way, and never makes an invalid message', () => {
    const fields = fc.record(
      {
        text: fc.string({ unit: 'binary' }),
        caption: fc.string(),
        entities: fc.array(
          fc.record({
            type: fc.constantFrom('mention', 'text_mention', 'bot_command', 'text_link', 'bold'),
            offset: fc.nat(40),
            length: fc.nat(40),
            url: fc.webUrl(),
          }),
        ),
        chat: fc.constantFrom(dm, group, null, { id: 1, type: 'odd' }),
        from: fc.constantFrom(anna, undefined, { ...anna, is_bot: true }),
        sticker: fc.jsonValue(),
        message_thread_id: fc.oneof(fc.integer(), fc.string()),
        is_topic_message: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (extra) => {
        try {
          const reading = readUpdate(messageUpdate(extra), bot, 0);
          if (reading.kind === 'message') inboundMessageSchema.parse(reading.message);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'telegram-update' });
        }
      }),
      { numRuns: 500 },
    );
  });
});
