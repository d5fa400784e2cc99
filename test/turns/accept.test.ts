import { randomInt, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '../../src/access/audit.js';
import { createPairing } from '../../src/access/pairing.js';
import { type AccessMode, createAccessPolicy } from '../../src/access/policy.js';
import { createCommandRegistry } from '../../src/commands/registry.js';
import { type LaneRef, laneIdOf } from '../../src/core/lane.js';
import type { ChatAddress, InboundMessage } from '../../src/core/message.js';
import { chatKey } from '../../src/core/ports/egress.js';
import type { LaneStore } from '../../src/core/ports/laneStore.js';
import { type AcceptDeps, createAccept } from '../../src/turns/accept.js';
import { createInterrupt, createTurnControl, interruptTurn } from '../../src/turns/control.js';
import { createOverhear } from '../../src/turns/overhear.js';
import { withdrawMessage } from '../../src/turns/withdrawMessage.js';
import { createWordingFor } from '../../src/turns/wordingFor.js';
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
  const audit = createAudit({ store: db.audit, clock, redact: (text) => text });
  const lanes = { ...db.lanes, ...replaced };
  const owners = [{ platform: 'telegram', account: null, user: 'owner' } as const];
  return createAccept({
    lanes,
    access: createAccessPolicy({ mode, owners, allowed: [], store: db.access }),
    pairing: createPairing({ store: db.access, audit, clock, randomInt }),
    audit,
    commands,
    control: createTurnControl({ lanes, questions: db.questions, audit, waker, clock, stopHere: () => {} }),
    wordingFor: createWordingFor({ settings: db.chatSettings, language: 'en', log }),
    waker,
    clock,
    log,
    newTurnId: randomUUID,
    hasModel: true,
    checkRate: null,
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

describe('an album in a group', () => {
  it('is meant as a whole, however late its messages come, and only its own', async () => {
    const accept = openAccept();
    const album = { kind: 'group', album: 'a1' } as const;
    const late = (fields: object = {}) => accept(message('', { ...album, addressed: false, ...fields }));
    expect(await late()).toMatchObject({ outcome: 'refused' });
    await accept(message('look', album));
    // Nothing but the store knows of it: the process may be another.
    expect(await late()).toMatchObject({ outcome: 'stored' });
    expect(await late({ album: 'a2' })).toMatchObject({ outcome: 'refused' });
    expect(await late({ user: 'bob' })).toMatchObject({ outcome: 'refused' });
    expect(storedCount()).toBe(2);
  });
});

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

  it('get it in the place that was made for their command, and nothing in a place of others', async () => {
    const accept = openAccept({ mode: 'pairing' });
    const start = (fields: Partial<InboundMessage>) => accept(message('/start', { user: 'mallory', ...fields }));
    expect((await start({ inPlaceOf: '7' })).outcome).toBe('refused');
    expect((await start({ inPlaceOf: '8', ownPlace: true })).outcome).toBe('stored');
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

describe('words that are passed on', () => {
  it('call no command, alone or below one’s own', async () => {
    const accept = openAccept();
    const passedOn = { type: 'text', text: '/stop', forwarded: true } as const;
    await accept(message('', { parts: [passedOn] }));
    await accept(message('', { parts: [{ type: 'text', text: 'What is this?' }, passedOn] }));
    await accept(message('', { parts: [{ type: 'text', text: '/stop' }, passedOn] }));
    expect(wakes.map(({ kind }) => kind)).toEqual(['main', 'main', 'ctl']);
  });
});

describe('a command that is not for the person', () => {
  it('is answered in the place that was made for it, and leaves places of others as they are', async () => {
    const spec = { name: 'approve', description: '', usage: 'CODE', instant: true, roles: ['owner'] } as const;
    const accept = openAccept({ commands: createCommandRegistry([{ spec, run: async () => 'done' }]) });
    expect((await accept(message('/approve X', { inPlaceOf: '7' }))).outcome).toBe('refused');
    expect((await accept(message('/approve X', { inPlaceOf: '8', ownPlace: true }))).outcome).toBe('stored');
    expect((await accept(message('/approve X'))).outcome).toBe('stored');
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
      questions: db.questions,
      audit: { record: async () => {} },
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

describe('an edit', () => {
  const edited = (original: InboundMessage, text: string, fields: Partial<InboundMessage> = {}) =>
    message(text, {
      edits: original.identity,
      sentAt: 2,
      user: original.sender.user,
      kind: original.address.kind,
      ...fields,
    });

  it('is taken into the turn of its message, also where it no longer names the bot', async () => {
    const accept = openAccept();
    const question = message('what time', { kind: 'group' });
    const { turn } = await accept(question);
    expect(await accept(edited(question, 'what day', { addressed: false }))).toEqual({ outcome: 'stored', turn });
    expect(wakes).toHaveLength(2);
    expect(storedCount()).toBe(1);
    const [stored] = test.raw.prepare('SELECT message FROM inbox').pluck().all();
    expect(String(stored)).toContain('what day');
  });

  it('starts nothing of a message that the bot never took, of a stranger, or without a model', async () => {
    const accept = openAccept();
    const chatter = message('lunch?', { kind: 'group', addressed: false });
    expect((await accept(chatter)).outcome).toBe('refused');
    expect((await accept(edited(chatter, '@bot lunch?'))).outcome).toBe('refused');
    const hello = message('hello');
    await accept(hello);
    const stranger = openAccept({ mode: 'pairing' });
    expect((await stranger(edited(hello, 'let me in'))).outcome).toBe('refused');
    expect((await openAccept({ hasModel: false })(edited(hello, 'again'))).outcome).toBe('refused');
    expect(storedCount()).toBe(1);
  });
});

describe('a message of a thread', () => {
  it('is meant for the bot where it takes part already', async () => {
    const accept = openAccept();
    const thread = {
      address: { platform: 'slack', account: 'T1', chat: 'C1', thread: '17.5', kind: 'group' },
    } as const;
    const lane = laneIdOf(thread.address);
    const follows = () => message('and then?', { ...thread, lane, addressed: false, followsThread: true });
    expect((await accept(follows())).outcome).toBe('refused');
    await accept(message('hello', { ...thread, lane }));
    expect((await accept(follows())).outcome).toBe('stored');
    const elsewhere = { ...thread.address, thread: '18.1' };
    expect((await accept({ ...follows(), address: elsewhere, lane: laneIdOf(elsewhere) })).outcome).toBe('refused');
  });
});

describe('what a group says without the bot', () => {
  const chatter = (text: string, fields: Partial<InboundMessage> = {}) =>
    message(text, { kind: 'group', addressed: false, ...fields });
  const lane = chatter('').lane;
  const set = (value: string | null) =>
    test.db.chatSettings.set({ chat: chatKey(chatter('').address), name: 'context', value, by: 'owner', now: 1 });
  const kept = async () => (await test.db.overheard.recent({ lane, now: test.clock.now() })).map(({ text }) => text);

  it('is kept where the chat asked for it, with its edits, and never otherwise', async () => {
    const accept = openAccept();
    const sentAt = test.clock.now();
    await accept(chatter('before', { sentAt }));
    expect(test.raw.prepare('SELECT count(*) FROM overheard').pluck().get()).toBe(0);
    await set('on');
    const lunch = chatter('lunch?', { sentAt });
    const file = { type: 'file', ref: 'r', mime: 'image/png', bytes: 3, name: 'menu.png' } as const;
    for (const one of [lunch, lunch, chatter('', { sentAt, parts: [file] }), chatter(' ', { sentAt })])
      await accept(one);
    expect(await kept()).toEqual(['lunch?', '[a file: menu.png]']);
    await accept(chatter('dinner?', { edits: lunch.identity, sentAt }));
    await accept(message('for the bot', { kind: 'group', sentAt }));
    expect(await kept()).toEqual(['dinner?', '[a file: menu.png]']);
    expect(wakes).toHaveLength(1);
    await set(null);
    await accept(chatter('after', { sentAt }));
    expect(await kept()).toHaveLength(2);
  });

  it('is forgotten with the message, whose turn, if it has one, is called off', async () => {
    const accept = openAccept();
    await set('on');
    const lunch = chatter('lunch?', { sentAt: test.clock.now() });
    await accept(lunch);
    const { lanes, overheard } = test.db;
    const withdraw = ({ address, identity }: InboundMessage) =>
      withdrawMessage({ address, identity }, { lanes, overheard, waker, clock: test.clock, log });
    await withdraw(lunch);
    expect(await kept()).toEqual([]);
    expect(wakes).toEqual([]);
    const question = message('what time', { kind: 'group' });
    const { turn } = await accept(question);
    await withdraw(question);
    expect(await lanes.turnById(turn ?? '')).toMatchObject({ state: 'stopped' });
  });
});

it("marks commands and answers in a message's place as messages that stay alone", async () => {
  const accept = openAccept();
  for (const one of [message('hello'), message('/new'), message('hello', { inPlaceOf: '7' })]) await accept(one);
  expect(test.raw.prepare('SELECT alone FROM inbox ORDER BY seq').pluck().all()).toEqual([0, 1, 1]);
});

it('interrupts where that is the mode of the chat, whatever is configured', async () => {
  const control = createTurnControl({
    lanes: test.db.lanes,
    questions: test.db.questions,
    audit: { record: async () => {} },
    waker,
    clock: test.clock,
    stopHere: () => {},
  });
  const interrupt = createInterrupt({ control, settings: test.db.chatSettings, configured: 'queue' });
  const accept = openAccept({ interrupt });
  const lane = { id: message('').lane, kind: 'main' } as const;
  const { turn } = await accept(message('one'));
  await test.db.lanes.claim({ lane, owner: 'w', leaseMs: 3_000, mode: 'queue', now: test.clock.now() });
  await accept(message('two'));
  expect(await test.db.lanes.stopsOf('w')).toEqual([]);
  const chat = chatKey(message('').address);
  await test.db.chatSettings.set({ chat, name: 'mode', value: 'interrupt', by: 'ada', now: 1 });
  await accept(message('three'));
  expect(await test.db.lanes.stopsOf('w')).toEqual([{ lane, isVoid: false }]);
  expect(await test.db.lanes.turnById(turn ?? '')).toMatchObject({ state: 'running' });
});
