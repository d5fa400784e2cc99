import { randomInt, randomUUID } from 'node:crypto';
import { createAudit } from '../../src/access/audit.js';
import { createPairing } from '../../src/access/pairing.js';
import { createAccessPolicy } from '../../src/access/policy.js';
import { createCommandRegistry } from '../../src/commands/registry.js';
import type { BackgroundJob } from '../../src/core/backgroundJob.js';
import type { LaneKind, LaneRef } from '../../src/core/lane.js';
import { laneIdOf } from '../../src/core/lane.js';
import type { InboundMessage } from '../../src/core/message.js';
import { textOf } from '../../src/core/message.js';
import type { LaneStore, TurnRecord } from '../../src/core/ports/laneStore.js';
import type { RunBackground, RunTurn, TurnContext, TurnJob } from '../../src/core/ports/turnRunner.js';
import type { Waker } from '../../src/core/ports/waker.js';
import { createGovernor } from '../../src/reply/governor.js';
import { createRingFeed } from '../../src/turns/feed/ringFeed.js';
import { createHeldLanes, type HeldLanes } from '../../src/turns/heldLanes.js';
import { createWordingFor } from '../../src/turns/wordingFor.js';
import { createWorker, type Worker } from '../../src/turns/worker.js';
import { createRecordingLog, type RecordingLog } from '../setup/recordingLog.js';
import { until } from '../setup/until.js';
import { openTestDb, type TestDb } from '../store/openTestDb.js';

export const LEASE_MS = 3_000;
export const SWEEP_MS = 1_000;

/** A step of the clock lets so many answers of the store come in, one after the other. */
const STORE_TRIPS = 4;

/** One worker as a process has it: its own name and its own lanes, on a store that it shares. */
export interface TestWorker {
  readonly worker: Worker;
  readonly held: HeldLanes;
  readonly owner: string;
  /** What it told others. Its wakes all get lost: sweeps have to make up for them. */
  readonly wakes: readonly LaneRef[];
}

/** What a turn of these tests does; the default says its message back. */
export type TurnScript = (job: TurnJob, context: TurnContext) => Promise<string>;

