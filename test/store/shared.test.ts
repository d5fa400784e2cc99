import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDataDir } from './openTestDb.js';
import { checkSharedWork } from './sharedWork.js';

let dataDir: string;
beforeEach(() => {
  dataDir = makeDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('lets two processes work on one file: each message in one turn, each lane in order', async () => {
  const reports = await checkSharedWork(dataDir, ['a', 'b'], { messages: 300, lanes: 10, inFlight: 20 });
  expect(reports).toHaveLength(2);
});
