import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_NOTE_LIMIT } from '../../src/core/ports/sessionNotes.js';
import { fresh as freshNumber } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

const fresh = () => String(freshNumber());

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const DAY = 86_400_000;
const meet = (
  person: string,
  lane: string,
  fields: { isGroup?: boolean; workspace?: string | null; now?: number } = {},
) => test.db.whereabouts.note({ person, lane, isGroup: false, workspace: null, now: DAY, ...fields });

/** A line of a conversation, as `finish` writes it. */
const say = (
  lane: string,
  content: string,
  role: 'user' | 'assistant' | 'summary' = 'user',
  at = 0,
  sender: string | null = null,
) =>
  test.raw
    .prepare('INSERT INTO transcript (lane, turn, role, content, at, sender) VALUES (?, ?, ?, ?, ?, ?)')
    .run(lane, 't', role, content, at, sender);

describe('whereabouts', () => {
  it('give the workspaces of a person, the latest first, and none from before', async () => {
    const person = fresh();
    await meet(person, `${person}:a`, { isGroup: true, workspace: 'old', now: DAY });
    await meet(person, `${person}:b`, { isGroup: true, workspace: 'first', now: 3 * DAY });
    await meet(person, `${person}:c`, { isGroup: true, workspace: 'second', now: 2 * DAY });
    await meet(person, `${person}:c`, { isGroup: true, workspace: 'second', now: 4 * DAY });
    await meet(person, `${person}:dm`, { now: 5 * DAY });
    expect(await test.db.whereabouts.workspacesOf({ person, since: 2 * DAY })).toEqual(['second', 'first']);
    expect(await test.db.whereabouts.workspacesOf({ person: fresh(), since: 0 })).toEqual([]);
    expect(await test.db.whereabouts.forget(person)).toBe(4);
    expect(await test.db.whereabouts.workspacesOf({ person, since: 0 })).toEqual([]);
  });
});

describe('a search of conversations', () => {
  it('finds lines of a chat and its threads, best first, and of no other chat', async () => {
    const chat = `slack:T:${fresh()}`;
    say(chat, 'The roses need water.');
    say(`${chat}:9.1`, 'Roses, roses, and roses: water them.', 'assistant', 5);
    say(`${chat}0`, 'Roses of another chat.');
    say(chat, 'A summary about roses.', 'summary');
    const find = (query: string, limit = 10) => test.db.transcripts.search({ of: { chatLane: chat }, query, limit });
    expect((await find('roses')).map(({ lane, role }) => [lane, role])).toEqual([
      [`${chat}:9.1`, 'assistant'],
      [chat, 'user'],
    ]);
    expect(await find('tulips')).toEqual([]);
    expect((await find('', 1)).map(({ excerpt }) => excerpt)).toEqual(['Roses, roses, and roses: water them.']);
    expect(await find('"roses" OR *')).toHaveLength(2);
  });

  it('finds the direct chats of a person in which nobody else wrote', async () => {
    const [ada, bob] = [`http:local:${fresh()}`, `http:local:${fresh()}`];
    const [own, shared, group] = [`http:local:${fresh()}`, `http:local:${fresh()}`, `telegram:1:${fresh()}`];
    await meet(ada, own);
    await meet(ada, shared);
    await meet(bob, shared);
    await meet(ada, group, { isGroup: true });
    for (const lane of [own, shared, group]) say(lane, 'the passphrase of the shed', 'user', 0, ada);
    say(own, 'the passphrase of an account that nobody knows any more');
    const found = await test.db.transcripts.search({ of: { person: ada }, query: 'passphrase', limit: 10 });
    expect(found.map(({ lane }) => lane)).toEqual([own]);
    expect(await test.db.transcripts.search({ of: { person: bob }, query: 'passphrase', limit: 10 })).toEqual([]);
  });

  it('finds Chinese, accents and what was said long ago, with the text around it', async () => {
    const chat = `http:local:${fresh()}`;
    say(chat, `${'x '.repeat(300)}wir treffen uns im Café${' y'.repeat(300)}`);
    say(chat, '我们决定用红色的包装');
    const find = (query: string) => test.db.transcripts.search({ of: { chatLane: chat }, query, limit: 10 });
    const [line] = await find('cafe');
    expect(line?.excerpt).toMatch(/^\.\.\. .*Café.* \.\.\.$/);
    expect(line?.excerpt.length).toBeLessThan(420);
    expect((await find('红色')).map(({ excerpt }) => excerpt)).toEqual(['我们决定用红色的包装']);
  });

  it('no longer finds a line that was deleted', async () => {
    const chat = `http:local:${fresh()}`;
    say(chat, 'secret herbs');
    test.raw.prepare('DELETE FROM transcript WHERE lane = ?').run(chat);
    expect(await test.db.transcripts.search({ of: { chatLane: chat }, query: 'herbs', limit: 10 })).toEqual([]);
    expect(
      test.raw.prepare("SELECT count(*) FROM transcript_text WHERE transcript_text MATCH 'herbs'").pluck().get(),
    ).toBe(0);
  });
});

describe('notes of a conversation', () => {
  it('are kept once per turn, the last fifty', async () => {
    const lane = fresh();
    const add = (content: string, turn = 'a') =>
      test.db.sessionNotes.add({ lane, turn, person: 'p', kind: 'note', content, now: 1 });
    await add('same');
    await add('same');
    expect(await test.db.sessionNotes.list({ lane, limit: 10 })).toEqual([{ kind: 'note', content: 'same', at: 1 }]);
    for (let i = 0; i < SESSION_NOTE_LIMIT + 3; i += 1) await add(`n${i}`);
    const notes = await test.db.sessionNotes.list({ lane, limit: 100 });
    expect(notes).toHaveLength(SESSION_NOTE_LIMIT);
    expect([notes[0]?.content, notes.at(-1)?.content]).toEqual(['n3', 'n52']);
  });
});

describe('what is to be told', () => {
  it('is told once, and never piles up', async () => {
    const lane = fresh();
    for (let i = 0; i < 9; i += 1) await test.db.untold.add({ lane, sentence: `s${i % 7}`, whole: i === 1, now: 1 });
    expect(await test.db.untold.take(fresh())).toEqual([]);
    const taken = await test.db.untold.take(lane);
    expect(taken.map(({ sentence }) => sentence)).toEqual(['s0', 's1', 's2', 's3', 's4']);
    expect(taken.map(({ whole }) => whole)).toEqual([false, true, false, false, false]);
    expect(await test.db.untold.take(lane)).toEqual([]);
  });
});
