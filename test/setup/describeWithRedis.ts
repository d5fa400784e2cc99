import { INSTALL_REDIS, isRedisInstalled } from '../platforms/redis.js';
import { describeWhere } from './describeWhere.js';

/** A suite that needs a real Redis. */
export function describeWithRedis(name: string, suite: () => void): void {
  describeWhere(name, isRedisInstalled() ? null : `redis-server is missing: ${INSTALL_REDIS}`, suite);
}
