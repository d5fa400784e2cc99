import { describe, expect, it } from 'vitest';
import { createChatMoves } from '../../../../src/channels/telegram/egress/chatMoves.js';
import { takeBatch } from '../../../../src/channels/telegram/ingress/batch.js';
import { createFailureBook } from '../../../../src/channels/telegram/ingress/failureBook.js';
import { createIntake } from '../../../../src/channels/telegram/ingress/intake.js';
import { systemClock } from '../../../../src/core/clock.js';
import type { InboundMessage } from '../../../../src/core/message.js';
import { recordLog } from '../setup.js';
import { bot, group, messageUpdate } from '../updates/sampleUpdates.js';

function setUp(refuse: (message: InboundMessage) => boolean = () => false) {
  const accepted: string[] = [];
  const dead: unknown[] = [];
  const log = recordLog();
  const intake = createIntake({
    bot,
    accept: async (message) => {
      if (refuse(message)) throw new Error('not stored');
      accepted.push(message.identity);
      return { outcome: 'stored', turn: message.identity };
    },
    events: {
      stopPressed: async () => null,
      withdrawn: async () => {},
      moved: async () => {},
      membershipChanged: async () => {},
      dead: async (update) => {
        dead.push(update);
      },
    },
    answers: { answer: () => {}, retire: () => {} },
    moves: createChatMoves(),
    clock: systemClock,
    log,
  });
  const deps = { intake, failures: createFailureBook(), done: new Set<number>(), log };
  return { accepted, dead, log, deps };
}

function update(id: number, fields: Record<string, unknown>) {
  return { ...messageUpdate({ message_id: id, text: 'x', ...fields }), update_id: id };
}

describe('a batch of updates', () => {
  it('passes over what is of no concern, and gives up what can never be read', async () => {
    const { accepted, dead, deps, log } = setUp();
    const broken = update(2, { chat: 'nowhere' });
    const reaction = { update_id: 3, message_reaction: {} };
    const result = await takeBatch([update(1, {}), broken, reaction, update(4, {})], deps);
    expect(result).toEqual({ nextOffset: 5, failure: null });
    expect([accepted, dead]).toEqual([['m:7:1', 'm:7:4'], [broken]]);
    expect(log.said('error', /given up as dead/)).toBe(true);
  });

  it('says in the log that a kind of message cannot be read', async () => {
    const { deps, log } = setUp();
    await takeBatch(
      [update(1, { text: undefined, hologram: {} })].map((one) => JSON.parse(JSON.stringify(one))),
      deps,
    );
    expect(log.said('warn', /kind of Telegram message that cannot be read/)).toBe(true);
  });

  it('confirms up to the first that is not stored; the others of its lane wait, those of other lanes do not', async () => {
    let isFull = true;
    const { accepted, deps } = setUp((message) => isFull && message.identity === 'm:7:2');
    const batch = [update(1, {}), update(2, {}), update(3, {}), update(4, { chat: group })];
    expect(await takeBatch(batch, deps)).toMatchObject({ nextOffset: 2, failure: expect.any(Error) });
    expect(accepted.sort()).toEqual(['m:-100123:4', 'm:7:1']);
    isFull = false;
    expect(await takeBatch(batch.slice(1), deps)).toEqual({ nextOffset: 5, failure: null });
    // Message 4 was not handed over a second time.
    expect(accepted).toEqual(['m:-100123:4', 'm:7:1', 'm:7:2', 'm:7:3']);
    expect(deps.done.size).toBe(0);
  });

  it('is nothing when there is none', async () => {
    expect(await takeBatch([], setUp().deps)).toEqual({ nextOffset: null, failure: null });
  });
});
