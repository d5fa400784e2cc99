import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { AWARENESS_LIMIT } from '../../core/memory/layers.js';

const rowsSchema = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));

/**
 * Takes over sessions of another mind: all, or those that an author has frames in. Of two active sessions of one lane the
 * one that comes is closed.
 */
export function absorbSessions(db: Database, from: Database, author: string | null): void {
  const session = db.prepare(
    `INSERT INTO session (gop_id, lane, status, started_at, ended_at, summary)
     VALUES (@gop_id, @lane, CASE WHEN @status = 'active' AND EXISTS (SELECT 1 FROM session WHERE status = 'active'
         AND ifnull(lane, '') = ifnull(@lane, '')) THEN 'closed' ELSE @status END, @started_at, @ended_at, @summary)
     ON CONFLICT DO NOTHING`,
  );
  const chosen = from.prepare(
    'SELECT * FROM session WHERE @author IS NULL OR gop_id IN (SELECT gop_id FROM frame WHERE author = @author)',
  );
  for (const row of rowsSchema.parse(chosen.all({ author }))) session.run(row);
}

/** Takes over signals: all, or what an author gave to them. They add up. */
export function absorbSignals(db: Database, from: Database, author: string | null): void {
  const signal = db.prepare(
    `INSERT INTO signal (category, key, author, detail, count, first_seen, last_seen, surfaced_count, cooldown_until)
     VALUES (@category, @key, @author, @detail, @count, @first_seen, @last_seen, @surfaced_count, @cooldown_until)
     ON CONFLICT DO UPDATE SET count = count + @count, first_seen = min(first_seen, @first_seen),
       last_seen = max(last_seen, @last_seen), cooldown_until = max(cooldown_until, @cooldown_until)`,
  );
  const chosen = from.prepare('SELECT * FROM signal WHERE @author IS NULL OR author = @author');
  for (const row of rowsSchema.parse(chosen.all({ author }))) signal.run(row);
}

/** Takes over identity and awareness. What this mind says of itself stays. */
export function absorbLayers(db: Database, from: Database): void {
  const identity = db.prepare(
    `INSERT INTO identity VALUES (1, @name, @role, @department, @personality, @capabilities, @system_prompt, @created_at, @updated_at)
     ON CONFLICT (id) DO UPDATE SET name = ifnull(name, excluded.name), role = ifnull(role, excluded.role),
       department = ifnull(department, excluded.department), personality = ifnull(personality, excluded.personality),
       capabilities = ifnull(capabilities, excluded.capabilities), system_prompt = ifnull(system_prompt, excluded.system_prompt)`,
  );
  const awareness = db.prepare(
    `INSERT INTO awareness (category, content, priority, metadata, created_at, expires_at)
     VALUES (@category, @content, @priority, @metadata, @created_at, @expires_at)`,
  );
  const rowsOf = (table: string) => rowsSchema.parse(from.prepare(`SELECT * FROM ${table}`).all());
  for (const { id: _, ...row } of rowsOf('identity')) identity.run(row);
  for (const { id: _, ...row } of rowsOf('awareness')) awareness.run(row);
  db.exec(
    `DELETE FROM awareness WHERE id IN (SELECT id FROM awareness ORDER BY priority DESC, id DESC LIMIT -1 OFFSET ${AWARENESS_LIMIT})`,
  );
}
