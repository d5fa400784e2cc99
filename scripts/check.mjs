/**
 * Every check that is not a test, each with one line of verdict, and the details of those that failed.
 *
 * Usage: node scripts/check.mjs [NAME...]   runs all of them, or those named
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
  ['lengths', checkLengths],
  ['knip', checkKnip],
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !CHECKS.some(([known]) => known === name));
if (unknown.length > 0) {
  process.stderr.write(
    `no check is called ${unknown.join(', ')}; there are: ${CHECKS.map(([known]) => known).join(', ')}\n`,
  );
  process.exit(2);
}
const chosen = names.length === 0 ? CHECKS : CHECKS.filter(([name]) => names.includes(name));
const results = await Promise.all(chosen.map(async ([name, check]) => ({ name, ...(await check(root)) })));
for (const { ok, details } of results) {
  if (!ok) process.stdout.write(`${details.trimEnd()}\n\n`);
}
for (const { name, ok, verdict } of results) process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${verdict}\n`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;
