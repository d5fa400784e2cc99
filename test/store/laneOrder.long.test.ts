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

it('loses nothing, doubles nothing and keeps the order of each lane in long histories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 50, maxLength: 300, size: 'max' }), (list) =>
      runActions(test, list),
    ),
    { numRuns: 400 },
  );
});
