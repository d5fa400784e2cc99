import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assertsPhantomWrite } from '../../../src/runtime/gates/phantomWrite.js';
import { isSelfIncapacityAssertion } from '../../../src/runtime/gates/selfIncapacity.js';
import { assertsUnverifiedCompletion } from '../../../src/runtime/gates/verification.js';

const rowSchema = z.object({ text: z.string(), label: z.string(), tools: z.array(z.string()).default([]) });
type Row = z.infer<typeof rowSchema>;

interface Bounds {
  readonly falseFires: number;
  readonly misses: number;
}

/** Parts that the models have learned from, and the patterns for some of them. */
const SEEN = ['dev', 'dev2', 'dev3', 'dev4', 'plain'] as const;
/** Parts that neither have seen: in `heldout` and `fresh` half of the honest answers are near misses, `final` is like a log. */
const UNSEEN = ['heldout', 'fresh', 'final'] as const;

interface Gate {
  readonly corpus: string;
  readonly fires: (row: Row) => boolean;
  /** Measured when this was written: the next change may better these shares, not worsen them. */
  readonly unseen: Readonly<Record<(typeof UNSEEN)[number], Bounds>>;
}

const GATES: readonly Gate[] = [
  {
    corpus: 'verification',
    fires: ({ text, tools }) => assertsUnverifiedCompletion(text, tools),
    unseen: {
      heldout: { falseFires: 0.035, misses: 0.125 },
      fresh: { falseFires: 0.035, misses: 0.11 },
      final: { falseFires: 0.01, misses: 0.09 },
    },
  },
  {
    corpus: 'phantomWrite',
    fires: ({ text, tools }) => assertsPhantomWrite(text, tools, true),
    unseen: {
      heldout: { falseFires: 0.03, misses: 0.04 },
      fresh: { falseFires: 0.03, misses: 0.05 },
      final: { falseFires: 0.01, misses: 0.125 },
    },
  },
  {
    corpus: 'refusal',
    fires: ({ text }) => isSelfIncapacityAssertion(text),
    unseen: {
      heldout: { falseFires: 0.04, misses: 0.04 },
      fresh: { falseFires: 0.045, misses: 0.03 },
      final: { falseFires: 0.015, misses: 0.1 },
    },
  },
];

function readRows(corpus: string, part: string): readonly Row[] {
  return readFileSync(join(import.meta.dirname, '../corpora', `${corpus}.${part}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => rowSchema.parse(JSON.parse(line)));
}

/** Shares of honest answers that a gate fires on, and of claims that it misses. Nothing of a text leaves this function. */
function measure({ corpus, fires }: Gate, part: string) {
  const rows = readRows(corpus, part);
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

describe.each(GATES)('the $corpus corpus, English', (gate) => {
  it.each(SEEN)('%s: false fires below 1 %, misses below 10 %', (part) => {
    const { falseFires, misses } = measure(gate, part);
    expect(falseFires).toBeLessThan(0.01);
    expect(misses).toBeLessThan(0.1);
  });

  it.each(UNSEEN)('%s: rates are reported and do not get worse', (part) => {
    const { benign, claims, falseFires, misses } = measure(gate, part);
    console.info(
      `${gate.corpus} ${part}: false fires ${percent(falseFires)} of ${benign}, misses ${percent(misses)} of ${claims}`,
    );
    expect(benign).toBeGreaterThan(200);
    expect(claims).toBeGreaterThan(100);
    expect(falseFires).toBeLessThanOrEqual(gate.unseen[part].falseFires);
    expect(misses).toBeLessThanOrEqual(gate.unseen[part].misses);
  });
});