export interface WorkerFixture extends TestDb {
  readonly log: RecordingLog;
  /** A turn's text and the worker that began it, in the order in which they began. */
  readonly begun: readonly { readonly text: string; readonly owner: string; readonly attempt: number }[];
  script: TurnScript;
  /** What becomes of background jobs; the default does nothing. */
  background: RunBackground;
  /** Jobs that each turn leaves for the background lane. */
  leaves: readonly BackgroundJob[];
  open(options?: {
    owner?: string;
    concurrency?: number;
    /** Replaces methods of the store, to make them fail. */
    lanes?: Partial<LaneStore>;
    serves?: (lane: LaneRef) => boolean;
  }): TestWorker;
  accept(chat: string, text: string, kind?: LaneKind): Promise<string>;
  /** Claims the lane for a process that dies at once: nobody renews, and the lease runs out. */
  claimAndDie(chat: string): Promise<void>;
  turn(id: string): Promise<TurnRecord>;
  /** Moves the clock in small steps, and lets the store answer between them, until the probe says yes. */
  pass(isTrue: () => boolean | Promise<boolean>, what: string, limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

export function laneOf(chat: string, kind: LaneKind = 'main'): LaneRef {
  return { id: laneIdOf({ platform: 'http', account: 'local', chat }), kind };
}

export function messageOf(chat: string, text: string): InboundMessage {
  return {
    identity: randomUUID(),
    aliases: [],
    address: { platform: 'http', account: 'local', chat, kind: 'dm' },
    lane: laneOf(chat).id,
    sender: { user: 'ada', name: 'Ada', isBot: false, verifiedBy: 'token' },
    addressed: true,
    parts: [{ type: 'text', text }],
    sentAt: 1,
  };
}

/** Workers over a real store, on a clock that only the test moves. */
export async function openWorkerFixture(): Promise<WorkerFixture> {
  const log = createRecordingLog();
  const test = await openTestDb(log);
  const { db, clock } = test;
  const begun: { text: string; owner: string; attempt: number }[] = [];
  const opened: TestWorker[] = [];
  const feed = createRingFeed({ clock });
  const access = createAccessPolicy({ mode: 'open', owners: [], allowed: [], store: db.access });
  const audit = createAudit({ store: db.audit, clock, redact: (text) => text });
  const pairing = createPairing({ store: db.access, audit, clock, randomInt });
  let dead = 0;

  const fixture: WorkerFixture = {
    ...test,
    log,
    begun,
    script: async (job) => `You said ${textOf(job.messages[0])}`,
    background: async () => ({ end: 'done', text: '', toolsUsed: [], usage: { inputTokens: 0, outputTokens: 0 } }),
    leaves: [],

    open: ({
      owner = `worker-${opened.length}`,
      concurrency = 100,
      lanes: replaced = {},
      serves = () => true,
    } = {}) => {
      const lanes: LaneStore = { ...db.lanes, ...replaced };
      const wakes: LaneRef[] = [];
      const waker: Waker = { wake: (lane) => wakes.push(lane), run: async () => {}, close: async () => {} };
      const held = createHeldLanes({ lanes, owner, leaseMs: LEASE_MS, clock, log });
      const runTurn: RunTurn = async (job, context) => {
        begun.push({ text: textOf(job.messages[0]), owner, attempt: job.attempt });
        const text = await fixture.script(job, context);
        context.emit({ type: 'text', delta: text });
        const usage = { inputTokens: 0, outputTokens: 0 };
        context.emit({ type: 'final', response: { content: text, toolsUsed: [], usage }, text });
        return { end: 'done', text, background: fixture.leaves };
      };
      const worker = createWorker({
        lanes,
        ledger: db.ledger,
        questions: db.questions,
        approvalTtlMs: 30 * 60_000,
        access,
        pairing,
        audit,
        commands: createCommandRegistry([]),
        feed,
        waker,
        held,
        governor: createGovernor({ ledger: db.ledger, clock, log }),
        runTurn,
        faceOf: () => null,
        runBackground: (turn, context) => fixture.background(turn, context),
        hasModel: true,
        untold: test.db.untold,
        schedules: test.db.schedules,
        wordingFor: createWordingFor({ settings: test.db.chatSettings, language: 'en', log }),
        language: 'en',
        egressFor: () => null,
        speech: null,
        filesFor: () => null,
        dataDir: test.dataDir,
        serves,
        owner,
        leaseMs: LEASE_MS,
        sweepMs: SWEEP_MS,
        concurrency,
        backgroundSlots: 4,
        mode: 'queue',
        staleMs: 0,
        isShared: true,
        stillWorkingMs: 0,
        clock,
        log,
      });
      const one = { worker, held, owner, wakes };
      opened.push(one);
      return one;
    },

    accept: async (chat, text, kind = 'main') => {
      const turn = randomUUID();
      await db.lanes.accept({ message: messageOf(chat, text), kind, turn, now: clock.now() });
      return turn;
    },

    claimAndDie: async (chat) => {
      dead += 1;
      const request = {
        lane: laneOf(chat),
        owner: `dead-${dead}`,
        leaseMs: LEASE_MS,
        mode: 'queue',
        now: clock.now(),
      } as const;
      if ((await db.lanes.claim(request)) === null) throw new Error(`nothing to claim in ${chat}`);
    },

    turn: async (id) => {
      const record = await db.lanes.turnById(id);
      if (record === null) throw new Error(`no turn ${id}`);
      return record;
    },

    pass: async (isTrue, what, limitMs = 60_000) => {
      const end = clock.now() + limitMs;
      while (!(await isTrue())) {
        if (clock.now() >= end) throw new Error(`${what} did not come true within ${limitMs} ms of the clock`);
        await clock.advance(50);
        for (let trips = 0; trips < STORE_TRIPS; trips += 1) await db.stats();
      }
    },

    close: async () => {
      let isOver = false;
      const closing = Promise.all(opened.map(({ worker }) => worker.drain(0))).then(() => {
        isOver = true;
      });
      await until(async () => {
        await clock.advance(1_000);
        return isOver;
      }, 'all workers drained');
      await closing;
      for (const { held } of opened) await held.close();
      await feed.close();
      await test.dispose();
    },
  };
  return fixture;
}
