import { expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { type Patience, tryAgain } from '../../src/core/tryAgain.js';

const never = new AbortController().signal;

/** Works only after these failures, in their order; tells how often it was done and how long it waited. */
async function run(failures: readonly { readonly waitMs: number; readonly isLimit: boolean }[], rest?: 'limits') {
  const waits: number[] = [];
  let done = 0;
  const work = async () => {
    const failure = failures[done] ?? (rest === undefined ? undefined : { waitMs: 0, isLimit: true });
    done += 1;
    if (failure !== undefined) throw Object.assign(new Error('failed'), failure);
    return 'worked';
  };
  const failureOf = (thrown: unknown) =>
    thrown instanceof Error && 'isLimit' in thrown && 'waitMs' in thrown ? thrown : { isLimit: false, waitMs: null };
  const patience: Patience = {
    tries: 3,
    longestWaitMs: 2_000,
    waitOf: (thrown) => Number(failureOf(thrown).waitMs),
    isHeldUp: (thrown) => failureOf(thrown).isLimit === true,
    onFailure: (_, ms) => waits.push(ms),
  };
  const clock = { ...systemClock, sleep: async () => {} };
  const outcome = await tryAgain(work, patience, { clock, signal: never }).catch(() => 'gave up');
  return { outcome, done, waits };
}

const fault = { waitMs: 1_000, isLimit: false };
const limit = (waitMs: number) => ({ waitMs, isLimit: true });

it('gives up after the last try', async () => {
  expect(await run([fault, fault])).toEqual({ outcome: 'worked', done: 3, waits: [1_000, 1_000] });
  expect(await run([fault, fault, fault])).toMatchObject({ outcome: 'gave up', done: 3 });
});

it('does not count as tries what it was only told to wait for', async () => {
  const failures = [limit(500), fault, limit(700), fault, limit(800)];
  expect(await run(failures)).toMatchObject({ outcome: 'worked', done: 6 });
  expect(await run([...failures, fault])).toMatchObject({ outcome: 'gave up', done: 6 });
});

it('is not held up longer than one wait may be, nor without end by waits of no length', async () => {
  expect(await run([limit(2_001)])).toMatchObject({ outcome: 'gave up', done: 1 });
  expect(await run([limit(1_500), limit(600)])).toMatchObject({ outcome: 'gave up', done: 2 });
  expect(await run([], 'limits')).toMatchObject({ outcome: 'gave up', done: 21 });
});
