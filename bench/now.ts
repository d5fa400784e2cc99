/** Milliseconds UTC with a fraction: the same scale as the events of the wire servers, which are other processes. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** The only waiting of the benchmark that is not for an event: to let a system come to rest, or to space out messages. */
export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
