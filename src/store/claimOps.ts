import type { Database } from 'better-sqlite3';
import { LANE_MODE_SETTING, type LaneMode, laneModeOf } from '../core/laneMode.js';
import type { ChatAddress } from '../core/message.js';
import { PERSONA_LEVELS, PERSONA_SETTING, type PersonaChoice, personaPlace } from '../core/personaChoice.js';
import type { PersonKey } from '../core/ports/accessStore.js';
import { chatKey, chatKeyOfLane } from '../core/ports/egress.js';
import type { ClaimedTurn, ClaimRequest, StoredMessage } from '../core/ports/laneStore.js';
import { GROUP_SETTINGS, preferencesOf } from '../core/preferences.js';
import { standingRequest } from '../core/standingRequest.js';
import { LANGUAGE_SETTING } from '../core/wording.js';
import { standingOf } from './accessOps.js';
import { chatSetting } from './channelMemoryOps.js';
import { consumedRows, type InboxRow, queuedRows, readJournal, readMessage } from './claimedRows.js';
import { deliveriesOf, openCallBefore } from './deliveryOps.js';
import { findLane, headOf, type LaneRow, VOID_ATTEMPT } from './laneRow.js';
import { recentOverheard } from './overheardOps.js';
import { personOf, personSettings } from './peopleOps.js';
import { preparedOnce } from './preparedOnce.js';
import { closeQuestions, expireIn, questionsOf } from './questionOps.js';
import { reopen } from './reopenOps.js';
import { history } from './transcriptOps.js';

/** A turn whose lease expired this often without a new journal step is given up (DESIGN.md section 3). */
const EXPIRIES_UNTIL_DEAD = 3;

/**
 * An album arrives message by message. Its turn begins when for so long, in milliseconds, none has come: each one is stored
 * by itself, so nothing is lost meanwhile.
 */
const ALBUM_GATHERING_MS = 1_000;

/** Something stored that cannot be read any more. A turn without a readable message is ended as dead. */
export interface Damage {
  readonly turn: string;
  readonly part: 'message' | 'journal';
  readonly ended: boolean;
}

export interface ClaimAnswer {
  readonly claimed: ClaimedTurn | null;
  /** To be logged: where the message is lost nobody can be told, because the address stood in it. */
  readonly damage: readonly Damage[];
}

interface TurnRow {
  readonly seq: number;
  readonly id: string;
  readonly attempt: number;
  readonly expiries: number;
  readonly steps: number;
  readonly steps_at_claim: number;
  readonly stop_before_seq: number | null;
  readonly withdrawn: 0 | 1;
  readonly started_at: number | null;
}

/** The turn that a claim is about to take, with those of its messages that can be read. */
interface Candidate {
  readonly turn: TurnRow;
  readonly messages: readonly StoredMessage[];
  readonly unreadable: number;
  readonly takeover: boolean;
}

const statements = preparedOnce((db) => ({
  turn: db.prepare<[number], TurnRow>(
    `SELECT seq, id, attempt, expiries, steps, steps_at_claim, stop_before_seq, withdrawn, started_at
     FROM turn WHERE seq = ?`,
  ),
  startTurn: db.prepare<{ seq: number; attempt: number; expiries: number; now: number }>(
    `UPDATE turn SET state = 'running', attempt = @attempt, expiries = @expiries, steps_at_claim = steps,
       started_at = coalesce(started_at, @now) WHERE seq = @seq`,
  ),
  holdLane: db.prepare<{ no: number; owner: string; until: number; token: number; turn: number; stopping: 0 | 1 }>(
    `UPDATE lane SET owner = @owner, lease_until = @until, token = @token, turn = @turn, stopping = @stopping
     WHERE no = @no`,
  ),
  consume: db.prepare<[number, number]>("UPDATE inbox SET state = 'consumed', turn = ? WHERE seq = ?"),
  merge: db.prepare<[number, number]>('UPDATE turn SET merged_into = ? WHERE seq = ?'),
  spoilRows: db.prepare<[number, number, number]>(
    "UPDATE inbox SET state = 'dead', ended_at = ? WHERE lane = ? AND ended_at IS NULL AND turn = ?",
  ),
  spoilTurn: db.prepare<[number, string, number, number]>(
    "UPDATE turn SET state = 'dead', ended_at = ?, outcome = ? WHERE seq = ? OR merged_into = ?",
  ),
  dropTurn: db.prepare<[number | null, number]>(
    'UPDATE lane SET turn = NULL, owner = NULL, lease_until = 0, stopping = 0, head_seq = ? WHERE no = ?',
  ),
}));

