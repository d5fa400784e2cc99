import { describeProblems, describeSettings } from '../config/describeConfig.js';
import { readConfig } from '../config/readConfig.js';
import { probeSandbox } from '../runtime/sandbox/probeSandbox.js';
import { EXIT } from './exit.js';

/** `waggle doctor`: every setting, its value and where that comes from; whether there is a sandbox; problems last, where they are seen. */
export async function doctor(): Promise<number> {
  const result = readConfig(process.env, process.cwd());
  process.stdout.write(`${describeSettings(result.explained)}\n`);
  process.stdout.write(`\n${describeSandbox()}\n`);
  for (const warning of result.warnings) process.stdout.write(`\nwarning: ${warning}\n`);
  if (result.ok) {
    process.stdout.write('\nThe configuration can be used.\n');
    return EXIT.ok;
  }
  process.stdout.write(`\n${describeProblems(result.problems)}\n`);
  return EXIT.config;
}

/** Whether commands of the agent can run here, and if not, what to do. */
function describeSandbox(): string {
  const probe = probeSandbox();
  if ('bwrap' in probe) return `Sandbox: works (${probe.bwrap}), so the tools bash and run_code are on offer.`;
  return `Sandbox: none, so the tools bash and run_code are off. Why: ${probe.trouble}.`;
}
