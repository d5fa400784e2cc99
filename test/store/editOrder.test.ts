import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { editAction, runEditActions } from './editOrder.js';
import { openTestDb, type TestDb } from './openTestDb.js';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it('answers every message once, with its newest text, whatever edits, deletions and crashes come between', async () => {
  const property = fc.asyncProperty(fc.array(editAction, { maxLength: 40 }), (actions) =>
    runEditActions(test, actions),
  );
  await fc.assert(property, { numRuns: 60, seed: 4 });
});
