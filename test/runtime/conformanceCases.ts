import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isCi } from '../setup/ci.js';

const FOLDER = resolve(import.meta.dirname, '../../../shared/conformance');
const FILES = ['runtime.json', 'turns-and-commands.json'];

const casesSchema = z.array(
  z.object({ id: z.string(), unit: z.string(), input: z.unknown(), want: z.unknown(), note: z.string().default('') }),
);
export type ConformanceCase = z.infer<typeof casesSchema>[number];

/** The conformance cases of one unit, or null where the folder is not there (a user's clone). */
function casesOf(unit: string): readonly ConformanceCase[] | null {
  if (!existsSync(FOLDER)) return null;
  return FILES.flatMap((name) => casesSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')))).filter(
    (entry) => entry.unit === unit,
  );
}

/**
 * Runs all cases of a unit through `adapt`. Without the files the tests say "not run"; in CI that is a failure.
 *
 * @param whyOff why a case is reported as not run, for example because its language is switched off; null runs it
 */
export function describeConformance(
  unit: string,
  adapt: (input: unknown) => unknown,
  whyOff: (entry: ConformanceCase) => string | null = () => null,
): void {
  const cases = casesOf(unit);
  describe(`conformance: ${unit}`, () => {
    if (cases === null) {
      if (isCi) it('finds the cases', () => expect.fail(`${FOLDER} is missing`));
      else it('not run: the conformance folder is not there (developers have it)', () => expect(cases).toBeNull());
      return;
    }
    it('has cases', () => expect(cases.length).toBeGreaterThan(0));
    for (const entry of cases) {
      const off = whyOff(entry);
      if (off !== null) {
        it(`reported: ${off}: ${entry.id} ${entry.note}`, async () => {
          const got = await adapt(entry.input);
          console.info(`${entry.id} (${off}): ${isDeepStrictEqual(got, entry.want) ? 'holds' : 'does not hold'}`);
          expect(typeof got).toBe(typeof entry.want);
        });
        continue;
      }
      it(`${entry.id} ${entry.note}`, async () => {
        const got = await adapt(entry.input);
        if (typeof entry.want === 'object' && entry.want !== null && !Array.isArray(entry.want)) {
          expect(got).toMatchObject(entry.want);
        } else {
          expect(got).toEqual(entry.want);
        }
      });
    }
  });
}
