import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';

/** One request at a platform's server, as the order of calls needs it. */
export interface WireCall {
  readonly what: string;
  readonly at: number;
  /** Gate key of its chat. */
  readonly chat: string;
  /**
   * Of a call that needs no permit: the gate that it had to pass, and how many such calls came so far, this one included. One that has a
   * permit all the same (a lost send that is looked for) is as good.
   */
  readonly passed?: { readonly gate: string; readonly calls: number };
}

/** A call that came while an answer was in force that forbade it. */
export interface EarlyCall {
  readonly call: WireCall;
  readonly forbiddenBy: WireCall;
}

/**
 * In which order the gateway's processes let calls out, ended them and noted limits, as the store commits it: their permits are rows.
 * Written by triggers of the test's own, so that a busy machine changes nothing about it.
 */
export interface CallOrder {
  /**
   * Of calls that came too early those that were let out after the answer was noted. What was on its way then is right; a killed process
   * cannot note what it was answered.
   */
  madeInSpite(early: readonly EarlyCall[], killedAt: readonly number[]): readonly string[];
}

const NOW = "CAST(round(unixepoch('subsec') * 1000) AS INTEGER)";
const note = (what: string, key: string, call: string, kind: string) =>
  `BEGIN INSERT INTO chaos_order (at, what, key, call, kind) VALUES (${NOW}, '${what}', ${key}, ${call}, ${kind}); END`;

const SCHEMA = `
  CREATE TABLE chaos_order (seq INTEGER PRIMARY KEY, at INTEGER, what TEXT, key TEXT, call INTEGER, kind TEXT);
  CREATE TRIGGER chaos_permit AFTER INSERT ON call ${note('permit', 'NEW.chat', 'NEW.id', 'NEW.kind')};
  CREATE TRIGGER chaos_end AFTER DELETE ON call ${note('end', 'OLD.chat', 'OLD.id', 'OLD.kind')};
  CREATE TRIGGER chaos_closed AFTER UPDATE OF closed_until ON gate ${note('closed', 'NEW.key', 'NULL', 'NULL')};
  CREATE TRIGGER chaos_first_closed AFTER INSERT ON gate WHEN NEW.closed_until > 0
    ${note('closed', 'NEW.key', 'NULL', 'NULL')};
  CREATE TRIGGER chaos_pass AFTER UPDATE OF used_at ON gate
    WHEN NEW.tat = OLD.tat AND NEW.closed_until = OLD.closed_until AND NEW.reserved_until = OLD.reserved_until
    ${note('pass', 'NEW.key', 'NULL', 'NULL')};
  CREATE TRIGGER chaos_first_pass AFTER INSERT ON gate
    WHEN NEW.tat = 0 AND NEW.closed_until = 0 AND NEW.reserved_until = 0
    ${note('pass', 'NEW.key', 'NULL', 'NULL')};
`;

const entrySchema = z.object({
  seq: z.int(),
  at: z.int(),
  what: z.enum(['permit', 'end', 'closed', 'pass']),
  key: z.string(),
  call: z.int().nullable(),
  kind: z.string().nullable(),
});
type Entry = z.output<typeof entrySchema>;

interface Permit {
  readonly granted: Entry;
  readonly ended: Entry | null;
}

/** Begins to note the order. The gateway has made its database by then. */
export function watchCallOrder(dataDir: string): CallOrder {
  const file = join(dataDir, 'gateway.db');
  const db = new BetterSqlite3(file, { timeout: 10_000 });
  db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
  db.close();

  return {
    madeInSpite: (early, killedAt) => {
      const reading = new BetterSqlite3(file, { readonly: true });
      const entries = z.array(entrySchema).parse(reading.prepare('SELECT * FROM chaos_order ORDER BY seq').all());
      reading.close();
      const ends = new Map(entries.flatMap((entry) => (entry.what === 'end' ? [[entry.call, entry] as const] : [])));
      const permits = entries
        .filter(({ what }) => what === 'permit')
        .map((granted): Permit => ({ granted, ended: ends.get(granted.call) ?? null }));
      const isKilledIn = (from: number, to: number) => killedAt.some((at) => at >= from && at <= to);

      /** The call of a chat that was in flight when a request came: there is one at a time. */
      const permitOf = ({ at, chat }: WireCall): Permit | null => {
        const last = permits.findLast(({ granted }) => granted.key === chat && granted.at <= at + 1);
        return last === undefined || (last.ended !== null && last.ended.at < at - 1) ? null : last;
      };

      /** When a limit was noted, as a place in the order; a reason where it was not; null where it could not be. */
      const notedAt = (by: WireCall, until: number): number | string | null => {
        if (by.passed !== undefined) {
          const { gate } = by.passed;
          const closed = entries.find(({ what, key, at }) => what === 'closed' && key === gate && at >= by.at - 1);
          return closed?.seq ?? 'which was never noted';
        }
        const permit = permitOf(by);
        if (permit === null) return 'which had no permit itself';
        const { granted, ended } = permit;
        const to = ended?.seq ?? Number.POSITIVE_INFINITY;
        if (entries.some(({ what, seq }) => what === 'closed' && seq > granted.seq && seq < to)) return to;
        // Typing makes way for text: what it is answered then nobody hears any more.
        if (granted.kind === 'status' || isKilledIn(granted.at, ended?.at ?? until)) return null;
        return 'which was never noted';
      };

      return early.flatMap(({ call, forbiddenBy }) => {
        const noted = notedAt(forbiddenBy, call.at);
        if (noted === null) return [];
        const text = `${call.what} at ${call.at} after ${forbiddenBy.what} at ${forbiddenBy.at}`;
        if (typeof noted === 'string') return [`${text}, ${noted}`];
        if (call.passed !== undefined) {
          const { gate, calls } = call.passed;
          const passes = entries.filter(({ what, key, seq }) => what === 'pass' && key === gate && seq < noted);
          if (calls <= passes.length) return [];
        }
        const permit = permitOf(call);
        if (permit === null) return [`${text}: without a permit`];
        const isSame = permitOf(forbiddenBy)?.granted.call === permit.granted.call;
        if (isSame && forbiddenBy.passed === undefined) return [`${text}: by the same permit`];
        return permit.granted.seq < noted ? [] : [`${text}: permitted ${permit.granted.seq - noted} steps later`];
      });
    },
  };
}
