import { describe, it } from 'vitest';
import { INSTALL_REDIS, isRedisInstalled } from '../platforms/redis.js';

/**
 * A suite that needs a real Redis. Without `redis-server` it is counted as not run, naming the command that installs it;
 * under `CI=1` that is a failure.
 */
export function describeWithRedis(name: string, suite: () => void): void {
  if (isRedisInstalled()) {
    describe(name, suite);
    return;
  }
  const reason = `not run, redis-server is missing: ${INSTALL_REDIS}`;
  if (process.env.CI === '1') {
    it(name, () => {
      throw new Error(reason);
    });
    return;
  }
  describe.skip(`${name} (${reason})`, suite);
}
