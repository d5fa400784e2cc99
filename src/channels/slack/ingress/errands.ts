import type { Log } from '../../../core/log.js';

/** Small calls that nobody waits for and that are not worth repeating: a title, a prompt, a line for a presser. */
export interface Errands {
  run(what: string, call: () => Promise<unknown>): void;
  /** Resolves when none is under way any more. */
  settled(): Promise<void>;
}

export function createErrands(log: Log): Errands {
  const underWay = new Set<Promise<void>>();
  return {
    run: (what, call) => {
      const errand = call()
        .then(
          () => {},
          (thrown: unknown) => log.warn({ err: thrown }, `${what} failed`),
        )
        .finally(() => underWay.delete(errand));
      underWay.add(errand);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}
