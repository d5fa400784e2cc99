import type { Database } from 'better-sqlite3';
import { accept } from './acceptOps.js';
import {
  accountsOn,
  block,
  blocks,
  closePlace,
  grant,
  grants,
  hasOwner,
  openPlace,
  openPlaces,
  pairings,
  requestPairing,
  revoke,
  standingOf,
  takePairing,
} from './accessOps.js';
import { appendAudit, newestAudit } from './auditOps.js';
import { budgetLimits, budgetStates, setBudgetLimit } from './budgetOps.js';
import { chatSetting, listRemembered, remember, remembered, setChatSetting, troubles } from './channelMemoryOps.js';
import { checkpoints, rollBack, setCheckpoint, takeBack } from './checkpointOps.js';
import { claim } from './claimOps.js';
import {
  addSessionNote,
  addUntold,
  forgetWhereabouts,
  noteWhereabouts,
  sessionNotes,
  takeUntold,
  workspacesOf,
} from './conversationOps.js';
import { buryUpdate, listDeadUpdates } from './deadUpdateOps.js';
import { deliveriesOf, earlierCallUntil, knownIds, sentAround, settle } from './deliveryOps.js';
import { edit, withdraw } from './editOps.js';
import { finish } from './finishOps.js';
import { forgetPerson, traceOf } from './forgetOps.js';
import { closeGate, pass } from './gates.js';
import { breakOff, pause, release, renewAll, resume, shortenCalls, stopsOf } from './holdOps.js';
import { acquireLease, releaseLease } from './leaseOps.js';
import { getMeta, setMeta } from './metaOps.js';
import {
  changeOverheard,
  clearOverheard,
  dropOverheard,
  forgetOverheard,
  keepOverheard,
  recentOverheard,
} from './overheardOps.js';
import {
  accountsOf,
  finishMove,
  link,
  offerLink,
  pendingMoves,
  personOf,
  personSettings,
  setPersonSetting,
  unlink,
} from './peopleOps.js';
import { permit } from './permitOps.js';
import { policyOverrides, setPolicyOverride } from './policyOps.js';
import { priorConversation } from './priorOps.js';
import { askQuestion, decideQuestion, findQuestion, openQuestionIn } from './questionOps.js';
import { takeRate } from './rateOps.js';
import { retain } from './retentionOps.js';
import {
  countSchedules,
  createSchedule,
  findSchedule,
  listSchedules,
  removeSchedule,
  setSchedulePaused,
} from './scheduleOps.js';
import {
  dueSchedules,
  fireExtraRun,
  fireSchedule,
  haltSchedule,
  scheduleOfRun,
  settleScheduleRun,
} from './scheduleRunOps.js';
import { reserve, settleUsage, warningsOf } from './spendOps.js';
import { countWork } from './statsOps.js';
import { appendStep, takeMore } from './stepOps.js';
import { stop, stopTurn } from './stopOps.js';
import { tracesOf, turnsLike, writeTrace } from './traceOps.js';
import { compactTranscript, history, startAfresh } from './transcriptOps.js';
import { searchTranscripts } from './transcriptSearchOps.js';
import { deadTurns, due, hasAlbum, hasTurns, queuedBefore, turnById, turns } from './turnOps.js';
import { usageByModel, usageByPerson, usageOfTurn } from './usageReportOps.js';
import { waitingBehind } from './waitingOps.js';

/** One operation of the store: it runs in the writer thread, inside a transaction, and never waits. */
interface StoreOp<Args, Result> {
  /** A batch of nothing but reads takes no write lock. */
  readonly mode: 'read' | 'write';
  /**
   * Whether what it writes must outlive a power cut by itself. The log is one file that is synced as a whole: whatever was
   * written before a lasting write lasts with it.
   */
  lasts(args: Args): boolean;
  run(db: Database, args: Args): Result;
}

function read<Args, Result>(run: (db: Database, args: Args) => Result): StoreOp<Args, Result> {
  return { mode: 'read', lasts: () => false, run };
}

function write<Args, Result>(run: (db: Database, args: Args) => Result): StoreOp<Args, Result> {
  return { mode: 'write', lasts: () => true, run };
}

/** A write that dies with its process: what goes out under it is written down first, by a lasting one. */
function passing<Args, Result>(
  run: (db: Database, args: Args) => Result,
  lasts: (args: Args) => boolean = () => false,
): StoreOp<Args, Result> {
  return { mode: 'write', lasts, run };
}

