import type { Redis } from 'ioredis';

/**
 * Ends a connection at once and for good, whatever state it is in, and lets its waiting commands reject. Three things that
 * `disconnect()` alone does not do: it forgets waiting commands between two tries to connect (so one last try is made, and
 * ended), it waits 2 s for a server that hangs, and a library that holds the connection may connect it again.
 */
export function endConnection(redis: Redis): void {
  redis.on('connect', () => redis.disconnect());
  const { status } = redis;
  if (status === 'end') return;
  redis.disconnect();
  if (status === 'reconnecting') redis.connect().catch(() => {});
  else redis.stream?.destroy();
}
