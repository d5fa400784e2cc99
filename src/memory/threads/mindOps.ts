import type { NewFact, NewFrame } from '../../core/memory/frame.js';
import { findFacts } from '../facts/findFacts.js';
import { keepFact } from '../facts/keepFact.js';
import { absorbMind } from '../frames/absorbMind.js';
import { correctFrame, settleConflict } from '../frames/correctFrame.js';
import { eraseAuthor } from '../frames/eraseAuthor.js';
import { findFrames } from '../frames/findFrames.js';
import { keepAndFold } from '../frames/foldRepeats.js';
import { confirmUse, forgetFrames, restoreFrames, setImportance, setScope } from '../frames/forgetFrames.js';
import { framesById, listFrames, scopesIn } from '../frames/readFrames.js';
import { saveFrame } from '../frames/saveFrame.js';
import { askKnowledge } from '../knowledge/askKnowledge.js';
import { changeEntity } from '../knowledge/changeEntity.js';
import { learn } from '../knowledge/learn.js';
import { mapKnowledge } from '../knowledge/mapKnowledge.js';
import { addAwareness, listAwareness, removeAwareness, updateAwareness } from '../layers/awarenessOps.js';
import { getIdentity, setIdentity } from '../layers/identityOps.js';
import { mindStats } from '../layers/mindStats.js';
import { closeSession, ensureActive, listSessions } from '../layers/sessionOps.js';
import { commitSurfaced, dueSignals, recordSignal } from '../layers/signalOps.js';
import { clearLog, dropEmptied, emptyMind } from '../mindFile/emptyMind.js';
import { readOwner } from '../mindFile/ownerOps.js';
import { embedHere, postponeFrames, waitingFrames } from '../search/vectorStore.js';
import { maintain } from '../upkeep/maintain.js';
import type { MindKeeper, OpenedMind } from './openedMind.js';

/**
 * `read`, `write` and `tend` operations run in a transaction that is begun for them; `bare` and `make` ones begin their own.
 * Only `write` and `make` may bring a mind into being: nothing that looks after one, or looks into it, does. An operation
 * may be run again from the beginning when it finds its mind locked.
 */
type Mode = 'read' | 'write' | 'tend' | 'bare' | 'make';

interface MindOp<Args, Result> {
  readonly mode: Mode;
  run(mind: OpenedMind, args: Args, keeper: MindKeeper): Result;
}

function read<Args, Result>(run: (mind: OpenedMind, args: Args) => Result): MindOp<Args, Result> {
  return { mode: 'read', run };
}

function write<Args, Result>(run: (mind: OpenedMind, args: Args) => Result): MindOp<Args, Result> {
  return { mode: 'write', run };
}

function tend<Args, Result>(run: (mind: OpenedMind, args: Args) => Result): MindOp<Args, Result> {
  return { mode: 'tend', run };
}

function bare<Args, Result>(run: (mind: OpenedMind, args: Args, keeper: MindKeeper) => Result): MindOp<Args, Result> {
  return { mode: 'bare', run };
}

const ops = {
  save: write((mind, frame: NewFrame) => saveFrame(mind, frame)),
  find: read(findFrames),
  list: read(listFrames),
  get: read(framesById),
  scopes: read(scopesIn),
  forget: write(forgetFrames),
  restore: write(restoreFrames),
  correct: write(correctFrame),
  settle: write(settleConflict),
  setScope: write(setScope),
  setImportance: write(setImportance),
  confirmUse: write(confirmUse),
  keepFact: write((mind, fact: NewFact) => keepFact(mind, fact)),
  findFacts: read(findFacts),
  getIdentity: read(getIdentity),
  setIdentity: write(setIdentity),
  listAwareness: read(listAwareness),
  addAwareness: write(addAwareness),
  updateAwareness: write(updateAwareness),
  removeAwareness: write(removeAwareness),
  ensureActive: write(ensureActive),
  closeSession: write(closeSession),
  listSessions: read(listSessions),
  learn: write(learn),
  askKnowledge: read(askKnowledge),
  mapKnowledge: read(mapKnowledge),
  changeEntity: write(changeEntity),
  recordSignal: write(recordSignal),
  dueSignals: read(dueSignals),
  commitSurfaced: write(commitSurfaced),
  waitingFrames: tend(waitingFrames),
  keepVectors: tend(keepAndFold),
  postponeFrames: tend(postponeFrames),
  embedHere: tend(embedHere),
  stats: read(mindStats),
  owner: read(readOwner),
  maintain: tend(maintain),
  absorb: { mode: 'make' as const, run: absorbMind },
  eraseAuthor: bare(eraseAuthor),
  empty: bare(emptyMind),
  clearLog: bare(clearLog),
  dropEmptied: bare(dropEmptied),
};

type Ops = typeof ops;
export type OpName = keyof Ops;
export type ArgsOf<Op extends OpName> = Parameters<Ops[Op]['run']>[1];
export type ResultOf<Op extends OpName> = ReturnType<Ops[Op]['run']>;

const opByName: { readonly [Op in OpName]: MindOp<ArgsOf<Op>, ResultOf<Op>> } = ops;

export function modeOf(op: OpName): Mode {
  return opByName[op].mode;
}

/** An operation with its arguments. */
interface OpCall<Op extends OpName> {
  readonly op: Op;
  readonly args: ArgsOf<Op>;
}

/** Runs one operation on an open mind. */
export function runOp<Op extends OpName>(mind: OpenedMind, request: OpCall<Op>, keeper: MindKeeper): ResultOf<Op> {
  return opByName[request.op].run(mind, request.args, keeper);
}
