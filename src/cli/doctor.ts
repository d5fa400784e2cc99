import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeProblems, describeSettings } from '../config/describeConfig.js';
import { readConfig } from '../config/readConfig.js';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { wordingIn } from '../reply/catalogue/catalogue.js';
import { probeSandbox } from '../runtime/sandbox/probeSandbox.js';
import { hasGit } from '../runtime/tools/git/gitFlags.js';
import { openGatewayDb } from '../store/openGatewayDb.js';
import { describeMcpServers } from './describeMcpServers.js';
import { EXIT } from './exit.js';

/**
 * `waggle doctor`: every setting, its value and where that comes from; whether there is a sandbox and a git, which MCP servers come
 * up; problems last, where they are seen.
 */
export async function doctor(): Promise<number> {
  const result = readConfig(process.env, process.cwd());
  process.stdout.write(`${describeSettings(result.explained)}\n`);
  process.stdout.write(`\n${describeSandbox()}\n`);
  if (result.ok && result.config.mcpServers.length > 0) {
    process.stdout.write(`\n${(await describeMcpServers(result.config)).join('\n')}\n`);
  }
  if (result.ok) {
    for (const line of await describeTroubles(resolve(result.config.processes.dataDir)))
      process.stdout.write(`\nwarning: ${line}\n`);
  }
  for (const warning of result.warnings) process.stdout.write(`\nwarning: ${warning}\n`);
  if (result.ok) {
    process.stdout.write('\nThe configuration can be used.\n');
    return EXIT.ok;
  }
  process.stdout.write(`\n${describeProblems(result.problems)}\n`);
  return EXIT.config;
}

/** What a gateway of this data directory found wrong with its accounts, and what to do. */
async function describeTroubles(dataDir: string): Promise<readonly string[]> {
  if (!existsSync(join(dataDir, 'gateway.db'))) return [];
  const db = await openGatewayDb({ dataDir, clock: systemClock, log: silentLog });
  try {
    const troubles = await db.channelMemory.troubles();
    return troubles.map(({ account, trouble }) => `${account}: ${wordingIn('en').text(`trouble-${trouble}`, {})}`);
  } finally {
    await db.close();
  }
}

/** Whether commands of the agent can run here, and if not, what to do. */
function describeSandbox(): string {
  const probe = probeSandbox();
  if (!('bwrap' in probe)) {
    return `Sandbox: none, so the tools bash and run_code and those of git are off. Why: ${probe.trouble}.`;
  }
  const works = `Sandbox: works (${probe.bwrap}), so the tools bash and run_code are on offer.`;
  const git = hasGit()
    ? 'Git: there, so its tools are on offer.'
    : 'Git: none in /usr/bin or /usr/local/bin, so its tools are off. On Debian or Ubuntu: apt-get install git.';
  return `${works}\n${git}`;
}
