import { type ModelServer, type ModelServerOptions, startModelServer } from '../platforms/model/modelServer.js';
import type { RedisServer } from '../platforms/redis.js';
import {
  startTelegramServer,
  type TelegramServer,
  type TelegramServerOptions,
} from '../platforms/telegram/telegramServer.js';
import type { TestChild } from '../setup/childProcess.js';
import { type GatewayProcess, gatewayOf, launchGateway, makeDataDir } from './gateway.js';

type Settings = Readonly<Record<string, string>>;

export interface StageOptions {
  readonly telegram?: TelegramServerOptions;
  readonly model?: ModelServerOptions;
  /** Settings of every process. */
  readonly settings?: Settings;
  /** Without it there is one process with everything. */
  readonly redis?: RedisServer;
}

/** The world of one end-to-end test: a Bot API server, a model endpoint, a data directory, and gateway processes on them. */
export interface Stage {
  readonly telegram: TelegramServer;
  readonly model: ModelServer;
  readonly dataDir: string;
  /** Starts a process of a role; without Redis the role is `all` whatever is asked. */
  start(role: 'ingress' | 'worker', settings?: Settings): Promise<GatewayProcess>;
  /** Starts it and waits for nothing. */
  launch(role: 'ingress' | 'worker', settings?: Settings): TestChild;
  /** The ingress and two workers, or the one process that is all of them. */
  startFleet(settings?: Settings): Promise<Fleet>;
  close(): Promise<void>;
}

export interface Fleet {
  readonly ingress: GatewayProcess;
  /** Distinct from the ingress only with Redis. */
  readonly workers: readonly GatewayProcess[];
}

/** Short enough that a takeover is quick, long enough that a busy machine does not lose leases by itself. */
const LEASE_MS = '3000';
const SWEEP_MS = '300';

/** A Redis database belongs to one data directory, so every stage takes the next one of its server (there are 16). */
const databasesUsed = new WeakMap<RedisServer, number>();

function nextDatabase(redis: RedisServer): string {
  const number = databasesUsed.get(redis) ?? 0;
  databasesUsed.set(redis, number + 1);
  return redis.url.replace(/\/0$/, `/${number}`);
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const home = makeDataDir();
  const model = await startModelServer(options.model);
  const telegram = await startTelegramServer({ rates: 'off', pollDelays: false, ...options.telegram });
  const started: TestChild[] = [];
  const redisUrl = options.redis === undefined ? undefined : nextDatabase(options.redis);

  const launch: Stage['launch'] = (role, settings = {}) => {
    const child = launchGateway({
      TELEGRAM_BOT_TOKEN: telegram.bot.token,
      TELEGRAM_API_ROOT: telegram.url,
      LITELLM_URL: model.url,
      WAGGLE_ACCESS: 'open',
      WAGGLE_DATA_DIR: home.dataDir,
      WAGGLE_LEASE_MS: LEASE_MS,
      WAGGLE_SWEEP_MS: SWEEP_MS,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl, WAGGLE_ROLE: role }),
      ...options.settings,
      ...settings,
    });
    started.push(child);
    return child;
  };

  const start: Stage['start'] = async (role, settings) => {
    const child = launch(role, settings);
    await child.waitForLine((line) => line.startsWith('Running:'));
    return gatewayOf(child);
  };

  return {
    telegram,
    model,
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
      await telegram.close();
      await model.close();
      home.remove();
    },
  };
}
