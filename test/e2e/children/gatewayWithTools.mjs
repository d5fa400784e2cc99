/**
 * A gateway from the built code with tools of its own, registered through the plugin-tool port: a check and a
 * reader. Each call is told on stdout as `called NAME`.
 */
import { z } from 'zod';
import { readConfigOrTell } from '../../../dist/cli/settings.js';
import { systemClock } from '../../../dist/core/clock.js';
import { silentLog } from '../../../dist/core/log.js';
import { createRedactor } from '../../../dist/core/secrets/redactor.js';
import { startGateway } from '../../../dist/main.js';

const say = (line) => process.stdout.write(`${line}\n`);

const tool = (name, answer) => ({
  name,
  description: `Test tool ${name}`,
  args: z.looseObject({}),
  idempotent: true,
  mutating: false,
  parallelSafe: true,
  offlineCapable: true,
  source: 'plugin:test',
  risk: 'low',
  execute: async () => {
    say(`called ${name}`);
    return answer;
  },
});

const tools = [tool('run_check', '27 checks, 26 passed, 1 failed: quotes'), tool('look_up', 'a fact')];

const config = readConfigOrTell();
if (config === null) process.exit(78);
const leaving = new AbortController();
const gateway = await startGateway({
  config,
  clock: systemClock,
  log: silentLog,
  redactor: createRedactor([]),
  pluginTools: { activeTools: () => tools },
  onStandby: () => {},
  signal: leaving.signal,
});
say(`Running: gateway with tools, web chat ${gateway.url}/`);
process.on('SIGTERM', async () => {
  await gateway.stop();
  process.exit(0);
});
