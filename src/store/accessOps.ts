import type { Database } from 'better-sqlite3';
import { WaggleError } from '../core/errors.js';
import type {
  AccessStore,
  Block,
  ChatRole,
  Grant,
  OpenPlace,
  PairingRequest,
  PersonKey,
  PlaceKey,
  Role,
  Standing,
} from '../core/ports/accessStore.js';
import { preparedOnce } from './preparedOnce.js';

type Args<Method extends keyof AccessStore> = Parameters<AccessStore[Method]>[0];

interface PairingRow extends PersonKey {
  readonly code: string;
  readonly name: string;
  readonly expires_at: number;
  readonly told_at: number;
}

const PERSON = 'platform = @platform AND account = @account AND user = @user';
const PLACE = 'platform = @platform AND account = @account AND scope = @scope AND id = @id';
const PAIRING = 'platform, account, user, code, name, expires_at, told_at';

const statements = preparedOnce((db) => ({
  role: db.prepare<PersonKey, { role: Role }>(`SELECT role FROM access_grant WHERE ${PERSON}`),
  owners: db.prepare<[], { count: number }>("SELECT count(*) AS count FROM access_grant WHERE role = 'owner'"),
  grant: db.prepare<PersonKey & { role: Role; by: string; now: number }>(
    `INSERT INTO access_grant (platform, account, user, role, granted_by, at)
     VALUES (@platform, @account, @user, @role, @by, @now)
     ON CONFLICT DO UPDATE SET role = excluded.role, granted_by = excluded.granted_by, at = excluded.at`,
  ),
  revoke: db.prepare<PersonKey>(`DELETE FROM access_grant WHERE ${PERSON}`),
  grants: db.prepare<[], Grant>(
    'SELECT platform, account, user, role, granted_by AS "by", at FROM access_grant ORDER BY platform, account, at',
  ),
  isBlocked: db.prepare<PersonKey, { one: 1 }>(`SELECT 1 AS one FROM access_block WHERE ${PERSON}`),
  block: db.prepare<PersonKey & { by: string; now: number }>(
    `INSERT INTO access_block (platform, account, user, blocked_by, at) VALUES (@platform, @account, @user, @by, @now)
     ON CONFLICT DO NOTHING`,
  ),
  unblock: db.prepare<PersonKey>(`DELETE FROM access_block WHERE ${PERSON}`),
  blocks: db.prepare<[], Block>(
    'SELECT platform, account, user, blocked_by AS "by", at FROM access_block ORDER BY platform, account, at',
  ),
  dropPairing: db.prepare<PersonKey>(`DELETE FROM pairing WHERE ${PERSON}`),
  openHere: db.prepare<{ platform: string; account: string; chat: string; server: string | null }, { role: ChatRole }>(
    `SELECT role FROM access_chat WHERE platform = @platform AND account = @account
       AND (scope = 'chat' AND id = @chat OR scope = 'server' AND id = @server)`,
  ),
  openPlace: db.prepare<PlaceKey & { role: ChatRole; by: string; now: number }>(
    `INSERT INTO access_chat (platform, account, scope, id, role, granted_by, at)
     VALUES (@platform, @account, @scope, @id, @role, @by, @now)
     ON CONFLICT DO UPDATE SET role = excluded.role, granted_by = excluded.granted_by, at = excluded.at`,
  ),
  closePlace: db.prepare<PlaceKey>(`DELETE FROM access_chat WHERE ${PLACE}`),
  openPlaces: db.prepare<[], OpenPlace>(
    'SELECT platform, account, scope, id, role, granted_by AS "by", at FROM access_chat ORDER BY platform, account, at',
  ),
  accountsOn: db.prepare<{ platform: string }, { account: string }>(
    `SELECT account FROM access_grant WHERE platform = @platform
     UNION SELECT account FROM pairing WHERE platform = @platform
     UNION SELECT account FROM access_chat WHERE platform = @platform
     UNION SELECT substr(account, length(@platform) + 2) FROM dedupe
       WHERE account >= @platform || ':' AND account < @platform || ';' ORDER BY 1`,
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

/** `AccessStore.standingOf`. Where a chat and its server are both open, the better role holds. */
export function standingOf(db: Database, request: Args<'standingOf'>): Standing {
  const sql = statements(db);
  const { platform, account, chat, server } = request;
  const person = keyOf(request);
  const here = sql.openHere.all({ platform, account, chat, server }).map(({ role }) => role);
  return {
    isBlocked: sql.isBlocked.get(person) !== undefined,
    role: sql.role.get(person)?.role ?? null,
    hereAs: here.includes('member') ? 'member' : (here[0] ?? null),
  };
}

/** `AccessStore.hasOwner`. */
export function hasOwner(db: Database): boolean {
  return (statements(db).owners.get()?.count ?? 0) > 0;
}

/** `AccessStore.grant`: a later grant replaces an earlier one. */
export function grant(db: Database, request: Args<'grant'>): void {
  const { role, by, now } = request;
  statements(db).unblock.run(keyOf(request));
  statements(db).grant.run({ ...keyOf(request), role, by, now });
}

/** `AccessStore.revoke`. */
export function revoke(db: Database, person: Args<'revoke'>): boolean {
  return statements(db).revoke.run(keyOf(person)).changes > 0;
}

/** `AccessStore.grants`. */
export function grants(db: Database): readonly Grant[] {
  return statements(db).grants.all();
}

/** `AccessStore.block`. */
export function block(db: Database, request: Args<'block'>): void {
  const { by, now } = request;
  const person = keyOf(request);
  const sql = statements(db);
  sql.revoke.run(person);
  sql.dropPairing.run(person);
  sql.block.run({ ...person, by, now });
}

/** `AccessStore.blocks`. */
export function blocks(db: Database): readonly Block[] {
  return statements(db).blocks.all();
}

/** `AccessStore.openPlace`. */
export function openPlace(db: Database, request: Args<'openPlace'>): void {
  const { platform, account, scope, id, role, by, now } = request;
  statements(db).openPlace.run({ platform, account, scope, id, role, by, now });
}

/** `AccessStore.closePlace`. */
export function closePlace(db: Database, { platform, account, scope, id }: Args<'closePlace'>): boolean {
  return statements(db).closePlace.run({ platform, account, scope, id }).changes > 0;
}

/** `AccessStore.openPlaces`. */
export function openPlaces(db: Database): readonly OpenPlace[] {
  return statements(db).openPlaces.all();
}

/** `AccessStore.accountsOn`. */
export function accountsOn(db: Database, platform: Args<'accountsOn'>): readonly string[] {
  return statements(db)
    .accountsOn.all({ platform })
    .map(({ account }) => decodeURIComponent(account));
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