/** `LaneStore.claim`: an unfinished turn first, then the oldest queued message. */
export function claim(db: Database, request: ClaimRequest): ClaimAnswer {
  const damage: Damage[] = [];
  for (;;) {
    const lane = findLane(db, request.lane);
    if (lane === undefined || lane.lease_until > request.now) return { claimed: null, damage };
    if (lane.paused === 1) {
      if (!expireIn(db, lane.no, request.now)) return { claimed: null, damage };
      continue;
    }
    if (lane.turn !== null && isToBeginAnew(db, lane, lane.turn)) {
      reopen(db, lane.no, lane.turn, true);
      continue;
    }
    const found = lane.turn === null ? nextTurn(db, lane, request) : unfinishedTurn(db, lane, lane.turn);
    if (found === null) return { claimed: null, damage };
    const [first, ...rest] = found.messages;
    if (found.unreadable > 0) damage.push({ turn: found.turn.id, part: 'message', ended: first === undefined });
    if (first !== undefined) return { claimed: take(db, lane, found, [first, ...rest], request, damage), damage };
    spoil(db, lane, found.turn, request.now);
  }
}

/** Its message was edited while it ran. That of a withdrawn turn is gone: it goes on to its end. */
function isToBeginAnew(db: Database, lane: LaneRow, seq: number): boolean {
  return lane.stopping === VOID_ATTEMPT && statements(db).turn.get(seq)?.withdrawn === 0;
}

/** A takeover goes on with the messages that are left, should one of several be damaged. */
function unfinishedTurn(db: Database, lane: LaneRow, seq: number): Candidate | null {
  const turn = statements(db).turn.get(seq);
  if (turn === undefined) return null;
  const rows = consumedRows(db, lane.no, seq);
  const messages = rows.flatMap((row) => readMessage(row, turn.id) ?? []);
  return { turn, messages, unreadable: rows.length - messages.length, takeover: true };
}

/** A row that cannot be read ends the collection: as the next turn's first row it is found out. */
function nextTurn(db: Database, lane: LaneRow, request: ClaimRequest): Candidate | null {
  const queued = queuedRows(db, lane.no);
  const rows = modeOf(db, request) === 'collect' ? firstOfSender(queued) : firstOf(queued);
  const first = rows[0];
  const turn = first === undefined ? undefined : statements(db).turn.get(first.turn);
  if (first === undefined || turn === undefined) return null;
  const messages: StoredMessage[] = [];
  for (const row of rows) {
    const message = readMessage(row, turn.id);
    if (message === null) break;
    messages.push(message);
  }
  if (messages.some(({ message }) => message.album !== undefined)) {
    messages.push(...restOfAlbums(db, lane, first, messages));
    messages.sort((a, b) => a.seq - b.seq);
    const newest = Math.max(
      ...messages.map(({ message, acceptedAt }) => (message.album === undefined ? 0 : acceptedAt)),
    );
    if (request.now < newest + ALBUM_GATHERING_MS) return null;
  }
  return { turn, messages, unreadable: messages.length === 0 ? 1 : 0, takeover: false };
}

/** Messages of the same albums that others have come between. */
function restOfAlbums(
  db: Database,
  lane: LaneRow,
  first: InboxRow,
  taken: readonly StoredMessage[],
): readonly StoredMessage[] {
  const albums = new Set(taken.map(({ message }) => message.album));
  const known = new Set(taken.map(({ seq }) => seq));
  const rest: StoredMessage[] = [];
  for (const row of queuedRows(db, lane.no)) {
    const isAlike = row.sender === first.sender && (row.stop_before_seq === null) === (first.stop_before_seq === null);
    if (known.has(row.seq) || !isAlike || row.alone === 1) continue;
    const stored = readMessage(row, taken[0]?.turn ?? '');
    if (stored?.message.album !== undefined && albums.has(stored.message.album)) rest.push(stored);
  }
  return rest;
}

function modeOf(db: Database, request: ClaimRequest): LaneMode {
  const chat = chatKeyOfLane(request.lane.id);
  return laneModeOf(chatSetting(db, { chat, name: LANE_MODE_SETTING }), request.mode);
}

function firstOf(rows: Iterable<InboxRow>): readonly InboxRow[] {
  for (const row of rows) return [row];
  return [];
}

/**
 * Rows of the first one's sender up to another's or up to one that stays alone; what `/stop` reached is never merged with what
 * it did not.
 */
function firstOfSender(rows: Iterable<InboxRow>): readonly InboxRow[] {
  const taken: InboxRow[] = [];
  for (const row of rows) {
    const first = taken[0] ?? row;
    const alike = row.sender === first.sender && (row.stop_before_seq === null) === (first.stop_before_seq === null);
    if (!alike || (row !== first && row.alone === 1)) break;
    taken.push(row);
    if (row.alone === 1) break;
  }
  return taken;
}

