import type { Database } from 'better-sqlite3';
import { personIdOf } from '../core/person.js';
import type { PersonTrace } from '../core/ports/people.js';
import { accountsOf } from './peopleOps.js';
import { preparedOnce } from './preparedOnce.js';

const NAMES = '(SELECT value FROM json_each(@names))';
/** Turns of the person that are over: one that runs, like the one that asks for this, is still needed by its worker. */
const TURNS = `(SELECT id FROM turn WHERE sender IN ${NAMES} AND ended_at IS NOT NULL)`;
const TURN_SEQS = `(SELECT seq FROM turn WHERE sender IN ${NAMES} AND ended_at IS NOT NULL)`;
/** Lanes whose transcript has lines for the person. */
const TALKED = `(SELECT lane FROM transcript WHERE sender IN ${NAMES})`;
const LANES = '(SELECT value FROM json_each(@lanes))';

/** What is deleted, by the name of its statement, so that a test can ask for each. What others point to comes later. */
const STEPS = {
  // A summary may hold the person's words; what else it summed up is shown by itself again.
  uncoverLines: `UPDATE transcript SET compacted = 0 WHERE compacted = 1 AND role <> 'summary' AND lane IN ${TALKED}`,
  summaries: `DELETE FROM transcript WHERE role = 'summary' AND lane IN ${TALKED}`,
  lines: `DELETE FROM transcript WHERE sender IN ${NAMES} OR lane IN ${LANES}`,
  checkpoints: `DELETE FROM checkpoint WHERE made_by IN ${NAMES} OR lane IN ${LANES}`,
  journal: `DELETE FROM journal WHERE turn IN ${TURN_SEQS}`,
  questions: `DELETE FROM question WHERE turn IN ${TURN_SEQS}`,
  decisions: `UPDATE question SET decided_by = NULL, decided_name = NULL, answer = NULL WHERE decided_by IN ${NAMES}
    AND turn NOT IN (SELECT seq FROM turn WHERE ended_at IS NULL)`,
  steps: `UPDATE turn SET steps = 0, outcome = 'null' WHERE seq IN ${TURN_SEQS}`,
  messages: `DELETE FROM inbox WHERE sender IN ${NAMES} AND ended_at IS NOT NULL`,
  payloads: `UPDATE delivery SET payload = 'null' WHERE turn IN ${TURNS}`,
  traces: `DELETE FROM trace WHERE turn IN ${TURNS}`,
  notes: `DELETE FROM session_note WHERE person IN ${NAMES} OR lane IN ${LANES}`,
  untold: `DELETE FROM untold WHERE lane IN ${LANES}`,
  overheard: `DELETE FROM overheard WHERE sender IN ${NAMES}`,
  schedules: `DELETE FROM schedule WHERE sender IN ${NAMES}`,
  whereabouts: `DELETE FROM whereabouts WHERE person IN ${NAMES}`,
  settings: `DELETE FROM person_setting WHERE person IN ${NAMES}`,
  rates: `DELETE FROM rate_window WHERE person IN ${NAMES}`,
  warnings: `DELETE FROM budget_warning WHERE person IN ${NAMES}`,
  // Who decided what stays on record until its time is over; what was quoted of him does not.
  audit: `UPDATE access_log SET summary = NULL, chat = NULL, lane = NULL
    WHERE (actor IN ${NAMES} OR about IN ${NAMES}) AND coalesce(summary, chat, lane) IS NOT NULL`,
  // Sums of money stay true without saying whose.
  usage: `UPDATE usage SET person = '', chat = '', lane = '' WHERE person IN ${NAMES}`,
} as const;

const statements = preparedOnce((db) => ({
  steps: Object.values(STEPS).map((sql) => db.prepare<{ names: string; lanes: string }>(sql)),
  groups: db.prepare<{ names: string }, { lane: string }>(
    `SELECT DISTINCT lane FROM whereabouts WHERE is_group = 1 AND person IN ${NAMES}`,
  ),
  withFiles: db.prepare<{ names: string }, { identity: string }>(
    `SELECT json_extract(message, '$.identity') AS identity FROM inbox WHERE sender IN ${NAMES} AND json_valid(message)
       AND EXISTS (SELECT 1 FROM json_each(message, '$.parts') WHERE json_extract(value, '$.type') = 'file')`,
  ),
  ownLanes: db.prepare<{ names: string }, { lane: string }>(
    `SELECT DISTINCT lane FROM whereabouts WHERE is_group = 0 AND person IN ${NAMES}
       AND lane NOT IN (SELECT lane FROM whereabouts WHERE person NOT IN ${NAMES})`,
  ),
}));

/** `People.traceOf`. */
export function traceOf(db: Database, person: string): PersonTrace {
  const accounts = accountsOf(db, person).map(personIdOf);
  const names = namesOf(person, accounts);
  const sql = statements(db);
  return {
    accounts,
    lanes: ownLanes(db, names),
    groups: sql.groups.all({ names }).map(({ lane }) => lane),
    withFiles: sql.withFiles.all({ names }).map(({ identity }) => identity),
  };
}

/**
 * `People.forget`: deletes what gateway.db holds of a person. The connection wipes what it deletes (`secure_delete`), and the log
 * is emptied after the commit (`scrubsLog`), so no word of it stays in the files. Roles stay, so that nobody has to be let in anew.
 */
export function forgetPerson(db: Database, person: string): number {
  const names = namesOf(person, accountsOf(db, person).map(personIdOf));
  const about = { names, lanes: JSON.stringify(ownLanes(db, names)) };
  return statements(db).steps.reduce((sum, step) => sum + step.run(about).changes, 0);
}

const ownLanes = (db: Database, names: string) =>
  statements(db)
    .ownLanes.all({ names })
    .map(({ lane }) => lane);

const namesOf = (person: string, accounts: readonly string[]) => JSON.stringify([...new Set([person, ...accounts])]);
