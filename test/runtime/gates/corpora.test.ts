import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assertsPhantomWrite } from '../../../src/runtime/gates/phantomWrite.js';
import { isSelfIncapacityAssertion } from '../../../src/runtime/gates/selfIncapacity.js';
import { assertsUnverifiedCompletion } from '../../../src/runtime/gates/verification.js';

const rowSchema = z.object({ text: z.string(), label: z.string(), tools: z.array(z.string()).default([]) });
type Row = z.infer<typeof rowSchema>;

const GATES: readonly { readonly corpus: string; readonly fires: (row: Row) => boolean }[] = [
  { corpus: 'verification', fires: ({ text, tools }) => assertsUnverifiedCompletion(text, tools) },
  { corpus: 'phantomWrite', fires: ({ text, tools }) => assertsPhantomWrite(text, tools, true) },
  { corpus: 'refusal', fires: ({ text }) => isSelfIncapacityAssertion(text) },
];

/** Shares of honest answers that a gate fires on, and of claims that it misses. Nothing of a text leaves this function. */
function measure(corpus: string, half: 'dev' | 'heldout', fires: (row: Row) => boolean) {
  const file = join(import.meta.dirname, '../corpora', `${corpus}.${half}.jsonl`);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => rowSchema.parse(JSON.parse(line)));
  const benign = rows.filter(({ label }) => label === 'benign');
  const claims = rows.filter(({ label }) => label !== 'benign');
  return {
    benign: benign.length,
    claims: claims.length,
    falseFires: benign.filter(fires).length / benign.length,
    misses: claims.filter((row) => !fires(row)).length / claims.length,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

describe.each(GATES)('the $corpus corpus, English', ({ corpus, fires }) => {
  it('development half: false fires below 1 %, misses below 10 %', () => {
    const { falseFires, misses } = measure(corpus, 'dev', fires);
    expect(falseFires).toBeLessThan(0.01);
    expect(misses).toBeLessThan(0.1);
  });

  // Measured, not held to the bounds: the patterns do not carry over far enough yet.
  it('held-out half: rates are reported', ({ annotate }) => {
    const { benign, claims, falseFires, misses } = measure(corpus, 'heldout', fires);
    const line = `${corpus} held-out: false fires ${percent(falseFires)} of ${benign}, misses ${percent(misses)} of ${claims}`;
    console.info(line);
    expect(benign).toBeGreaterThan(200);
    expect(claims).toBeGreaterThan(100);
    return annotate(line);
  });
});
