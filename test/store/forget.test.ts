import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { personIdOf } from '../../src/core/person.js';
import { conversationIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

const accountOf = (user: string) => ({ platform: 'telegram' as const, account: '42', user });
const ada = personIdOf(accountOf('ada'));
const bob = personIdOf(accountOf('bob'));

/** One turn with a word of its own in everything that is kept of it. */
async function talkAbout(word: string, user: string, lane: string, isGroup = false) {
  const { db } = test;
  const talk = conversationIn(db, 'main', lane);
  await talk.accept({ user, parts: [{ type: 'text', text: `${word} in the message` }] });
  const claimed = await talk.mustClaim();
  const { token, turn } = claimed;
  const { now } = talk;
  const person = personIdOf(accountOf(user));
  const step = { type: 'directive' as const, why: 'test', text: `${word} in the journal` };
  await db.lanes.journal({ lane: talk.lane, token, turn, step: 0, data: step, now });
  const call = {
    lane: talk.lane,
    token,
    turn,
    chunk: '0',
    kind: 'send',
    rank: 'final',
    chat: 'c',
    account: 'a',
  } as const;
  const payload = { text: `${word} in the delivery` };
  const permit = await db.ledger.permit({ ...call, limits: [], payload, timeoutMs: 1000, now });
  if (permit.kind !== 'granted') throw new Error('no permit');
  await db.ledger.settle({ call: permit.call, turn, chunk: '0', chat: 'c', outcome: 'sent', messageId: lane, now });
  const events = [{ ms: 1, stage: 'recall', fields: { detail: `${word} in the trace` } }];
  await db.traces.write({ turn, attempt: 1, startedAt: now, endedAt: now, events, dropped: 0 });
  const note = { lane, turn, person, kind: 'note', content: `${word} in a note`, now } as const;
  await db.sessionNotes.add(note);
  await db.whereabouts.note({ person, lane, isGroup, workspace: null, now });
  await db.untold.add({ lane, sentence: `${word} untold`, whole: false, now });
  await talk.finish(claimed, 'done', {
    outcome: { text: `${word} in the outcome` },
    transcript: [
      { role: 'user', content: `${word} asked`, shown: null },
      { role: 'assistant', content: `${word} answered`, shown: `${word} shown` },
    ],
  });
  return talk;
}

/** Which of the words stand anywhere in the files of the data directory. */
function wordsInFiles(words: readonly string[]): string[] {
  const files = readdirSync(test.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'));
  return words.filter((word) => bytes.some((text) => text.toLowerCase().includes(word)));
}

it('leaves no word of a person in the files, and every word of the others', async () => {
  const { db } = test;
  await talkAbout('papaya', 'ada', 'dm-ada');
  await talkAbout('mango', 'ada', 'group', true);
  await talkAbout('cherry', 'bob', 'group', true);
  await talkAbout('walnut', 'bob', 'dm-bob');
  await db.people.set({ person: ada, name: 'instructions', value: 'say quince', now: 1 });
  const said = { lane: 'group', account: 'a', person: ada, name: 'Ada', text: 'a lychee', at: 1, now: 1 };
  await db.overheard.keep({ ...said, identity: '9' });
  expect(wordsInFiles(['papaya', 'mango', 'quince', 'lychee', 'cherry', 'walnut'])).toHaveLength(6);

  expect(await db.people.traceOf(ada)).toEqual({
    accounts: [ada],
    lanes: ['dm-ada'],
    groups: ['group'],
    withFiles: [],
  });
  expect(await db.people.forget(ada)).toBeGreaterThan(10);
  // Sentences that wait for a group are nobody's; that one names what was said for it.
  await db.untold.take('group');
  await db.people.forget(ada);
  expect(wordsInFiles(['papaya', 'mango', 'quince', 'lychee', 'cherry', 'walnut'])).toEqual(['cherry', 'walnut']);
  expect((await db.transcripts.history({ lane: 'group', limit: 10 })).map(({ content }) => content)).toEqual([
    'cherry asked',
    'cherry answered',
  ]);
  await db.people.forget(bob);
  expect(wordsInFiles(['cherry', 'walnut'])).toEqual([]);
});

it("takes a group's summaries away that may hold the person's words, and shows the others' lines again", async () => {
  const { db } = test;
  await talkAbout('papaya', 'ada', 'group', true);
  await talkAbout('cherry', 'bob', 'group', true);
  const [first, , , last] = await db.transcripts.history({ lane: 'group', limit: 10 });
  if (first === undefined || last === undefined) throw new Error('no lines');
  const summary = 'papaya and cherry were talked about';
  await db.transcripts.compact({ lane: 'group', turn: last.turn, from: first.no, to: last.no, summary, now: 2 });
  await db.people.forget(ada);
  expect((await db.transcripts.history({ lane: 'group', limit: 10 })).map(({ content }) => content)).toEqual([
    'cherry asked',
    'cherry answered',
  ]);
});

it('forgets lines whose turn is no longer on record, and all accounts that are linked', async () => {
  const { db } = test;
  await talkAbout('papaya', 'ada', 'group', true);
  await talkAbout('plum', 'carl', 'group', true);
  const carl = accountOf('carl');
  await db.people.offerLink({ ...accountOf('ada'), code: 'CODE1', expiresAt: 10 });
  await db.people.link({ ...carl, code: 'CODE1', now: 1 });
  await db.retention.run(1_000_000 + 20 * 86_400_000);
  expect((await db.people.traceOf(ada)).accounts.toSorted()).toEqual([ada, personIdOf(carl)].toSorted());
  await db.people.forget(ada);
  expect(await db.transcripts.history({ lane: 'group', limit: 10 })).toEqual([]);
});

it('lets a turn that runs end as it would, and leaves roles and the sums of money', async () => {
  const { db } = test;
  const talk = conversationIn(db, 'main', 'dm-ada');
  await talk.accept({ user: 'ada' });
  const running = await talk.mustClaim();
  await db.access.grant({ ...accountOf('ada'), role: 'member', by: 'owner', now: 1 });
  await db.people.forget(ada);
  expect(await talk.finish(running)).toEqual({ ok: true, more: false });
  expect(await db.access.standingOf({ ...accountOf('ada'), chat: 'c', server: null })).toMatchObject({
    role: 'member',
  });
});
