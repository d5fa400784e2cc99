import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPairing } from '../../src/access/pairing.js';
import { type AccessMode, createAccessPolicy } from '../../src/access/policy.js';
import { createCommandRegistry } from '../../src/commands/registry.js';
import { type LaneRef, laneIdOf } from '../../src/core/lane.js';
import type { ChatAddress, InboundMessage } from '../../src/core/message.js';
import type { LaneStore } from '../../src/core/ports/laneStore.js';
import { type AcceptDeps, createAccept } from '../../src/turns/accept.js';
import { createTurnControl, interruptTurn } from '../../src/turns/control.js';
import { createOverhear } from '../../src/turns/overhear.js';
import { createRecordingLog, type RecordingLog } from '../setup/recordingLog.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

let test: TestDb;
let log: RecordingLog;
let wakes: LaneRef[];
beforeEach(async () => {
  log = createRecordingLog();
  test = await openTestDb(log);
  wakes = [];
});
afterEach(() => test.dispose());

const commands = createCommandRegistry(
  (['stop', 'new'] as const).map((name) => ({
    spec: {
      name,
      description: name,
      usage: '',
      instant: name === 'stop',
      roles: ['owner', 'admin', 'member', 'guest'],
    },
    run: async () => name,
  })),
);

const waker = { wake: (lane: LaneRef) => wakes.push(lane), run: async () => {}, close: async () => {} };

function openAccept(
  options: { mode?: AccessMode; lanes?: Partial<LaneStore> } & Partial<Omit<AcceptDeps, 'lanes'>> = {},
) {
  const { mode = 'open', lanes: replaced = {}, ...rest } = options;
  const { db, clock } = test;
  const lanes = { ...db.lanes, ...replaced };
  const owners = [{ platform: 'telegram', account: null, user: 'owner' } as const];
  return createAccept({
    lanes,
    access: createAccessPolicy({ mode, owners, allowed: [], store: db.access }),
    pairing: createPairing({ store: db.access, clock, randomInt }),
    commands,
    waker,
    clock,
    log,
    newTurnId: randomUUID,
    hasModel: true,
    interrupt: null,
    overhear: createOverhear({ overheard: db.overheard, settings: db.chatSettings, clock }),
    ...rest,
  });
}

function message(
  text: string,
  fields: Partial<InboundMessage> & { user?: string; kind?: ChatAddress['kind'] } = {},
): InboundMessage {
  const { user = 'ada', kind = 'dm', ...rest } = fields;
  const address: ChatAddress = { platform: 'telegram', account: '42', chat: kind === 'dm' ? user : '-100', kind };
  return {
    identity: randomUUID(),
    aliases: [],
    address,
    lane: laneIdOf(address),
    sender: { user, name: user, isBot: false, verifiedBy: 'platform' },
    addressed: true,
    parts: [{ type: 'text', text }],
    sentAt: 1,
    ...rest,
  };
}

const storedCount = () => test.raw.prepare<[], { count: number }>('SELECT count(*) AS count FROM inbox').get()?.count;

describe('what is taken in', () => {
  it('stores a message, wakes its lane, and answers the same turn when it comes again', async () => {
    const accept = openAccept();
    const hello = message('hello');
    const first = await accept(hello);
    expect(first.outcome).toBe('stored');
    expect(wakes).toEqual([{ id: hello.lane, kind: 'main' }]);
    expect(await accept(hello)).toEqual({ outcome: 'duplicate', turn: first.turn });
    expect(await accept({ ...message('other'), aliases: [hello.identity] })).toEqual({
      outcome: 'duplicate',
      turn: first.turn,
    });
    expect(wakes).toHaveLength(1);
    expect(storedCount()).toBe(1);
  });

  it('gives instant commands to the control lane, and all other commands their place in the line', async () => {
    const accept = openAccept();
    for (const text of ['/stop', '!stop all', '/STOP@some_bot', '/new', '/unknown', 'stop'])
      await accept(message(text));
    expect(wakes.map((lane) => lane.kind)).toEqual(['ctl', 'ctl', 'ctl', 'main', 'main', 'main']);
  });

  it('leaves out bots, what is not meant for it, and edits', async () => {
    const accept = openAccept();
    const said = message('hi');
    const refused = [
      { ...said, sender: { ...said.sender, isBot: true } },
      { ...said, addressed: false },
      { ...said, edits: said.identity },
    ];
    for (const one of refused) expect(await accept(one)).toEqual({ outcome: 'refused', turn: null });
    expect(storedCount()).toBe(0);
    expect(wakes).toEqual([]);
  });

  it('throws when nothing was stored, so that the platform is not told that it was', async () => {
    const accept = openAccept({ lanes: { accept: () => Promise.reject(new Error('the disk is full')) } });
    await expect(accept(message('hi'))).rejects.toThrow('the disk is full');
    expect(wakes).toEqual([]);
  });
});

