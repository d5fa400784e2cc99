/** What ioredis says when a command met no connection; it has no codes for it. */
const MESSAGES = [
  'Connection is closed',
  'Command aborted due to connection close',
  "Stream isn't writeable",
  'Reached the max retries per request limit',
  'read ECONNRESET',
] as const;

/**
 * Whether something failed because Redis is away. Such errors come once per command and say no more than the one line that
 * `RedisLinks` logs about the outage.
 */
export function isConnectionError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ('syscall' in thrown) return true;
  return MESSAGES.some((message) => thrown.message.includes(message));
}
