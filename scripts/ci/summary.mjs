/**
 * Adds up what the steps of `.ci/run` reported, names what failed, and prints one closing line, `N passed, N failed`.
 *
 * Usage: node scripts/ci/summary.mjs FOLDER
 * FOLDER holds one `NAME.code` per step (its exit code) and, where the step counts tests, a `NAME.json`: what
 * `standingReport.mjs` wrote, or `{"passed": N, "failed": N}`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closingLines } from './closingLines.mjs';
import { failureLines, retryLines } from './failureLines.mjs';

function readSteps(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.code'))
    .map((name) => {
      const report = join(folder, name.replace(/\.code$/, '.json'));
      return {
        name: name.replace(/\.code$/, ''),
        code: Number(readFileSync(join(folder, name), 'utf8')),
        report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined,
      };
    });
}

const steps = readSteps(process.argv[2]);
for (const line of [...retryLines(steps), ...failureLines(steps)]) process.stdout.write(`${line}\n`);
const { lines, ok } = closingLines(steps);
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = ok ? 0 : 1;
