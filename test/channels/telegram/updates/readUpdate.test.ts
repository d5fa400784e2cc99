import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../../src/channels/telegram/updates/reading.js';
import { readUpdate } from '../../../../src/channels/telegram/updates/readUpdate.js';
import { inboundMessageSchema, textOf } from '../../../../src/core/message.js';
import { anna, bot, dm, entity, group, messageUpdate } from './sampleUpdates.js';

function read(fields: Record<string, unknown>): Reading {
  return readUpdate(messageUpdate(fields), bot);
}

function messageOf(reading: Reading) {
  if (reading.kind !== 'message') throw new Error(`a message was expected, got ${JSON.stringify(reading)}`);
  expect(inboundMessageSchema.parse(reading.message)).toEqual(reading.message);
  return reading.message;
}

describe('a private message', () => {
  it('becomes an inbound message with everything that a turn needs', () => {
    const message = messageOf(read({ text: 'hi' }));
    expect(message).toEqual({
      identity: 'm:7:10',
      aliases: [],
      address: { platform: 'telegram', account: '42', chat: '7', anchor: '10', kind: 'dm' },
      lane: 'telegram:42:7',
      sender: { user: '7', name: 'Anna Ö.', locale: 'de', isBot: false, verifiedBy: 'platform' },
      addressed: true,
      parts: [{ type: 'text', text: 'hi' }],
      sentAt: 1_700_000_000_000,
    });
  });

  it('keeps the text of the message that it replies to, and of a quote rather than of the whole', () => {
    const reply_to_message = { message_id: 9, chat: dm, from: anna, date: 1, text: 'the whole text' };
    expect(messageOf(read({ text: 'hi', reply_to_message })).replyTo).toBe('the whole text');
    expect(messageOf(read({ text: 'hi', reply_to_message, quote: { text: 'whole', position: 4 } })).replyTo).toBe(
      'whole',
    );
  });

  it('keeps the target of a link that only its words show', () => {
    const text = 'read this page please';
    const entities = [entity(text, 'this page', 'text_link', { url: 'https://bees.example/a' })];
    expect(textOf(messageOf(read({ text, entities })))).toBe('read this page (https://bees.example/a) please');
  });

  it('is told apart from its edits, which name it', () => {
    const edited_message = { message_id: 10, date: 1, edit_date: 1_700_000_050, chat: dm, from: anna, text: 'hello' };
    const reading = readUpdate({ update_id: 2, edited_message }, bot);
    expect(messageOf(reading)).toMatchObject({
      identity: 'e:7:10:1700000050',
      edits: 'm:7:10',
      sentAt: 1_700_000_050_000,
    });
  });
});

