/**
 * Every check that is not a test, each with one line of verdict, and the details of those that failed.
 *
 * Usage: node scripts/check.mjs
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImports } from './check/imports.mjs';
import { checkLengths } from './check/lengths.mjs';
import { checkBiome, checkKnip, checkTypes } from './check/tools.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const CHECKS = [
  ['types', checkTypes],
  ['biome', checkBiome],
  ['imports', checkImports],
  ['file lengths', checkLengths],
  ['knip', checkKnip],
];

const results = await Promise.all(CHECKS.map(async ([name, check]) => ({ name, ...(await check(root)) })));
for (const { ok, details } of results) {
  if (!ok) process.stdout.write(`${details.trimEnd()}\n\n`);
}
for (const { name, ok, verdict } of results) process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${verdict}\n`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
