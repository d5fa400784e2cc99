import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../core/clock.js';
import { WaggleError } from '../core/errors.js';
import type { Log } from '../core/log.js';
import type { AccessStore } from '../core/ports/accessStore.js';
import type { AuditStore } from '../core/ports/audit.js';
import type { ChannelMemory, ChatSettings } from '../core/ports/channelMemory.js';
import type { Conversation } from '../core/ports/conversation.js';
import type { DeadUpdates } from '../core/ports/deadUpdates.js';
import type { LaneStore } from '../core/ports/laneStore.js';
import type { Leases } from '../core/ports/leases.js';
import type { Ledger } from '../core/ports/ledger.js';
import type { Overheard } from '../core/ports/overheard.js';
import type { People } from '../core/ports/people.js';
import type { PolicyOverrides } from '../core/ports/policyOverrides.js';
import type { Questions } from '../core/ports/questions.js';
import type { Rates } from '../core/ports/rates.js';
import type { ScheduleStore } from '../core/ports/scheduleStore.js';
import type { SessionNotes } from '../core/ports/sessionNotes.js';
import type { TraceStore } from '../core/ports/traces.js';
import type { Transcripts } from '../core/ports/transcripts.js';
import type { Untold } from '../core/ports/untold.js';
import type { UsageStore } from '../core/ports/usage.js';
import type { Whereabouts } from '../core/ports/whereabouts.js';
import { RETENTION_PARTS, type RetentionPart } from './retentionParts.js';
import type { StoreCounts } from './statsOps.js';
import { startWriter, type WriterClient, type WriterCounts } from './writerClient.js';

/** Rows of one retention slice: about a millisecond or two of the writer thread, then others get their turn. */
const RETENTION_SLICE = 100;

/** Deleted rows by kind. */
export type RetentionCounts = Readonly<Record<RetentionPart, number>>;

/** Small values of the data directory. */
export interface Meta {
  /** Made when the data directory was first used; tells one data directory from another. */
  readonly dataDirectoryId: string;
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
}

/** Everything durable that all processes of a data directory share. */
export interface GatewayDb {
  readonly lanes: LaneStore;
  readonly questions: Questions;
  readonly ledger: Ledger;
  readonly transcripts: Transcripts;
  readonly access: AccessStore;
  readonly audit: AuditStore;
  readonly policyOverrides: PolicyOverrides;
  readonly rates: Rates;
  readonly leases: Leases;
  readonly deadUpdates: DeadUpdates;
  readonly usage: UsageStore;
  readonly traces: TraceStore;
  readonly channelMemory: ChannelMemory;
  readonly chatSettings: ChatSettings;
  readonly overheard: Overheard;
  readonly whereabouts: Whereabouts;
  readonly sessionNotes: SessionNotes;
  readonly untold: Untold;
  readonly conversation: Conversation;
  readonly people: People;
  readonly schedules: ScheduleStore;
  readonly meta: Meta;
  readonly retention: {
    /** Deletes what is older than DESIGN.md section 4 says, in slices that hold nobody up. */
    run(now: number): Promise<RetentionCounts>;
  };
  stats(): Promise<StoreCounts & WriterCounts>;
  /** Lets everything that was called finish, then closes the database. Later calls reject (`store-closed`). */
  close(): Promise<void>;
}

export interface GatewayDbOptions {
  /** Made when it does not exist. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The writer thread ended by itself: nothing can be stored any more, so the process should end. */
  readonly onCrash?: (error: WaggleError) => void;
}

/**
 * Opens the data directory's `gateway.db` in its writer thread. Several processes may have it open.
 *
 * @throws WaggleError `store-too-new`, `store-io`, `store-corrupt`, `store-busy`, `disk-full`
 */
