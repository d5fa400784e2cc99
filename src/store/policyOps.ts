import type { Database } from 'better-sqlite3';
import type { PolicyOverride, PolicyOverrides } from '../core/ports/policyOverrides.js';
import { preparedOnce } from './preparedOnce.js';

type SetRequest = Parameters<PolicyOverrides['set']>[0];
type Key = Pick<PolicyOverride, 'chat' | 'role' | 'what'>;

const statements = preparedOnce((db) => ({
  of: db.prepare<{ chat: string | null }, PolicyOverride>(
    `SELECT chat, role, what, decision, set_by AS "by", at FROM policy_override WHERE @chat IS NULL OR chat = @chat
     ORDER BY chat, role, what`,
  ),
  set: db.prepare<Key & { decision: string; by: string; now: number }>(
    `INSERT INTO policy_override (chat, role, what, decision, set_by, at)
     VALUES (@chat, @role, @what, @decision, @by, @now)
     ON CONFLICT DO UPDATE SET decision = excluded.decision, set_by = excluded.set_by, at = excluded.at`,
  ),
  drop: db.prepare<Key>('DELETE FROM policy_override WHERE chat = @chat AND role = @role AND what = @what'),
}));

/** `PolicyOverrides.of`. */
export function policyOverrides(db: Database, chat: string | null): readonly PolicyOverride[] {
  return statements(db).of.all({ chat });
}

/** `PolicyOverrides.set`. */
export function setPolicyOverride(db: Database, request: SetRequest): void {
  const { chat, role, what, decision, by, now } = request;
  if (decision === null) statements(db).drop.run({ chat, role, what });
  else statements(db).set.run({ chat, role, what, decision, by, now });
}
