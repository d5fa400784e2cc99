import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { editAction, runEditActions } from './editOrder.js';
import { openTestDb, type TestDb } from './openTestDb.js';

const RUNS = 500;

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.dispose());

it(`answers every message once with its newest text, in ${RUNS} runs`, async () => {
  const property = fc.asyncProperty(fc.array(editAction, { maxLength: 80, size: 'max' }), (actions) =>
    runEditActions(test, actions),
  );
  await fc.assert(property, { numRuns: RUNS, seed: 20_261_201 });
});
