/** SQL about lanes that belong to one person alone. `@names`: the person's key and those of their accounts, a JSON list; `@accounts`: the latter. */

const NAMES = '(SELECT value FROM json_each(@names))';
const ACCOUNTS = '(SELECT value FROM json_each(@accounts))';

/** A direct chat of the person in which nobody else was ever met. */
export function isOwnLane(lane: string): string {
  return `(EXISTS (SELECT 1 FROM whereabouts own WHERE own.lane = ${lane} AND own.is_group = 0 AND own.person IN ${NAMES})
    AND NOT EXISTS (SELECT 1 FROM whereabouts other
      WHERE other.lane = ${lane} AND (other.is_group = 1 OR other.person NOT IN ${NAMES})))`;
}

/** A line of a turn of one of the person's accounts: one that has parted from them (`/unlink`) took its lines along. */
export function isOwnLine(sender: string): string {
  return `${sender} IN ${ACCOUNTS}`;
}
