import { z } from 'zod';
import type { Clock } from '../../core/clock.js';
import { WaggleError } from '../../core/errors.js';
import type { Log } from '../../core/log.js';
import { isConnectionError } from '../redis/connectionError.js';
import { endConnection } from '../redis/endConnection.js';
import { createQuietLog } from '../redis/quietLog.js';
import { REDIS_PREFIX, type RedisLinks } from '../redis/redisLinks.js';

export interface NamespaceOptions {
  readonly links: RedisLinks;
  /** Id of this process's data directory, made once and kept in it. */
  readonly dataDirId: string;
  /** This machine's name, for the message to the other side. */
  readonly host: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called once when it turns out later that the namespace is another's (Redis was away at the start). */
  readonly onRefused: (error: WaggleError) => void;
  /** What the keys begin with. Default `waggle`. */
  readonly prefix?: string;
}

/** The hold that a data directory has on a Redis namespace. */
export interface NamespaceClaim {
  /** Stops renewing. Processes of the same data directory keep the claim alive. */
  close(): Promise<void>;
}

/** A claim ends so long after the last process that renewed it. */
const CLAIM_MS = 60_000;
const RENEW_MS = 15_000;
/** How long the start waits for Redis before it goes on without the answer. */
const START_WAIT_MS = 1_000;

/** Returns the other side's host when the namespace is another data directory's, else takes or renews it. */
const CLAIM_SCRIPT = `
local id = redis.call('HGET', KEYS[1], 'id')
if id and id ~= ARGV[1] then return redis.call('HGET', KEYS[1], 'host') or '' end
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'host', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return false`;

const replySchema = z.string().nullable();

/**
 * Makes sure that all processes on one Redis share one data directory: wakes and live events of another's turns would be
 * taken by workers that cannot find them. While Redis is away nothing is known and the start goes on; the question is
 * asked again whenever Redis comes back, and with every renewal.
 *
 * @throws WaggleError `other-data-dir` when another data directory has the namespace, `redis-database` when Redis has no such
 *   database
 */
export async function claimRedisNamespace(options: NamespaceOptions): Promise<NamespaceClaim> {
  const { links, dataDirId, host, clock, log, onRefused, prefix = REDIS_PREFIX } = options;
  const quietLog = createQuietLog(log, clock);
  const redis = links.open('claim', 'fail');
  let answer: (refusal: WaggleError | null) => void = () => {};
  const firstAnswer = new Promise<WaggleError | null>((resolve) => {
    answer = resolve;
  });

  const ask = async () => {
    if (redis.status !== 'ready') return;
    const database = redis.options.db ?? 0;
    try {
      await redis.select(database);
    } catch (error) {
      if (!isConnectionError(error)) answer(noSuchDatabase(database, error));
      return;
    }
    try {
      const reply = await redis.eval(CLAIM_SCRIPT, 1, `${prefix}:data-dir`, dataDirId, host, CLAIM_MS);
      const other = replySchema.parse(reply);
      answer(other === null ? null : refusal(other));
    } catch (error) {
      if (!isConnectionError(error)) quietLog.warn('claim', error, 'asking Redis for its data directory failed');
    }
  };

  const stopRenewing = clock.every(RENEW_MS, () => void ask());
  redis.on('ready', () => void ask());
  const close = async () => {
    stopRenewing();
    endConnection(redis);
  };

  const limit = new AbortController();
  const waited = clock.sleep(START_WAIT_MS, limit.signal).then(
    () => 'away' as const,
    () => 'away' as const,
  );
  const outcome = await Promise.race([firstAnswer, waited]);
  limit.abort();
  if (outcome instanceof WaggleError) {
    await close();
    throw outcome;
  }
  if (outcome === 'away') log.info({}, 'Redis does not answer: whose data directory it serves is asked later');
  let isRefused = false;
  answer = (late) => {
    if (late === null || isRefused) return;
    isRefused = true;
    void close();
    onRefused(late);
  };
  return { close };
}

/** ioredis goes on in database 0, which may be somebody else's. */
function noSuchDatabase(database: number, cause: unknown): WaggleError {
  return new WaggleError(
    'redis-database',
    `this Redis has no database ${database}. Set REDIS_URL to one that it has (they are numbered from 0; usually there are 16).`,
    { cause, sentence: 'The gateway is not set up correctly; its operator has been told.' },
  );
}

function refusal(otherHost: string): WaggleError {
  const where = otherHost === '' ? '' : ` (on ${otherHost})`;
  return new WaggleError(
    'other-data-dir',
    `this Redis serves the gateway of another data directory${where}. Processes that share a Redis must share ` +
      'WAGGLE_DATA_DIR, on one host: set it to the same directory, or give this gateway another Redis database (for ' +
      `example REDIS_URL=redis://host:6379/1). If the other gateway is gone for good, wait ${CLAIM_MS / 1_000} seconds.`,
    { sentence: 'The gateway is not set up correctly; its operator has been told.' },
  );
}
