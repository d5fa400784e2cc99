import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Files that make a folder one of configuration. */
const CONFIGURATION = ['waggle.config.json', '.env'];

/**
 * Folders that no command may see, should they lie within a system folder: the gateway's data, and where it was started when
 * its configuration is there. (Whatever lies outside of system folders is not in the sandbox at all.)
 */
export function hiddenFolders(dataDir: string): readonly string[] {
  const here = process.cwd();
  const holdsConfiguration = CONFIGURATION.some((name) => existsSync(join(here, name)));
  return [resolve(dataDir), ...(holdsConfiguration ? [here] : [])].filter((path) => existsSync(path));
}
