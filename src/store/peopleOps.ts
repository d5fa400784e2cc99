import type { Database } from 'better-sqlite3';
import { accountOfPersonId, personIdOf } from '../core/person.js';
import type { PersonKey } from '../core/ports/accessStore.js';
import type { LinkEnd, MindMove, People } from '../core/ports/people.js';
import { preparedOnce } from './preparedOnce.js';

type Args<Method extends keyof People> = Parameters<People[Method]>[0];

const ACCOUNT = 'platform = @platform AND account = @account AND user = @user';
const KEYS = 'platform, account, user';

const statements = preparedOnce((db) => ({
  person: db.prepare<PersonKey, { person: string }>(`SELECT person FROM person_account WHERE ${ACCOUNT}`),
  accounts: db.prepare<[string], PersonKey>(`SELECT ${KEYS} FROM person_account WHERE person = ? ORDER BY at, ${KEYS}`),
  assign: db.prepare<PersonKey & { person: string; now: number }>(
    `INSERT INTO person_account (${KEYS}, person, at) VALUES (@platform, @account, @user, @person, @now)
     ON CONFLICT DO UPDATE SET person = excluded.person, at = excluded.at`,
  ),
  reassign: db.prepare<{ from: string; into: string }>('UPDATE person_account SET person = @into WHERE person = @from'),
  offer: db.prepare<PersonKey & { code: string; expiresAt: number }>(
    `INSERT INTO link_code (${KEYS}, code, expires_at) VALUES (@platform, @account, @user, @code, @expiresAt)
     ON CONFLICT (platform, account, user) DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at`,
  ),
  clearCode: db.prepare<[string]>('DELETE FROM link_code WHERE code = ?'),
  offered: db.prepare<[string, number], PersonKey>(`SELECT ${KEYS} FROM link_code WHERE code = ? AND expires_at > ?`),
  ask: db.prepare<{ from: string; into: string; author: string | null; now: number }>(
    'INSERT INTO mind_move (source, target, author, at) VALUES (@from, @into, @author, @now)',
  ),
  moves: db.prepare<[], MindMove>('SELECT no, source AS "from", target AS "into", author FROM mind_move ORDER BY no'),
  finish: db.prepare<[number]>('DELETE FROM mind_move WHERE no = ?'),
  settings: db.prepare<[string], { name: string; value: string }>(
    'SELECT name, value FROM person_setting WHERE person = ? ORDER BY name',
  ),
  set: db.prepare<[string, string, string, number]>(
    `INSERT INTO person_setting (person, name, value, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (person, name) DO UPDATE SET value = excluded.value, at = excluded.at`,
  ),
  unset: db.prepare<[string, string]>('DELETE FROM person_setting WHERE person = ? AND name = ?'),
  inherit: db.prepare<{ from: string; into: string }>(
    'INSERT OR IGNORE INTO person_setting (person, name, value, at) SELECT @into, name, value, at FROM person_setting WHERE person = @from',
  ),
  dropSettings: db.prepare<[string]>('DELETE FROM person_setting WHERE person = ?'),
}));

/** `People.personOf`. */
export function personOf(db: Database, account: PersonKey): string {
  return statements(db).person.get(keyOf(account))?.person ?? personIdOf(account);
}

/** `People.accountsOf`. */
export function accountsOf(db: Database, person: string): readonly PersonKey[] {
  const linked = statements(db).accounts.all(person);
  const own = accountOfPersonId(person);
  // An account that was linked elsewhere is no longer the person of its own name.
  if (linked.length > 0 || own === null || personOf(db, own) !== person) return linked;
  return [own];
}

/** `People.offerLink`. A code that somebody else's old offer has is taken over: codes are random and live for minutes. */
export function offerLink(db: Database, request: Args<'offerLink'>): void {
  const { code, expiresAt } = request;
  const sql = statements(db);
  sql.clearCode.run(code);
  sql.offer.run({ ...keyOf(request), code, expiresAt });
}

/** `People.link`: everybody who was the second account's person becomes the first one's. */
export function link(db: Database, request: Args<'link'>): LinkEnd {
  const { code, now } = request;
  const sql = statements(db);
  const first = sql.offered.get(code, now);
  if (first === undefined) return { outcome: 'unknown' };
  const into = personOf(db, first);
  const from = personOf(db, request);
  if (into === from) return { outcome: 'same' };
  sql.clearCode.run(code);
  sql.reassign.run({ from, into });
  sql.assign.run({ ...first, person: into, now });
  sql.assign.run({ ...keyOf(request), person: into, now });
  sql.inherit.run({ from, into });
  sql.dropSettings.run(from);
  sql.ask.run({ from, into, author: null, now });
  return { outcome: 'linked', from, into, with: first };
}

/**
 * `People.unlink`. The account whose name the common person bears leaves it to the others and gets another one of its own: their
 * memory keeps its place.
 */
export function unlink(db: Database, request: Args<'unlink'>): { from: string; own: string } | null {
  const account = keyOf(request);
  const from = personOf(db, account);
  const linked = statements(db).accounts.all(from);
  if (linked.length < 2) return null;
  const name = personIdOf(account);
  const own = name === from ? `${name}:${request.now}` : name;
  statements(db).assign.run({ ...account, person: own, now: request.now });
  statements(db).ask.run({ from, into: own, author: name, now: request.now });
  return { from, own };
}

/** `People.pendingMoves`. */
export function pendingMoves(db: Database): readonly MindMove[] {
  return statements(db).moves.all();
}

/** `People.finishMove`. */
export function finishMove(db: Database, no: number): void {
  statements(db).finish.run(no);
}

/** `People.settings`. */
export function personSettings(db: Database, person: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    statements(db)
      .settings.all(person)
      .map(({ name, value }) => [name, value]),
  );
}

/** `People.set`. */
export function setPersonSetting(db: Database, { person, name, value, now }: Args<'set'>): void {
  if (value === null) statements(db).unset.run(person, name);
  else statements(db).set.run(person, name, value, now);
}

function keyOf({ platform, account, user }: PersonKey): PersonKey {
  return { platform, account, user };
}
