import { describe, expect, it } from 'vitest';
import { createBoundedCalls } from '../../src/core/boundedCalls.js';
import { createFakeClock } from '../setup/fakeClock.js';

const clock = createFakeClock(0);

function open() {
  return createBoundedCalls({
    clock,
    timeoutMs: 1_000,
    errors: {
      unsent: (name) => new Error(`${name}: unsent`),
      failed: (name, thrown, endedBy) => new Error(`${name}: ${endedBy ?? String(thrown)}`),
    },
  });
}

/** Ends by its signal alone. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone')), { once: true }));

describe('a bounded call', () => {
  it('gives what it was answered, or its own error', async () => {
    const calls = open();
    expect(await calls.run('a', {}, async () => 7)).toBe(7);
    const failing = calls.run('a', {}, () => Promise.reject('broken'));
    await expect(failing).rejects.toThrow('a: broken');
  });

  it('ends at its own time limit, else at that of all', async () => {
    const calls = open();
    const usual = calls.run('usual', {}, endless);
    const longer = calls.run('longer', { timeoutMs: 3_000 }, endless);
    const ends = Promise.allSettled([usual, longer]);
    await clock.advance(1_000);
    await expect(usual).rejects.toThrow('usual: no answer within 1000 ms');
    await clock.advance(2_000);
    await expect(longer).rejects.toThrow('longer: no answer within 3000 ms');
    await ends;
  });

  it('ends with its signal, and is not begun when that has fired', async () => {
    const calls = open();
    const stop = new AbortController();
    const running = calls.run('b', { signal: stop.signal }, endless);
    stop.abort();
    await expect(running).rejects.toThrow('b: aborted');
    let isBegun = false;
    const late = calls.run('c', { signal: stop.signal }, async () => {
      isBegun = true;
    });
    await expect(late).rejects.toThrow('c: unsent');
    expect(isBegun).toBe(false);
  });

  it('ends when all are closed; then none is begun', async () => {
    const calls = open();
    const running = calls.run('d', {}, endless);
    calls.close();
    await expect(running).rejects.toThrow('d: aborted');
    await expect(calls.run('e', {}, async () => 1)).rejects.toThrow('e: unsent');
  });
});
