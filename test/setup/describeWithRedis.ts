import { describe, it } from 'vitest';
import { INSTALL_REDIS, isRedisInstalled } from '../platforms/redis.js';
import { isCi } from './ci.js';

/**
 * A suite that needs a real Redis. Without `redis-server` it is counted as not run, naming the command that installs it;
 * in CI that is a failure.
 */
export function describeWithRedis(name: string, suite: () => void): void {
  if (isRedisInstalled()) {
    describe(name, suite);
    return;
  }
  const reason = `not run, redis-server is missing: ${INSTALL_REDIS}`;
  if (isCi) {
    it(name, () => {
      throw new Error(reason);
    });
    return;
  }
  describe.skip(`${name} (${reason})`, suite);
}
