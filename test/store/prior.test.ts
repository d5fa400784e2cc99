import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh as freshNumber } from './conversation.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

const fresh = () => `telegram:42:u${freshNumber()}`;
const laneOf = () => `telegram:42:${freshNumber()}`;

const meet = (person: string, lane: string, isGroup = false) =>
  test.db.whereabouts.note({ person, lane, isGroup, workspace: null, now: 1 });

/** An exchange as `finish` writes it. */
function say(sender: string | null, lane: string, asked: string, turn = `t${freshNumber()}`): string {
  const add = test.raw.prepare(
    'INSERT INTO transcript (lane, turn, sender, role, content, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  add.run(lane, turn, sender, 'user', asked, 5);
  add.run(lane, turn, sender, 'assistant', `About ${asked}`, 5);
  return turn;
}

const prior = async (person: string, lane: string) => {
  const found = await test.db.transcripts.prior({ person, lane, limit: 4 });
  return found?.lines.map(({ content }) => content) ?? null;
};

describe('the conversation before', () => {
  it('is what was said in the lane before it was started afresh, without what was taken back', async () => {
    const [ann, lane] = [fresh(), laneOf()];
    await meet(ann, lane);
    say(ann, lane, 'roses');
    expect(await prior(ann, lane)).toBeNull();
    say(ann, lane, 'tulips');
    say(ann, lane, 'a slip of the tongue');
    await test.db.conversation.takeBack({ lane, names: null });
    await test.db.transcripts.startAfresh({ lane, now: 6 });
    say(ann, lane, 'weather');
    expect(await prior(ann, lane)).toEqual(['roses', 'About roses', 'tulips', 'About tulips']);
  });

  it('is the newest of another lane of the same person, since that lane was started afresh', async () => {
    const [ann, here, there, old] = [fresh(), laneOf(), laneOf(), laneOf()];
    for (const lane of [here, there, old]) await meet(ann, lane);
    say(ann, old, 'long ago');
    say(ann, there, 'forgotten');
    await test.db.transcripts.startAfresh({ lane: there, now: 6 });
    say(ann, there, 'trains');
    say(ann, here, 'weather');
    expect(await prior(ann, here)).toEqual(['trains', 'About trains']);
    expect(await prior(ann, there)).toEqual(['weather', 'About weather']);
    await test.db.transcripts.startAfresh({ lane: there, now: 7 });
    expect(await prior(ann, here)).toEqual(['forgotten', 'About forgotten', 'trains', 'About trains']);
  });

  it('is never of a group, of a lane where somebody else was met, or for such a lane', async () => {
    const [ann, bob] = [fresh(), fresh()];
    const [dm, group, shared, bobs] = [laneOf(), laneOf(), laneOf(), laneOf()];
    await meet(ann, dm);
    await meet(ann, group, true);
    await meet(ann, shared);
    await meet(bob, shared);
    await meet(bob, bobs);
    for (const lane of [group, shared]) say(ann, lane, 'not for the direct chat');
    say(bob, bobs, 'of Bob');
    expect(await prior(ann, dm)).toBeNull();
    say(ann, dm, 'only for Ann');
    expect(await prior(ann, laneOf())).toEqual(['only for Ann', 'About only for Ann']);
    for (const lane of [group, shared]) {
      expect(await prior(ann, lane)).toBeNull();
      await test.db.transcripts.startAfresh({ lane, now: 6 });
      expect(await prior(ann, lane)).toBeNull();
    }
    expect(await prior(bob, laneOf())).toEqual(['of Bob', 'About of Bob']);
  });

  it('takes no line whose writer is not known, and none of a lane that is not known to be a direct chat', async () => {
    const [ann, here, unknown, nobodys] = [fresh(), laneOf(), laneOf(), laneOf()];
    await meet(ann, nobodys);
    say(ann, unknown, 'where was this?');
    say(null, nobodys, 'who said this?');
    expect(await prior(ann, here)).toBeNull();
  });

  it('goes from account to account of a person, and parts with them', async () => {
    const [phone, desk] = [`u${freshNumber()}`, `U${freshNumber()}`];
    const onPhone = { platform: 'telegram', account: '42', user: phone } as const;
    const atDesk = { platform: 'slack', account: 'T1', user: desk } as const;
    const [phoneLane, deskLane] = [`telegram:42:${phone}`, `slack:T1:${desk}`];
    await meet(phoneLane, phoneLane);
    await meet(deskLane, deskLane);
    say(phoneLane, phoneLane, 'from the phone');
    expect(await prior(deskLane, deskLane)).toBeNull();

    await test.db.people.offerLink({ ...onPhone, code: `c${phone}`, expiresAt: 99 });
    const linked = await test.db.people.link({ ...atDesk, code: `c${phone}`, now: 1 });
    expect(linked).toMatchObject({ outcome: 'linked', into: phoneLane });
    await meet(phoneLane, deskLane);
    const said = async (person: string) => {
      const found = await test.db.transcripts.search({ of: { person }, query: 'phone', limit: 9 });
      return found.map(({ role }) => role).sort();
    };
    expect(await prior(phoneLane, deskLane)).toEqual(['from the phone', 'About from the phone']);
    expect(await said(phoneLane)).toEqual(['assistant', 'user']);
    await meet(phoneLane, phoneLane);
    expect(await said(phoneLane)).toHaveLength(2);

    // The account that the person was named for leaves; the other one keeps the name.
    const parted = await test.db.people.unlink({ ...onPhone, now: 9 });
    expect(parted?.from).toBe(phoneLane);
    expect(await prior(phoneLane, deskLane)).toBeNull();
    expect(await said(phoneLane)).toEqual([]);
  });

  it('comes with the notes of its lane and with how its last turn ended', async () => {
    const [ann, here, there] = [fresh(), laneOf(), laneOf()];
    for (const lane of [here, there]) await meet(ann, lane);
    const stored = await test.db.lanes.accept({
      message: {
        identity: `m${there}`,
        aliases: [],
        address: { platform: 'telegram', account: '42', chat: there, kind: 'dm' },
        lane: there,
        sender: { user: 'x', name: 'x', isBot: false, verifiedBy: 'platform' },
        addressed: true,
        parts: [{ type: 'text', text: 'build it' }],
        sentAt: 1,
      },
      kind: 'main',
      turn: `turn-${there}`,
      now: 1,
    });
    test.raw.prepare("UPDATE turn SET state = 'stopped' WHERE seq = ?").run(stored.seq);
    const final = { type: 'final', toolsUsed: ['web_search', 'send_file'] };
    test.raw
      .prepare('INSERT INTO journal (turn, step, data, at) VALUES (?, 1, ?, 1)')
      .run(stored.seq, JSON.stringify(final));
    say(ann, there, 'build it', `turn-${there}`);
    for (let i = 1; i <= 5; i += 1) {
      await test.db.sessionNotes.add({
        lane: there,
        turn: `n${i}`,
        person: ann,
        kind: 'decision',
        content: `d${i}`,
        now: i,
      });
    }
    const found = await test.db.transcripts.prior({ person: ann, lane: here, limit: 4 });
    expect(found?.notes.map(({ content }) => content)).toEqual(['d3', 'd4', 'd5']);
    expect(found?.lastRun).toEqual({ end: 'stopped', toolsUsed: ['web_search', 'send_file'] });
  });
});
