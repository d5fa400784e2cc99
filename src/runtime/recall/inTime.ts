import type { Clock } from '../../core/clock.js';

/** So long looking something up for a prompt may hold a turn up, in milliseconds. */
const LOOK_UP_MS = 3_000;

/** @throws Error when it takes too long */
export function inTime<Value>(promise: Promise<Value>, clock: Clock): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(LOOK_UP_MS, () => reject(new Error(`memory did not answer within ${LOOK_UP_MS} ms`)));
    promise.then(resolve, reject).finally(stop);
  });
}
