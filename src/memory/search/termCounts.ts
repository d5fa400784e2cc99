import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Terms of a mind and in how many frames they stand, remembered until the mind has grown by a tenth. */
export interface TermCounts {
  /** About how many frames there are. */
  rows(): number;
  /** In how many frames a term stands. */
  count(term: string): number;
  /** Terms that begin so and are not too common, the commonest first. */
  beginningWith(start: string, most: number): readonly string[];
}

const MAX_REMEMBERED = 20_000;

/** How many terms with one beginning are looked through: the index holds them in order. */
const LOOKED_THROUGH = 60;

const countSchema = z.number().optional();
const rowsSchema = z.number().nullable();
const termsSchema = z.array(z.object({ term: z.string(), doc: z.number() }));

export function createTermCounts(db: Database): TermCounts {
  const newest = db.prepare('SELECT max(id) FROM frame').pluck();
  const one = db.prepare('SELECT doc FROM frame_term WHERE term = ?').pluck();
  const some = db.prepare(
    `SELECT term, doc FROM frame_term WHERE term >= @start AND term < @start || char(1114111) LIMIT ${LOOKED_THROUGH}`,
  );
  let known = new Map<string, number>();
  let knownRows = 0;

  const rows = () => {
    const now = rowsSchema.parse(newest.get()) ?? 0;
    if (now > knownRows * 1.1 || now < knownRows || known.size > MAX_REMEMBERED) {
      known = new Map();
      knownRows = now;
    }
    return now;
  };

  return {
    rows,
    count: (term) => {
      const remembered = known.get(term);
      // A term that was in no frame may be in the newest; looking again costs nothing.
      if (remembered !== undefined && remembered > 0) return remembered;
      const count = countSchema.parse(one.get(term)) ?? 0;
      known.set(term, count);
      return count;
    },
    beginningWith: (start, most) =>
      termsSchema
        .parse(some.all({ start }))
        .sort((a, b) => b.doc - a.doc)
        .slice(0, most)
        .map(({ term }) => term),
  };
}
