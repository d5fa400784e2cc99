import { createBackOff } from '../../../core/backOff.js';
import type { Clock } from '../../../core/clock.js';
import { toWaggleError } from '../../../core/errors.js';
import type { Log } from '../../../core/log.js';
import type { InboundMessage } from '../../../core/message.js';
import { createOrder } from '../../../core/order.js';
import { pause } from '../../../core/pause.js';
import type { ChannelEvents } from '../../../core/ports/channelEvents.js';
import type { Accept, Acceptance } from '../../../core/ports/ingress.js';

/** After so many failures a message may be given up, if others got through meanwhile: it is not the store that fails. */
const MAX_FAILURES = 6;
const BASE_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;

/**
 * From events to whoever is concerned: channel by channel in order, the channels beside each other. Discord may tell what was
 * posted within a moment in another order, and does not tell an event twice: what cannot be stored is tried until it can be.
 */
export interface Intake {
  /**
   * Does work behind what came before in this channel. It must not reject.
   *
   * @param at of works that come within a moment the lower goes first (`orderOf`)
   */
  queue(channel: string, at: bigint, work: () => Promise<void>): void;
  /** Stores a message, however long that takes; null when it was given up, or the signal aborted. */
  store(message: InboundMessage): Promise<Acceptance | null>;
  /** Repeats something until it succeeds, with the same patience; false when it was given up. */
  persist(what: string, subject: unknown, work: () => Promise<unknown>): Promise<boolean>;
  /** Whether everything that came is done. */
  isIdle(): boolean;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createIntake(deps: {
  accept: Accept;
  events: Pick<ChannelEvents, 'dead'>;
  account: string;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
}): Intake {
  const { accept, events, account, signal, clock, log } = deps;
  const order = createOrder(clock);
  const underWay = new Set<Promise<void>>();
  let stored = 0;

  const persist: Intake['persist'] = async (what, subject, work) => {
    const backOff = createBackOff({ baseMs: BASE_PAUSE_MS, capMs: MAX_PAUSE_MS });
    const storedBefore = stored;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await work();
        stored += 1;
        return true;
      } catch (thrown) {
        const error = toWaggleError(thrown, 'discord-event');
        log.error({ err: error, what, failures }, 'an event of Discord could not be stored; trying again');
        if (failures >= MAX_FAILURES && stored > storedBefore && (await bury(subject, error))) return false;
      }
      await pause(clock, backOff.next(), signal);
    }
    return false;
  };

  const bury = async (subject: unknown, error: ReturnType<typeof toWaggleError>) => {
    try {
      await events.dead(subject, error, account);
      return true;
    } catch (thrown) {
      log.error({ err: thrown }, 'a dead event of Discord could not be kept');
      return false;
    }
  };

  return {
    queue: (channel, at, work) => {
      const done = order
        .run(channel, at, work)
        .catch((thrown: unknown) => log.error({ err: thrown, channel }, 'an event of Discord could not be handled'))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    store: async (message) => {
      let acceptance: Acceptance | null = null;
      await persist('message', message, async () => {
        acceptance = await accept(message);
      });
      return acceptance;
    },
    persist,
    isIdle: () => underWay.size === 0,
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
