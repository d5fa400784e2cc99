import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLongMemEval } from '../../bench/memory/longMemEval/readLongMemEval.js';
import { formatLongMemEval, runLongMemEval } from '../../bench/memory/longMemEval/runLongMemEval.js';

/** Of our own writing, in the format of the public data set. */
const OWN = fileURLToPath(new URL('longMemEval.json', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-longmem-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reads questions with their conversations in order, and which of them hold the answer', () => {
  const questions = readLongMemEval(OWN);
  expect(questions.map(({ id, type }) => [id, type])).toEqual([
    ['own_1', 'single-session-user'],
    ['own_2', 'single-session-assistant'],
    ['own_3_abs', 'abstention'],
  ]);
  expect(questions[0]).toMatchObject({
    at: Date.UTC(2024, 2, 10, 9, 30),
    sessions: [
      { id: 's1', at: Date.UTC(2024, 0, 15, 7, 40), isEvidence: true },
      { id: 's2', at: Date.UTC(2024, 1, 2, 18, 5), isEvidence: false },
    ],
  });
  expect(readLongMemEval(OWN, 1)).toHaveLength(1);
});

it('says where a file is not of that format', () => {
  const file = join(folder, 'odd.json');
  writeFileSync(file, JSON.stringify([{ question_id: 'x', question_date: 'soon' }]));
  expect(() => readLongMemEval(file)).toThrow(/odd\.json, question 1: [\s\S]*no date: soon/);
});

it('counts what the search brings back, and what the rules had kept; questions without an answer are left out', async () => {
  const figures = await runLongMemEval(readLongMemEval(OWN), folder);
  expect(figures).toEqual([
    { type: 'single-session-user', questions: 1, bySearch: 1, byRules: 1 },
    { type: 'single-session-assistant', questions: 1, bySearch: 1, byRules: 0 },
  ]);
  expect(formatLongMemEval(figures).split('\n').at(-1)).toBe('| all | 2 | 100.0 % | 50.0 % |');
});
