import { slackManifest } from '../channels/slack/manifest.js';
import { COMMAND_SPECS } from '../commands/specs.js';
import { EXIT } from './exit.js';

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
  process.stdout.write(`${JSON.stringify(slackManifest(publicUrl ?? null, Object.values(COMMAND_SPECS)), null, 2)}\n`);
  return EXIT.ok;
}
