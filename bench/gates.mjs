/**
 * Rates of the completion gates on both halves of their corpora, English, as a table for the README. Only numbers are shown.
 *
 * Usage: node bench/gates.mjs   (after `npm run build`)
 */
import { readFileSync } from 'node:fs';
import { assertsPhantomWrite } from '../dist/runtime/gates/phantomWrite.js';
import { isSelfIncapacityAssertion } from '../dist/runtime/gates/selfIncapacity.js';
import { assertsUnverifiedCompletion } from '../dist/runtime/gates/verification.js';

const gates = {
  verification: ({ text, tools }) => assertsUnverifiedCompletion(text, tools),
  phantomWrite: ({ text, tools }) => assertsPhantomWrite(text, tools, true),
  refusal: ({ text }) => isSelfIncapacityAssertion(text),
};

const share = (part, all) => `${((100 * part.length) / all.length).toFixed(1)} % of ${all.length}`;

process.stdout.write('| corpus | half | false fires | misses |\n| --- | --- | --- | --- |\n');
for (const [corpus, fires] of Object.entries(gates)) {
  for (const half of ['dev', 'heldout']) {
    const file = new URL(`../test/runtime/corpora/${corpus}.${half}.jsonl`, import.meta.url);
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const benign = rows.filter(({ label }) => label === 'benign');
    const claims = rows.filter(({ label }) => label !== 'benign');
    const wrong = share(benign.filter(fires), benign);
    const missed = share(
      claims.filter((row) => !fires(row)),
      claims,
    );
    process.stdout.write(`| ${corpus} | ${half} | ${wrong} | ${missed} |\n`);
  }
}
