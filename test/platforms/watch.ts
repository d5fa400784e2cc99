/** How long a wait may last before it fails, in real milliseconds, when the caller names no limit. */
export const DEFAULT_WAIT_MS = 10_000;

/** What a wait is about and how long it may last. */
export interface WaitOptions {
  /** Real milliseconds before the wait fails. */
  timeoutMs?: number;
  /** Said in the error when the time is over. */
  what?: string;
}

/** Lets tests wait for a state instead of sleeping: a condition is looked at again after each change. */
export interface Watch {
  /** Says that something changed. */
  changed(): void;
  /**
   * Resolves with the first result of `probe` that is neither false, null nor undefined. Looked at now and after each
   * change. Rejects when the time is over, or when the watch is closed.
   */
  waitFor<T>(probe: () => T | false | null | undefined, options?: WaitOptions): Promise<T>;
  /** Ends all waits with an error. */
  close(): void;
}

interface Waiter {
  look(): void;
  fail(error: Error): void;
}

/** Makes a watch; `describe` adds the state to the message of a wait that failed. */
export function createWatch(describe: () => string = () => ''): Watch {
  const waiters = new Set<Waiter>();
  let scheduled = false;
  let closed = false;

  const lookAgain = () => {
    scheduled = false;
    for (const waiter of [...waiters]) waiter.look();
  };

  return {
    changed: () => {
      if (scheduled || waiters.size === 0) return;
      scheduled = true;
      setImmediate(lookAgain);
    },
    waitFor: <T>(probe: () => T | false | null | undefined, options: WaitOptions = {}) =>
      new Promise<T>((resolve, reject) => {
        const what = options.what ?? 'the awaited state';
        const fail = (error: Error) => {
          clearTimeout(timer);
          waiters.delete(waiter);
          reject(error);
        };
        const look = () => {
          try {
            const found = probe();
            if (found === false || found === null || found === undefined) return;
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(found);
          } catch (error) {
            fail(error instanceof Error ? error : new Error(String(error)));
          }
        };
        const waiter: Waiter = { look, fail };
        const limit = options.timeoutMs ?? DEFAULT_WAIT_MS;
        const started = new Error(`Waited ${limit} ms in vain for ${what}`);
        const timer = setTimeout(() => {
          started.message = `${started.message}. ${describe()}`;
          fail(started);
        }, limit);
        waiters.add(waiter);
        if (closed) fail(new Error(`The test server was closed before the wait for ${what}`));
        else look();
      }),
    close: () => {
      closed = true;
      for (const waiter of [...waiters]) waiter.fail(new Error('The test server was closed during a wait'));
    },
  };
}
