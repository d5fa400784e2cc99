import type { Database } from 'better-sqlite3';
import { WaggleError } from '../core/errors.js';
import type { LaneStore, StoredMessage } from '../core/ports/laneStore.js';
import { type InboxRow, queuedRows, readMessage } from './claimedRows.js';
import { findHeldLane } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';

const statements = preparedOnce((db) => ({
  turn: db.prepare<[number], { id: string; steps: number; sender: string; withdrawn: 0 | 1 }>(
    'SELECT id, steps, sender, withdrawn FROM turn WHERE seq = ?',
  ),
  addStep: db.prepare<[number, number, string, number]>(
    'INSERT INTO journal (turn, step, data, at) VALUES (?, ?, ?, ?)',
  ),
  countStep: db.prepare<[number, number]>('UPDATE turn SET steps = ? WHERE seq = ?'),
  consume: db.prepare<[number, number]>("UPDATE inbox SET state = 'consumed', turn = ? WHERE seq = ?"),
  merge: db.prepare<[number, number]>('UPDATE turn SET merged_into = ? WHERE seq = ?'),
}));

/**
 * `LaneStore.journal`.
 *
 * @throws WaggleError `journal-order` when `step` is not the next position of the turn's journal
 */
export function appendStep(db: Database, request: Parameters<LaneStore['journal']>[0]): boolean {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null) return false;
  const sql = statements(db);
  const turn = sql.turn.get(lane.turn);
  if (turn === undefined || turn.id !== request.turn) return false;
  if (request.step !== turn.steps) {
    throw new WaggleError(
      'journal-order',
      `Turn ${turn.id} has ${turn.steps} journal steps; step ${request.step} cannot be the next one.`,
    );
  }
  sql.addStep.run(lane.turn, request.step, JSON.stringify(request.data), request.now);
  sql.countStep.run(request.step + 1, lane.turn);
  return true;
}

/** `LaneStore.takeMore`. A row that cannot be read stays queued: its own claim deals with it. */
export function takeMore(db: Database, request: Parameters<LaneStore['takeMore']>[0]): readonly StoredMessage[] {
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.turn === null || lane.stopping !== 0) return [];
  const sql = statements(db);
  const turn = sql.turn.get(lane.turn);
  if (turn === undefined || turn.id !== request.turn || turn.withdrawn === 1) return [];

  const own: InboxRow[] = [];
  for (const row of queuedRows(db, lane.no)) {
    if (row.sender !== turn.sender || row.stop_before_seq !== null) continue;
    // What comes after it must not overtake it.
    if (row.alone === 1) break;
    own.push(row);
  }
  const taken = own.flatMap((row) => readMessage(row, turn.id) ?? []);
  for (const { seq } of taken) {
    sql.consume.run(lane.turn, seq);
    sql.merge.run(lane.turn, seq);
  }
  return taken;
}