describe('a message in a group', () => {
  const said = (text: string, more: Record<string, unknown> = {}) => read({ chat: group, text, ...more });

  it('is not addressed without a sign', () => {
    expect(messageOf(said('good morning all')).addressed).toBe(false);
  });

  it.each([
    ['@WaggleBot what is this?', 'what is this?'],
    ['@wagglebot, what is this?', 'what is this?'],
    ['what is this, @WAGGLEBOT?', 'what is this?'],
    ['hey @WaggleBot what is this?', 'hey what is this?'],
    ['🐝 @WaggleBot: go', '🐝: go'],
  ])('is addressed by a mention, which is taken out: %s', (text, left) => {
    const name = /@\w+/.exec(text)?.[0] ?? '';
    const message = messageOf(said(text, { entities: [entity(text, name, 'mention')] }));
    expect([message.addressed, textOf(message)]).toEqual([true, left]);
  });

  it('keeps a bare mention as its text, for there is nothing else', () => {
    const message = messageOf(said('@WaggleBot', { entities: [{ type: 'mention', offset: 0, length: 10 }] }));
    expect([message.addressed, textOf(message)]).toEqual([true, '@WaggleBot']);
  });

  it('is addressed by a mention by id, and not by one of somebody else', () => {
    const text = 'Waggle please help';
    const mention = (id: number) => [entity(text, 'Waggle', 'text_mention', { user: { ...anna, id } })];
    const ours = messageOf(said(text, { entities: mention(42) }));
    expect([ours.addressed, textOf(ours)]).toEqual([true, 'please help']);
    expect(messageOf(said(text, { entities: mention(43) })).addressed).toBe(false);
    expect(messageOf(said('@other hi', { entities: [{ type: 'mention', offset: 0, length: 6 }] })).addressed).toBe(
      false,
    );
  });

  it('is addressed by a mention in a caption', () => {
    const photo = [{ file_id: 'p', width: 1, height: 1 }];
    const caption = '@WaggleBot look';
    const reading = read({ chat: group, photo, caption, caption_entities: [entity(caption, '@WaggleBot', 'mention')] });
    expect([messageOf(reading).addressed, textOf(messageOf(reading))]).toEqual([true, 'look']);
  });

  it('is addressed by a reply to the bot', () => {
    const reply = (id: number) => ({
      message_id: 9,
      chat: group,
      date: 1,
      from: { ...anna, id, is_bot: true },
      text: 'x',
    });
    expect(messageOf(said('and?', { reply_to_message: reply(42) })).addressed).toBe(true);
    expect(messageOf(said('and?', { reply_to_message: reply(43) })).addressed).toBe(false);
  });

  it('is addressed by a command at its start, whose bot name goes', () => {
    const bare = messageOf(said('/stop all', { entities: [{ type: 'bot_command', offset: 0, length: 5 }] }));
    expect([bare.addressed, textOf(bare)]).toEqual([true, '/stop all']);
    const named = messageOf(
      said('/stop@wagglebot all', { entities: [{ type: 'bot_command', offset: 0, length: 15 }] }),
    );
    expect([named.addressed, textOf(named)]).toEqual([true, '/stop all']);
    const inside = messageOf(said('try /help', { entities: [{ type: 'bot_command', offset: 4, length: 5 }] }));
    expect(inside.addressed).toBe(false);
  });

  it('is passed over when it is a command for another bot, also in reply to ours', () => {
    const entities = [{ type: 'bot_command', offset: 0, length: 10 }];
    const reply_to_message = { message_id: 9, chat: group, date: 1, from: { ...anna, id: 42, is_bot: true } };
    expect(said('/stop@else', { entities, reply_to_message })).toEqual({
      kind: 'ignored',
      why: 'a command for another bot',
    });
  });

  it('has the chat as its sender when it is anonymous, and no locale', () => {
    const from = { id: 1087968824, is_bot: true, first_name: 'Group', language_code: 'en' };
    const message = messageOf(
      said('/stop', { from, sender_chat: group, entities: [{ type: 'bot_command', offset: 0, length: 5 }] }),
    );
    expect(message.sender).toEqual({ user: '-100123', name: 'Bees', isBot: false, verifiedBy: 'platform' });
  });
});

describe('a forum', () => {
  const topic = {
    message_id: 5,
    chat: group,
    date: 1,
    from: { ...anna, id: 42, is_bot: true },
    forum_topic_created: { name: 'x' },
  };

  it('has a lane per topic', () => {
    const message = messageOf(read({ chat: group, text: 'hi', message_thread_id: 5, is_topic_message: true }));
    expect([message.address.thread, message.lane]).toEqual(['5', 'telegram:42:-100123:5']);
  });

  it('has no thread in General, nor for replies outside topics', () => {
    expect(
      messageOf(read({ chat: group, text: 'hi', message_thread_id: 1, is_topic_message: true })).address.thread,
    ).toBeUndefined();
    expect(messageOf(read({ chat: group, text: 'hi', message_thread_id: 77 })).address.thread).toBeUndefined();
  });

  it('does not take the message that opened the topic for one that was replied to', () => {
    const message = messageOf(
      read({ chat: group, text: 'hi', message_thread_id: 5, is_topic_message: true, reply_to_message: topic }),
    );
    expect([message.addressed, message.replyTo]).toEqual([false, undefined]);
  });
});

