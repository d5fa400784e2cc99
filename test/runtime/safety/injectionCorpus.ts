import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { scanForInjection } from '../../../src/runtime/safety/scanForInjection.js';

const lineSchema = z.object({
  id: z.string(),
  text: z.string(),
  label: z.enum(['benign', 'attack']),
  context: z.enum(['user_input', 'tool_output']),
  lang: z.string(),
});

/** `heldout`, `fresh` and `judge` were seen neither by who wrote the rules nor by the model. */
export const INJECTION_PARTS = ['dev', 'dev2', 'dev3', 'plain', 'heldout', 'fresh', 'judge'] as const;
export type InjectionPart = (typeof INJECTION_PARTS)[number];

/** How a scan does on one half of the corpus. */
export interface InjectionRates {
  readonly benign: number;
  readonly falsePositives: number;
  readonly attacks: number;
  readonly misses: number;
}

/** Scans one part; only the sums leave this function, so that nobody learns the held-out parts by its failures. */
export function measureInjection(half: InjectionPart): InjectionRates {
  const file = resolve(import.meta.dirname, `../corpora/injection.${half}.jsonl`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const rates = { benign: 0, falsePositives: 0, attacks: 0, misses: 0 };
  for (const line of lines) {
    const { text, label, context } = lineSchema.parse(JSON.parse(line));
    const { safe } = scanForInjection(text, context);
    if (label === 'benign') {
      rates.benign += 1;
      if (!safe) rates.falsePositives += 1;
    } else {
      rates.attacks += 1;
      if (safe) rates.misses += 1;
    }
  }
  return rates;
}
