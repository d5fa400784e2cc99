import { type Clock, systemClock } from '../../src/core/clock.js';

/** The machine's clock with fractions of a millisecond, for times that are compared across processes. */
export const fineClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };
