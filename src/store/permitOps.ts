import type { Database } from 'better-sqlite3';
import type { PermitRequest, PermitResult } from '../core/ports/ledger.js';
import { openCall } from './deliveryOps.js';
import { charge, closedGate, exhaustedRate, readGates, reserve, reservedGate } from './gates.js';
import { findHeldLane } from './laneRow.js';
import { preparedOnce } from './preparedOnce.js';

/** A call in flight mostly ends long before its `call_until`: its chat is asked about again after this, milliseconds. */
const IN_FLIGHT_RETRY_MS = 50;

const statements = preparedOnce((db) => ({
  inFlight: db.prepare<[string, number], { call_until: number }>(
    'SELECT call_until FROM call WHERE chat = ? AND call_until > ?',
  ),
}));

/** `Ledger.permit`. */
export function permit(db: Database, request: PermitRequest): PermitResult {
  const { chat, now } = request;
  const lane = findHeldLane(db, request.lane, request.token);
  if (lane === null || lane.lease_until <= now) return { kind: 'lost' };

  const gates = readGates(db, request);
  const closed = closedGate(gates, request);
  if (closed !== null) {
    reserve(db, gates, request, closed.key, closed.ms);
    return { kind: 'wait', ...closed };
  }
  const inFlight = statements(db).inFlight.get(chat, now);
  if (inFlight !== undefined) {
    const ms = Math.min(inFlight.call_until - now, IN_FLIGHT_RETRY_MS);
    reserve(db, gates, request, chat, ms);
    return { kind: 'wait', ms, why: 'inFlight', key: chat };
  }
  const reserved = reservedGate(gates, request);
  if (reserved !== null) return { kind: 'wait', ...reserved };
  const exhausted = exhaustedRate(gates, request);
  if (exhausted !== null) {
    reserve(db, gates, request, exhausted.key, exhausted.ms);
    return { kind: 'wait', ...exhausted };
  }

  charge(db, gates, request);
  const callUntil = now + request.timeoutMs;
  return { kind: 'granted', call: openCall(db, lane.no, request, callUntil), callUntil };
}
