import type { Database } from 'better-sqlite3';
import { CALL_RANK, type CallRank, type PermitRequest, type RateLimit } from '../core/ports/ledger.js';
import { preparedOnce } from './preparedOnce.js';

/** How long past the time when it would be allowed a refused urgent call keeps its place, milliseconds. */
const RESERVATION_MS = 500;

/** What is known of one key: a chat, an account or a rate. */
interface Gate {
  readonly closed_until: number;
  readonly tat: number;
  readonly reserved_rank: number;
  readonly reserved_until: number;
  readonly reserved_by: string;
}

const UNKNOWN: Gate = { closed_until: 0, tat: 0, reserved_rank: 0, reserved_until: 0, reserved_by: '' };

/** Calls of these ranks keep a place when they are refused, so that less urgent ones cannot slip in before them. */
const RESERVING: ReadonlySet<CallRank> = new Set(['final', 'approval', 'first']);

const statements = preparedOnce((db) => ({
  find: db.prepare<[string], Gate>(
    'SELECT closed_until, tat, reserved_rank, reserved_until, reserved_by FROM gate WHERE key = ?',
  ),
  close: db.prepare<[string, number, number]>(
    `INSERT INTO gate (key, closed_until, used_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET closed_until = max(closed_until, excluded.closed_until),
       used_at = max(used_at, excluded.used_at)`,
  ),
  use: db.prepare<[string, number]>(
    'INSERT INTO gate (key, used_at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET used_at = max(used_at, excluded.used_at)',
  ),
  charge: db.prepare<[string, number, number]>(
    `INSERT INTO gate (key, tat, used_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET tat = excluded.tat, used_at = excluded.used_at`,
  ),
  reserve: db.prepare<[string, number, number, string, number]>(
    `INSERT INTO gate (key, reserved_rank, reserved_until, reserved_by, used_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET reserved_rank = excluded.reserved_rank,
       reserved_until = excluded.reserved_until, reserved_by = excluded.reserved_by, used_at = excluded.used_at`,
  ),
  clear: db.prepare<[string]>("UPDATE gate SET reserved_until = 0, reserved_by = '' WHERE key = ?"),
}));

/** Why a key says no, and for how long. */
export interface Refusal {
  readonly why: 'closed' | 'reserved' | 'rate';
  readonly key: string;
  readonly ms: number;
}

/** The gates of one permit, read once. */
export interface GateView {
  readonly keys: ReadonlyMap<string, Gate>;
}

/** Reads what is known of the chat, the account and every limited key. */
export function readGates(db: Database, request: PermitRequest): GateView {
  const { find } = statements(db);
  const keys = new Map<string, Gate>();
  for (const key of [request.chat, request.account, ...request.limits.map((limit) => limit.key)]) {
    if (!keys.has(key)) keys.set(key, find.get(key) ?? UNKNOWN);
  }
  return { keys };
}

/** The gate that a 429 closed, of the chat, the account or one of the rates: the one that opens last. */
export function closedGate(view: GateView, request: PermitRequest): Refusal | null {
  const refusals = [...view.keys].map(([key, gate]) => ({
    why: 'closed' as const,
    key,
    ms: gate.closed_until - request.now,
  }));
  return longest(refusals);
}

/** A place that a more urgent call keeps on one of the keys. */
export function reservedGate(view: GateView, request: PermitRequest): Refusal | null {
  const rank = CALL_RANK[request.rank];
  const refusals = [...view.keys].map(([key, gate]) => ({
    why: 'reserved' as const,
    key,
    ms: gate.reserved_rank < rank ? gate.reserved_until - request.now : 0,
  }));
  return longest(refusals);
}

/**
 * The rate that allows the call last. GCRA: the bucket's theoretical arrival time `tat` may be ahead of now by at most
 * `burst - 1` intervals (ITU-T I.371, "virtual scheduling").
 */
export function exhaustedRate(view: GateView, request: PermitRequest): Refusal | null {
  const refusals = request.limits.map((limit) => ({
    why: 'rate' as const,
    key: limit.key,
    ms: Math.ceil(tatOf(view, limit) - toleranceOf(limit) - request.now),
  }));
  return longest(refusals);
}

/** Charges every rate for a granted call and gives up the places that its turn kept. */
export function charge(db: Database, view: GateView, request: PermitRequest): void {
  const sql = statements(db);
  for (const limit of request.limits) {
    sql.charge.run(limit.key, Math.max(tatOf(view, limit), request.now) + limit.intervalMs, request.now);
  }
  for (const [key, gate] of view.keys) {
    if (gate.reserved_by === request.turn && gate.reserved_rank === CALL_RANK[request.rank]) sql.clear.run(key);
  }
}

/**
 * Keeps a place for a refused call on the key that refused it, `ms` being when it would be allowed. A more urgent place
 * that is kept there stays; of equal ones the later end counts.
 */
export function reserve(db: Database, view: GateView, request: PermitRequest, key: string, ms: number): void {
  if (!RESERVING.has(request.rank)) return;
  const rank = CALL_RANK[request.rank];
  const gate = view.keys.get(key) ?? UNKNOWN;
  const live = gate.reserved_until > request.now;
  if (live && gate.reserved_rank < rank) return;
  const until = request.now + ms + RESERVATION_MS;
  const later = live && gate.reserved_rank === rank ? Math.max(until, gate.reserved_until) : until;
  statements(db).reserve.run(key, rank, later, request.turn, request.now);
}

/** `Ledger.closeGate`. */
export function closeGate(db: Database, request: { key: string; until: number }): void {
  statements(db).close.run(request.key, request.until, request.until);
}

/** `Gates.pass`. */
export function pass(db: Database, { keys, now }: { keys: readonly string[]; now: number }): number {
  const sql = statements(db);
  const waitMs = Math.max(0, ...keys.map((key) => (sql.find.get(key)?.closed_until ?? 0) - now));
  if (waitMs === 0) for (const key of keys) sql.use.run(key, now);
  return waitMs;
}

function tatOf(view: GateView, limit: RateLimit): number {
  return view.keys.get(limit.key)?.tat ?? 0;
}

function toleranceOf(limit: RateLimit): number {
  return limit.intervalMs * (Math.max(1, limit.burst) - 1);
}

function longest<R extends Refusal>(refusals: readonly R[]): R | null {
  let found: R | null = null;
  for (const refusal of refusals) {
    if (refusal.ms > 0 && (found === null || refusal.ms > found.ms)) found = refusal;
  }
  return found;
}