export async function openGatewayDb({ dataDir, clock, log, onCrash }: GatewayDbOptions): Promise<GatewayDb> {
  await makeDirectory(dataDir);
  const writer = await startWriter({ file: join(dataDir, 'gateway.db') }, (error) => {
    log.error({ err: error }, 'the writer thread of gateway.db ended');
    onCrash?.(error);
  });
  const { call } = writer;

  return {
    lanes: laneStoreOver(writer, log),
    questions: {
      ask: (request) => call('askQuestion', request),
      decide: (request) => call('decideQuestion', request),
      find: (id) => call('findQuestion', id),
      openIn: (lane) => call('openQuestionIn', lane),
    },
    ledger: {
      permit: (request) => call('permit', request),
      settle: (request) => call('settle', request),
      closeGate: (request) => call('closeGate', request),
      pass: (request) => call('pass', request),
      deliveriesOf: (turn) => call('deliveriesOf', turn),
      earlierCallUntil: (request) => call('earlierCallUntil', request),
      knownIds: (request) => call('knownIds', request),
      sentAround: (request) => call('sentAround', request),
    },
    transcripts: {
      history: (request) => call('history', request),
      startAfresh: (request) => call('startAfresh', request),
      compact: (request) => call('compactTranscript', request),
      search: (request) => call('searchTranscripts', request),
      prior: (request) => call('priorConversation', request),
    },
    access: {
      standingOf: (request) => call('standingOf', request),
      hasOwner: () => call('hasOwner', undefined),
      grant: (request) => call('grant', request),
      revoke: (person) => call('revoke', person),
      grants: () => call('grants', undefined),
      block: (request) => call('block', request),
      blocks: () => call('blocks', undefined),
      openPlace: (request) => call('openPlace', request),
      closePlace: (place) => call('closePlace', place),
      openPlaces: () => call('openPlaces', undefined),
      accountsOn: (platform) => call('accountsOn', platform),
      requestPairing: (request) => call('requestPairing', request),
      takePairing: (request) => call('takePairing', request),
      pairings: (now) => call('pairings', now),
    },
    policyOverrides: {
      of: (chat) => call('policyOverrides', chat),
      set: (request) => call('setPolicyOverride', request),
    },
    rates: { take: (request) => call('takeRate', request) },
    audit: {
      append: (event) => call('appendAudit', event),
      newest: (request) => call('newestAudit', request),
    },
    leases: {
      acquire: (request) => call('acquireLease', request),
      release: (request) => call('releaseLease', request),
    },
    deadUpdates: {
      bury: (dead) => call('buryUpdate', dead),
      list: (limit) => call('listDeadUpdates', limit),
    },
    usage: usageStoreOver(writer),
    traces: {
      write: (trace) => call('writeTrace', trace),
      of: (turn) => call('tracesOf', turn),
      turnsLike: (prefix, limit) => call('turnsLike', { prefix, limit }),
    },
    channelMemory: {
      get: (account, key) => call('remembered', { account, key }),
      put: (entry) => call('remember', entry),
      list: (account, prefix) => call('listRemembered', { account, prefix }),
      troubles: () => call('troubles', undefined),
    },
    chatSettings: {
      get: (chat, name) => call('chatSetting', { chat, name }),
      set: (entry) => call('setChatSetting', entry),
    },
    overheard: {
      keep: (message) => call('keepOverheard', message),
      change: (request) => call('changeOverheard', request),
      drop: (request) => call('dropOverheard', request),
      recent: (request) => call('recentOverheard', request),
      clear: (chat) => call('clearOverheard', chat),
      forget: (person) => call('forgetOverheard', person),
    },
    conversation: {
      setCheckpoint: (request) => call('setCheckpoint', request),
      checkpoints: (lane) => call('checkpoints', lane),
      rollBack: (request) => call('rollBack', request),
      takeBack: (request) => call('takeBack', request),
    },
    people: {
      personOf: (account) => call('personOf', account),
      accountsOf: (person) => call('accountsOf', person),
      offerLink: (request) => call('offerLink', request),
      link: (request) => call('link', request),
      unlink: (request) => call('unlink', request),
      pendingMoves: () => call('pendingMoves', undefined),
      finishMove: (no) => call('finishMove', no),
      forget: (person) => call('forgetPerson', person),
      traceOf: (person) => call('traceOf', person),
      settings: (person) => call('personSettings', person),
      set: (entry) => call('setPersonSetting', entry),
    },
    schedules: scheduleStoreOver(writer, log),
    whereabouts: {
      note: (meeting) => call('noteWhereabouts', meeting),
      workspacesOf: (request) => call('workspacesOf', request),
      forget: (person) => call('forgetWhereabouts', person),
    },
    sessionNotes: {
      add: (note) => call('addSessionNote', note),
      list: (request) => call('sessionNotes', request),
    },
    untold: {
      add: (entry) => call('addUntold', entry),
      take: (lane) => call('takeUntold', lane),
    },
    meta: {
      dataDirectoryId: writer.dataDirectoryId,
      get: (key) => call('getMeta', key),
      set: (key, value) => call('setMeta', { key, value }),
    },
    retention: { run: (now) => runRetention(writer, now) },
    stats: async () => ({ ...(await call('countWork', clock.now())), ...writer.counts() }),
    close: () => writer.close(),
  };
}

