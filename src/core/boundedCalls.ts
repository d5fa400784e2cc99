import type { Clock } from './clock.js';

export interface CallBounds {
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

/** How a platform's client words the failures of its calls. */
export interface CallErrors {
  /** The call was never begun: its signal had fired before, or all calls are over. */
  unsent(name: string): Error;
  /** What the call threw. `endedBy`: why, where we ended it ourselves; null: it failed by itself. */
  failed(name: string, thrown: unknown, endedBy: string | null): Error;
}

/** Calls to a server, each made once, with a time limit, an end by its caller's signal, and one by `close`. */
export interface BoundedCalls {
  /** @throws what `CallErrors` makes of the failure */
  run<T>(name: string, bounds: CallBounds, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Ends what is in flight; further calls are never begun. */
  close(): void;
}

/** @param options.timeoutMs time limit where a call names none, milliseconds */
export function createBoundedCalls(options: { clock: Clock; timeoutMs: number; errors: CallErrors }): BoundedCalls {
  const { clock, errors } = options;
  const inFlight = new Set<AbortController>();
  let isClosed = false;

  return {
    run: async (name, { signal, timeoutMs = options.timeoutMs }, work) => {
      if (isClosed || signal?.aborted) throw errors.unsent(name);
      const controller = new AbortController();
      const abort = () => controller.abort();
      signal?.addEventListener('abort', abort, { once: true });
      let isTimedOut = false;
      const stopTimer = clock.after(timeoutMs, () => {
        isTimedOut = true;
        controller.abort();
      });
      inFlight.add(controller);
      try {
        return await work(controller.signal);
      } catch (thrown) {
        const endedBy = isTimedOut ? `no answer within ${timeoutMs} ms` : 'aborted';
        throw errors.failed(name, thrown, controller.signal.aborted ? endedBy : null);
      } finally {
        inFlight.delete(controller);
        stopTimer();
        signal?.removeEventListener('abort', abort);
      }
    },
    close: () => {
      isClosed = true;
      for (const controller of inFlight) controller.abort();
    },
  };
}
