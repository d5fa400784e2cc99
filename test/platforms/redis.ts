import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now. */
  readonly pid: number | undefined;
  /** Ends it as an operator would (SIGTERM) and starts it again on the same port with its data, also after `kill()`. */
  restart(options?: { readonly loseData?: boolean }): Promise<void>;
  /** SIGKILL. The data directory stays for `restart()`. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, nothing answers. */
  pause(): void;
  /** SIGCONT. */
  resume(): void;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
}

export interface RedisServerOptions {
  /** Append-only file (`everysec`), so that a SIGKILL loses at most a second. Default false: saved on SIGTERM only. */
  readonly appendOnly?: boolean;
}

/** The command that brings what these tests need. */
export const INSTALL_REDIS = 'apt-get install redis-server';

const START_TIMEOUT_MS = 10_000;
const PORT_TRIES = 5;
const PROBE_EVERY_MS = 20;

/** Whether a `redis-server` stands on the PATH. */
export function isRedisInstalled(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Starts a real redis-server of its own on a free port of 127.0.0.1. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'waggle-redis-'));
  let port = 0;
  let child: ChildProcess | null = null;
  for (let left = PORT_TRIES; child === null; left -= 1) {
    port = await freePort();
    try {
      child = await spawnServer(port, dir, options);
    } catch (error) {
      if (left <= 1 || !String(error).includes('Address already in use')) throw error;
    }
  }
  let server: ChildProcess = child;
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    server.kill('SIGCONT');
    await exited;
  };

  return {
    url: `redis://127.0.0.1:${port}/0`,
    port,
    get pid() {
      return server.pid;
    },
    restart: async ({ loseData = false } = {}) => {
      await end('SIGTERM');
      if (loseData) {
        for (const name of ['dump.rdb', 'appendonlydir']) await rm(join(dir, name), { recursive: true, force: true });
      }
      server = await spawnServer(port, dir, options);
    },
    kill: () => end('SIGKILL'),
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    stop: async () => {
      process.removeListener('exit', killAtExit);
      await end('SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function spawnServer(port: number, dir: string, options: RedisServerOptions): Promise<ChildProcess> {
  const flags = {
    port: String(port),
    bind: '127.0.0.1',
    dir,
    // Each scene of a suite takes a database of its own; the default is 16.
    databases: '256',
    save: '3600 1',
    appendonly: options.appendOnly === true ? 'yes' : 'no',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${output}`)));
  });
  failed.catch(() => {});
  try {
    await Promise.race([waitUntilAnswering(port), failed]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return child;
}

async function waitUntilAnswering(port: number): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(port))) {
    if (Date.now() > until) throw new Error(`redis-server on port ${port} did not answer in ${START_TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('data', (data) => done(data.toString().startsWith('+PONG')));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
