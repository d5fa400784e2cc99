import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversationIn } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

function talkOf() {
  const talk = conversationIn(test.db);
  const lane = talk.lane.id;
  const { conversation, transcripts } = test.db;
  return {
    lane,
    exchange: async (text: string, user = 'ada') => {
      await talk.accept({ user });
      const transcript = [
        { role: 'user' as const, content: `${text}?`, shown: null },
        { role: 'assistant' as const, content: `${text}.`, shown: null },
      ];
      await talk.finish(await talk.mustClaim(), 'done', { transcript });
    },
    lines: async () => (await transcripts.history({ lane, limit: 50 })).map(({ content }) => content),
    sumUp: async (summary: string) => {
      const lines = await transcripts.history({ lane, limit: 50 });
      const [first, last] = [lines[0], lines.at(-1)];
      if (first === undefined || last === undefined) throw new Error('nothing to sum up');
      await transcripts.compact({ lane, turn: last.turn, from: first.no, to: last.no, summary, now: 1 });
    },
    checkpoint: (name: string, now = 1) => conversation.setCheckpoint({ lane, name, by: 'ada', now }),
    rollBack: (name: string) => conversation.rollBack({ lane, name, now: 9 }),
    startAfresh: () => transcripts.startAfresh({ lane, now: 1 }),
    takeBack: (names: readonly string[] | null = null) => conversation.takeBack({ lane, names }),
  };
}

describe('a checkpoint', () => {
  it('brings the history back to where it stood, and later lines stay out of it', async () => {
    const talk = talkOf();
    await talk.exchange('one');
    expect(await talk.checkpoint('start')).toBe(2);
    await talk.exchange('two');
    expect(await talk.rollBack('start')).toBe(2);
    expect(await talk.lines()).toEqual(['one?', 'one.']);
    await talk.exchange('three');
    expect(await talk.lines()).toEqual(['one?', 'one.', 'three?', 'three.']);
    expect(await talk.rollBack('nowhere')).toBeNull();
  });

  it('reaches back across a fresh start and across a summary made since', async () => {
    const talk = talkOf();
    await talk.exchange('one');
    await talk.checkpoint('start');
    await talk.exchange('two');
    await talk.sumUp('one and two');
    expect(await talk.lines()).toEqual(['one and two']);
    await talk.startAfresh();
    await talk.exchange('three');
    expect(await talk.rollBack('start')).toBe(2);
    expect(await talk.lines()).toEqual(['one?', 'one.']);
  });

  it('keeps a summary that stood already', async () => {
    const talk = talkOf();
    await talk.exchange('one');
    await talk.sumUp('about one');
    await talk.exchange('two');
    await talk.checkpoint('later');
    await talk.exchange('three');
    await talk.rollBack('later');
    expect(await talk.lines()).toEqual(['about one', 'two?', 'two.']);
  });

  it('moves with its name; the newest twenty are kept, the newest first', async () => {
    const talk = talkOf();
    for (let i = 0; i < 22; i += 1) await talk.checkpoint(`c${i}`, i);
    await talk.checkpoint('c5', 100);
    const names = (await test.db.conversation.checkpoints(talk.lane)).map(({ name }) => name);
    expect(names).toHaveLength(20);
    expect(names.slice(0, 2)).toEqual(['c5', 'c21']);
    expect(names).not.toContain('c1');
  });
});

describe('taking back', () => {
  it('takes the last exchange out of the history, again and again, and says what was asked', async () => {
    const talk = talkOf();
    await talk.exchange('one');
    await talk.exchange('two');
    expect(await talk.takeBack()).toEqual({ outcome: 'taken', asked: 'two?' });
    expect(await talk.lines()).toEqual(['one?', 'one.']);
    expect(await talk.takeBack()).toMatchObject({ outcome: 'taken', asked: 'one?' });
    expect(await talk.takeBack()).toEqual({ outcome: 'nothing' });
  });

  it("leaves somebody else's exchange alone, and what stood before a fresh start", async () => {
    const talk = talkOf();
    await talk.exchange('one', 'bob');
    expect(await talk.takeBack(['telegram:42:ada'])).toEqual({ outcome: 'not-yours' });
    expect(await talk.takeBack(['x', 'telegram:42:bob'])).toMatchObject({ outcome: 'taken' });
    await talk.exchange('two', 'bob');
    await talk.startAfresh();
    expect(await talk.takeBack()).toEqual({ outcome: 'nothing' });
  });
});
