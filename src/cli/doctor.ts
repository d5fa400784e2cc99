import { describeProblems, describeSettings } from '../config/describeConfig.js';
import { readConfig } from '../config/readConfig.js';
import { EXIT } from './exit.js';

/** `waggle doctor`: every setting, its value and where that comes from; problems last, where they are seen. */
export async function doctor(): Promise<number> {
  const result = readConfig(process.env, process.cwd());
  process.stdout.write(`${describeSettings(result.explained)}\n`);
  for (const warning of result.warnings) process.stdout.write(`\nwarning: ${warning}\n`);
  if (result.ok) {
    process.stdout.write('\nThe configuration can be used.\n');
    return EXIT.ok;
  }
  process.stdout.write(`\n${describeProblems(result.problems)}\n`);
  return EXIT.config;
}
