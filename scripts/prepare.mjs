/**
 * Makes a fresh clone runnable: checks the Node version, installs from the lock file when `node_modules` is missing or
 * stale, builds `dist` when it is stale. Needs nothing but Node and npm, and says nothing when nothing is to do.
 *
 * Usage: node scripts/prepare.mjs [--build-only]
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuildFresh } from './prepare/build.mjs';
import { install, isInstallFresh } from './prepare/install.mjs';
import { withLock } from './prepare/lock.mjs';
import { explainNodeVersion } from './prepare/nodeVersion.mjs';
import { PrepareError, say } from './prepare/report.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const buildOnly = process.argv.includes('--build-only');

async function prepare() {
  const complaint = explainNodeVersion(process.versions.node);
  if (complaint !== undefined) throw new PrepareError(complaint);

  const isReady = () => (buildOnly || isInstallFresh(root)) && isBuildFresh(root);
  if (isReady()) return;
  await withLock(root, async (run) => {
    if (!buildOnly && !isInstallFresh(root)) await install(root, run);
    if (!isBuildFresh(root)) await build(root, run);
  });
}

try {
  await prepare();
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
