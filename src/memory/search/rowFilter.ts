import type { FrameScope, Importance } from '../../core/memory/frame.js';
import type { MemoryQuery } from '../../core/ports/minds.js';
import { importanceCode } from '../frames/codes.js';

/** Which frames a search may see, as numbers: the same for SQL and for the scan in memory. */
export interface RowFilter {
  readonly scopes: readonly FrameScope[];
  /** Bit n: frames of the importance with code n. */
  readonly importances: number;
  readonly minTrust: number;
  readonly since: number;
  readonly until: number;
  readonly gop: string | null;
  readonly now: number;
}

/** Recalled by default: all but temporary and deprecated (contract: agent runtime 6). */
const RECALLED: readonly Importance[] = ['critical', 'important', 'normal'];

export function filterOf(scopes: readonly FrameScope[], query: MemoryQuery): RowFilter {
  const importances = (query.importance ?? RECALLED).reduce((mask, name) => mask | (1 << importanceCode(name)), 0);
  return {
    scopes,
    importances,
    minTrust: query.minTrust ?? 0,
    since: query.since ?? 0,
    until: query.until ?? Number.MAX_SAFE_INTEGER,
    gop: query.gop ?? null,
    now: query.now,
  };
}

/** The same rule as a condition on `frame f`, with the parameters of `filterParameters`. */
export const FILTER_SQL = `f.valid_to IS NULL AND f.scope IN (SELECT value FROM json_each(@scopes))
  AND (f.expires_at IS NULL OR f.expires_at > @now) AND (1 << f.importance) & @importances <> 0 AND f.trust >= @minTrust
  AND f.created_at BETWEEN @since AND @until AND (@gop IS NULL OR f.gop_id = @gop)`;

export function filterParameters(filter: RowFilter): Record<string, string | number | null> {
  return { ...filter, scopes: JSON.stringify(filter.scopes) };
}
