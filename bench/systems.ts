import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RedisServer, startRedis } from '../test/platforms/redis.js';
import { type LineProcess, startLineProcess } from './lineProcess.js';
import { startWireServers, type WireServers } from './wireServers.js';

/** What is measured beside each other. */
export const SYSTEM_NAMES = ['bare', 'embedded', 'redis', 'redis-workers'] as const;
export type SystemName = (typeof SYSTEM_NAMES)[number];

export const SYSTEM_TITLES: Readonly<Record<SystemName, string>> = {
  bare: 'bare grammY bot',
  embedded: 'gateway',
  redis: 'gateway, Redis',
  'redis-workers': 'gateway, Redis, ingress + 2 workers',
};

/** A system under test with servers of its own, so that several can be measured in turns. */
export interface System {
  readonly name: SystemName;
  readonly wire: WireServers;
  /** Starts its processes; resolves when they say that they run. */
  start(): Promise<void>;
  /** When the process that polls was spawned last. */
  startedAt(): number;
  /** Its own processes, without Redis. */
  pids(): readonly number[];
  /** Its redis-server, if it has one. */
  redisPid(): number | null;
  /** Ends its processes; it may be started again on the same data. */
  halt(): Promise<void>;
  /** Ends everything, servers too. */
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BARE_BOT = join(ROOT, 'bench/bareBot.mjs');
const GATEWAY = join(ROOT, 'bin/waggle.js');
const READY_TIMEOUT_MS = 30_000;

interface ProcessPlan {
  readonly name: string;
  readonly script: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** How its line begins that says it runs. */
  readonly readyLine: string;
}

function planBare(wire: WireServers): readonly ProcessPlan[] {
  const env = { BOT_TOKEN: wire.token, API_ROOT: wire.telegramUrl, MODEL_URL: wire.modelUrl };
  return [{ name: 'bot', script: [BARE_BOT], env, readyLine: 'polling' }];
}

/** The last one polls: the others are there when messages come. */
function planGateway(
  wire: WireServers,
  folder: string,
  redis: RedisServer | null,
  isSplit: boolean,
  profileFolder: string | null,
) {
  const profile = profileFolder === null ? [] : ['--cpu-prof', '--cpu-prof-dir', profileFolder];
  const env = {
    TELEGRAM_BOT_TOKEN: wire.token,
    TELEGRAM_API_ROOT: wire.telegramUrl,
    LITELLM_URL: wire.modelUrl,
    WAGGLE_ACCESS: 'open',
    WAGGLE_RATE_LIMITS: 'off',
    WAGGLE_TELEGRAM_RATE: 'off',
    WAGGLE_DATA_DIR: join(folder, 'data'),
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  };
  const plan = (name: string, more: Readonly<Record<string, string>>): ProcessPlan => ({
    name,
    script: [...profile, GATEWAY, 'start'],
    env: { ...env, ...more },
    readyLine: 'Running:',
  });
  if (!isSplit) return [plan('gateway', { WAGGLE_HTTP_PORT: '0' })];
  return [
    plan('worker1', { WAGGLE_ROLE: 'worker' }),
    plan('worker2', { WAGGLE_ROLE: 'worker' }),
    plan('ingress', { WAGGLE_ROLE: 'ingress', WAGGLE_HTTP_PORT: '0' }),
  ];
}

function startPlanned(plan: ProcessPlan, folder: string): Promise<LineProcess> {
  return new Promise((resolve, reject) => {
    const started = startLineProcess({
      command: [process.execPath, ...plan.script],
      cwd: folder,
      env: plan.env,
      logFile: join(folder, `${plan.name}.log`),
      onLine: (line) => {
        if (line.startsWith(plan.readyLine)) resolve(started);
      },
      onEnd: () => reject(new Error(`${plan.name} ended; see its log`)),
    });
    setTimeout(() => reject(new Error(`${plan.name} did not start; see its log`)), READY_TIMEOUT_MS).unref();
  });
}

/**
 * @param folder an empty folder for its data and logs
 * @param profileFolder where a gateway's processes leave CPU profiles
 */
export async function openSystem(name: SystemName, folder: string, profileFolder: string | null): Promise<System> {
  mkdirSync(folder, { recursive: true });
  const wire = await startWireServers(folder);
  // As docker-compose.yml runs it.
  const redis = name.startsWith('redis') ? await startRedis({ appendOnly: true }) : null;
  const plans =
    name === 'bare' ? planBare(wire) : planGateway(wire, folder, redis, name === 'redis-workers', profileFolder);
  let running: LineProcess[] = [];

  const halt = async () => {
    await Promise.all(running.map((process) => process.stop()));
    running = [];
  };

  return {
    name,
    wire,
    start: async () => {
      for (const plan of plans) running.push(await startPlanned(plan, folder));
    },
    startedAt: () => running.at(-1)?.startedAt ?? Number.NaN,
    pids: () => running.map((process) => process.pid),
    redisPid: () => redis?.pid ?? null,
    halt,
    stop: async () => {
      await halt();
      await Promise.all([wire.stop(), redis?.stop()]);
    },
  };
}
