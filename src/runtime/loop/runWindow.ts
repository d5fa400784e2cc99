/**
 * Runs tasks in their order, at most `limit` at once; each that ends makes room for the next. After a failure no further
 * task begins; it is thrown when all that had begun have ended, so that nothing is left running.
 */
export async function runWindow(tasks: readonly (() => Promise<void>)[], limit: number): Promise<void> {
  const [only] = tasks;
  if (tasks.length === 1 && only !== undefined) return only();
  const failures: unknown[] = [];
  let next = 0;
  const runNext = async (): Promise<void> => {
    for (;;) {
      const task = tasks[next];
      if (task === undefined || failures.length > 0) return;
      next += 1;
      try {
        await task();
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, runNext));
  if (failures.length > 0) throw failures[0];
}
