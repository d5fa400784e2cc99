import type { RedisServer } from '../platforms/redis.js';
import type { TestChild } from '../setup/childProcess.js';
import { type GatewayProcess, gatewayOf, launchGateway, makeDataDir } from './gateway.js';

export type Settings = Readonly<Record<string, string>>;

/** The ingress and two workers, or one process that is all of them. */
export interface Fleet {
  readonly ingress: GatewayProcess;
  /** Distinct from the ingress only with Redis. */
  readonly workers: readonly GatewayProcess[];
}

/** A data directory, and gateway processes on it. */
export interface Gateways {
  readonly dataDir: string;
  /** Starts a process of a role; without Redis the role is `all` whatever is asked. */
  start(role: 'ingress' | 'worker', settings?: Settings): Promise<GatewayProcess>;
  /** Starts it and waits for nothing. */
  launch(role: 'ingress' | 'worker', settings?: Settings): TestChild;
  startFleet(settings?: Settings): Promise<Fleet>;
  /** Ends the processes and removes the data. */
  close(): Promise<void>;
}

/** Short enough that a takeover is quick, long enough that a busy machine does not lose leases by itself. */
const LEASE_MS = '3000';
const SWEEP_MS = '300';

/** A Redis database belongs to one data directory, so each takes the next one of its server (there are 16). */
const databasesUsed = new WeakMap<RedisServer, number>();

function nextDatabase(redis: RedisServer): string {
  const number = databasesUsed.get(redis) ?? 0;
  databasesUsed.set(redis, number + 1);
  return redis.url.replace(/\/0$/, `/${number}`);
}

/** @param common settings of every process */
export function openGateways(common: Settings, redis: RedisServer | undefined): Gateways {
  const home = makeDataDir();
  const started: TestChild[] = [];
  const redisUrl = redis === undefined ? undefined : nextDatabase(redis);

  const launch: Gateways['launch'] = (role, settings = {}) => {
    const child = launchGateway({
      WAGGLE_DATA_DIR: home.dataDir,
      WAGGLE_LEASE_MS: LEASE_MS,
      WAGGLE_SWEEP_MS: SWEEP_MS,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl, WAGGLE_ROLE: role }),
      ...common,
      ...settings,
    });
    started.push(child);
    return child;
  };

  const start: Gateways['start'] = async (role, settings) => {
    const child = launch(role, settings);
    await child.waitForLine((line) => line.startsWith('Running:'));
    return gatewayOf(child);
  };

  return {
    dataDir: home.dataDir,
    start,
    launch,
    startFleet: async (settings) => {
      const ingress = await start('ingress', settings);
      if (redisUrl === undefined) return { ingress, workers: [ingress] };
      return { ingress, workers: [await start('worker', settings), await start('worker', settings)] };
    },
    close: async () => {
      await Promise.all(started.map((child) => child.stop()));
      home.remove();
    },
  };
}
