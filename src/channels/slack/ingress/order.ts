/** Runs tasks of one key one after the other, tasks of different keys beside each other. */
export interface Order {
  /** @param key null: no order is asked for */
  run<T>(key: string | null, task: () => Promise<T>): Promise<T>;
}

export function createOrder(): Order {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: (key, task) => {
      if (key === null) return task();
      const before = last.get(key) ?? Promise.resolve();
      // A task that failed is its caller's concern, not the next one's.
      const done = before.then(task, task);
      last.set(key, done);
      const forget = () => {
        if (last.get(key) === done) last.delete(key);
      };
      done.then(forget, forget);
      return done;
    },
  };
}
