const LOOK_EVERY_MS = 5;

/** Waits until something outside this process has become true; for what no promise tells. */
export async function until(isTrue: () => boolean | Promise<boolean>, what = 'the condition', timeoutMs = 10_000) {
  const end = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`${what} did not come true in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
