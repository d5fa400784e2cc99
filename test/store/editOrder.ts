import fc from 'fast-check';
import { expect } from 'vitest';
import { textOf } from '../../src/core/message.js';
import type { ClaimedTurn } from '../../src/core/ports/laneStore.js';
import { conversationIn, fresh, LEASE_MS, messageIn } from './conversation.js';
import type { TestDb } from './openTestDb.js';

/** What can happen to a lane around edits and deletions. `which` picks one of the messages so far. */
export const editAction = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('accept' as const), user: fc.constantFrom('ada', 'bob') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), mode: fc.constantFrom('queue', 'collect') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('finish', 'release', 'expire', 'takeMore', 'pass') }) },
);
export type EditAction = typeof editAction extends fc.Arbitrary<infer Action> ? Action : never;

interface Known {
  readonly identity: string;
  readonly user: string;
  text: string;
  withdrawn: boolean;
}

/**
 * Lets things happen to a lane and then lets it run dry. In the end every message has been answered with its newest text once,
 * or was called off, and nothing is left behind.
 */
export async function runEditActions(test: TestDb, actions: readonly EditAction[]): Promise<void> {
  const { lanes } = test.db;
  const talk = conversationIn(test.db);
  const known: Known[] = [];
  const at: { held: ClaimedTurn | null; said: string[] } = { held: null, said: [] };
  let edits = 0;

  const claim = async (mode: 'queue' | 'collect') => {
    const claimed = await talk.claim('worker', mode);
    if (claimed === null) return;
    expect(at.held, 'two claims at once').toBeNull();
    at.held = claimed;
    at.said = claimed.messages.map(({ message }) => textOf(message));
  };
  const finish = async () => {
    if (at.held === null) return;
    const end = at.held.stopped ? 'stopped' : 'done';
    const transcript = at.said.map((content) => ({ role: 'user' as const, content, shown: null }));
    await talk.finish(at.held, end, { transcript: at.held.stopped ? [] : transcript });
    at.held = null;
  };

  for (const action of actions) {
    const one = 'which' in action ? known[action.which % Math.max(1, known.length)] : undefined;
    switch (action.do) {
      case 'accept': {
        const identity = `message-${fresh()}`;
        const text = `${identity} as written`;
        known.push({ identity, user: action.user, text, withdrawn: false });
        await talk.accept({ identity, user: action.user, parts: [{ type: 'text', text }] });
        break;
      }
      case 'edit': {
        if (one === undefined) break;
        edits += 1;
        const text = `${one.identity} edited ${edits}`;
        const message = messageIn(talk.lane.id, {
          edits: one.identity,
          user: one.user,
          parts: [{ type: 'text', text }],
          sentAt: 1 + edits,
        });
        const { outcome } = await lanes.edit({ message, alone: false, now: talk.now });
        expect(['replaced', 'rerun', 'nothing']).toContain(outcome);
        if (outcome !== 'nothing') one.text = text;
        break;
      }
      case 'withdraw': {
        if (one === undefined) break;
        const request = { account: 'telegram:42', identity: one.identity, now: talk.now };
        if ((await lanes.withdraw(request)) !== null) one.withdrawn = true;
        break;
      }
      case 'claim':
        await claim(action.mode === 'collect' ? 'collect' : 'queue');
        break;
      case 'finish':
        await finish();
        break;
      case 'release':
        if (at.held !== null) await lanes.release({ lane: talk.lane, token: at.held.token, now: talk.now });
        at.held = null;
        break;
      case 'expire':
        talk.now += LEASE_MS;
        at.held = null;
        break;
      case 'takeMore':
        if (at.held !== null) {
          const { token, turn } = at.held;
          const more = await lanes.takeMore({ lane: talk.lane, token, turn, now: talk.now });
          at.said.push(...more.map(({ message }) => textOf(message)));
        }
        break;
      case 'pass':
        talk.now += 50_000;
        at.held = null;
        break;
    }
  }

  for (let rounds = 0; rounds < 4 * (known.length + 1); rounds += 1) {
    await finish();
    talk.now += LEASE_MS;
    await claim('queue');
    if (at.held === null) break;
  }
  expect(at.held, 'the lane does not run dry').toBeNull();
  const row = test.raw
    .prepare('SELECT turn, owner, stopping, paused, head_seq FROM lane WHERE id = ?')
    .get(talk.lane.id);
  if (known.length > 0) expect(row).toEqual({ turn: null, owner: null, stopping: 0, paused: 0, head_seq: null });
  const history = await test.db.transcripts.history({ lane: talk.lane.id, limit: 1_000 });
  const lines = history.map(({ content }) => content).sort();
  expect(lines).toEqual(known.flatMap(({ text, withdrawn }) => (withdrawn ? [] : [text])).sort());
}
