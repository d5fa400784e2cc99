import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import { openTelegramScene, person, type TelegramScene, update } from './telegramScene.js';

let scene: TelegramScene;
beforeAll(async () => {
  scene = await openTelegramScene();
});
afterAll(() => scene.close());

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const MIB = 1024 * 1024;

async function expectGood() {
  expect((await scene.attempt(update({ text: 'still there?' }))).stored.map(textOf)).toEqual(['still there?']);
}

const withMessage = (change: Record<string, unknown>) => update(change);
/** An update of another kind. */
const of = (kind: Record<string, unknown>) => ({ update_id: update().update_id, ...kind });
const chat = { id: 501, type: 'private' };

describe('an update that can never be read is kept for the operator, and confirmed', () => {
  it.each<[string, unknown]>([
    ['nothing', ''],
    ['a word', 'hello'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a list of updates', [update(), update()]],
    ['broken UTF-8', Buffer.from([0xff, 0xfe, 0x7b])],
    ['no number', { message: update().message }],
    ['arrays 100,000 deep', nested(100_000)],
    ['a field 100,000 deep', `{"update_id":1,"message":${nested(100_000)}}`],
    ['a number 20,000 times deep', `${'{"update_id":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['a message that is a word', of({ message: 'hi' })],
    ['a message that is null', of({ message: null })],
    ['a message without a chat', withMessage({ chat: undefined })],
    ['a chat without an id', withMessage({ chat: { type: 'private' } })],
    ['a chat of another kind', withMessage({ chat: { id: 1, type: 'universe' } })],
    ['a chat with a fraction', withMessage({ chat: { id: 1.5, type: 'private' } })],
    ['a sender without a name', withMessage({ from: { id: 1, is_bot: false } })],
    ['a sender of words', withMessage({ from: 'owner' })],
    ['a sender with a number of words', withMessage({ from: { ...person, id: '501' } })],
    ['a text that is a list', withMessage({ text: ['hi'] })],
    ['a text that is an object', withMessage({ text: { toString: 'hi' } })],
    ['a date of words', withMessage({ date: 'today' })],
    ['an endless date', JSON.stringify(update()).replace('1700000000', '1e999')],
    ['entities below zero', withMessage({ entities: [{ type: 'bold', offset: -1, length: 2 }] })],
    ['10,000 broken entities', withMessage({ entities: Array.from({ length: 10_000 }, () => 0) })],
    ['a file without an id', withMessage({ document: { file_name: 'a' } })],
    ['a file of a size below zero', withMessage({ document: { file_id: 'a', file_size: -1 } })],
    ['a press without a person', of({ callback_query: { id: '1' } })],
    ['a press with data of a number', of({ callback_query: { id: '1', from: person, data: 7 } })],
    ['a press without an id', of({ callback_query: { id: '', from: person } })],
    ['a membership without a person', of({ my_chat_member: { chat, new_chat_member: { status: 'left' } } })],
  ])('%s', async (_name, body) => {
    const before = scene.running.dead.length;
    const reply = await scene.attempt(body);
    expect([reply.status, reply.stored, reply.body]).toEqual([200, [], '']);
    expect(scene.running.dead.length).toBe(before + 1);
    expect(scene.running.log.said('error', /given up as dead/)).toBe(true);
    await expectGood();
  });
});

describe('an odd or extreme update is stored or passed over', () => {
  it.each<[string, unknown]>([
    ['only a number', of({})],
    ['an unknown kind', of({ telepathy: { text: 'hi' } })],
    ['a prototype', `{"update_id":7,"__proto__":{"message":1},"constructor":1}`],
    ['a message of no kind', withMessage({ text: undefined })],
    ['a message of an unknown kind', withMessage({ text: undefined, hologram: {} })],
    ['an empty text', withMessage({ text: '' })],
    ['a text of NULs', withMessage({ text: '\0\0' })],
    ['half letters', withMessage({ text: '\ud800\udfff\udc00' })],
    ['400,000 letters', withMessage({ text: 'x'.repeat(400_000) })],
    ['a name of 100,000 letters', withMessage({ from: { ...person, first_name: 'x'.repeat(100_000) } })],
    ['an empty name', withMessage({ from: { ...person, first_name: '' } })],
    ['a language of nonsense', withMessage({ from: { ...person, language_code: '../../etc' } })],
    ['entities far outside', withMessage({ entities: [{ type: 'mention', offset: 1e9, length: 1e9 }] })],
    [
      'entities that cut a letter',
      withMessage({ text: '😀', entities: [{ type: 'bot_command', offset: 1, length: 1 }] }),
    ],
    [
      '20,000 entities',
      withMessage({ entities: Array.from({ length: 20_000 }, () => ({ type: 'bold', offset: 0, length: 2 })) }),
    ],
    ['a chat at the end of numbers', withMessage({ chat: { id: -(2 ** 53 - 1), type: 'group', title: 'G' } })],
    ['a chat with the number zero', withMessage({ chat: { id: 0, type: 'private' } })],
    ['a date before all', withMessage({ date: -(2 ** 53 - 1) })],
    ['a date after all', withMessage({ date: 2 ** 53 - 1 })],
    ['no sender', withMessage({ from: undefined })],
    ['a forward of nonsense', withMessage({ forward_origin: { type: 7, chat: null } })],
    ['a file with a path as its name', withMessage({ document: { file_id: 'a', file_name: '../../../http-token' } })],
    ['a place outside the world', withMessage({ text: undefined, location: { latitude: 1e300, longitude: -1e300 } })],
    [
      'a poll of 10,000 answers',
      withMessage({
        text: undefined,
        poll: { question: 'q', options: Array.from({ length: 10_000 }, () => ({ text: 'a' })) },
      }),
    ],
    ['an album without an end', withMessage({ media_group_id: 'a', photo: [], text: undefined })],
    [
      'a group that moves to itself',
      withMessage({ chat: { id: -5, type: 'group' }, migrate_to_chat_id: -5, text: undefined }),
    ],
    ['an edit of what never was', of({ edited_message: { ...update().message, edit_date: 1 } })],
    ['a press without a message', of({ callback_query: { id: 'p1', from: person, data: '/help' } })],
    ['a membership of no kind', of({ my_chat_member: { chat, from: person, new_chat_member: { status: 'ghost' } } })],
    [
      'a field nobody reads, 50,000 deep',
      JSON.stringify(update()).replace('"text"', `"forward_origin":${nested(50_000)},"text"`),
    ],
  ])('%s', async (_name, body) => {
    const reply = await scene.attempt(body);
    expect([reply.status, reply.body]).toEqual([200, '']);
    await expectGood();
  });
});

describe('a body that is too long is refused before it is read', () => {
  it.each<[string, Record<string, string | null>, Buffer]>([
    ['by what it announces', { 'Content-Length': String(9 * MIB) }, Buffer.alloc(10)],
    ['by what comes', {}, Buffer.alloc(MIB + 1, 0x20)],
    [
      'in chunks',
      { 'Content-Length': null, 'Transfer-Encoding': 'chunked' },
      Buffer.from(`200000\r\n${' '.repeat(2 * MIB)}\r\n0\r\n\r\n`),
    ],
  ])('%s', async (_name, set, body) => {
    expect(await scene.attempt(body, { set })).toMatchObject({ status: 413, stored: [] });
    await expectGood();
  });
});
