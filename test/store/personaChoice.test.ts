import { afterAll, beforeAll, expect, it } from 'vitest';
import { personIdOf } from '../../src/core/person.js';
import { PERSONA_LEVELS, PERSONA_SETTING, personaPlace } from '../../src/core/personaChoice.js';
import { conversationIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('a claim brings the personas that were chosen: lane before chat before person before workspace', async () => {
  const { chatSettings, people, lanes } = test.db;
  const talk = conversationIn(test.db);
  const place = { platform: 'telegram', account: '42', chat: talk.lane.id, kind: 'group' } as const;
  await talk.accept({ user: 'ann', address: place });
  const first = await talk.mustClaim();
  expect(first.personas).toEqual([]);
  await talk.finish(first);
  const { address } = first.messages[0].message;
  const ann = personIdOf({ platform: address.platform, account: address.account, user: 'ann' });
  const set = (level: (typeof PERSONA_LEVELS)[number], value: string | null) => {
    const chat = personaPlace(level, talk.lane.id, address);
    if (chat === null) return people.set({ person: ann, name: PERSONA_SETTING, value, now: talk.now });
    return chatSettings.set({ chat, name: PERSONA_SETTING, value, by: ann, now: talk.now });
  };
  const chosen = async (user = 'ann') => {
    await talk.accept({ user, address: place });
    const claimed = await talk.mustClaim();
    await talk.finish(claimed);
    return claimed.personas.map(({ level, id }) => `${level} ${id}`);
  };
  for (const level of [...PERSONA_LEVELS].reverse()) await set(level, `of-${level}`);
  const inOrder = ['lane of-lane', 'chat of-chat', 'person of-person', 'workspace of-workspace'];
  expect(await chosen()).toEqual(inOrder);
  expect(await chosen('bob')).toEqual(inOrder.filter((choice) => !choice.startsWith('person')));
  await set('lane', null);
  expect(await chosen()).toEqual(inOrder.slice(1));
  expect(await lanes.due({ now: talk.now, limit: 10, kinds: ['main'] })).toEqual([]);
});
