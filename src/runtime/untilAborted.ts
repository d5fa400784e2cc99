/**
 * The promise, or the signal's reason as soon as it aborts. What the promise does after that is nobody's concern: its
 * rejection is taken here so that it never counts as unhandled.
 *
 * @throws the signal's reason, or what the promise rejects with
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
