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
  const messages: InboundMessage[] = [];
  const dead: unknown[] = [];
  const log = recordLog();
  const intake = createIntake({
    bot,
    accept: async (message) => {
      if (refuse(message)) throw new Error('not stored');
      accepted.push(message.identity);
      messages.push(message);
      if (!message.addressed) return { outcome: 'refused', turn: null };
      return { outcome: 'stored', turn: message.identity };
    },
    events: {
      stopPressed: async () => null,
      mayWrite: async () => true,
      forged: async () => {},
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
  return { accepted, messages, dead, log, deps };
}

function update(id: number, fields: Record<string, unknown>) {
  return { ...messageUpdate({ message_id: id, text: 'x', ...fields }), update_id: id };
}

describe('an album in a group', () => {
  it('is meant for the bot as a whole, whichever of its messages has the mention', async () => {
    const { deps, messages } = setUp();
    const picture = (id: number, more: Record<string, unknown> = {}) => {
      const photo = [{ file_id: `p${id}`, width: 1, height: 1 }];
      const fields = { message_id: id, chat: group, media_group_id: 'g1', photo, ...more };
      return { ...messageUpdate(fields), update_id: id };
    };
    const mention = { caption: '@WaggleBot look', caption_entities: [{ type: 'mention', offset: 0, length: 10 }] };
    await takeBatch([picture(1), picture(2, mention), picture(3), picture(4, { media_group_id: 'g2' })], deps);
    expect(messages.map(({ album, addressed }) => [album, addressed])).toEqual([
      ['g1', true],
      ['g1', true],
      ['g1', true],
      ['g2', false],
    ]);
  });
});

describe('an album in a group, whose messages come in several answers', () => {
  const picture = (id: number, more: Record<string, unknown> = {}) => {
    const photo = [{ file_id: `p${id}`, width: 1, height: 1 }];
    return { ...messageUpdate({ message_id: id, chat: group, media_group_id: 'g1', photo, ...more }), update_id: id };
  };
  const mention = { caption: '@WaggleBot look', caption_entities: [{ type: 'mention', offset: 0, length: 10 }] };

  it('is meant as a whole, also what came before the mention; what is not stored comes again', async () => {
    let isFull = false;
    const { deps, messages, accepted } = setUp(() => isFull);
    await takeBatch([picture(1), picture(2)], deps);
    expect(messages.map(({ addressed }) => addressed)).toEqual([false, false]);
    isFull = true;
    await takeBatch([picture(3, mention)], deps);
    isFull = false;
    accepted.splice(0);
    messages.splice(0);
    await takeBatch([picture(3, mention)], deps);
    await takeBatch([picture(4)], deps);
    expect(messages.map(({ identity, addressed }) => [identity, addressed])).toEqual(
      [1, 2, 3, 4].map((id) => [`m:-100123:${id}`, true]),
    );
  });
});

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