describe('files', () => {
  it.each([
    [
      {
        photo: [
          { file_id: 's', width: 9, height: 9, file_size: 1 },
          { file_id: 'l', width: 90, height: 90, file_size: 5 },
        ],
      },
      { ref: 'l', mime: 'image/jpeg', bytes: 5 },
    ],
    [
      { document: { file_id: 'd', file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 3 } },
      { ref: 'd', mime: 'application/pdf', bytes: 3, name: 'a.pdf' },
    ],
    [{ document: { file_id: 'd' } }, { ref: 'd', mime: 'application/octet-stream', bytes: 0 }],
    [{ voice: { file_id: 'v', duration: 2, file_size: 8 } }, { ref: 'v', mime: 'audio/ogg', bytes: 8 }],
    [
      { audio: { file_id: 'u', performer: 'P', title: 'T', duration: 1 } },
      { ref: 'u', mime: 'audio/mpeg', bytes: 0, name: 'P - T' },
    ],
    [{ video: { file_id: 'w', mime_type: 'video/webm' } }, { ref: 'w', mime: 'video/webm', bytes: 0 }],
    [{ video_note: { file_id: 'n' } }, { ref: 'n', mime: 'video/mp4', bytes: 0 }],
    [
      { animation: { file_id: 'g' }, document: { file_id: 'g' } },
      { ref: 'g', mime: 'video/mp4', bytes: 0 },
    ],
  ])('%j', (fields, file) => {
    expect(messageOf(read(fields)).parts).toEqual([{ type: 'file', ...file }]);
  });

  it('come after their caption, and name their album', () => {
    const reading = read({ photo: [{ file_id: 'p', width: 1, height: 1 }], caption: 'see', media_group_id: 'a1' });
    expect(reading).toMatchObject({ album: 'a1', message: { parts: [{ text: 'see' }, { ref: 'p' }] } });
  });
});

describe('what has no text', () => {
  it.each([
    [{ sticker: { file_id: 's', emoji: '👍' } }, '[a sticker: 👍]'],
    [{ dice: { emoji: '🎲', value: 4 } }, '[a throw of 🎲: 4]'],
    [{ poll: { id: 'p', question: 'Tea?', options: [{ text: 'yes' }, { text: 'no' }] } }, '[a poll: Tea? — yes / no]'],
    [{ contact: { first_name: 'Bo', phone_number: '+49' } }, '[a contact: Bo, +49]'],
    [{ location: { latitude: 1.5, longitude: 2 } }, '[a location: 1.5, 2]'],
    [
      { venue: { title: 'Café', address: 'Rd 1', location: {} }, location: { latitude: 1, longitude: 2 } },
      '[a place: Café, Rd 1]',
    ],
  ])('is said in words: %j', (fields, text) => {
    const reading = read(fields);
    expect(textOf(messageOf(reading))).toBe(text);
    expect(reading).toMatchObject({ unread: [] });
  });

  it('is named honestly when its kind is unknown, also one that does not exist yet', () => {
    expect(read({ hologram_message: {} })).toMatchObject({
      message: { parts: [{ type: 'text', text: '[hologram message: cannot be read here]' }] },
      unread: ['hologram_message'],
    });
    expect(textOf(messageOf(read({ game: { title: 'x' } })))).toBe('[a game: cannot be read here]');
  });
});

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
    expect(readUpdate({ update_id: 3, message_reaction: {} }, bot)).toEqual({
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
    expect(readUpdate({ update_id: 4, my_chat_member }, bot)).toMatchObject({
      kind: 'membership',
      change: { isReachable, status },
    });
  });

  it('tell who pressed which stop button where', () => {
    const message = { message_id: 12, date: 0, chat: group, message_thread_id: 5, is_topic_message: true };
    const callback_query = { id: 'q1', from: anna, chat_instance: 'c', data: 'stop:t-1', message };
    expect(readUpdate({ update_id: 5, callback_query }, bot)).toMatchObject({
      kind: 'stopPress',
      query: 'q1',
      press: { turn: 't-1', by: { user: '7' }, lane: 'telegram:42:-100123:5', address: { thread: '5', anchor: '12' } },
    });
  });

  it.each([[{ data: 'other' }], [{}], [{ data: 'stop:', message: { message_id: 1, chat: dm } }]])(
    'answer dead buttons too: %j',
    (more) => {
      const callback_query = { id: 'q2', from: anna, ...more };
      expect(readUpdate({ update_id: 6, callback_query }, bot)).toMatchObject({ kind: 'deadButton', query: 'q2' });
    },
  );
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
    expect(() => readUpdate(update, bot)).toThrow(expect.objectContaining({ code: 'telegram-update' }));
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
          const reading = readUpdate(messageUpdate(extra), bot);
          if (reading.kind === 'message') inboundMessageSchema.parse(reading.message);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'telegram-update' });
        }
      }),
      { numRuns: 500 },
    );
  });
});
