/**
 * Measures the gateway beside a bare grammY bot, on wire servers of this machine. See README.md.
 *
 * Usage: npm run bench -- [--quick] [--only NAME]... [--json] [--profile FOLDER]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRedisInstalled } from '../test/platforms/redis.js';
import { runBenchmark } from './benchmark.js';
import { describeMachine, formatMachine } from './machine.js';
import { type Options, readOptions, USAGE } from './options.js';
import { openSystem, type System } from './systems.js';
import { formatTable } from './table.js';

/** Whatever hangs: the benchmark ends after this. */
const LIMIT_MS = 480_000;

/** Progress goes to stderr, so that stdout has the results alone. */
function tell(progress: string): void {
  process.stderr.write(`${progress}\n`);
}

function withoutMissing(options: Options): Options {
  if (isRedisInstalled()) return options;
  tell('redis-server is not installed: the systems with Redis are left out');
  return { ...options, systems: options.systems.filter((name) => !name.startsWith('redis')) };
}

async function main(): Promise<void> {
  let options: Options;
  try {
    options = withoutMissing(readOptions(process.argv.slice(2)));
  } catch (error) {
    tell(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  // Children are killed when this process exits, whatever the reason.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const limit = setTimeout(() => {
    tell(`not done after ${LIMIT_MS / 1000} s: giving up`);
    process.exit(1);
  }, LIMIT_MS);

  const folder = mkdtempSync(join(tmpdir(), 'waggle-bench-'));
  const systems: System[] = [];
  try {
    const machine = describeMachine(folder);
    for (const name of options.systems) systems.push(await openSystem(name, join(folder, name), options.profileFolder));
    const results = await runBenchmark(systems, options, tell);
    const loadAfter = loadavg()[0] ?? 0;
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ machine, loadAfter, results: Object.fromEntries(results) }, null, 2)}\n`
        : `${formatMachine(machine)}, after ${loadAfter.toFixed(1)}\n\n${formatTable(results)}\n`,
    );
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    tell(`${error instanceof Error ? error.stack : String(error)}\nLogs are in ${folder}`);
    process.exitCode = 1;
  } finally {
    await Promise.all(systems.map((system) => system.stop()));
    clearTimeout(limit);
  }
}

await main();
