import type { Database } from 'better-sqlite3';
import { WaggleError } from '../core/errors.js';
import type { AccessStore, PairingRequest, PersonKey, Role } from '../core/ports/accessStore.js';
import { preparedOnce } from './preparedOnce.js';

type Args<Method extends keyof AccessStore> = Parameters<AccessStore[Method]>[0];

interface PairingRow extends PersonKey {
  readonly code: string;
  readonly name: string;
  readonly expires_at: number;
  readonly told_at: number;
}

const PERSON = 'platform = @platform AND account = @account AND user = @user';
const PAIRING = 'platform, account, user, code, name, expires_at, told_at';

const statements = preparedOnce((db) => ({
  role: db.prepare<PersonKey, { role: Role }>(`SELECT role FROM access_grant WHERE ${PERSON}`),
  owners: db.prepare<[], { count: number }>("SELECT count(*) AS count FROM access_grant WHERE role = 'owner'"),
  grant: db.prepare<PersonKey & { role: Role; by: string; now: number }>(
    `INSERT INTO access_grant (platform, account, user, role, granted_by, at)
     VALUES (@platform, @account, @user, @role, @by, @now)
     ON CONFLICT DO UPDATE SET role = excluded.role, granted_by = excluded.granted_by, at = excluded.at`,
  ),
  pairingOf: db.prepare<PersonKey, PairingRow>(`SELECT ${PAIRING} FROM pairing WHERE ${PERSON}`),
  ownerOfCode: db.prepare<[string], PairingRow>(`SELECT ${PAIRING} FROM pairing WHERE code = ?`),
  dropCode: db.prepare<[string]>('DELETE FROM pairing WHERE code = ?'),
  write: db.prepare<PersonKey & { name: string; code: string; expiresAt: number; toldAt: number }>(
    `INSERT INTO pairing (platform, account, user, name, code, expires_at, told_at)
     VALUES (@platform, @account, @user, @name, @code, @expiresAt, @toldAt)
     ON CONFLICT (platform, account, user) DO UPDATE SET name = excluded.name, code = excluded.code,
       expires_at = excluded.expires_at, told_at = excluded.told_at`,
  ),
  open: db.prepare<[number], PairingRow>(`SELECT ${PAIRING} FROM pairing WHERE expires_at > ? ORDER BY expires_at`),
}));

/** `AccessStore.roleOf`. */
export function roleOf(db: Database, person: Args<'roleOf'>): Role | null {
  return statements(db).role.get(keyOf(person))?.role ?? null;
}

/** `AccessStore.hasOwner`. */
export function hasOwner(db: Database): boolean {
  return (statements(db).owners.get()?.count ?? 0) > 0;
}

/** `AccessStore.grant`: a later grant replaces an earlier one. */
export function grant(db: Database, request: Args<'grant'>): void {
  const { role, by, now } = request;
  statements(db).grant.run({ ...keyOf(request), role, by, now });
}

/**
 * `AccessStore.requestPairing`. When the person was last told outlives the request, so that a new code does not mean
 * another message on the same day.
 *
 * @throws WaggleError `pairing-code-taken` when another person's open request has this code: make another one
 */
export function requestPairing(db: Database, request: Args<'requestPairing'>): { code: string; tell: boolean } {
  const { name, now } = request;
  const sql = statements(db);
  const person = keyOf(request);
  const known = sql.pairingOf.get(person);
  const tell = known === undefined || known.told_at + request.tellEveryMs <= now;
  const toldAt = tell ? now : known.told_at;
  if (known !== undefined && known.expires_at > now) {
    sql.write.run({ ...person, name, code: known.code, expiresAt: known.expires_at, toldAt });
    return { code: known.code, tell };
  }
  freeCode(db, request.code, now);
  sql.write.run({ ...person, name, code: request.code, expiresAt: now + request.ttlMs, toldAt });
  return { code: request.code, tell };
}

/** `AccessStore.takePairing`. */
export function takePairing(db: Database, request: Args<'takePairing'>): PairingRequest | null {
  const sql = statements(db);
  const row = sql.ownerOfCode.get(request.code);
  if (row === undefined || row.expires_at <= request.now) return null;
  sql.dropCode.run(request.code);
  return toPairing(row);
}

/** `AccessStore.pairings`: the open ones, the next to expire first. */
export function pairings(db: Database, now: number): readonly PairingRequest[] {
  return statements(db).open.all(now).map(toPairing);
}

function freeCode(db: Database, code: string, now: number): void {
  const sql = statements(db);
  const holder = sql.ownerOfCode.get(code);
  if (holder === undefined) return;
  if (holder.expires_at > now) {
    throw new WaggleError('pairing-code-taken', 'Another open pairing request has this code; make a new one.');
  }
  sql.dropCode.run(code);
}

function keyOf({ platform, account, user }: PersonKey): PersonKey {
  return { platform, account, user };
}

function toPairing(row: PairingRow): PairingRequest {
  const { code, name, expires_at } = row;
  return { ...keyOf(row), code, name, expiresAt: expires_at };
}