const ops = {
  accept: write(accept),
  edit: write(edit),
  withdraw: write(withdraw),
  hasTurns: read(hasTurns),
  hasAlbum: read(hasAlbum),
  waitingBehind: read(waitingBehind),
  claim: passing(claim),
  shortenCalls: write(shortenCalls),
  renewAll: passing(renewAll),
  stopsOf: read(stopsOf),
  appendStep: write(appendStep),
  takeMore: write(takeMore),
  finish: write(finish),
  release: write(release),
  breakOff: write(breakOff),
  pause: write(pause),
  askQuestion: write(askQuestion),
  decideQuestion: write(decideQuestion),
  findQuestion: read(findQuestion),
  openQuestionIn: read(openQuestionIn),
  resume: write(resume),
  stop: write(stop),
  stopTurn: write(stopTurn),
  due: read(due),
  turnById: read(turnById),
  turns: read(turns),
  queuedBefore: read(queuedBefore),
  deadTurns: read(deadTurns),
  permit: passing(permit, ({ kind }) => kind !== 'status'),
  settle: passing(settle, ({ kind }) => kind !== 'status'),
  closeGate: write(closeGate),
  pass: passing(pass),
  deliveriesOf: read(deliveriesOf),
  earlierCallUntil: read(earlierCallUntil),
  knownIds: read(knownIds),
  sentAround: read(sentAround),
  history: read(history),
  startAfresh: write(startAfresh),
  compactTranscript: write(compactTranscript),
  searchTranscripts: read(searchTranscripts),
  priorConversation: read(priorConversation),
  noteWhereabouts: write(noteWhereabouts),
  workspacesOf: read(workspacesOf),
  forgetWhereabouts: write(forgetWhereabouts),
  addSessionNote: write(addSessionNote),
  sessionNotes: read(sessionNotes),
  addUntold: write(addUntold),
  takeUntold: write(takeUntold),
  standingOf: read(standingOf),
  hasOwner: read(hasOwner),
  grant: write(grant),
  revoke: write(revoke),
  grants: read(grants),
  block: write(block),
  blocks: read(blocks),
  openPlace: write(openPlace),
  closePlace: write(closePlace),
  openPlaces: read(openPlaces),
  accountsOn: read(accountsOn),
  policyOverrides: read(policyOverrides),
  setPolicyOverride: write(setPolicyOverride),
  // Survives a crash of its process, and after a power cut everybody begins anew.
  takeRate: passing(takeRate),
  requestPairing: write(requestPairing),
  takePairing: write(takePairing),
  pairings: read(pairings),
  // A refusal that a power cut takes with it opened nothing.
  appendAudit: passing(appendAudit, ({ flood }) => flood !== true),
  newestAudit: read(newestAudit),
  buryUpdate: write(buryUpdate),
  listDeadUpdates: read(listDeadUpdates),
  acquireLease: write(acquireLease),
  releaseLease: write(releaseLease),
  getMeta: read(getMeta),
  setMeta: write(setMeta),
  retain: write(retain),
  countWork: read(countWork),
  reserve: write(reserve),
  settleUsage: write(settleUsage),
  warningsOf: read(warningsOf),
  usageByModel: read(usageByModel),
  usageByPerson: read(usageByPerson),
  usageOfTurn: read(usageOfTurn),
  budgetStates: read(budgetStates),
  budgetLimits: read(budgetLimits),
  setBudgetLimit: write(setBudgetLimit),
  writeTrace: write(writeTrace),
  tracesOf: read(tracesOf),
  turnsLike: read(turnsLike),
  remembered: read(remembered),
  remember: write(remember),
  listRemembered: read(listRemembered),
  troubles: read(troubles),
  chatSetting: read(chatSetting),
  setChatSetting: write(setChatSetting),
  keepOverheard: write(keepOverheard),
  changeOverheard: write(changeOverheard),
  dropOverheard: write(dropOverheard),
  recentOverheard: read(recentOverheard),
  clearOverheard: write(clearOverheard),
  forgetOverheard: write(forgetOverheard),
  setCheckpoint: write(setCheckpoint),
  checkpoints: read(checkpoints),
  rollBack: write(rollBack),
  takeBack: write(takeBack),
  personOf: read(personOf),
  accountsOf: read(accountsOf),
  offerLink: write(offerLink),
  link: write(link),
  unlink: write(unlink),
  pendingMoves: read(pendingMoves),
  finishMove: write(finishMove),
  forgetPerson: write(forgetPerson),
  traceOf: read(traceOf),
  personSettings: read(personSettings),
  setPersonSetting: write(setPersonSetting),
  createSchedule: write(createSchedule),
  listSchedules: read(listSchedules),
  findSchedule: read(findSchedule),
  removeSchedule: write(removeSchedule),
  setSchedulePaused: write(setSchedulePaused),
  countSchedules: read(countSchedules),
  dueSchedules: read(dueSchedules),
  fireSchedule: write(fireSchedule),
  fireExtraRun: write(fireExtraRun),
  scheduleOfRun: read(scheduleOfRun),
  settleScheduleRun: write(settleScheduleRun),
  haltSchedule: write(haltSchedule),
};

export type OpName = keyof typeof ops;
type ArgsByOp = { [Op in OpName]: Parameters<(typeof ops)[Op]['run']>[1] };
type ResultByOp = { [Op in OpName]: ReturnType<(typeof ops)[Op]['run']> };
export type ArgsOf<Op extends OpName> = ArgsByOp[Op];
export type ResultOf<Op extends OpName> = ResultByOp[Op];

/** A request to the writer thread. */
export type StoreRequest<Op extends OpName = OpName> = {
  [Name in Op]: { readonly id: number; readonly op: Name; readonly args: ArgsByOp[Name] };
}[Op];

const opByName: { readonly [Op in OpName]: StoreOp<ArgsByOp[Op], ResultByOp[Op]> } = ops;

/** Runs one operation in the transaction that is open. */
export function runOp<Op extends OpName>(db: Database, request: StoreRequest<Op>): ResultOf<Op> {
  return opByName[request.op].run(db, request.args);
}

/** Whether an operation needs the write lock. */
export function isWrite(op: OpName): boolean {
  return opByName[op].mode === 'write';
}

/** Whether what the request writes must outlive a power cut. */
export function mustLast<Op extends OpName>(request: StoreRequest<Op>): boolean {
  return opByName[request.op].lasts(request.args);
}

/** Whether an operation deletes what must not stay in the write-ahead log either. */
export function scrubsLog(op: OpName): boolean {
  return op === 'forgetPerson';
}
