import { resolve } from 'node:path';
import { slackManifest } from '../channels/slack/manifest.js';
import { specOf } from '../commands/personas/personaCommands.js';
import { COMMAND_SPECS } from '../commands/specs.js';
import { systemClock } from '../core/clock.js';
import { silentLog } from '../core/log.js';
import { openPersonaShelf } from '../runtime/personas/personaShelf.js';
import { EXIT } from './exit.js';
import { readConfigOrTell } from './settings.js';

/**
 * `waggle manifest slack`: what to paste at api.slack.com/apps to make the app with everything that it needs.
 *
 * @param publicUrl for signed HTTP; undefined for Socket Mode
 */
export async function manifest(platform: string, publicUrl: string | undefined): Promise<number> {
  if (platform !== 'slack') {
    process.stderr.write(`waggle: there is no manifest for ${platform}; the platform with manifests is slack.\n`);
    return EXIT.failed;
  }
  if (publicUrl !== undefined && !/^https:\/\//.test(publicUrl)) {
    process.stderr.write('waggle: --url wants the public address of this gateway, which starts with https://.\n');
    return EXIT.failed;
  }
  const config = readConfigOrTell();
  if (config === null) return EXIT.config;
  const shelf = openPersonaShelf({
    dataDir: resolve(config.processes.dataDir),
    hasCoordinator: config.coordinatorMode,
    clock: systemClock,
    log: silentLog,
  });
  shelf.close();
  const commands = [...Object.values(COMMAND_SPECS), ...shelf.listPersonas().map(specOf)];
  process.stdout.write(`${JSON.stringify(slackManifest(publicUrl ?? null, commands), null, 2)}\n`);
  return EXIT.ok;
}
