import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

it('a channel remembers the newest value of a key, for its account alone', async () => {
  const { channelMemory } = test.db;
  const put = (account: string, key: string, value: string) => channelMemory.put({ account, key, value, now: 1 });
  await put('telegram:1', 'moved:-10', '-20');
  await put('telegram:1', 'moved:-10', '-30');
  await put('telegram:1', 'moved:-11', '-21');
  await put('telegram:1', 'menu', 'abc');
  await put('telegram:2', 'moved:-10', '-99');
  expect(await channelMemory.get('telegram:1', 'moved:-10')).toBe('-30');
  expect(await channelMemory.get('telegram:3', 'moved:-10')).toBeNull();
  expect(await channelMemory.list('telegram:1', 'moved:')).toEqual([
    { key: 'moved:-10', value: '-30' },
    { key: 'moved:-11', value: '-21' },
  ]);
});

it('a chat keeps what was set until it is taken away', async () => {
  const { chatSettings } = test.db;
  const set = (value: string | null) => chatSettings.set({ chat: 'c', name: 'language', value, by: 'p', now: 1 });
  await set('de');
  await set('fr');
  expect(await chatSettings.get('c', 'language')).toBe('fr');
  expect(await chatSettings.get('other', 'language')).toBeNull();
  await set(null);
  expect(await chatSettings.get('c', 'language')).toBeNull();
});
