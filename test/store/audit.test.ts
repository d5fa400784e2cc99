import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditEvent } from '../../src/core/ports/audit.js';
import { migrate } from '../../src/store/migrate.js';
import { migrations } from '../../src/store/migrations/list.js';
import { openTestDb, type TestDb } from './openTestDb.js';

const HOUR_MS = 3_600_000;

let test: TestDb;
beforeEach(async () => {
  test = await openTestDb();
});
afterEach(() => test.dispose());

const refusal = (user: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'message',
  decision: 'refuse',
  actor: `telegram:42:${user}`,
  chat: 'telegram:42/chat/7',
  lane: 'telegram:42:7',
  reason: 'a stranger',
  flood: true,
  ...more,
});

it('keeps lines in order, as they were written, and finds those of a person and about one', async () => {
  const { audit } = test.db;
  const granted: AuditEvent = {
    kind: 'role',
    decision: 'allow',
    actor: 'command line',
    about: 'telegram:42:ada',
    reason: 'granted as admin',
  };
  const asked: AuditEvent = {
    kind: 'tool',
    decision: 'ask',
    actor: 'telegram:42:ada',
    role: 'admin',
    chat: 'telegram:42/chat/7',
    lane: 'telegram:42:7',
    turn: 't1',
    call: 'bash',
    reason: 'the policy asks',
    summary: 'rm -r build',
  };
  await audit.append({ ...granted, now: 1 });
  await audit.append({ ...asked, now: 2 });
  await audit.append({ ...asked, actor: 'telegram:42:bob', now: 3 });
  expect(await audit.newest({ limit: 2, actor: 'telegram:42:ada' })).toEqual([
    { ...granted, no: 1, at: 1, lastAt: 1, count: 1 },
    { ...asked, no: 2, at: 2, lastAt: 2, count: 1 },
  ]);
  expect((await audit.newest({ limit: 2 })).map(({ no }) => no)).toEqual([2, 3]);
});

it('counts what one person does a thousand times in an hour in one line', async () => {
  const { audit } = test.db;
  await Promise.all(Array.from({ length: 1000 }, (_, index) => audit.append({ ...refusal('eve'), now: index })));
  await audit.append({ ...refusal('eve'), now: HOUR_MS });
  const lines = await audit.newest({ limit: 10 });
  expect(lines).toMatchObject([
    { at: 0, lastAt: 999, count: 1000 },
    { at: HOUR_MS, lastAt: HOUR_MS, count: 1 },
  ]);
});

it('writes at most a hundred lines an hour for a crowd, and counts the rest', async () => {
  const { audit } = test.db;
  await Promise.all(Array.from({ length: 5000 }, (_, index) => audit.append({ ...refusal(`eve${index}`), now: 1 })));
  const lines = await audit.newest({ limit: 1000 });
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toMatchObject({ actor: 'unknown', count: 4900 });
  expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
});

it('does not let a crowd hide what people decide', async () => {
  const { audit } = test.db;
  for (let index = 0; index < 150; index += 1) await audit.append({ ...refusal(`eve${index}`), now: 1 });
  const { flood: _, ...decided } = refusal('ada', { decision: 'approve', kind: 'pairing' });
  await audit.append({ ...decided, now: 1 });
  expect((await audit.newest({ limit: 1 }))[0]).toMatchObject({ actor: 'telegram:42:ada', decision: 'approve' });
});

it('is append-only: what a line says cannot be changed, whoever tries', async () => {
  await test.db.audit.append({ ...refusal('eve'), now: 1 });
  for (const column of ['no', 'at', 'kind', 'decision', 'actor', 'about', 'role', 'turn', 'call', 'reason', 'hour']) {
    expect(() => test.raw.exec(`UPDATE access_log SET ${column} = 7`), column).toThrow('append-only');
  }
});

it('takes over the lines of the table before it', () => {
  const db = new BetterSqlite3(':memory:');
  migrate(
    db,
    migrations.filter(({ version }) => version < 14),
  );
  db.exec(
    `INSERT INTO audit (what, platform, account, user, done_by, detail, at)
     VALUES ('pairing-approved', 'slack', 'T1', 'U1', 'command line', 'Ada as member', 5)`,
  );
  migrate(db, migrations);
  expect(db.prepare('SELECT at, kind, decision, actor, about, summary FROM access_log').all()).toEqual([
    {
      at: 5,
      kind: 'pairing',
      decision: 'approve',
      actor: 'command line',
      about: 'slack:T1:U1',
      summary: 'Ada as member',
    },
  ]);
  db.close();
});

it('forgets what was quoted of a person, not that it was decided', async () => {
  const { audit } = test.db;
  await audit.append({ ...refusal('ada', { summary: 'her words' }), now: 1 });
  await audit.append({ ...refusal('bob', { summary: 'his words' }), now: 1 });
  await test.db.people.forget('telegram:42:ada');
  const [hers, his] = await audit.newest({ limit: 10 });
  expect(hers).toEqual({
    no: 1,
    at: 1,
    lastAt: 1,
    count: 1,
    kind: 'message',
    decision: 'refuse',
    actor: 'telegram:42:ada',
    reason: 'a stranger',
  });
  expect(his).toMatchObject({ summary: 'his words', chat: 'telegram:42/chat/7' });
});