function take(
  db: Database,
  lane: LaneRow,
  { turn, takeover }: Candidate,
  messages: ClaimedTurn['messages'],
  request: ClaimRequest,
  damage: Damage[],
): ClaimedTurn {
  const { lane: ref, owner, leaseMs, now, historyLines = 0 } = request;
  const { address } = messages[0].message;
  const sql = statements(db);
  const token = lane.token + 1;
  const attempt = turn.attempt + 1;
  const expiries = expiriesAfter(lane, turn, takeover);
  const stopped = turn.stop_before_seq !== null;
  const withdrawn = turn.withdrawn === 1;

  if (!takeover) {
    for (const { seq } of messages) {
      sql.consume.run(turn.seq, seq);
      if (seq !== turn.seq) sql.merge.run(turn.seq, seq);
    }
  }
  sql.startTurn.run({ seq: turn.seq, attempt, expiries, now });
  sql.holdLane.run({
    no: lane.no,
    owner,
    until: now + leaseMs,
    token,
    turn: turn.seq,
    // A withdrawn turn has its removals to make, which a stop would cut short.
    stopping: stopped && !withdrawn ? 1 : 0,
  });

  if (stopped || withdrawn) closeQuestions(db, turn.seq, now);
  const person = behind(db, messages[0]);
  const journal = readJournal(db, turn.seq);
  if (!journal.whole) damage.push({ turn: turn.id, part: 'journal', ended: false });
  return {
    lane: ref,
    token,
    turn: turn.id,
    attempt,
    expiries,
    dead: expiries >= EXPIRIES_UNTIL_DEAD || !journal.whole,
    stopped,
    withdrawn,
    mode: modeOf(db, request),
    language: chatSetting(db, { chat: chatKey(address), name: LANGUAGE_SETTING }),
    standing: standingOf(db, standingRequest(messages[0].message)),
    person,
    preferences: preferencesOf(person.settings, groupSettings(db, address)),
    personas: ref.kind === 'main' ? personasChosen(db, ref.id, address, person.settings) : [],
    history: historyLines === 0 ? [] : history(db, { lane: ref.id, limit: historyLines }),
    overheard: historyLines === 0 || address.kind !== 'group' ? [] : recentOverheard(db, { lane: ref.id, now }),
    messages,
    journal: journal.steps,
    questions: attempt === 1 ? [] : questionsOf(db, turn.seq),
    deliveries: deliveriesOf(db, turn.id),
    notBefore: openCallBefore(db, lane.no, token, now),
    startedAt: turn.started_at ?? now,
    previousOwner: takeover ? lane.owner : null,
  };
}

function accountOf({ message: { address, sender } }: StoredMessage): PersonKey {
  return { platform: address.platform, account: address.account, user: sender.user };
}

function behind(db: Database, first: StoredMessage): ClaimedTurn['person'] {
  const key = personOf(db, accountOf(first));
  return { key, settings: personSettings(db, key) };
}

function groupSettings(db: Database, address: ChatAddress): Readonly<Record<string, string>> | null {
  if (address.kind === 'dm') return null;
  return Object.fromEntries(
    GROUP_SETTINGS.flatMap((name) => {
      const value = chatSetting(db, { chat: chatKey(address), name });
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

function personasChosen(
  db: Database,
  lane: string,
  address: ChatAddress,
  own: ClaimedTurn['person']['settings'],
): readonly PersonaChoice[] {
  return PERSONA_LEVELS.flatMap((level) => {
    const place = personaPlace(level, lane, address);
    const set = place === null ? null : chatSetting(db, { chat: place, name: PERSONA_SETTING });
    const id = level === 'person' ? own[PERSONA_SETTING] : set;
    return id ? [{ level, id }] : [];
  });
}

/** A new step shows that the turn gets on; a lane that was given back (no owner) has not expired. */
function expiriesAfter(lane: LaneRow, turn: TurnRow, takeover: boolean): number {
  if (!takeover) return turn.expiries;
  if (turn.steps > turn.steps_at_claim) return 0;
  return lane.owner === null ? turn.expiries : turn.expiries + 1;
}

/** Ends a turn whose message cannot be read, so that the lane goes on with the next one. */
function spoil(db: Database, lane: LaneRow, turn: TurnRow, now: number): void {
  const sql = statements(db);
  const outcome = { error: { code: 'message-unreadable', sentence: 'Your message could not be read.' } };
  sql.spoilRows.run(now, lane.no, turn.seq);
  sql.spoilTurn.run(now, JSON.stringify(outcome), turn.seq, turn.seq);
  closeQuestions(db, turn.seq, now);
  sql.dropTurn.run(headOf(db, lane.no), lane.no);
}
