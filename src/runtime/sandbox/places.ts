/** A number of places, taken and given back; who finds none waits for the next one, in the order of coming. */
export interface Places {
  /**
   * Takes a place, and returns what gives it back.
   *
   * @throws the signal's reason when that ends the wait
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createPlaces(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  const giveBack = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return giveBack;
      }
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(onPlace), 1);
          reject(signal.reason);
        };
        const onPlace = () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        waiting.push(onPlace);
        signal.addEventListener('abort', onAbort, { once: true });
      });
      return giveBack;
    },
  };
}
