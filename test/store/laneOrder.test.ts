import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { actions } from './laneModel.js';
import { runActions } from './laneProperty.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('loses nothing, doubles nothing and keeps the order of each lane, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 20, maxLength: 120, size: 'max' }), (list) =>
      runActions(test, list),
    ),
    { numRuns: 80 },
  );
});