describe('strangers', () => {
  it('get one message a day in a direct chat in mode pairing, on the control lane', async () => {
    const accept = openAccept({ mode: 'pairing' });
    expect((await accept(message('hi', { user: 'eve' }))).outcome).toBe('stored');
    expect(wakes).toEqual([{ id: 'telegram:42:eve', kind: 'ctl' }]);
    expect((await accept(message('hello?', { user: 'eve' }))).outcome).toBe('refused');
    expect((await accept(message('/stop', { user: 'eve' }))).outcome).toBe('refused');
    await test.clock.advance(86_400_000);
    expect((await accept(message('still there?', { user: 'eve' }))).outcome).toBe('stored');
    expect((await accept(message('hi', { user: 'owner' }))).outcome).toBe('stored');
  });

  it.each([
    ['pairing', 'group'],
    ['allowlist', 'dm'],
    ['allowlist', 'group'],
  ] as const)('get nothing in mode %s in a %s', async (mode, kind) => {
    const accept = openAccept({ mode });
    for (const text of ['hi', '/stop', '/approve X']) {
      expect((await accept(message(text, { user: 'eve', kind }))).outcome).toBe('refused');
    }
    expect(storedCount()).toBe(0);
  });
});

describe('without a model', () => {
  it('takes messages of the owner and of whoever is at the machine, and nobody else’s', async () => {
    const accept = openAccept({ hasModel: false });
    const here = message('hi');
    expect((await accept(message('hi', { user: 'owner' }))).outcome).toBe('stored');
    expect((await accept({ ...here, sender: { ...here.sender, verifiedBy: 'loopback' } })).outcome).toBe('stored');
    expect((await accept(message('hi'))).outcome).toBe('refused');
    expect((await accept(message('/stop'))).outcome).toBe('refused');
  });
});

describe('mode interrupt', () => {
  const openInterrupting = () => {
    const { db, clock } = test;
    const stoppedHere: string[] = [];
    const control = createTurnControl({
      lanes: db.lanes,
      waker,
      clock,
      stopHere: (turns) => stoppedHere.push(...turns),
    });
    const accept = openAccept({ interrupt: (said, turn) => interruptTurn(said, turn, control) });
    return { accept, control, stoppedHere };
  };
  const claim = (lane: string) =>
    test.db.lanes.claim({
      lane: { id: lane, kind: 'main' },
      owner: 'w',
      leaseMs: 3_000,
      mode: 'queue',
      now: test.clock.now(),
    });

  it('ends the running turn of the same person, and only of that person', async () => {
    const { accept, stoppedHere } = openInterrupting();
    const group = { kind: 'group' } as const;
    const first = await accept(message('one', group));
    await claim('telegram:42:-100');
    await accept(message('hello', { ...group, user: 'bob' }));
    expect(stoppedHere).toEqual([]);
    await accept(message('two', group));
    expect(stoppedHere).toEqual([first.turn]);
  });

  it('does not end the turn of the new message itself when that has begun already', async () => {
    const { control, stoppedHere } = openInterrupting();
    const accept = openAccept();
    const said = message('one');
    const { turn } = await accept(said);
    await claim(said.lane);
    await interruptTurn(said, turn ?? '', control);
    expect(stoppedHere).toEqual([]);
  });

  it('counts a message as stored whose interruption failed', async () => {
    const accept = openAccept({ interrupt: () => Promise.reject(new Error('no')) });
    await accept(message('one'));
    expect((await accept(message('two'))).outcome).toBe('stored');
    expect(log.messages('error')).toHaveLength(1);
  });
});
