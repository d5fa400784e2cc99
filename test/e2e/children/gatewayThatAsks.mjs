/**
 * A gateway from the built code with two risky tools: `wipe` and `send_money`, parallel-safe, and a harmless one beside them. Each
 * run is told on stdout as `called NAME {arguments}` and counted in `ran.log` of the data directory, which outlives the process.
 * `TEST_TTL_MS`: how long questions wait.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readConfigOrTell } from '../../../dist/cli/settings.js';
import { systemClock } from '../../../dist/core/clock.js';
import { silentLog } from '../../../dist/core/log.js';
import { createRedactor } from '../../../dist/core/secrets/redactor.js';
import { startGateway } from '../../../dist/main.js';

const say = (line) => process.stdout.write(`${line}\n`);
const config = readConfigOrTell();
if (config === null) process.exit(78);

const tool = (name, risk) => ({
  name,
  description: `Test tool ${name}`,
  args: z.looseObject({}),
  idempotent: false,
  mutating: risk !== 'none',
  parallelSafe: true,
  offlineCapable: true,
  source: 'plugin:test',
  risk,
  execute: async (args) => {
    const line = `${name} ${JSON.stringify(args)}`;
    appendFileSync(join(config.processes.dataDir, 'ran.log'), `${line}\n`);
    say(`called ${line}`);
    return `${name} is done`;
  },
});
const tools = [tool('wipe', 'high'), tool('send_money', 'high'), tool('look_up', 'none')];

const minutes = process.env.TEST_TTL_MS === undefined ? undefined : Number(process.env.TEST_TTL_MS) / 60_000;
const leaving = new AbortController();
const gateway = await startGateway({
  config: minutes === undefined ? config : { ...config, turns: { ...config.turns, approvalTtlMinutes: minutes } },
  clock: systemClock,
  log: silentLog,
  redactor: createRedactor([]),
  pluginTools: { activeTools: () => tools },
  onStandby: () => {},
  signal: leaving.signal,
});
say(`Running: gateway that asks, web chat ${gateway.url}/`);
process.on('SIGTERM', async () => {
  await gateway.stop();
  process.exit(0);
});