function laneStoreOver({ call }: WriterClient, log: Log): LaneStore {
  return {
    accept: (request) => call('accept', request),
    edit: (request) => call('edit', request),
    withdraw: (request) => call('withdraw', request),
    hasTurns: (lane) => call('hasTurns', lane),
    hasAlbum: (request) => call('hasAlbum', request),
    waitingBehind: (request) => call('waitingBehind', request),
    claim: async (request) => {
      const { claimed, damage } = await call('claim', request);
      for (const found of damage) log.error({ ...found, lane: request.lane }, 'a stored row cannot be read');
      return claimed;
    },
    shortenCalls: (request) => call('shortenCalls', request),
    renewAll: (request) => call('renewAll', request),
    stopsOf: (owner) => call('stopsOf', owner),
    journal: (request) => call('appendStep', request),
    takeMore: (request) => call('takeMore', request),
    finish: (request) => call('finish', request),
    release: (request) => call('release', request),
    breakOff: (request) => call('breakOff', request),
    pause: (request) => call('pause', request),
    resume: (request) => call('resume', request),
    stop: (request) => call('stop', request),
    stopTurn: (request) => call('stopTurn', request),
    due: (request) => call('due', request),
    turnById: (turn) => call('turnById', turn),
    turns: (request) => call('turns', request),
    queuedBefore: (request) => call('queuedBefore', request),
    deadTurns: (limit) => call('deadTurns', limit),
  };
}

function scheduleStoreOver({ call }: WriterClient, log: Log): ScheduleStore {
  return {
    create: (request) => call('createSchedule', request),
    list: (view) => call('listSchedules', view),
    find: (request) => call('findSchedule', request),
    remove: (request) => call('removeSchedule', request),
    setPaused: (request) => call('setSchedulePaused', request),
    count: (person) => call('countSchedules', person),
    due: async (request) => {
      const { due, broken } = await call('dueSchedules', request);
      for (const no of broken) {
        log.error({ schedule: no }, 'a stored schedule cannot be read; it is paused');
        await call('haltSchedule', { no, why: 'broken', now: request.now });
      }
      return due;
    },
    fire: (request) => call('fireSchedule', request),
    fireExtra: (request) => call('fireExtraRun', request),
    ofRun: (no) => call('scheduleOfRun', no),
    settle: (request) => call('settleScheduleRun', request),
    halt: (request) => call('haltSchedule', request),
  };
}

function usageStoreOver({ call }: WriterClient): UsageStore {
  return {
    reserve: (request) => call('reserve', request),
    settle: (request) => call('settleUsage', request),
    warningsOf: (turn) => call('warningsOf', turn),
    byModel: (request) => call('usageByModel', request),
    byPerson: (request) => call('usageByPerson', request),
    ofTurn: (turn) => call('usageOfTurn', turn),
    states: (request) => call('budgetStates', request),
    limits: () => call('budgetLimits', undefined),
    setLimit: (request) => call('setBudgetLimit', request),
  };
}

async function runRetention({ call }: WriterClient, now: number): Promise<RetentionCounts> {
  const counts: Record<RetentionPart, number> = {
    dedupe: 0,
    journal: 0,
    deliveries: 0,
    turns: 0,
    calls: 0,
    lanes: 0,
    pairings: 0,
    gates: 0,
    traces: 0,
    usage: 0,
    spending: 0,
    warnings: 0,
    overheard: 0,
    seen: 0,
    audit: 0,
    rates: 0,
    schedules: 0,
  };
  for (const part of RETENTION_PARTS) {
    let after: number | null = 0;
    while (after !== null) {
      const slice: { deleted: number; next: number | null } = await call('retain', {
        part,
        limit: RETENTION_SLICE,
        after,
        now,
      });
      counts[part] += slice.deleted;
      after = slice.next;
    }
  }
  return counts;
}

async function makeDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new WaggleError('store-io', `The data directory ${dataDir} cannot be made. Check WAGGLE_DATA_DIR.`, {
      cause,
    });
  }
}
