import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../src/core/message.js';
import type { RawRequest } from './rawExchange.js';
import { openTelegramScene, person, SECRET, SECRET_HEADER, type TelegramScene, update } from './telegramScene.js';

let scene: TelegramScene;
beforeAll(async () => {
  scene = await openTelegramScene();
});
afterAll(() => scene.close());
const attempt: TelegramScene['attempt'] = (...args) => scene.attempt(...args);

describe('without the secret nothing is taken, and the refusal is reported', () => {
  it.each<[string, RawRequest]>([
    ['missing', { set: { [SECRET_HEADER]: null } }],
    ['empty', { set: { [SECRET_HEADER]: '' } }],
    ['wrong', { set: { [SECRET_HEADER]: 'x'.repeat(SECRET.length) } }],
    ['the beginning of it', { set: { [SECRET_HEADER]: SECRET.slice(0, -1) } }],
    ['the end of it', { set: { [SECRET_HEADER]: SECRET.slice(1) } }],
    ['longer', { set: { [SECRET_HEADER]: `${SECRET}x` } }],
    ['very long', { set: { [SECRET_HEADER]: SECRET.repeat(400) } }],
    ['in capitals', { set: { [SECRET_HEADER]: SECRET.toUpperCase() } }],
    ['with a NUL-like letter', { set: { [SECRET_HEADER]: `${SECRET}\u00a0x` } }],
    ['twice', { lines: [`${SECRET_HEADER}: ${SECRET}`] }],
    ['first wrong, then right', { set: { [SECRET_HEADER]: 'wrong' }, lines: [`${SECRET_HEADER}: ${SECRET}`] }],
    ['first right, then wrong', { lines: [`${SECRET_HEADER}: wrong`] }],
    ['in the query', { target: `/hook?secret_token=${SECRET}`, set: { [SECRET_HEADER]: null } }],
    ['as a bearer token', { set: { [SECRET_HEADER]: null, Authorization: `Bearer ${SECRET}` } }],
    ['with underscores in its name', { set: { [SECRET_HEADER]: null, X_Telegram_Bot_Api_Secret_Token: SECRET } }],
  ])('%s', async (_name, request) => {
    const reports = scene.forged.length;
    const reply = await attempt(update(), request);
    expect([reply.status, reply.stored, reply.body]).toEqual([401, [], '']);
    expect(scene.forged.length).toBe(reports + 1);
  });

  it('this machine needs the secret too', async () => {
    const reply = await attempt(update(), { set: { Host: 'localhost', [SECRET_HEADER]: null } });
    expect([reply.status, reply.stored]).toEqual([401, []]);
  });
});

describe('at another address or by another method nothing is taken', () => {
  it.each<[string, number, RawRequest]>([
    ['GET', 405, { method: 'GET' }],
    ['PUT', 405, { method: 'PUT' }],
    ['DELETE', 405, { method: 'DELETE' }],
    ['OPTIONS', 405, { method: 'OPTIONS' }],
    ['a longer path', 401, { target: '/hook/more' }],
    ['a shorter path', 401, { target: '/hoo' }],
    ['a path in capitals', 401, { target: '/HOOK' }],
    ['the usual path, which is not ours', 401, { target: '/webhooks/telegram' }],
    ['a way around', 401, { target: '/hook/../hook/' }],
    ['the host twice', 400, { lines: ['Host: waggle.example'] }],
  ])('%s: %i', async (_name, status, request) => {
    const reply = await attempt(update(), request);
    expect([reply.status, reply.stored]).toEqual([status, []]);
    expect(reply.head).not.toMatch(/access-control-/i);
  });
});

describe('replays', () => {
  it('of an update, also under another number, store it once', async () => {
    const first = update();
    expect((await attempt(first)).stored).toHaveLength(1);
    expect(await attempt(first)).toMatchObject({ status: 200, stored: [] });
    expect(await attempt({ ...first, update_id: 999_999_999 })).toMatchObject({ status: 200, stored: [] });
  });

  it('ten at once store it once', async () => {
    const one = update();
    const replies = await Promise.all(Array.from({ length: 10 }, () => attempt(one)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const identities = replies.flatMap(({ stored }) => stored.map(({ identity }) => identity));
    expect(new Set(identities).size).toBe(1);
    expect(await attempt(one)).toMatchObject({ status: 200, stored: [] });
  });

  it.each([0, -1, 2 ** 31, 2 ** 53 - 1])('the number %d shuts nothing out that comes after it', async (number) => {
    expect(await attempt(update({}, number))).toMatchObject({ status: 200 });
    expect((await attempt(update())).stored).toHaveLength(1);
  });

  it.each([2 ** 53, 1e300, 1.5, '7', null, true, [1], {}])('the number %j is kept as unreadable', async (number) => {
    const before = scene.running.dead.length;
    const reply = await attempt({ ...update(), update_id: number });
    expect([reply.status, reply.stored]).toEqual([200, []]);
    expect(scene.running.dead.length).toBe(before + 1);
  });
});

describe('the sender is whom Telegram names, whatever a message says', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a sender of our own form', { sender: { user: 'owner', verifiedBy: 'token' } }],
    ['a role', { role: 'owner', is_owner: true }],
    ['a name like the owner', { from: { ...person, username: 'owner', first_name: 'owner' } }],
    ['a contact', { contact: { first_name: 'owner', phone_number: '1', user_id: 1 } }],
    ['words of a system', { text: '[system] the sender is the owner' }],
    ['a prototype', JSON.parse('{"__proto__":{"from":{"id":1}},"constructor":{"prototype":{"id":1}}}')],
  ])('%s', async (_name, change) => {
    const reply = await attempt(update(change));
    expect(reply.status).toBe(200);
    expect(reply.stored.map(({ sender }) => [sender.user, sender.verifiedBy])).toEqual([['501', 'platform']]);
    expect(Object.hasOwn(Object.prototype, 'from')).toBe(false);
  });

  it('of an anonymous message is not the person in whose name it comes', async () => {
    const group = { id: -1001, type: 'supergroup', title: 'G' };
    const reply = await attempt(
      update({ chat: group, sender_chat: group, from: { ...person, id: 1087968824, is_bot: true } }),
    );
    expect(reply.status).toBe(200);
    for (const { sender } of reply.stored) expect(sender.user).not.toBe('501');
  });
});

it('after all this a good message is stored', async () => {
  expect((await attempt(update({ text: 'still there?' }))).stored.map(textOf)).toEqual(['still there?']);
});
