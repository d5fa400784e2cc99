import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestMind, START, type TestMind } from './openTestMind.js';

let mind: TestMind;
beforeAll(() => {
  mind = openTestMind();
  const insert = mind.db.prepare(
    `INSERT INTO frame (kind, gop_id, t, content, norm_hash, importance, source, confidence, trust, author, scope, valid_from, created_at)
     SELECT 'P', 'g' || value % 50, value, 'note ' || value, randomblob(16), 2, 0, 0.7, 2, 'ann', 'private', value, value
     FROM json_each(?)`,
  );
  insert.run(JSON.stringify(Array.from({ length: 3000 }, (_, i) => START + i)));
});
afterAll(() => mind.remove());

const planSchema = z.array(z.object({ detail: z.string() }));

/** What SQLite would look through from end to end for a statement. */
function scansOf(sql: string): string[] {
  const plan = planSchema.parse(
    mind.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array(sql.split('?').length - 1).fill(1)),
  );
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN (?!value|json_each|CONSTANT)/.test(detail) && !detail.includes('VIRTUAL'));
}

describe('what every turn asks costs no scan of the frames (defect 12)', () => {
  it.each([
    [
      'the number of frames',
      "SELECT sum(value) FROM mind_stat WHERE name = 'frames' AND scope IN (SELECT value FROM json_each(?))",
    ],
    ['the newest of a session', 'SELECT max(t) FROM frame WHERE gop_id = ?'],
    ['a duplicate', 'SELECT id FROM frame WHERE norm_hash = ? AND scope = ? AND valid_to IS NULL'],
    ['the same text of a turn', 'SELECT id FROM frame WHERE turn = ? AND norm_hash = ?'],
    ['the newest state of a session', "SELECT max(id) FROM frame WHERE gop_id = ? AND kind = 'I' AND valid_to IS NULL"],
    ['what is over', 'SELECT id FROM frame WHERE valid_to <= ? ORDER BY valid_to LIMIT 5'],
    ['what expires', 'SELECT id FROM frame WHERE valid_to IS NULL AND expires_at <= ?'],
    ['the active session', "SELECT * FROM session WHERE status = 'active' AND ifnull(lane, '') = ?"],
    ['an entity', 'SELECT key FROM entity WHERE type = ? AND norm_name = ? AND valid_to IS NULL'],
    ['the relations of an entity', 'SELECT id FROM relation WHERE src = ? UNION SELECT id FROM relation WHERE dst = ?'],
  ])('%s', (_, sql) => expect(scansOf(sql)).toEqual([]));

  it.each([
    [
      'the weightiest',
      'SELECT id FROM frame WHERE valid_to IS NULL ORDER BY importance DESC, id DESC LIMIT 5',
      'frame_by_weight',
    ],
    [
      'the best connected',
      'SELECT key FROM entity WHERE valid_to IS NULL ORDER BY degree DESC, key LIMIT 10',
      'entity_by_degree',
    ],
  ])('%s come in the order of an index', (_, sql, index) => {
    const plan = planSchema.parse(mind.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
    expect(plan.map(({ detail }) => detail).join()).toContain(index);
    expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
  });

  it('the counters are right after any change', () => {
    const counted = () =>
      mind.db.prepare("SELECT scope, value FROM mind_stat WHERE name = 'frames' AND value > 0 ORDER BY scope").all();
    const real = () =>
      mind.db
        .prepare('SELECT scope, count(*) AS value FROM frame WHERE valid_to IS NULL GROUP BY scope ORDER BY scope')
        .all();
    expect(counted()).toEqual(real());
    mind.db.exec("UPDATE frame SET scope = 'shared' WHERE id % 3 = 0");
    mind.db.exec('UPDATE frame SET valid_to = 5 WHERE id % 5 = 0');
    mind.db.exec("UPDATE frame SET valid_to = NULL, scope = 'chat:c' WHERE id % 15 = 0");
    mind.db.exec('DELETE FROM frame WHERE id % 7 = 0');
    expect(counted()).toEqual(real());
  });
});
